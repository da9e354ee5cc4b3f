"""The rendering child's side: what `bookwheel child renderer` runs; it renders one page after another."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import IO

import msgspec

from bookwheel import child_process, packing
from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.domain.drawings import Drawing
from bookwheel.pages.includes import Kind
from bookwheel.pages.queries import QueryResult
from bookwheel.pages.render import render
from bookwheel.pages.types import Heading, Piece, Rendered, Target


class Topic(StrEnum):
    """What the child asks its parent while it renders: the arguments of `render` that are functions."""

    RESOLVE = "resolve"
    EMBED = "embed"
    INCLUDE = "include"
    MARK = "mark"
    QUERY = "query"


@dataclass(frozen=True, slots=True)
class RenderTask:
    """One page to be rendered; the fields are the arguments of `render`."""

    text: str
    format: str
    dialect: Dialect
    first_line: int
    headings: tuple[Heading, ...]
    extensions: tuple[str, ...]
    has_query: bool
    name: str = ""
    kind: str = ""
    pieces: tuple[Piece, ...] = ()
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class RenderReply:
    """What the child says: a question to its parent, a page, or why there is none; empty when it is ready.

    `failed` names what rendering raised; `has_too_little_memory` says that the page needs more than it may have.
    """

    topic: Topic | None = None
    text: str = ""
    kind: str = ""
    rendered: Rendered | None = None
    failed: str = ""
    has_too_little_memory: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The parent's answer to a question; the field that fits its topic counts."""

    target: Target | None = None
    text: str | None = None
    spans: tuple[tuple[int, int], ...] = ()
    results: tuple[QueryResult, ...] = ()


_TASK, _ANSWER = msgspec.msgpack.Decoder(RenderTask), msgspec.msgpack.Decoder(Answer, dec_hook=packing.unpack_message)


def main(words: Sequence[str]) -> int:
    """Render until the pipe closes. The words are seconds and MB for a page."""
    seconds, memory_mb = float(words[0]), int(words[1])
    child_process.ignore_interrupts()
    tasks, messages = child_process.own_pipes()
    child_process.bound_memory(memory_mb)
    parent = _Parent(tasks, messages)
    with contextlib.suppress(EOFError, OSError):
        parent.send(RenderReply())
        while True:
            frame = child_process.read_frame(tasks)
            child_process.bound_time(seconds)
            parent.send(_render(frame, parent))
    return 0


def _render(frame: bytes, parent: _Parent) -> RenderReply:
    try:
        task = _TASK.decode(frame)
        rendered = render(
            task.text,
            format=task.format,
            dialect=task.dialect,
            first_line=task.first_line,
            headings=task.headings,
            resolve=parent.resolve,
            embed=parent.embed,
            mark=parent.mark if task.has_query else None,
            extensions=task.extensions,
            include=parent.include,
            name=task.name,
            kind=task.kind,
            pieces=task.pieces,
            query=parent.query,
            drawing=task.drawing,
        )
    except MemoryError:
        return RenderReply(has_too_little_memory=True)
    except (EOFError, OSError):
        raise
    except Exception as error:  # a renderer may fail in any way over a hostile page; other pages go on
        logging.getLogger(__name__).exception("rendering failed")
        return RenderReply(failed=type(error).__name__)
    return RenderReply(rendered=rendered)


class _Parent:
    """The parent's functions, called over the pipes."""

    def __init__(self, answers: IO[bytes], messages: IO[bytes]) -> None:
        self._answers, self._messages = answers, messages

    def send(self, message: RenderReply) -> None:
        self._messages.write(child_process.frame(msgspec.msgpack.encode(message)))
        self._messages.flush()

    def resolve(self, href: str, kind: LinkKind) -> Target:
        return self._ask(Topic.RESOLVE, href, kind).target or Target("", "broken")

    def embed(self, name: str) -> str | None:
        return self._ask(Topic.EMBED, name).text

    def include(self, kind: Kind, name: str) -> str | None:
        return self._ask(Topic.INCLUDE, name, kind).text

    def mark(self, text: str) -> Sequence[tuple[int, int]]:
        return self._ask(Topic.MARK, text).spans

    def query(self, language: str, text: str) -> Sequence[QueryResult]:
        return self._ask(Topic.QUERY, text, language).results

    def _ask(self, topic: Topic, text: str, kind: str = "") -> Answer:
        self.send(RenderReply(topic, text, str(kind)))
        return _ANSWER.decode(child_process.read_frame(self._answers))
