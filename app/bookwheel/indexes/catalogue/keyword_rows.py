"""What the catalogue holds for the keyword index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

import msgspec

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.indexes.catalogue.schema import key_lists

SectionTexts = tuple[int, str, str, str, str, str, str, str, str]
"""A section's key, title, headings, prose, code, labels, language, description and path.

Headings and labels (tags, categories, keywords, aliases) stand one a line. The first section of a document has its
description and its path, all others none.
"""

DESCRIBING = ("description", "summary", "abstract", "linktitle", "subtitle", "excerpt", "lead", "short_description")
"""Fields of a header that say what a document is about, by their names in lower case without hyphens."""

_Header = dict[str, object]


def keyword_rows(connection: sqlite3.Connection, document_keys: Sequence[int]) -> Iterator[SectionTexts]:
    """What the keyword index needs of every section of the documents."""
    for marks in key_lists(document_keys):
        about = {
            row[0]: (row[1], "\n".join(_labels(row[2:5], row[5])), row[6], _description(row[7]), row[8])
            for row in connection.execute(
                "SELECT key, title, tags, keywords, aliases, (SELECT group_concat(value, char(10)) FROM facets"
                " WHERE document_key=documents.key AND field='category'), language, header_json, path"
                f" FROM documents WHERE key IN ({marks})"
            )
        }
        described: set[int] = set()
        for key, document_key, title, above, prose, code in connection.execute(
            "SELECT key, document_key, title, heading_path, prose, code FROM sections"
            f" WHERE document_key IN ({marks}) ORDER BY key"
        ):
            name, label, language, *first = about[document_key]
            headings = "\n".join((*msgspec.json.decode(above, type=tuple[str, ...]), title))
            description, path = ("", "") if document_key in described else first
            described.add(document_key)
            yield key, name, headings, prose, code, label, language, description, path


def section_keys(connection: sqlite3.Connection, document_keys: Sequence[int]) -> dict[int, list[int]]:
    """The keys of the sections of documents, in order, by the document's key."""
    found: dict[int, list[int]] = {key: [] for key in document_keys}
    for marks in key_lists(document_keys):
        rows = connection.execute(
            f"SELECT document_key, key FROM sections WHERE document_key IN ({marks}) ORDER BY key"
        )
        for document_key, key in rows:
            found[document_key].append(key)
    return found


def keyword_texts_of(rows: DocumentRows) -> Iterator[SectionTexts]:
    """What the keyword index needs of every section of a document that is rows yet, keys being places from 0."""
    categories = "\n".join(value for field, value in rows.facets if field == "category")
    label = "\n".join(_labels((rows.tags, rows.keywords, rows.aliases), categories))
    description, path = _description(rows.header_json), rows.path
    for number, (_, _, _, title, above, _, _, _, _, _, _, prose, code) in enumerate(rows.sections):
        headings = "\n".join((*msgspec.json.decode(above, type=tuple[str, ...]), title))
        yield number, rows.title, headings, prose, code, label, rows.language, description, path
        description = path = ""


def _labels(columns: Sequence[str], categories: str | None) -> Iterator[str]:
    for column in columns:
        yield from msgspec.json.decode(column, type=tuple[str, ...])
    if categories:
        yield categories


def _description(header_json: str) -> str:
    """What a header says that its document is about, a line for each field."""
    if len(header_json) < 3:
        return ""
    header = msgspec.json.decode(header_json, type=_Header)
    return "\n".join(value for field, value in header.items() if isinstance(value, str) and _plain(field) in DESCRIBING)


def _plain(field: str) -> str:
    return field.lower().replace("-", "_")
