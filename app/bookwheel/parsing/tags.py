"""Free labels: from front matter, and as `#tag` in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable

_INLINE = re.compile(
    r"(?:^|(?<=[\s(\[{,;|，、。；（「]))(?<!\{\{)[#＃]"
    r"([^\s\x00-\x2c\x2e\x3a-\x40\x5b-\x5e\x60\x7b-\x9f\u00a0-\u00bf\u2000-\u200c\u200e-\u206f\u3000-\u303f\uff00-\uff0f"
    r"\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd]+)",
    re.MULTILINE,
)
_COLOUR = re.compile(r"(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_MOST_LETTERS = 100


def inline_tags(text: str) -> list[str]:
    """The `#tags` of a plain text, in order; `a/b` nests, numbers and colours are none."""
    return [name for match in _INLINE.finditer(text) if (name := cleaned(match.group(1)))]


def cleaned(name: str) -> str:
    """A tag without `#` and stray marks; empty if what is left is no tag."""
    name = name.strip().lstrip("#＃").strip("/-").strip()
    if not name or len(name) > _MOST_LETTERS or all(one.isdigit() or one in "/-_" for one in name):
        return ""
    if _COLOUR.fullmatch(name) and (any(one.isdigit() for one in name) or len(set(name.lower())) == 1):
        return ""
    return name


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """The names once each, as first written, whatever their case."""
    seen: dict[str, str] = {}
    for name in names:
        if name:
            seen.setdefault(name.casefold(), name)
    return tuple(seen.values())
