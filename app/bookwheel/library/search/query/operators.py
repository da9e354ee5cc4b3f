"""Which words of a query are operators: `name:value` where the name is a filter, a part of sections, or a field."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache

from bookwheel.domain.messages import Message

FIELDS = {
    "tag": "tag", "tags": "tag", "type": "type", "path": "path", "category": "category", "before": "before",
    "after": "after", "language": "language", "lang": "language", "collection": "collection", "level": "level",
    "topic": "topic", "has": "has",
}  # fmt: skip
"""Operators that filter, by what is typed before the colon."""

LABELS = ("collection", "type", "category", "tag", "language", "topic")
"""Fields that every library has, and that are counted."""

TEXT_FIELDS = {
    "title": "title", "heading": "headings", "headings": "headings", "body": "body", "code": "code",
}  # fmt: skip
"""Operators that look in one field of the index alone."""

_NEAR = 0.8
"""Likeness from which a name is a slip for another.

Of the 15,810 words with a colon in eight trees (k8s-docs-en, rust-rfcs, obsidian-tasks, tldr, …) .8 takes 8 for a slip,
.75 takes 17, .7 takes 33; as filters by a field of front matter are read 5.
"""

_SHORTEST_SLIP = 4
_MOST_NAMED = 3
_NAMED = re.compile(r"(?P<name>[^\W\d_][\w-]*):(?![:/\\])")
"""A name before a colon; `a::b` and addresses have none."""


@lru_cache(64)
def token_pattern(fields: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the next token of a query in a library with these fields of front matter."""
    own = sorted((name for name in fields if _is_typed(name)), key=len, reverse=True)
    names = "|".join([*FIELDS, *TEXT_FIELDS, *map(re.escape, own)])
    return re.compile(
        rf"(?P<sign>(?<!\S)[-+](?![-+\s]))?"
        rf"(?:(?P<field>(?:{names})):(?!:|//)(?:\"(?P<quoted>[^\"]*)\"|(?P<value>[^\s\"]+))"
        rf"|\"(?P<phrase>[^\"]*)\"|(?P<word>[^\s\"]+)|(?P<lone>\"))",
        re.IGNORECASE,
    )


def slip_notice(word: str, before_quote: bool, fields: tuple[str, ...]) -> Message | None:
    """What is said of a word that looks like an operator but names no field, where one is nearly called so."""
    found = _NAMED.match(word)
    if found is None or (found.end() == len(word) and not before_quote):
        return None
    name = found["name"].casefold()
    if len(name) < _SHORTEST_SLIP or name in FIELDS or name in TEXT_FIELDS or name in fields:
        return None
    near = near_fields(name, fields)
    if not near:
        return None
    said = Message("There is no field “{name}”; did you mean {near}?", name=found["name"], near=" or ".join(near))
    return Message("{what} It was searched as words.", what=said)


def unknown_field(name: str, fields: tuple[str, ...]) -> Message:
    """What is said of a name that is no field of the library."""
    near, shown = near_fields(name.casefold(), fields, 0.6), name[:60]
    if near:
        return Message("There is no field “{name}”; did you mean {near}?", name=shown, near=" or ".join(near))
    known = dict.fromkeys((*LABELS, *fields))
    return Message("There is no field “{name}”. Fields: {near}.", name=shown, near=", ".join(list(known)[:12]))


def near_fields(name: str, fields: tuple[str, ...], cutoff: float = _NEAR) -> list[str]:
    """The operators and fields that are called nearly like this, nearest first."""
    known = dict.fromkeys((*FIELDS, *TEXT_FIELDS, *fields))
    swapped = [one for one in known if one[:1] == name[:1] and sorted(one) == sorted(name)]
    return list(dict.fromkeys([*swapped, *difflib.get_close_matches(name, known, _MOST_NAMED, cutoff)]))[:_MOST_NAMED]


def _is_typed(name: str) -> bool:
    """Whether a field's name can stand before a colon."""
    return len(name) > 1 and name[0].isalpha() and not re.search(r"[\s\":]", name)
