"""What the catalogue holds for the ontology to state, many documents at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from bookwheel.domain.things import Statement, Thing
from bookwheel.indexes.catalogue.cited_rows import BIBLIOGRAPHY, cited_works, needed_entities
from bookwheel.indexes.catalogue.history_rows import history_of
from bookwheel.indexes.catalogue.key_rows import is_key, key_matches
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.rows import StatedDocument, StatedLink

_OWN = "'collection', 'type', 'language', 'tag'"
"""Facets that are columns of the document; a category is a facet alone."""


def stated(catalogue: CatalogueReader, places: Sequence[tuple[str, str]]) -> list[StatedDocument]:
    """The documents that stand at places (collection and path) in the published revision; others are left out."""
    found: list[StatedDocument] = []
    with catalogue.snapshot() as connection:
        shown = connection.execute("SELECT value FROM counters WHERE name='document_key'").fetchone()[0]
        for collection, path in places:
            document = _document_at(catalogue, connection, collection, path, shown)
            if document is not None:
                found.append(document)
    return found


def _document_at(
    catalogue: CatalogueReader, connection: sqlite3.Connection, collection: str, path: str, shown: int
) -> StatedDocument | None:
    """The document at a place, if its key is among those that are published."""
    row = connection.execute(
        "SELECT key, title, description, type, language, format, date, modified_at, words, tags, aliases"
        " FROM documents WHERE collection=? AND path=? AND key <= ?",
        (collection, path, shown),
    ).fetchone()
    if row is None:
        return None
    key, title, description, kind, language, format, date, modified_at, words, tags, aliases = row
    sections = connection.execute(
        "SELECT anchor, level, title, start_line, end_line, words FROM sections WHERE document_key=? ORDER BY key",
        (key,),
    )
    links = connection.execute(
        "SELECT section, kind, relation, target, text, line, status, target_path, target_anchor, fragment"
        " FROM links WHERE document_key=? AND status IN ('resolved', 'broken') ORDER BY key",
        (key,),
    )
    fields = connection.execute(
        f"SELECT field, value FROM facets WHERE document_key=? AND field NOT IN ({_OWN}) ORDER BY rowid", (key,)
    )
    things = connection.execute("SELECT id, label, aliases, properties FROM things WHERE document_key=?", (key,))
    statements = connection.execute(
        "SELECT source, relation, target, section, line, words, count, is_derived FROM statements WHERE document_key=?"
        " ORDER BY rowid",
        (key,),
    )
    works, cited = ((), ()) if format == BIBLIOGRAPHY else cited_works(connection, collection, key)
    own = tuple(_thing(*values) for values in things)
    known = {thing.id for thing in own}
    needed, needs = needed_entities(connection, key)
    rows = [StatedLink(*values) for values in links]
    matched = key_matches(connection, collection, rows)
    return StatedDocument(
        doc=f"{collection}/{path}",
        collection=collection,
        path=path,
        title=title,
        description=description,
        type=kind,
        language=language,
        format=format,
        date=date,
        modified_at=modified_at,
        words=words,
        tags=_strings(tags),
        aliases=_strings(aliases),
        sections=tuple(sections.fetchall()),
        links=tuple(link for link in rows if not is_key(link)),
        fields=tuple(fields.fetchall()),
        places=catalogue.places_of(key),
        things=(*own, *(one for one in (*works, *needed) if one.id not in known)),
        statements=(
            *(Statement(*values, is_derived=bool(derived)) for *values, derived in statements),
            *cited,
            *needs,
            *matched,
        ),
        history=history_of(connection, collection, path),
    )


def _thing(id: str, label: str, aliases: str, properties: str) -> Thing:
    pairs = () if properties == "[]" else msgspec.json.decode(properties, type=tuple[tuple[str, str], ...])
    return Thing(id, label, _strings(aliases), pairs)


def unstated(catalogue: CatalogueReader) -> list[str]:
    """Ids of documents, there or gone, whose statements are not yet those of the catalogue."""
    with catalogue.snapshot() as connection:
        rows = connection.execute("SELECT collection || '/' || path FROM graph_changes")
        return [doc for (doc,) in rows]


def _strings(text: str) -> tuple[str, ...]:
    return () if text == "[]" else msgspec.json.decode(text, type=tuple[str, ...])
