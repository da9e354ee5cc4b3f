"""A document's front matter as a person reads it: names with their values as words, the telling ones first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

from bookwheel.domain.page import Property

MOST = 40
"""Properties of one document that are shown."""
MOST_VALUES = 24
LONGEST_VALUE = 600
"""Characters of one value."""

_SHOWN_ELSEWHERE = frozenset(("title", "tags", "tag"))
_FIRST = (
    "status", "author", "authors", "date", "created", "published", "updated", "modified", "lastmod", "last_updated",
    "version", "aliases", "alias",
)  # fmt: skip


def properties_of(header_json: str) -> tuple[Property, ...]:
    """The properties of a front matter given as JSON, without those that head the page anyway."""
    try:
        values: object = json.loads(header_json or "{}")
    except ValueError:
        return ()
    if not isinstance(values, dict):
        return ()
    found: list[Property] = []
    for name, value in cast("dict[str, object]", values).items():
        if name.strip().lower() in _SHOWN_ELSEWHERE:
            continue
        words = tuple(word for _, word in zip(range(MOST_VALUES), _words(value), strict=False))
        if words:
            found.append(Property(name.strip()[:80], words))
    ranks = {name: rank for rank, name in enumerate(_FIRST)}
    return tuple(sorted(found, key=lambda entry: ranks.get(entry.name.lower(), len(ranks)))[:MOST])


def _words(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, below in cast("dict[str, object]", value).items():
            for word in _words(below):
                yield f"{name}: {word}"
    elif isinstance(value, list):
        row = cast("list[object]", value)
        if len(row) == 1 and isinstance(row[0], list):  # YAML reads [[Page]] as a list in a list.
            row = cast("list[object]", row[0])
        for entry in row:
            yield from _words(entry)
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif value is not None:
        word = " ".join(str(value).split()).removesuffix("T00:00:00").removesuffix("T00:00:00+00:00")
        if word.startswith("[[") and word.endswith("]]"):
            word = word[2:-2].rpartition("|")[2]
        if word:
            yield word if len(word) <= LONGEST_VALUE else word[: LONGEST_VALUE - 1].rstrip() + "…"
