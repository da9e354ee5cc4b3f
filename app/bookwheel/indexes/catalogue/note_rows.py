"""What queries over notes read of a collection: its documents with their headers, and its links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookwheel.indexes.catalogue import schema
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.schema import SHOWN

NoteLink = tuple[int, str, str, str, str, str]
"""Document key, kind, target and fragment as written, text, and the path of what it leads to (empty for nothing)."""


def texts_with_fields(catalogue: CatalogueReader, document_keys: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Keys and texts of those of the documents in which `::` stands anywhere."""
    for marks in schema.key_lists(document_keys, 200):
        with catalogue.snapshot() as connection:
            query = f"SELECT document_key, text FROM texts WHERE document_key IN ({marks})"
            rows = connection.execute(f"{query} AND document_key <= {SHOWN} AND instr(text, '::') > 0").fetchall()
        yield from rows


def note_links(catalogue: CatalogueReader, collection: str) -> list[NoteLink]:
    """The links between the documents of a collection, and those to what is not there, in the order of their places."""
    with catalogue.snapshot() as connection:
        return connection.execute(
            "SELECT l.document_key, l.kind, l.target, l.fragment, l.text, l.target_path FROM links l"
            " JOIN documents d ON d.key = l.document_key WHERE d.collection=? AND l.status IN ('resolved', 'broken')"
            f" AND l.target != '' AND l.document_key <= {SHOWN} ORDER BY l.key",
            (collection,),
        ).fetchall()
