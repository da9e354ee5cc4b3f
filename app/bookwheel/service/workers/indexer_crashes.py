"""The indexer's crashes: how often it ends, and the files that end it and are left out."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import replace
from datetime import UTC, datetime

from bookwheel.domain.collection import Collection
from bookwheel.domain.messages import Message
from bookwheel.domain.service.status import Problem

CRASHES_BEFORE_SKIP = 3
"""Crashes over one file after which it is left out."""

CRASHES_BEFORE_NOTICE = 5
"""Crashes in a row after which the person is told."""

RECENT_S = 600.0
RECENT_CRASHES = 5
"""Crashes within `RECENT_S` that are too many even if work was done between them."""

REPEATED = Message("The indexer crashed repeatedly on this file, so it is skipped until the service restarts.")


class IndexerCrashes:
    """Crashes since the service started; `problems` are the files left out."""

    def __init__(self) -> None:
        """Start without any."""
        self.problems: tuple[Problem, ...] = ()
        self._in_a_row = 0
        self._times: deque[float] = deque(maxlen=RECENT_CRASHES)
        self._by_file: Counter[tuple[str, str]] = Counter()

    @property
    def is_failing(self) -> bool:
        """Whether the indexer ends again and again, so that changes may stay unseen."""
        is_often = len(self._times) == RECENT_CRASHES and time.monotonic() - self._times[0] < RECENT_S
        return is_often or self._in_a_row > 1

    @property
    def is_time_to_tell(self) -> bool:
        """Whether the last crash was the one after which the person is told."""
        return self._in_a_row == CRASHES_BEFORE_NOTICE

    def add(self, slug: str, path: str) -> Problem | None:
        """Count a crash over a file (empty when none was in hand); return the problem when the file is now left out."""
        self._in_a_row += 1
        self._times.append(time.monotonic())
        if not path:
            return None
        self._by_file[slug, path] += 1
        if self._by_file[slug, path] != CRASHES_BEFORE_SKIP:
            return None
        seen_at = datetime.now(UTC).isoformat(timespec="seconds")
        problem = Problem(f"{slug}/{path}", slug, path, "failed", REPEATED, seen_at)
        self.problems = (*self.problems, problem)
        return problem

    def end_row(self) -> None:
        """Take in that the indexer finished its work."""
        self._in_a_row = 0

    def without_skipped(self, collection: Collection) -> Collection:
        """Return a collection that ignores the files left out."""
        skipped = tuple(f"/{_escaped(file.path)}" for file in self.problems if file.collection == collection.slug)
        return replace(collection, ignore=collection.ignore + skipped) if skipped else collection


def _escaped(path: str) -> str:
    """A path as a literal pattern of .gitignore."""
    return "".join(f"\\{letter}" if letter in "\\*?[]#! " else letter for letter in path)
