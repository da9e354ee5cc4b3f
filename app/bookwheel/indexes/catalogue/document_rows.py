"""Documents of the catalogue as the rows that a publication carries."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.schema import key_lists

_DOCUMENT = (
    "SELECT d.key, d.path, d.title, d.description, d.type, d.language, d.date, d.category, d.tags, d.aliases, d.words,"
    " coalesce(f.modified_ns, 0), d.dialect, d.format, d.summary, d.keywords, d.header_json, d.size_bytes,"
    " coalesce(f.hash, ''), t.text, coalesce(p.places, x''), d.modified_at FROM documents d"
    " JOIN texts t ON t.document_key = d.key LEFT JOIN places p ON p.document_key = d.key"
    " LEFT JOIN files f ON f.document_key = d.key AND f.collection = d.collection AND f.path = d.path"
    " WHERE d.key IN ({marks}) ORDER BY d.key"
)
_TIME = 10
"""Position of the file's time in a document's rows; what is read of the document ends with `modified_at`."""

_PARTS = {
    "sections": "anchor, level, parts, title, heading_path, start_line, end_line, start_byte, end_byte, words,"
    " text_hash, prose, code FROM sections WHERE document_key IN ({marks}) ORDER BY key",
    "links": "section, kind, target, fragment, text, line, relation, CASE status WHEN 'asset' THEN target_path ELSE ''"
    " END FROM links WHERE document_key IN ({marks}) ORDER BY key",
    "facets": "field, value FROM facets WHERE document_key IN ({marks}) AND field != 'collection' ORDER BY rowid",
    "names": "folded, kind, anchor FROM names WHERE document_key IN ({marks}) ORDER BY rowid",
    "things": "id, label, aliases, properties FROM things WHERE document_key IN ({marks}) ORDER BY rowid",
    "statements": "section, source, relation, target, line, words, count FROM statements"
    " WHERE document_key IN ({marks}) AND NOT is_derived ORDER BY rowid",
}
"""What is read of each table, in the order of the fields of DocumentRows."""


def read_rows(catalogue: CatalogueReader, document_keys: Sequence[int]) -> Iterator[DocumentRows]:
    """Yield documents of one revision as rows, in the order of their keys."""
    with catalogue.snapshot() as connection:
        for marks in key_lists(sorted(document_keys)):
            parts = [_parts(connection, select.format(marks=marks)) for select in _PARTS.values()]
            for key, *values, modified_at in connection.execute(_DOCUMENT.format(marks=marks)):
                values[_TIME] = values[_TIME] or _nanoseconds(modified_at)
                yield DocumentRows(*values, *(tuple(part[key]) for part in parts))


def asset_links(catalogue: CatalogueReader) -> dict[int, list[tuple[str, str]]]:
    """Kind and path of each link that leads to a file which is no document, by the key of its document."""
    found: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    with catalogue.snapshot() as connection:
        rows = connection.execute("SELECT document_key, kind, target_path FROM links WHERE status='asset' ORDER BY key")
        for key, kind, path in rows:
            found[key].append((kind, path))
    return found


def section_ranges(catalogue: CatalogueReader) -> dict[int, tuple[int, int]]:
    """The first and the last section key of each document, whose sections follow one another."""
    with catalogue.snapshot() as connection:
        rows = connection.execute("SELECT document_key, min(key), max(key) FROM sections GROUP BY document_key")
        return {key: (first, last) for key, first, last in rows}


def _parts(connection: sqlite3.Connection, select: str) -> defaultdict[int, list[tuple[object, ...]]]:
    """The rows of one table by the key of their document."""
    found: defaultdict[int, list[tuple[object, ...]]] = defaultdict(list)
    for key, *values in connection.execute(f"SELECT document_key, {select}"):
        found[key].append(tuple(values))
    return found


def _nanoseconds(modified_at: str) -> int:
    return int(datetime.fromisoformat(modified_at).replace(tzinfo=UTC).timestamp()) * 10**9
