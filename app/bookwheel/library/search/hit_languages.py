"""The same page in other languages, for hits whose document stands in several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bookwheel.domain.search import Hit
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.source_order import translations_of


def in_other_languages(hits: Sequence[Hit], snapshot: Snapshot) -> tuple[Hit, ...]:
    """The same hits, each with the documents that are its own in other languages."""
    return tuple(
        replace(hit, languages=languages) if (languages := other_languages(hit.doc, snapshot)) else hit for hit in hits
    )


def other_languages(doc: str, snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    """Code and id of what is a document in each other language; the original first, then by code."""
    slug, _, path = doc.partition("/")
    members = translations_of(snapshot, slug).get(path, ()) if slug in snapshot.collections else ()
    others = [(code, f"{slug}/{other}") for code, other in members if other != path]
    if slug in snapshot.orders or slug in snapshot.translations:
        return tuple(others)
    # What an earlier order names may be gone.
    return tuple(other for other in others if snapshot.catalogue.document(other[1]) is not None)
