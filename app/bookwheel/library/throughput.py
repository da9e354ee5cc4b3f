"""How fast work goes over the last seconds, and how long the rest takes by the pace of the last minutes."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

WINDOW_S = 4.0
ESTIMATE_S = 180.0
"""Seconds of work by which what is left is estimated."""
_SOONEST_S = 20.0
"""Seconds of work before anything is said of what is left."""
_MARK_S = 1.0
_PARTS = 5
_WIDEST = 4.0
"""How many times the least estimate the most may be, for a range that says something."""
_UNKNOWN = (-1.0, -1.0)


class Rates:
    """Files and sections a second over the last four seconds of work, and a range for the time left."""

    def __init__(self) -> None:
        """Start without any."""
        self._marks: deque[tuple[float, int, int]] = deque()
        self._paces: deque[tuple[float, int]] = deque()
        """Seconds of work, and files by then."""
        self._worked_s = self._latest_s = 0.0

    def mark(self, at_s: float, files: int, sections: int) -> None:
        """Note how much had been done by `at_s` (of a monotonic clock)."""
        if self._marks:
            self._worked_s += at_s - self._latest_s
        self._latest_s = at_s
        if not self._marks or at_s - self._marks[-1][0] >= 0.05:
            self._marks.append((at_s, files, sections))
        while len(self._marks) > 2 and at_s - self._marks[0][0] > WINDOW_S:
            self._marks.popleft()
        if self._paces and files < self._paces[-1][1]:
            self._paces.clear()  # other work, counted from its beginning
        if not self._paces or self._worked_s - self._paces[-1][0] >= _MARK_S:
            self._paces.append((self._worked_s, files))
        while len(self._paces) > 2 and self._worked_s - self._paces[0][0] > ESTIMATE_S:
            self._paces.popleft()

    def clear(self) -> None:
        """Forget how fast it went, after a pause; the time left is still told by the minutes before."""
        self._marks.clear()

    def per_second(self) -> tuple[float, float]:
        """Files and sections a second; 0 until there is something to tell from."""
        if len(self._marks) < 2:
            return 0.0, 0.0
        (began, files, sections), (ended, more_files, more_sections) = self._marks[0], self._marks[-1]
        passed = max(ended - began, 1e-3)
        return (more_files - files) / passed, (more_sections - sections) / passed

    def time_left(self, files: int) -> tuple[float, float]:
        """The least and the most seconds that so many files still take; -1 for both until the pace is steady.

        The pace of the last minutes lies between those of their slower and of their faster parts.
        """
        if files <= 0 or len(self._paces) <= _PARTS or self._paces[-1][0] - self._paces[0][0] < _SOONEST_S:
            return _UNKNOWN
        last = len(self._paces) - 1
        ends = [self._paces[round(last * part / _PARTS)] for part in range(_PARTS + 1)]
        paces = [(more - before) / max(ended - began, 1e-3) for (began, before), (ended, more) in pairwise(ends)]
        (began, before), (ended, more) = ends[0], ends[-1]
        overall = (more - before) / (ended - began)
        if paces[-1] < overall / _WIDEST:
            return _UNKNOWN  # it has all but stopped
        paces.sort()
        slow, fast = (overall + sum(paces[:2]) / 2) / 2, (overall + sum(paces[-2:]) / 2) / 2
        return (files / fast, files / slow) if 0 < fast <= _WIDEST * slow else _UNKNOWN
