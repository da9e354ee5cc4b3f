"""The text of a page as it is searched: in lower case, its lines joined, with the way back to its letters."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

_BREAK = re.compile(r"(?P<hyphen>[-\u00ad\u0002\ufffe]\s*[\r\n]+\s*(?=[^\W\d_])|[\u00ad\u0002\ufffe])|\s{2,}|[^\S ]")
"""What is not searched as it stands: a hyphen at the end of a line, and whatever divides words."""


class PageText:
    """What stands on one page: `text` as the file has it, `folded` as it is searched."""

    def __init__(self, text: str) -> None:
        self.text = text
        pieces: list[str] = []
        self._starts, self._origins = [0], [0]
        length = last = 0
        for found in _BREAK.finditer(text):
            joint = "" if found["hyphen"] else " "
            if found[0] == joint:
                continue
            pieces += (text[last : found.start()], joint)
            length += found.start() - last + len(joint)
            last = found.end()
            self._starts.append(length)
            self._origins.append(last)
        pieces.append(text[last:])
        self.folded = fold("".join(pieces))

    def find(self, words: str) -> Iterator[tuple[int, int]]:
        """Where folded words begin in `text`, and over how many of its letters they go."""
        at = self.folded.find(words) if words else -1
        while at >= 0:
            yield self.span(at, at + len(words))
            at = self.folded.find(words, at + len(words))

    def find_all(self, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
        """The same for a pattern of folded words."""
        for found in pattern.finditer(self.folded):
            if found[0]:
                yield self.span(*found.span())

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Begin and length in `text` of a piece of `folded`."""
        first = self._origin(start)
        return first, self._origin(end - 1) + 1 - first

    def _origin(self, at: int) -> int:
        row = bisect_right(self._starts, at) - 1
        return self._origins[row] + at - self._starts[row]


def fold(words: str) -> str:
    """Words in lower case, as many letters as before."""
    lower = words.lower()
    return lower if len(lower) == len(words) else "".join(low if len(low := x.lower()) == 1 else x for x in words)


def folded_query(words: str) -> str:
    """What somebody typed, as pages are searched for it."""
    return fold(" ".join(words.split()))


def word_at(text: str, at: int) -> tuple[int, int]:
    """Begin and end of the word around a letter; of that letter alone where it is none."""
    if not 0 <= at < len(text) or not (text[at].isalnum() or text[at] == "_"):
        return at, at + 1
    start = at
    while start and (text[start - 1].isalnum() or text[start - 1] in "_'’"):
        start -= 1
    end = at + 1
    while end < len(text) and (text[end].isalnum() or text[end] in "_'’"):
        end += 1
    return start, end


def line_at(text: str, at: int) -> tuple[int, int]:
    """Begin and end of the line around a letter."""
    ends = [found for mark in "\r\n" if (found := text.find(mark, at)) >= 0]
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1, min(ends, default=len(text))


_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u0002\ufffe]\s*[\r\n]+\s*(?=[^\W\d_A-Z])|[\u00ad\u0002\ufffe]\s*")
_ENDS = (".", ":", "!", "?", "…", "”", '"')
_SHORT = 0.75
"""A line that ends a sentence and is shorter than this part of the longest one ends a paragraph."""


def tidy(text: str) -> str:
    """Text that was selected as it is pasted: words divided at line ends joined, a line for each paragraph."""
    lines = [" ".join(line.split()) for line in _HYPHEN.sub("", text).splitlines()]
    longest = max(map(len, lines), default=0)
    paragraphs: list[list[str]] = [[]]
    for line in filter(None, lines):
        paragraphs[-1].append(line)
        if line.endswith(_ENDS) and len(line) < _SHORT * longest:
            paragraphs.append([])
    return "\n".join(" ".join(paragraph) for paragraph in paragraphs if paragraph)
