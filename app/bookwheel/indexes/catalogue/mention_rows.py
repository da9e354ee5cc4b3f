"""Names of things and where documents mention them, as the indexer writes them: rows that are derived, not stated."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import msgspec

from bookwheel.domain.things import SECTION

_FEW_NAMES = 40
"""Names up to which the documents are looked for that hold them; with more, all are matched again."""

_TOO_SHORT = 2
"""Letters of a name that may mean anything where only one document explains it."""

Transaction = Callable[[], AbstractContextManager[sqlite3.Connection]]

NamedThing = tuple[str, str]
"""A name and the id of the thing that is called so."""


@dataclass(frozen=True, slots=True)
class DocumentTexts:
    """A document to be searched for names: its text, and its sections by title, prose, first and last line.

    `own` are the things that it states something of itself.
    """

    key: int
    text: str
    sections: Sequence[tuple[str, str, int, int]]
    own: frozenset[str]


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing that a document mentions: the first section and line, the words there, and how often in all.

    `beside` is another thing that the same sections mention, where it is of the two that is told.
    """

    id: str
    section: int
    line: int
    words: str
    count: int
    beside: str = ""


class MentionRows:
    """The tables of names and mentions; of the writer's thread, each method one transaction of its own."""

    def __init__(self, connection: sqlite3.Connection, transaction: Transaction) -> None:
        self._connection, self._transaction = connection, transaction

    def names(self, kinds: Sequence[str]) -> set[NamedThing]:
        """Every name of the things of some kinds that documents name now; one of two letters when two of them do."""
        documents: dict[NamedThing, int] = {}
        for kind in kinds:
            for id, label, aliases, count in self._connection.execute(
                "SELECT id, label, aliases, count(*) FROM things WHERE id >= ? AND id < ? GROUP BY id, label, aliases",
                (f"{kind}:", f"{kind};"),
            ):
                others = [] if aliases == "[]" else msgspec.json.decode(aliases, type=list[str])
                for name in (label, *others):
                    documents[name, id] = documents.get((name, id), 0) + count
        return {named for named, count in documents.items() if count > 1 or len(named[0]) > _TOO_SHORT}

    def set_names(self, names: set[NamedThing]) -> None:
        """Let these be the names to be searched for; documents are due again that may mention what came or went."""
        before: set[NamedThing] = set(self._connection.execute("SELECT name, id FROM matched_names"))
        came, gone = names - before, before - names
        if not (came or gone):
            return
        with self._transaction() as connection:
            connection.executemany("DELETE FROM matched_names WHERE name=? AND id=?", gone)
            connection.executemany("INSERT INTO matched_names VALUES (?, ?)", came)
            if len(came) > _FEW_NAMES or not all(name.isascii() for name, _ in came):
                connection.execute("DELETE FROM matched_documents")
                return
            connection.executemany(
                "DELETE FROM matched_documents WHERE document_key IN"
                " (SELECT document_key FROM statements WHERE is_derived=1 AND target=?)",
                [(id,) for _, id in {*gone, *came}],
            )
            connection.executemany(
                "DELETE FROM matched_documents WHERE document_key IN"
                " (SELECT document_key FROM texts WHERE instr(lower(text), ?))",
                {(max(name.lower().lstrip("@").split() or [""], key=len),) for name, _ in came},
            )

    def due(self, most: int, after: int = 0) -> list[DocumentTexts]:
        """Published documents that were not searched with the names of now, by key; only those after a key."""
        keys = self._connection.execute(
            "SELECT key FROM documents WHERE key > ? AND key NOT IN (SELECT document_key FROM matched_documents)"
            " AND key <= (SELECT value FROM counters WHERE name='document_key') ORDER BY key LIMIT ?",
            (after, most),
        ).fetchall()
        return [self._texts(key) for (key,) in keys]

    def put(self, found: Iterable[tuple[int, Sequence[Mention]]]) -> None:
        """Note what documents mention; those of which something else is known now are to be stated anew."""
        with self._transaction() as connection:
            for key, mentions in found:
                rows = [(key, one.section, *_stated(one), one.line, one.words, one.count, 1) for one in mentions]
                before = connection.execute(
                    "SELECT * FROM statements WHERE document_key=? AND is_derived=1 ORDER BY rowid", (key,)
                ).fetchall()
                connection.execute("INSERT OR IGNORE INTO matched_documents VALUES (?)", (key,))
                if rows == before:
                    continue
                connection.execute("DELETE FROM statements WHERE document_key=? AND is_derived=1", (key,))
                connection.executemany("INSERT INTO statements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
                connection.execute(
                    "INSERT OR IGNORE INTO graph_changes SELECT collection, path FROM documents WHERE key=?", (key,)
                )

    def _texts(self, key: int) -> DocumentTexts:
        (text,) = self._connection.execute("SELECT text FROM texts WHERE document_key=?", (key,)).fetchone() or ("",)
        sections = self._connection.execute(
            "SELECT title, prose, start_line, end_line FROM sections WHERE document_key=? ORDER BY key", (key,)
        ).fetchall()
        own = self._connection.execute(
            "SELECT DISTINCT target FROM statements WHERE document_key=? AND is_derived=0", (key,)
        )
        return DocumentTexts(key, text, sections, frozenset(id for (id,) in own))


def _stated(one: Mention) -> tuple[str, str, str]:
    """Source, relation and target of a mention."""
    return (one.beside, "coOccursWith", one.id) if one.beside else (SECTION, "mentions", one.id)
