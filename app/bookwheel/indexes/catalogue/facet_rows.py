"""What facets in memory are made from: documents that changed, where they stand, their values, levels of headings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bookwheel.indexes.catalogue.reader import CatalogueReader, select_rows
from bookwheel.indexes.catalogue.rows import FacetRow
from bookwheel.indexes.catalogue.schema import DATE_OF, LOGGED_REVISIONS, SHOWN, SHOWN_SECTION, VERSION_OF


def changes_since(catalogue: CatalogueReader, revision: int) -> tuple[list[int], list[int]] | None:
    """Keys of documents (new, dropped) after a revision; None when that lies too far back."""
    with catalogue.snapshot() as connection:
        newest = catalogue.revision()
        if revision > newest or newest - revision > LOGGED_REVISIONS:
            return None
        # With the plus signs SQLite takes the index of revisions; it would walk all keys to have them in order.
        added = connection.execute(
            f"SELECT key FROM documents WHERE revision > ? AND +key <= {SHOWN} ORDER BY +key", (revision,)
        ).fetchall()
        gone = connection.execute("SELECT document_key FROM dropped WHERE revision > ?", (revision,)).fetchall()
    return [key for (key,) in added], [key for (key,) in gone]


def facets_of(
    catalogue: CatalogueReader, document_keys: Sequence[int] | None, fields: Iterable[str] | None = None
) -> list[FacetRow]:
    """Every facet value of the documents (of all, for None), or those of some fields alone, by document."""
    names = tuple(fields) if fields is not None else ()
    named = f"field IN ({','.join('?' * len(names))}) AND " if fields is not None else ""
    select = f"SELECT document_key, field, value FROM facets WHERE {named}document_key"
    with catalogue.snapshot() as connection:
        rows = select_rows(connection, select, document_keys, order="ORDER BY rowid", values=names)
        return [FacetRow(*row) for row in rows]


def places_of(
    catalogue: CatalogueReader, document_keys: Sequence[int] | None
) -> list[tuple[int, str, str, str, int, str]]:
    """Key, collection, path, date (the header's or file's), revision and version of documents (all, for None)."""
    select = f"SELECT key, collection, path, {DATE_OF}, revision, {VERSION_OF} FROM documents WHERE key"
    with catalogue.snapshot() as connection:
        return select_rows(connection, select, document_keys)


def levels_of(catalogue: CatalogueReader, document_keys: Sequence[int] | None) -> list[tuple[int, int, int, int]]:
    """Section key, document key, level and parts (see `section_parts`) of documents' sections (of all, for None)."""
    column = "key" if document_keys is None else "document_key"
    select = f"SELECT key, document_key, level, parts FROM sections WHERE {column}"
    with catalogue.snapshot() as connection:
        return select_rows(connection, select, document_keys, shown=SHOWN_SECTION)


def hashes_of(catalogue: CatalogueReader, collection: str) -> list[tuple[int, str]]:
    """Document key and hash of the file of each document of a collection, also of those not published yet."""
    select = "SELECT document_key, hash FROM files WHERE collection=? AND document_key > 0"
    with catalogue.snapshot() as connection:
        return connection.execute(select, (collection,)).fetchall()
