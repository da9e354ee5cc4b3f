"""The searching child's side: what `bookwheel child search` runs; it answers the search tool as the service would.

It reads what is published and all vectors, and opens no Chroma, which belongs to one process alone: as many vectors as
stand in memory as float32 are compared as fast without it.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from bookwheel import child_process, gc_tuning, log, paths, wire
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.paths import LibraryPaths
from bookwheel.service.workers import pipe_framing, priority
from bookwheel.settings import Settings

if TYPE_CHECKING:
    from bookwheel.library.library import Library


@dataclass(frozen=True, slots=True)
class Standing:
    """What an answer is made from: the published revision, and `LiveMeaning.standing`."""

    revision: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the child cannot read for itself; `secret` signs cursors."""

    settings: Settings
    collections: tuple[Collection, ...]
    secret: bytes


@dataclass(frozen=True, slots=True)
class Asked:
    """A search under its number: the tool's arguments as they were understood, and for whom.

    `grounds` are there where they are others than before.
    """

    number: int
    arguments: Mapping[str, object]
    scope: Scope
    standing: Standing
    grounds: Grounds | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """The list that an answer's cursor names, for the service to keep: see `library.search.hit_list.HitList`."""

    stamp: str
    keys: bytes
    scores: bytes
    total: int
    common: tuple[str, ...]
    forms: tuple[bytes, ...]
    copies: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer of that number: the text of a `Shaped`, or a failure; neither where the service must ask itself."""

    number: int
    text: str = ""
    sections: tuple[str, ...] = ()
    hits: int = 0
    listed: Listed | None = None
    failure: wire.Failure | None = None


def standing_of(library: Library) -> Standing:
    """What the library answers from now."""
    return Standing(library.revision, library.meaning.standing)


def main(words: Sequence[str], library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Answer until the pipe closes; 0 then. `pipes` are those of questions and answers."""
    argparse.ArgumentParser("bookwheel child search").parse_args(words)
    places = paths.library(library)
    log.start(places.log, "search")
    child_process.ignore_interrupts()
    priority.lower(5)  # the person's own searches and pages come first
    gc_tuning.pause_gc()
    searcher = _Searcher(places)
    questions, answers = pipes
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe_framing.write(answers, searcher.answer(pipe_framing.read(questions, Asked)))
    return 0


class _Searcher:
    """The library as this process reads it."""

    def __init__(self, places: LibraryPaths) -> None:
        from bookwheel.library.library import Library  # noqa: PLC0415 - the service imports this module for its frames
        from bookwheel.service.agents.tools.tools import SEARCH  # noqa: PLC0415 - likewise

        self._tool = SEARCH
        self._collections: tuple[Collection, ...] = ()
        self._library = Library(places, Settings(), lambda: self._collections)

    def answer(self, asked: Asked) -> Answered:
        """What the tool says, from what the service stands upon."""
        from bookwheel.service.agents.tools.answers import Shaped  # noqa: PLC0415 - likewise
        from bookwheel.service.agents.tools.arguments import parsed  # noqa: PLC0415 - see above

        try:
            if not self._stands(asked):
                return Answered(asked.number)
            shaped = self._tool.run(parsed(self._tool.arguments, asked.arguments), self._library, asked.scope)
            assert isinstance(shaped, Shaped)
            if self._is_damaged:
                return Answered(asked.number)  # the service meets the damage, and has it mended
            listed = _listed(str(shaped.content.get("cursor", "")), self._library)
            return Answered(asked.number, shaped.text, shaped.sections, shaped.hits, listed)
        except (BadRequest, NotFound, NotAllowed) as error:
            return Answered(asked.number, failure=wire.failure(error))
        except Exception:  # the process's edge: the service asks itself, and says what is wrong
            logging.getLogger(__name__).exception("A search could not be answered.")
        return Answered(asked.number)

    def _stands(self, asked: Asked) -> bool:
        """Come to where the service stands, if that is where the library is."""
        if asked.grounds is not None:
            self._take(asked.grounds)
        library, wanted = self._library, asked.standing
        if library.revision != wanted.revision or self._is_damaged:
            library.refresh(wanted.revision)
        if library.meaning.standing != wanted.meaning:
            if wanted.meaning:
                library.refresh_meaning()
            else:
                library.meaning.close()
        if asked.grounds is not None:
            gc_tuning.freeze_and_resume_gc()
        return standing_of(library) == wanted

    @property
    def _is_damaged(self) -> bool:
        snapshot = self._library.seen(EVERYTHING)
        return snapshot is not None and snapshot.keyword.is_damaged

    def _take(self, grounds: Grounds) -> None:
        from bookwheel.library.snapshot.cursors import Cursors  # noqa: PLC0415 - see above

        self._collections = grounds.collections
        self._library.settings, self._library.cursors = grounds.settings, Cursors(secret=grounds.secret)


def _listed(cursor: str, library: Library) -> Listed | None:
    from bookwheel.library.search.hit_list import HitList  # noqa: PLC0415 - see above

    if not cursor:
        return None
    stamp, hits = library.cursors.taken(cursor, HitList)
    keys, scores = hits.keys.tobytes(), hits.scores.tobytes()
    return Listed(stamp, keys, scores, hits.total, tuple(hits.common), hits.forms, hits.copies)
