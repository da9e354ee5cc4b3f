"""Section anchors: the explicit id of a heading, else GitHub's slug, unique within a document."""

from __future__ import annotations

import re
import unicodedata

_DROPPED = re.compile(r"[^\w\- ]")
_SPACES = re.compile(r"[\s\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def slug(title: str) -> str:
    """GitHub's slug of a heading: lower case, letters, marks, digits, `_` and `-`; each space a hyphen.

    Source: github.com/gjtorikian/html-pipeline, its table of contents filter.
    """
    kept = _DROPPED.sub(_mark_or_nothing, title.strip().lower())
    return kept.replace(" ", "-")


def _mark_or_nothing(match: re.Match[str]) -> str:
    """Combining marks are letters to GitHub, though not to Python's `\\w`."""
    one = match.group()
    return one if one > "\x7f" and unicodedata.category(one)[0] == "M" else ""


class Anchors:
    """Gives each heading of one document an anchor that no other has."""

    def __init__(self) -> None:
        """Start with no anchor taken."""
        self._taken: dict[str, int] = {}

    def taken(self, wanted: str) -> str:
        """The anchor wanted, or with -1, -2 … if it is in use; it is in use from now on."""
        base = wanted or "section"
        anchor = base
        while anchor in self._taken:
            self._taken[base] = self._taken.get(base, 0) + 1
            anchor = f"{base}-{self._taken[base]}"
        self._taken[anchor] = 0
        return anchor

    def of(self, title: str, explicit: str = "") -> str:
        """The anchor of a heading by its explicit id, else by its title."""
        return self.taken(_SPACES.sub("", explicit) or slug(title))
