"""The lines of the source that nodes came from; docutils' own are off for titles, entries, terms and cells."""

from __future__ import annotations

from bisect import bisect_left

_NEAR = (0, -1, 1, -2, 2, -3, 3)
_UNDERLINES = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class SourceLines:
    """Looks lines up in reading order: a block is never above the one before it, unless docutils' line is right."""

    def __init__(self, text: str) -> None:
        """Take the text that is parsed."""
        self._lines = [line.expandtabs(8) for line in text.split("\n")]
        self._places: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines, 1):
            self._places.setdefault(line.strip(), []).append(number)
        self.reached = 1

    def find(self, raw: str, guess: int | None) -> tuple[int, int]:
        """The first and last line of a block whose source is `raw`, near the line `guess` or below what was found."""
        stripped = raw.strip("\n")
        needle = stripped.partition("\n")[0].strip()
        more = stripped.count("\n")
        first = self._near(needle, guess) or self._below(needle) or max(guess or 0, self.reached)
        first = min(first, len(self._lines))
        last = min(first + more, len(self._lines))
        self.reached = max(self.reached, first)
        return first, last

    def find_title(self, raw: str) -> tuple[int, int]:
        """The lines of a heading, with its rules."""
        title = raw.strip()
        places = self._places.get(title, [])
        for first in places[bisect_left(places, self.reached) :]:
            if first < len(self._lines) and self._is_rule(self._lines[first]):
                over = first > 1 and self._lines[first - 2] == self._lines[first]
                self.reached = first + 1
                return first - over, first + 1
        return self.find(raw, None)

    def _near(self, needle: str, guess: int | None) -> int:
        if not guess or not needle:
            return guess or 0
        for step in _NEAR:
            line = guess + step
            if 0 < line <= len(self._lines) and needle in self._lines[line - 1]:
                return line
        return 0

    def _below(self, needle: str) -> int:
        places = self._places.get(needle, []) if needle else []
        index = bisect_left(places, self.reached)
        return places[index] if index < len(places) else 0

    @staticmethod
    def _is_rule(line: str) -> bool:
        line = line.strip()
        return bool(line) and line[0] in _UNDERLINES and line == line[0] * len(line)
