"""To which library a request belongs: documents, nodes and collections that it names begin with a collection's slug."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from bookwheel.domain.search import Filter

_TEXTS = frozenset({
    "query", "words", "question", "sparql", "text", "quote", "prefix", "suffix", "note", "title", "content", "cursor",
    "href", "password", "since", "mode",
})  # fmt: skip
"""Fields that hold what a person wrote, and no ids."""

_OWN_NAMES = frozenset({"", "doc", "collection", "topic", "section", "folder"})


def named_slugs(request: object, *, with_name: bool = True) -> frozenset[str]:
    """What may be slugs of collections in a request, whichever of its fields they stand in.

    `name` is such a field in requests that read; elsewhere it names an agent, a setting or a new collection.
    """
    found: set[str] = set()
    for field in fields(request) if is_dataclass(request) else ():
        if field.name not in _TEXTS and (with_name or field.name != "name"):
            value: object = getattr(request, field.name)
            many = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
            found.update(slug for text in many if isinstance(text, str) for slug in _slugs_of(text))
    for one in _filters(request):
        if one.field == "collection" and not one.is_negated:
            found.update(one.values)
    return frozenset(found)


def restricts_collections(request: object) -> bool:
    """Whether filters name the collections that are looked into."""
    return any(one.field == "collection" and not one.is_negated for one in _filters(request))


def _filters(request: object) -> tuple[Filter, ...]:
    return getattr(request, "filters", ())


def _slugs_of(text: str) -> Iterator[str]:
    """The first part of an id, of a node such as `doc:slug/path` also without its kind."""
    if len(text) > 4_000:
        return
    first = text.partition("/")[0]
    yield first.partition("#")[0]
    kind, _, rest = first.partition(":")
    if kind in _OWN_NAMES and rest:
        yield rest.partition("#")[0]
