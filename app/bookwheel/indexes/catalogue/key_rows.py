"""Fields that hold the key of a record which another file states, as the links of a document say it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from bookwheel.domain.links.named_links import RECORD, NameKind, read_address
from bookwheel.domain.things import LONGEST_LABEL, Statement, ThingKind, fold
from bookwheel.indexes.catalogue.name_folding import fold_link_name
from bookwheel.indexes.catalogue.rows import StatedLink


def is_key(link: StatedLink) -> bool:
    """Whether a link is the value of a field that holds a record's key, which is no link of a text."""
    return link.target.startswith(f"{RECORD}:")


def key_matches(connection: sqlite3.Connection, collection: str, links: Iterable[StatedLink]) -> Sequence[Statement]:
    """Statements that records, or the document, point to the one record that has such a key; ambiguous ones are none.

    They are derived, since only the other file says that there is such a record.
    """
    found: dict[tuple[str, str, int], Statement] = {}
    known: dict[tuple[str, str], dict[str, set[str]]] = {}
    for link in links:
        address = read_address(link.target) if is_key(link) and link.status == "resolved" else None
        for name in address.names if address else ():
            type, _, key = name.partition("/")
            place = (link.target_path, type)
            if place not in known:
                known[place] = _by_key(connection, collection, *place)
            ids = known[place].get(key.casefold(), set[str]())
            if len(ids) == 1 and not (key.isdecimal() and _is_stated_twice(connection, collection, name)):
                (id,) = ids
                if id != link.fragment:
                    ends = (link.fragment, link.relation or "keyMatch", id, link.section)
                    statement = Statement(*ends, link.line, link.text[:LONGEST_LABEL], is_derived=True)
                    found.setdefault((link.fragment, id, link.section), statement)
                break
    return tuple(found.values())


def _is_stated_twice(connection: sqlite3.Connection, collection: str, name: str) -> bool:
    """Whether several documents of a collection have a record by this name; numbers begin anew in each."""
    rows = connection.execute(
        "SELECT DISTINCT n.document_key FROM names n JOIN documents d ON d.key = n.document_key"
        " WHERE n.folded=? AND n.kind='record' AND d.collection=? LIMIT 2",
        (fold_link_name(NameKind.RECORD, name), collection),
    )
    return len(rows.fetchall()) > 1


def _by_key(connection: sqlite3.Connection, collection: str, path: str, type: str) -> dict[str, set[str]]:
    """Ids of the records of a type in a document, by each of their keys."""
    is_kind = type in (ThingKind.PERSON, ThingKind.PROJECT)
    start = f"{type}:" if is_kind else f"{ThingKind.ENTITY}:{fold(type)}/"
    rows = connection.execute(
        "SELECT t.id, t.label, t.aliases FROM things t JOIN documents d ON d.key = t.document_key"
        " WHERE d.collection=? AND d.path=? AND t.id >= ? AND t.id < ?",
        (collection, path, start, start[:-1] + chr(ord(start[-1]) + 1)),
    )
    found: dict[str, set[str]] = {}
    for id, label, aliases in rows:
        for name in (label, *msgspec.json.decode(aliases, type=list[str])):
            found.setdefault(name.casefold(), set()).add(id)
    return found
