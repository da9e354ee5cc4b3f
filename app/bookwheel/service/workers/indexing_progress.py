"""How far indexing is: what is still to be read, and the progress that clients are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bookwheel.domain.indexing import Report, Verb
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.service.status import Progress
from bookwheel.library.indexing.collections import Collections
from bookwheel.service.workers.worker_supervisor import Child


class IndexingProgress:
    """What the indexer last reported of its progress, beside what it was asked since."""

    def __init__(
        self, indexer: Child, collections: Collections, is_paused: bool, on_change: Callable[[Progress], object]
    ) -> None:
        """Know of no file to read; `on_change` hears the progress whenever something about it changes."""
        self._indexer, self._collections, self._on_change = indexer, collections, on_change
        self._reported = Progress(is_paused=is_paused)
        self._waiting: Mapping[str, int] = {}
        self._linking: frozenset[str] = frozenset()

    @property
    def is_paused(self) -> bool:
        """Whether indexing is held."""
        return self._reported.is_paused

    @property
    def readiness(self) -> Readiness:
        """What is still to be read: the one state that every answer, status and notice gives.

        A collection counts as known only once the indexer has counted it, and no longer from the moment that something
        is asked about it until a report takes that into account.
        """
        # What was asked comes first: a report changes the counts before it takes a command into account.
        is_busy = self._indexer.is_busy
        unheard = self._indexer.unheard
        unknown = {
            command.collection for command in unheard if command.verb not in (Verb.FORGET, Verb.LINK, Verb.UNLOCK)
        }
        waiting = {slug: count for slug, count in self._waiting.items() if unknown.isdisjoint(("", slug))}
        return Readiness(waiting, self._linking, is_busy, self.is_paused)

    @property
    def now(self) -> Progress:
        """How far reading is; its phase is that of the readiness."""
        state = self.readiness.state(collection.slug for collection in self._collections.all())
        return replace(self._reported, phase="idle" if state == "ready" else state)

    def announce(self) -> None:
        """Let it be known that something was asked of the indexer."""
        self._on_change(self.now)

    def pause(self, is_paused: bool) -> None:
        """Take in that indexing is held, or goes on."""
        self._reported = replace(self._reported, is_paused=is_paused)
        self.announce()

    def forget_counts(self) -> None:
        """Take in that the indexer ended: the next one counts everything."""
        self._waiting = {}
        self.announce()

    def count(self, report: Report) -> None:
        """Take in how many files wait, if the report says so."""
        if report.waiting is not None:
            self._waiting, self._linking = report.waiting, frozenset(report.linking)

    def advance(self, report: Report) -> None:
        """Take in the progress that a report gives, if any."""
        if report.progress is not None:
            self._reported = report.progress
            self.announce()

    def finish(self, report: Report) -> None:
        """Take in that nothing is left to do."""
        problems = (report.progress or self._reported).problems
        self._reported = Progress(problems=problems, is_paused=self.is_paused)
        self.announce()
