"""What the catalogue holds for the keyword index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

import msgspec

from bookwheel.indexes.catalogue.schema import key_lists

SectionTexts = tuple[int, str, str, str, str, str, str]
"""A section's key, title, headings, prose, code, labels and language.

Headings and labels (tags, categories, keywords, aliases) stand one a line.
"""


def keyword_rows(connection: sqlite3.Connection, document_keys: Sequence[int]) -> Iterator[SectionTexts]:
    """What the keyword index needs of every section of the documents."""
    for marks in key_lists(document_keys):
        labels = {
            row[0]: (row[1], "\n".join(_labels(row[2:5], row[5])), row[6])
            for row in connection.execute(
                "SELECT key, title, tags, keywords, aliases, (SELECT group_concat(value, char(10)) FROM facets"
                " WHERE document_key=documents.key AND field='category'), language"
                f" FROM documents WHERE key IN ({marks})"
            )
        }
        for key, document_key, title, above, prose, code in connection.execute(
            "SELECT key, document_key, title, heading_path, prose, code FROM sections"
            f" WHERE document_key IN ({marks}) ORDER BY key"
        ):
            name, label, language = labels[document_key]
            headings = "\n".join((*msgspec.json.decode(above, type=tuple[str, ...]), title))
            yield key, name, headings, prose, code, label, language


def _labels(columns: Sequence[str], categories: str | None) -> Iterator[str]:
    for column in columns:
        yield from msgspec.json.decode(column, type=tuple[str, ...])
    if categories:
        yield categories
