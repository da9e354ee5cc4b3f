"""What the links of a document name that is no document: works that it cites, and what its front matter requires."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence

from bookwheel.domain.formats import format_of
from bookwheel.domain.links.named_links import NameKind, read_address
from bookwheel.domain.things import DOCUMENT, SECTION, Statement, Thing, ThingKind, thing_id, work_id

BIBLIOGRAPHY = "bibliography"
_NUMBERS = (NameKind.DOI, NameKind.ARXIV)
_NAME = re.compile(r"[^\W\d_](?:[\w+#.-]| (?=\w)){1,59}\Z")
_NO_NAME = re.compile(
    r"(?:true|false|yes|no|none|null|n/?a|tbd|todo|nothing)\Z|.*\.(?:md|rst|txt|html?)\Z|.*-\d+\Z", re.I
)
_Row = tuple[int, str, str, int, str, str, str]


def cited_works(
    connection: sqlite3.Connection, collection: str, document_key: int
) -> tuple[Sequence[Thing], Sequence[Statement]]:
    """Statements that sections cite works, and the works that no bibliography of the collection lists.

    What leads to an entry of a bibliography is derived, since that entry alone says which work it is.
    """
    rows = connection.execute(
        "SELECT section, target, text, line, status, target_path, target_anchor FROM links"
        " WHERE document_key=? AND ((status='resolved' AND kind='name') OR (status='external'"
        " AND (target LIKE 'doi:%' OR target LIKE 'arxiv:%' OR target LIKE '%doi.org/%' OR target LIKE '%arxiv.org/%'))"
        " OR (status='resolved' AND target LIKE 'http%')) ORDER BY key",
        (document_key,),
    )
    things: dict[str, Thing] = {}
    counted: dict[tuple[int, str], Statement] = {}
    for row in rows.fetchall():
        for id, label, words in _work_of(connection, collection, row):
            section, line = row[0], row[3]
            if label:
                things.setdefault(id, Thing(id, label))
            before = counted.get((section, id))
            count = before.count + 1 if before else 1
            first = before or Statement(SECTION, "cites", id, section, line, words, 1, is_derived=not label)
            counted[section, id] = Statement(
                SECTION, "cites", id, section, first.line, first.words, count, is_derived=first.is_derived
            )
    return tuple(things.values()), tuple(counted.values())


def needed_entities(connection: sqlite3.Connection, document_key: int) -> tuple[Sequence[Thing], Sequence[Statement]]:
    """What front matter says that a document depends on, where it is the name of something and of no document."""
    rows = connection.execute(
        "SELECT target, line FROM links WHERE document_key=? AND relation='dependsOn' AND kind='wikilink'"
        " AND status='broken' AND fragment='' AND text=target ORDER BY key",
        (document_key,),
    )
    things: dict[str, Thing] = {}
    found: list[Statement] = []
    for name, line in rows:
        id = thing_id(ThingKind.ENTITY, name) if _NAME.match(name) and not _NO_NAME.match(name) else ""
        if id and id not in things:
            things[id] = Thing(id, name)
            found.append(Statement(DOCUMENT, "dependsOn", id, 0, line, name))
    return tuple(things.values()), found


def _work_of(connection: sqlite3.Connection, collection: str, row: _Row) -> Iterator[tuple[str, str, str]]:
    """The id of the work that a link cites, its label unless a bibliography has one, and the words."""
    _, target, text, _, status, path, anchor = row
    address = read_address(target)
    if address is None or address.kind not in (NameKind.CITE, *_NUMBERS):
        return
    is_listed = status == "resolved" and _is_bibliography(path)
    if is_listed:
        found = connection.execute(
            "SELECT n.folded FROM names n JOIN documents d ON d.key = n.document_key"
            " WHERE d.collection=? AND d.path=? AND n.anchor=? AND n.kind='cite' LIMIT 1",
            (collection, path, anchor),
        ).fetchone()
        if found is not None:
            # The key alone, where it is written: a narrower scope keeps an edge whose words name its target.
            yield work_id("", found[0]), "", address.names[0] if address.kind is NameKind.CITE else text or target
            return
    if address.kind in _NUMBERS:
        name = address.names[0]
        label = name if address.kind is NameKind.DOI else f"arXiv:{name}"
        yield work_id(address.kind.value, name), "" if is_listed else label, text or target


def _is_bibliography(path: str) -> bool:
    found = format_of(path)
    return found is not None and found.name == BIBLIOGRAPHY
