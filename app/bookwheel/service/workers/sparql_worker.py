"""The SPARQL child's side: what `bookwheel child sparql` runs; it answers one question after another, read-only."""

from __future__ import annotations

import argparse
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from bookwheel import child_process, log, paths, wire
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import QueryAnswer, QueryRequest
from bookwheel.domain.messages import Message
from bookwheel.service.workers import pipe_framing, priority

if TYPE_CHECKING:
    from bookwheel.indexes.ontology.query import Asker


MOST_PARTS = 3
"""Parts of the ontology that are kept, each of a scope at a revision; the oldest goes first."""

LOADING_S = 30.0
"""Seconds that loading a part may take."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the child is asked: a question, of a part if one is named; without a question, to keep a part's `text`."""

    question: QueryRequest | None = None
    part: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the child says: an answer, a failure, or neither when it is ready for a question.

    After an answer that is cut comes another reply: `following` holds the rows after it, `is_cut` says that there are
    still more.
    """

    answer: QueryAnswer | None = None
    failure: wire.Failure | None = None
    following: tuple[tuple[str, ...], ...] = ()
    is_cut: bool = False


def main(words: Sequence[str], library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Answer until the pipe closes; 0 then. `pipes` are those of questions and replies."""
    parser = argparse.ArgumentParser("bookwheel child sparql")
    parser.add_argument("--limit-s", type=float, default=2.0)
    parser.add_argument("--memory-mb", type=int, default=1024)
    limits = parser.parse_args(words)
    places = paths.library(library)
    log.start(places.log, "sparql")
    child_process.ignore_interrupts()
    from bookwheel.indexes.ontology.query import Asker  # noqa: PLC0415 - the service imports this module for Reply

    asker = Asker(places.ontology)
    asker.warm()
    questions, replies = pipes
    child_process.bound_memory(limits.memory_mb)
    priority.lower(5)  # searches and pages come first
    with contextlib.suppress(EOFError, OSError):
        pipe_framing.write(replies, Reply())
        while True:
            asked = pipe_framing.read(questions, Asked)
            child_process.bound_time(limits.limit_s if asked.question is not None else LOADING_S)
            reply = _reply(asker, asked)
            pipe_framing.write(replies, reply)
            if reply.answer is not None and reply.answer.is_cut:
                pipe_framing.write(replies, _following(asker))
    return 0


def _following(asker: Asker) -> Reply:
    try:
        following, is_cut = asker.following()
    except Exception:  # the answer is given; that the rest of it fails is no fault of who asked
        logging.getLogger(__name__).exception("The rows after an answer could not be read.")
        return Reply(is_cut=True)
    return Reply(following=following, is_cut=is_cut)


def _reply(asker: Asker, asked: Asked) -> Reply:
    try:
        if asked.question is None:
            asker.load(asked.part, asked.text, MOST_PARTS)
            return Reply()
        return Reply(asker.answer(asked.question, asked.part))
    except BookwheelError as error:
        return Reply(failure=wire.failure(error))
    except MemoryError:
        return Reply(failure=wire.Failure("bad_request", Message("The query exceeds its memory limit. Simplify it.")))
    except Exception:  # the process's edge: the engine may fail in any way over a query
        logging.getLogger(__name__).exception("A question could not be answered.")
        return Reply(
            failure=wire.Failure("internal_error", Message("The query failed. See the library's log for details."))
        )
