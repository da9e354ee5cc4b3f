"""A parsed document as the rows of every table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bookwheel.domain.document import Link, Section
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
    files: list[tuple[str, FileRow]] = []
    for key, new in enumerate(added, document_key):
        document = new.document
        documents.append(_document_values(key, new, revision))
        texts.append((key, document.text))
        if document.places:
            places.append((key, packed_places(document.places)))
        sections.extend(
            _section_values(number, key, section, parts)
            for number, (section, parts) in enumerate(
                zip(document.sections, parts_of(document), strict=True), section_key
            )
        )
        section_key += len(document.sections)
        links.extend(_link_values(key, link) for link in document.links)
        facets.extend((key, field, value) for field, value in facet_values(new))
        names.extend((folded, kind, key, anchor) for (folded, kind), anchor in _names_of(new).items())
        things.extend(_thing_values(key, thing) for thing in document.things[:MOST_THINGS])
        statements.extend(_statement_values(key, one) for one in document.statements[:MOST_STATEMENTS])
        seen = new.file
        files.append(
            (new.collection, FileRow(seen.path, seen.disk_path, seen.size_bytes, seen.modified_ns, seen.hash, key))
        )
    connection.executemany(f"INSERT INTO documents VALUES ({_marks(21)})", documents)
    connection.executemany("INSERT INTO texts VALUES (?, ?)", texts)
    connection.executemany("INSERT INTO places VALUES (?, ?)", places)
    connection.executemany(f"INSERT INTO sections VALUES ({_marks(15)})", sections)
    connection.executemany(
        "INSERT INTO links (document_key, section, kind, target, fragment, text, line, status, target_path,"
        f" target_anchor, relation) VALUES ({_marks(11)})",
        links,
    )
    connection.executemany("INSERT INTO facets VALUES (?, ?, ?)", facets)
    connection.executemany("INSERT INTO names VALUES (?, ?, ?, ?)", names)
    connection.executemany("INSERT INTO things VALUES (?, ?, ?, ?, ?)", things)
    connection.executemany(f"INSERT INTO statements VALUES ({_marks(9)})", statements)
    put_files(connection, files)


def _section_values(key: int, document_key: int, section: Section, parts: int) -> Sequence[object]:
    return (
        key, document_key, section.anchor, section.level, parts, section.title, _json(section.heading_path),
        section.start_line, section.end_line, section.start_byte, section.end_byte, section.words,
        section.text_hash, section.prose, section.code,
    )  # fmt: skip


def _link_values(document_key: int, link: Link) -> Sequence[object]:
    return (
        document_key, link.section, link.kind.value, link.target, link.fragment, link.text, link.line,
        "new", "", "", link.relation,
    )  # fmt: skip


def _thing_values(document_key: int, thing: Thing) -> Sequence[object]:
    return (document_key, thing.id, thing.label, _json(thing.aliases), msgspec.json.encode(thing.properties).decode())


def _statement_values(document_key: int, one: Statement) -> Sequence[object]:
    return (document_key, one.section, one.source, one.relation, one.target, one.line, one.words, one.count, 0)


def put_files(connection: sqlite3.Connection, files: Iterable[tuple[str, FileRow]]) -> None:
    """Note files as they were last seen, each by its collection."""
    connection.executemany(
        f"INSERT OR REPLACE INTO files VALUES ({_marks(7)})",
        [
            (slug, file.path, file.disk_path, file.size_bytes, file.modified_ns, file.hash, file.document_key)
            for slug, file in files
        ],
    )


def facet_values(new: NewDocument) -> Iterator[tuple[str, str]]:
    """Every field and value by which a document can be filtered; the document's own labels win over its header's."""
    document = new.document
    own: Mapping[str, Sequence[str]] = {
        "collection": (new.collection,),
        "type": (document.type,),
        "language": (document.language,),
        "category": document.categories,
        "tag": document.tags,
    }
    shadowed = {*own, "tags", "categories", "lang", "path", "level", "before", "after"}
    fields = [*own.items(), *((name, values) for name, values in document.fields if name not in shadowed)]
    pairs = ((name, value[:VALUE_LENGTH]) for name, values in fields for value in dict.fromkeys(values) if value)
    for count, pair in enumerate(pairs):
        if count >= VALUES_PER_DOCUMENT:
            return
        yield pair


def _document_values(key: int, new: NewDocument, revision: int) -> Sequence[object]:
    document = new.document
    category = document.categories[0] if document.categories else ""
    return (
        key, new.collection, document.path, document.title, document.description, document.type, document.language,
        document.date, category, _json(document.tags), _json(document.aliases), document.words,
        len(document.sections), iso_from_ns(new.file.modified_ns), document.dialect.value, document.format,
        document.summary, _json(document.keywords), document.header_json, new.file.size_bytes, revision,
    )  # fmt: skip


def _names_of(new: NewDocument) -> dict[tuple[str, str], str]:
    """Folded names and their kinds, each with the anchor of its section, empty for the whole document."""
    document = new.document
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
