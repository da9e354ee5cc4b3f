"""Which way a text runs, and words that keep their own way inside of a line that runs the other."""

from __future__ import annotations

import unicodedata

_FIRST, _LEFTWARDS, _END = "\u2068", "\u2067", "\u2069"
"""Unicode's isolates: by the first letter, from right to left, and what ends both. Source: UAX #9."""


def runs_leftwards(text: str) -> bool:
    """Whether a text begins in a script that is read from right to left."""
    if text.isascii():
        return False
    sides = (unicodedata.bidirectional(letter) for letter in text)
    return next((side != "L" for side in sides if side in ("L", "R", "AL")), False)


def is_mostly_leftwards(text: str) -> bool:
    """Whether most letters of a text are read from right to left: what is quoted may begin with a foreign word."""
    if text.isascii():
        return False
    sides = [unicodedata.bidirectional(letter) for letter in text]
    return 2 * sum(side in ("R", "AL") for side in sides) > sum(side in ("L", "R", "AL") for side in sides)


def isolated(text: str) -> str:
    """A text to be drawn in a line that runs from left to right, its own words in their own order."""
    return f"{_FIRST}{text}{_END}" if _has_leftwards(text) else text


def leftwards(text: str) -> str:
    """One line of a text that runs from right to left, whatever letter the line begins with."""
    return f"{_LEFTWARDS}{text}{_END}"


def _has_leftwards(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)
