"""How fast work goes, over the last seconds."""

from __future__ import annotations

from collections import deque

WINDOW_S = 4.0


class Rates:
    """Files and sections a second over the last four seconds of work."""

    def __init__(self) -> None:
        """Start without any."""
        self._marks: deque[tuple[float, int, int]] = deque()

    def mark(self, at_s: float, files: int, sections: int) -> None:
        """Note how much had been done by `at_s` (of a monotonic clock)."""
        if not self._marks or at_s - self._marks[-1][0] >= 0.05:
            self._marks.append((at_s, files, sections))
        while len(self._marks) > 2 and at_s - self._marks[0][0] > WINDOW_S:
            self._marks.popleft()

    def clear(self) -> None:
        """Forget what was, after a pause."""
        self._marks.clear()

    def per_second(self) -> tuple[float, float]:
        """Files and sections a second; 0 until there is something to tell from."""
        if len(self._marks) < 2:
            return 0.0, 0.0
        (began, files, sections), (ended, more_files, more_sections) = self._marks[0], self._marks[-1]
        passed = max(ended - began, 1e-3)
        return (more_files - files) / passed, (more_sections - sections) / passed
