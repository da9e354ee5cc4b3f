"""What queries over notes and the list of tasks read: texts with fields or boxes, and the links of a collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookwheel.indexes.catalogue import schema
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.schema import SHOWN

NoteLink = tuple[int, str, str, str, str, str]
"""Document key, kind, target and fragment as written, text, and the path of what it leads to (empty for nothing)."""
_HAS_BOX = "text LIKE '%[_] %'"
"""SQLite needs 0.1 s for 21 MB; with GLOB and its sets of characters it needs a second."""
_HAS_FIELD = "instr(text, '::') > 0"


def texts_with_fields(catalogue: CatalogueReader, document_keys: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Keys and texts of those of the documents in which `::` stands anywhere."""
    return _texts_where(_HAS_FIELD, catalogue, document_keys)


def texts_with_boxes(catalogue: CatalogueReader, document_keys: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Keys and texts of those of the documents in which a box such as `- [ ]` stands anywhere."""
    return _texts_where(_HAS_BOX, catalogue, document_keys)


def _texts_where(condition: str, catalogue: CatalogueReader, document_keys: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Keys and texts that SQLite itself finds: of thousands of documents few fit."""
    for marks in schema.key_lists(document_keys, 200):
        with catalogue.snapshot() as connection:
            query = f"SELECT document_key, text FROM texts WHERE document_key IN ({marks})"
            rows = connection.execute(f"{query} AND document_key <= {SHOWN} AND {condition}").fetchall()
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
