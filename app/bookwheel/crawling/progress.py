"""Counts what becomes of a source's pages, and tells it a few times a second."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from enum import StrEnum
from typing import cast

from bookwheel.domain.crawling import FetchReport
from bookwheel.domain.jobs import JobCounts, JobError
from bookwheel.domain.messages import Message

EVERY_S = 0.25


class Outcome(StrEnum):
    """What became of one page."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    REMOVED = "removed"
    FAILED = "failed"
    NONE = "none"
    """It is no page after all, and is not counted."""


class Progress:
    """The counts of one fetch."""

    def __init__(self, tell: Callable[[FetchReport], None]) -> None:
        self._tell = tell
        self._counts = dict.fromkeys(Outcome, 0)
        self._errors: list[JobError] = []
        self._told_at = 0.0
        self.keep: Callable[[str], None] = lambda counts: None
        """Keeps the counts for a fetch that goes on after this one was broken off."""

    def go_on(self, counts: str) -> None:
        """Go on from the counts of a fetch that was broken off."""
        kept = cast("dict[str, int]", json.loads(counts or "{}"))
        self._counts |= {outcome: kept.get(outcome.value, 0) for outcome in Outcome}

    def add(self, outcome: Outcome, left: Callable[[], int] = lambda: 0) -> None:
        """Count a page; `left` says how many are known that are still to be fetched."""
        self._counts[outcome] += 1
        self.keep(json.dumps(self._counts))
        if time.monotonic() - self._told_at >= EVERY_S:
            self.tell(left())

    def note(self, address: str, message: Message) -> None:
        """Keep why a page could not be fetched."""
        self._errors.append(JobError(-1, address, message))

    def tell(self, left: int = 0) -> None:
        """Tell how far the fetch is now."""
        self._told_at = time.monotonic()
        errors, self._errors = tuple(self._errors), []
        self._tell(FetchReport(self.counts(left), errors))

    def counts(self, left: int = 0) -> JobCounts:
        """The counts so far."""
        named = {outcome.value: count for outcome, count in self._counts.items() if outcome is not Outcome.NONE}
        return JobCounts(total=sum(named.values()) + left, **named)
