"""Texts that may hold tasks, found by SQLite itself: of thousands of documents few have any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookwheel.indexes.catalogue import schema
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.schema import SHOWN

_HAS_BOX = "text LIKE '%[_] %'"
"""SQLite needs 0.1 s for 21 MB; with GLOB and its sets of characters it needs a second."""


def texts_with_boxes(catalogue: CatalogueReader, document_keys: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Keys and texts of those of the documents in which a box such as `- [ ]` stands anywhere."""
    for marks in schema.key_lists(document_keys, 200):
        with catalogue.snapshot() as connection:
            query = f"SELECT document_key, text FROM texts WHERE document_key IN ({marks})"
            rows = connection.execute(f"{query} AND document_key <= {SHOWN} AND {_HAS_BOX}").fetchall()
        yield from rows
