"""The documents' texts as they are kept, and where their sections begin in them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.schema import key_lists


@dataclass(frozen=True, slots=True)
class SectionBounds:
    """The sections of a document in source order: their keys, and the bytes of its text at which each begins."""

    document: int
    keys: tuple[int, ...]
    starts: tuple[int, ...]

    def of(self, key: int) -> tuple[int, int]:
        """First byte and end of a section; the first one begins with the text, the last one has no end."""
        place = bisect_left(self.keys, key)
        end = self.starts[place + 1] if place + 1 < len(self.keys) else 1 << 62
        return (self.starts[place] if place else 0), end


def texts_of(catalogue: CatalogueReader, document_keys: Sequence[int]) -> dict[int, bytes]:
    """The texts of documents in UTF-8, by key."""
    found: dict[int, bytes] = {}
    with catalogue.snapshot() as connection:
        for marks in key_lists(document_keys):
            select = f"SELECT document_key, CAST(text AS BLOB) FROM texts WHERE document_key IN ({marks})"
            found.update(connection.execute(select).fetchall())
    return found


def titles_of(catalogue: CatalogueReader, document_keys: Sequence[int]) -> dict[int, str]:
    """The titles of documents, by key."""
    return _titles(catalogue, "documents", document_keys)


def headings_of(catalogue: CatalogueReader, section_keys: Sequence[int]) -> dict[int, str]:
    """The headings of sections, by key."""
    return _titles(catalogue, "sections", section_keys)


def _titles(catalogue: CatalogueReader, table: str, keys: Sequence[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    with catalogue.snapshot() as connection:
        for marks in key_lists(keys):
            found.update(connection.execute(f"SELECT key, title FROM {table} WHERE key IN ({marks})").fetchall())
    return found


def section_bounds(catalogue: CatalogueReader, document_key: int) -> SectionBounds:
    """Where the sections of a document begin."""
    with catalogue.snapshot() as connection:
        rows = connection.execute(
            "SELECT key, start_byte FROM sections WHERE document_key=? ORDER BY key", (document_key,)
        ).fetchall()
    return SectionBounds(document_key, tuple(key for key, _ in rows), tuple(start for _, start in rows))
