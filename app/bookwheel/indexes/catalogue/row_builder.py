"""Documents as the rows of every table: made from what was parsed, and written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bookwheel.domain.document import Document, Link, Section
from bookwheel.domain.document_rows import DocumentRows, LinkValues, SectionValues, StatementValues, ThingValues
from bookwheel.domain.things import MOST_STATEMENTS, MOST_THINGS, Statement, Thing
from bookwheel.indexes.catalogue.name_folding import fold_link_name, fold_name, stem_of
from bookwheel.indexes.catalogue.rows import FileRow, NewDocument, packed_places
from bookwheel.indexes.catalogue.section_parts import parts_of
from bookwheel.indexes.catalogue.timestamps import iso_from_ns

VALUES_PER_DOCUMENT = 500
VALUE_LENGTH = 200


def insert(
    connection: sqlite3.Connection, added: Sequence[NewDocument], document_key: int, section_key: int, revision: int
) -> None:
    """Write documents under keys that rise from those given, with their texts, sections, links, facets and names."""
    documents: list[Sequence[object]] = []
    texts: list[Sequence[object]] = []
    places: list[Sequence[object]] = []
    sections: list[Sequence[object]] = []
    links: list[Sequence[object]] = []
    facets: list[Sequence[object]] = []
    names: list[Sequence[object]] = []
    things: list[Sequence[object]] = []
    statements: list[Sequence[object]] = []
    for key, new in enumerate(added, document_key):
        rows = new.rows
        documents.append(_document_values(key, new, revision))
        texts.append((key, rows.text))
        if rows.places:
            places.append((key, rows.places))
        sections.extend((number, key, *values) for number, values in enumerate(rows.sections, section_key))
        section_key += len(rows.sections)
        links.extend((key, *values[:-1], "asset" if values[-1] else "new", values[-1]) for values in rows.links)
        facets.append((key, "collection", new.collection))
        facets.extend((key, *pair) for pair in rows.facets)
        names.extend((folded, kind, key, anchor) for folded, kind, anchor in rows.names)
        things.extend((key, *values) for values in rows.things)
        statements.extend((key, *values) for values in rows.statements)
    connection.executemany(f"INSERT INTO documents VALUES ({_marks(21)})", documents)
    connection.executemany("INSERT INTO texts VALUES (?, ?)", texts)
    connection.executemany("INSERT INTO places VALUES (?, ?)", places)
    connection.executemany(f"INSERT INTO sections VALUES ({_marks(15)})", sections)
    connection.executemany(
        "INSERT INTO links (document_key, section, kind, target, fragment, text, line, relation, status, target_path,"
        f" target_anchor) VALUES ({_marks(10)}, '')",
        links,
    )
    connection.executemany("INSERT INTO facets VALUES (?, ?, ?)", facets)
    connection.executemany("INSERT INTO names VALUES (?, ?, ?, ?)", names)
    connection.executemany("INSERT INTO things VALUES (?, ?, ?, ?, ?)", things)
    connection.executemany(f"INSERT INTO statements VALUES ({_marks(8)}, 0)", statements)
    put_files(connection, ((new.collection, _with_key(new.file, key)) for key, new in enumerate(added, document_key)))


def rows_of(document: Document, file: FileRow) -> DocumentRows:
    """Return a parsed document as rows; `file` is what it was read from."""
    return DocumentRows(
        path=document.path,
        title=document.title,
        description=document.description,
        type=document.type,
        language=document.language,
        date=document.date,
        category=document.categories[0] if document.categories else "",
        tags=_json(document.tags),
        aliases=_json(document.aliases),
        words=document.words,
        modified_ns=file.modified_ns,
        dialect=document.dialect.value,
        format=document.format,
        summary=document.summary,
        keywords=_json(document.keywords),
        header_json=document.header_json,
        size_bytes=file.size_bytes,
        hash=file.hash,
        text=document.text,
        places=packed_places(document.places) if document.places else b"",
        sections=tuple(map(_section_values, document.sections, parts_of(document))),
        links=tuple(map(_link_values, document.links)),
        facets=tuple(_facet_values(document)),
        names=tuple((folded, kind, anchor) for (folded, kind), anchor in _names_of(document).items()),
        things=tuple(map(_thing_values, document.things[:MOST_THINGS])),
        statements=tuple(map(_statement_values, document.statements[:MOST_STATEMENTS])),
    )


def put_files(connection: sqlite3.Connection, files: Iterable[tuple[str, FileRow]]) -> None:
    """Note files as they were last seen, each by its collection."""
    connection.executemany(
        f"INSERT OR REPLACE INTO files VALUES ({_marks(7)})",
        [
            (slug, file.path, file.disk_path, file.size_bytes, file.modified_ns, file.hash, file.document_key)
            for slug, file in files
        ],
    )


def _with_key(file: FileRow, key: int) -> FileRow:
    return FileRow(file.path, file.disk_path, file.size_bytes, file.modified_ns, file.hash, key)


def _document_values(key: int, new: NewDocument, revision: int) -> Sequence[object]:
    rows = new.rows
    return (
        key, new.collection, rows.path, rows.title, rows.description, rows.type, rows.language, rows.date,
        rows.category, rows.tags, rows.aliases, rows.words, len(rows.sections), iso_from_ns(rows.modified_ns),
        rows.dialect, rows.format, rows.summary, rows.keywords, rows.header_json, rows.size_bytes, revision,
    )  # fmt: skip


def _section_values(section: Section, parts: int) -> SectionValues:
    return (
        section.anchor, section.level, parts, section.title, _json(section.heading_path), section.start_line,
        section.end_line, section.start_byte, section.end_byte, section.words, section.text_hash, section.prose,
        section.code,
    )  # fmt: skip


def _link_values(link: Link) -> LinkValues:
    return (link.section, link.kind.value, link.target, link.fragment, link.text, link.line, link.relation, "")


def _thing_values(thing: Thing) -> ThingValues:
    return (thing.id, thing.label, _json(thing.aliases), msgspec.json.encode(thing.properties).decode())


def _statement_values(one: Statement) -> StatementValues:
    return (one.section, one.source, one.relation, one.target, one.line, one.words, one.count)


def _facet_values(document: Document) -> Iterator[tuple[str, str]]:
    """Every field but the collection, and every value, by which a document can be filtered.

    The document's own labels win over its header's.
    """
    own: Mapping[str, Sequence[str]] = {
        "type": (document.type,),
        "language": (document.language,),
        "category": document.categories,
        "tag": document.tags,
    }
    shadowed = {*own, "collection", "tags", "categories", "lang", "path", "level", "before", "after"}
    fields = [*own.items(), *((name, values) for name, values in document.fields if name not in shadowed)]
    pairs = ((name, value[:VALUE_LENGTH]) for name, values in fields for value in dict.fromkeys(values) if value)
    for count, pair in enumerate(pairs, 1):
        if count >= VALUES_PER_DOCUMENT:
            return
        yield pair


def _names_of(document: Document) -> dict[tuple[str, str], str]:
    """Folded names and their kinds, each with the anchor of its section, empty for the whole document."""
    found = {
        (fold_name(document.path), "path"): "",
        (fold_name(stem_of(document.path)), "stem"): "",
        (fold_name(document.title), "title"): "",
    }
    found.update({(fold_name(alias), "alias"): "" for alias in document.aliases})
    found.update({(fold_name(section.title[:VALUE_LENGTH]), "heading"): "" for section in document.sections})
    for name in document.names:
        anchor = document.sections[name.section].anchor if name.section >= 0 else ""
        found.setdefault((fold_link_name(name.kind, name.name), name.kind.value), anchor)
    return found


def _json(values: Sequence[str]) -> str:
    return msgspec.json.encode(values).decode() if values else "[]"


def _marks(count: int) -> str:
    return ",".join("?" * count)
