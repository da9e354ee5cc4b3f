"""Finds a quoted passage in a text by its letters, whatever marks, spaces and line breaks stand between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

CERTAIN = 16
"""Letters from which a passage that stands once in a text needs nothing around it to be known again."""
_NEARBY = 4
"""Letters before or after a shorter passage that must be the same."""

_WORD = re.compile(r"[^\W_]+")
_UNREAD = re.compile(
    r"!\[[^\]\n]*\]\([^)\n]*\)|!\[\[[^\]\n]*\]\]"  # pictures and embeds
    r"|\]\([^)\n]*\)|\]\[[^\]\n]*\]|\[\[[^\]|\n]*\|"  # where links lead
    r"|\[\^[^\]\n]*\]|<!--.*?-->|</?[A-Za-z][^>\n]*>"  # footnotes, comments, tags
)


@dataclass(frozen=True, slots=True)
class FoundQuote:
    """Where a passage begins and ends in a text, in characters."""

    start: int
    end: int


class LetterText:
    """A text by its letters and digits alone, in lower case."""

    def __init__(self, text: str) -> None:
        # What is not read is blanked, so that every letter keeps its place.
        shown = _UNREAD.sub(lambda found: " " * len(found[0]), text) if "[" in text or "<" in text else text
        self._runs = list(_runs(shown))
        self.letters = "".join(letters for _, letters in self._runs)

    def find(self, quote: str, prefix: str = "", suffix: str = "", *, is_sure: bool = False) -> FoundQuote | None:
        """The one place of a passage; None when there is none, or it cannot be told which of several it is.

        `is_sure` says that the passage is in this text for certain: then the first of several equal ones is as good.
        """
        wanted, before, after = fold(quote), fold(prefix), fold(suffix)
        if not wanted:
            return None
        found = list(_places(self.letters, wanted))
        scores = [self._agreement(at, at + len(wanted), before, after) for at in found]
        if not found:
            return None
        best = max(scores)
        at = found[scores.index(best)]
        is_known = len(wanted) >= CERTAIN or best >= _NEARBY or not (before or after)
        if not is_sure and (not is_known or scores.count(best) > 1):
            return None
        return FoundQuote(self._origin(at), self._origin(at + len(wanted) - 1) + 1)

    def _agreement(self, start: int, end: int, before: str, after: str) -> int:
        left = _common(self.letters[max(0, start - len(before)) : start][::-1], before[::-1])
        return left + _common(self.letters[end : end + len(after)], after)

    def _origin(self, at: int) -> int:
        for start, letters in self._runs:
            if at < len(letters):
                return start + at
            at -= len(letters)
        return 0


def fold(text: str) -> str:
    """The letters and digits of a text in lower case, without anything between them."""
    return "".join(letters for _, letters in _runs(text))


def _runs(text: str) -> Iterator[tuple[int, str]]:
    for found in _WORD.finditer(text):
        yield found.start(), _lower(found[0])


def _lower(word: str) -> str:
    """A word in lower case, as many letters as before."""
    lower = word.lower()
    return lower if len(lower) == len(word) else "".join(low if len(low := one.lower()) == 1 else one for one in word)


def _places(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _common(one: str, other: str) -> int:
    """How many letters two texts begin with in common."""
    count = 0
    for letter, same in zip(one, other, strict=False):
        if letter != same:
            break
        count += 1
    return count
