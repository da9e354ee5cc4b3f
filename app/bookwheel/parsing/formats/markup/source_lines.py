"""Numbered lines of a file, and where in them a block ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Lines = Sequence[tuple[int, str]]
"""Lines with their numbers in the file."""


class BlockEnds:
    """Finds the lines that end blocks; an end that is missing is sought once, whatever number of lines want it."""

    def __init__(self) -> None:
        self._missing: set[tuple[int, int, str]] = set()

    def find(
        self,
        lines: Lines,
        at: int,
        marker: str,
        is_end: Callable[[str], bool],
        is_stop: Callable[[str], bool] = lambda _line: False,
    ) -> int | None:
        """The index of the first line from `at` on that is an end; none behind a line at which the search stops.

        `marker` tells the ends of one kind of block from those of others.
        """
        key = (len(lines), lines[-1][0], marker)
        if key in self._missing:
            return None
        for index in range(at, len(lines)):
            if is_end(lines[index][1]):
                return index
            if is_stop(lines[index][1]):
                return None
        self._missing.add(key)
        return None
