"""The catalogue as the service reads it: from many threads, the published revision only."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bookwheel import packing
from bookwheel.domain.collection import SkippedType
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.links.named_links import NameKind
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.places import Place
from bookwheel.domain.readiness import BINARY, TOO_LARGE
from bookwheel.domain.service.status import Problem
from bookwheel.indexes.catalogue import schema
from bookwheel.indexes.catalogue.name_folding import fold_link_name, fold_name
from bookwheel.indexes.catalogue.rows import (
    SELECT_DOCUMENT,
    SELECT_SECTION,
    SELECT_SECTION_WITHOUT_TEXT,
    DocumentRow,
    SectionRow,
    document_of,
    section_of,
    unpacked_places,
)
from bookwheel.indexes.catalogue.schema import DATE_OF, SHOWN, SHOWN_SECTION
from bookwheel.indexes.catalogue.thread_connections import ThreadConnections

_UNREAD = {BINARY.template: "binary", TOO_LARGE.template: "too_large"}


class CatalogueReader:
    """Reads the catalogue; thread-safe, with a connection for each thread while that lives.

    Every call sees one published revision; calls inside one `with reader.snapshot():` see the same one.
    """

    def __init__(self, path: Path) -> None:
        """Open a catalogue that exists.

        Raises:
            IndexDamaged: when it does not, or cannot be read.
        """
        self._connections = ThreadConnections(path)
        try:
            with self.snapshot() as connection:
                version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version != schema.VERSION:
                raise IndexDamaged("The catalogue is from another version; it is rebuilt from the files.")
        except BaseException:
            self.close()
            raise

    @property
    def is_replaced(self) -> bool:
        """Whether another file has taken the catalogue's place."""
        return self._connections.is_replaced

    def close(self) -> None:
        """Close every thread's connection."""
        self._connections.close()

    def snapshot(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """Hold one revision for the calls inside."""
        return self._connections.snapshot()

    def fault(self) -> Message:
        """What a check of the whole file finds wrong; empty when it is sound."""
        with self.snapshot() as connection:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        return NO_MESSAGE if found == "ok" else Message("The catalogue is damaged ({reason}).", reason=found)

    def revision(self) -> int:
        """The published revision."""
        with self.snapshot() as connection:
            return self._counter(connection, "revision")

    def birth(self) -> int:
        """A number that only this catalogue has: section keys of another one mean nothing in it."""
        with self.snapshot() as connection:
            return self._counter(connection, "birth")

    def newest_section(self) -> int:
        """The greatest section key that readers see."""
        with self.snapshot() as connection:
            return self._counter(connection, "section_key")

    def section_rows(self, keys: Sequence[int], *, with_text: bool = True) -> dict[int, SectionRow]:
        """Sections by key; keys without a row are left out. Those that were read with their texts keep them."""
        select = SELECT_SECTION if with_text else SELECT_SECTION_WITHOUT_TEXT
        with self.snapshot() as connection:
            known = self._connections.sections
            read = known if with_text else {key: known[key] for key in keys if key in known}
            for marks in schema.key_lists([key for key in keys if key not in read]):
                query = f"{select} WHERE s.key IN ({marks}) AND s.key <= {SHOWN_SECTION}"
                read.update((row[0], section_of(row)) for row in connection.execute(query))
            return {key: read[key] for key in sorted(keys) if key in read}

    def document_rows(self, keys: Sequence[int]) -> dict[int, DocumentRow]:
        """Documents by key; keys without a row are left out."""
        found: dict[int, DocumentRow] = {}
        with self.snapshot() as connection:
            for marks in schema.key_lists(keys):
                query = f"{SELECT_DOCUMENT} WHERE key IN ({marks}) AND key <= {SHOWN}"
                found.update((row[0], document_of(row)) for row in connection.execute(query))
        return found

    def document(self, doc_id: str) -> DocumentRow | None:
        """A document by its id, or by one that it had before it was moved."""
        collection, _, path = doc_id.partition("/")
        with self.snapshot() as connection:
            query = f"{SELECT_DOCUMENT} WHERE collection=? AND path=? AND key <= {SHOWN}"
            row = connection.execute(query, (collection, path)).fetchone()
            if row is None:
                moved = connection.execute(
                    "SELECT path FROM moved WHERE collection=? AND old_path=?", (collection, path)
                ).fetchone()
                row = moved and connection.execute(query, (collection, moved[0])).fetchone()
        return document_of(row) if row else None

    def sections_of(self, document_key: int, *, with_text: bool = False) -> list[SectionRow]:
        """A document's sections in source order."""
        select = SELECT_SECTION if with_text else SELECT_SECTION_WITHOUT_TEXT
        with self.snapshot() as connection:
            query = f"{select} WHERE s.document_key=? AND d.key <= {SHOWN} ORDER BY s.key"
            return [section_of(row) for row in connection.execute(query, (document_key,))]

    def text_of(self, document_key: int) -> str:
        """A document's whole normalised text; empty when there is no such document."""
        with self.snapshot() as connection:
            row = connection.execute("SELECT text FROM texts WHERE document_key=?", (document_key,)).fetchone()
        return row[0] if row else ""

    def places_of(self, document_key: int) -> tuple[Place, ...]:
        """Where in its file a document's text stands; empty where lines of the text are lines of the file."""
        with self.snapshot() as connection:
            row = connection.execute("SELECT places FROM places WHERE document_key=?", (document_key,)).fetchone()
        return unpacked_places(row[0]) if row else ()

    def exact(self, name: str) -> list[int]:
        """Keys of documents with a title, alias, file stem or heading equal to `name` once both are folded."""
        with self.snapshot() as connection:
            rows = connection.execute(
                "SELECT key FROM documents WHERE key IN (SELECT document_key FROM names WHERE folded=?"
                f" AND kind != 'path' AND document_key <= {SHOWN}) ORDER BY collection, path",
                (fold_name(name),),
            )
            return [key for (key,) in rows]

    def named(self, collection: str, name: str, kinds: Sequence[str]) -> list[str]:
        """Paths of a collection's documents with a name of one of the kinds (path, stem, title, alias, heading)."""
        with self.snapshot() as connection:
            rows = connection.execute(
                "SELECT DISTINCT d.path FROM names n JOIN documents d ON d.key = n.document_key"
                f" WHERE n.folded=? AND d.collection=? AND n.kind IN ({','.join('?' * len(kinds))})"
                f" AND d.key <= {SHOWN} ORDER BY d.path",
                (fold_name(name), collection, *kinds),
            )
            return [path for (path,) in rows]

    def places_named(self, collection: str, kind: NameKind, name: str) -> list[tuple[str, str]]:
        """Paths of a collection's documents that state a name, and its sections' anchors (empty for all of one)."""
        with self.snapshot() as connection:
            return connection.execute(
                "SELECT d.path, n.anchor FROM names n JOIN documents d ON d.key = n.document_key"
                f" WHERE n.folded=? AND n.kind=? AND d.collection=? AND d.key <= {SHOWN} ORDER BY d.path",
                (fold_link_name(kind, name), kind.value, collection),
            ).fetchall()

    def documents_with_references(self, collection: str) -> list[int]:
        """Keys of the documents of a collection that state works by their keys: bibliographies, lists of literature."""
        with self.snapshot() as connection:
            rows = connection.execute(
                "SELECT DISTINCT n.document_key FROM names n JOIN documents d ON d.key = n.document_key"
                f" WHERE n.kind='cite' AND d.collection=? AND d.key <= {SHOWN}",
                (collection,),
            )
            return [key for (key,) in rows]

    def section_title(self, collection: str, path: str, anchor: str) -> str:
        """The title of a section, or of the document without an anchor; empty when there is none."""
        with self.snapshot() as connection:
            found = connection.execute(
                "SELECT d.title, s.title FROM documents d LEFT JOIN sections s ON s.document_key = d.key AND s.anchor=?"
                f" WHERE d.collection=? AND d.path=? AND d.key <= {SHOWN}",
                (anchor, collection, path),
            ).fetchone()
        return (found[1] if anchor else found[0]) or "" if found else ""

    def has_path(self, collection: str, path: str) -> bool:
        """Whether a document stands at this very path."""
        with self.snapshot() as connection:
            query = f"SELECT 1 FROM documents WHERE collection=? AND path=? AND key <= {SHOWN}"
            return connection.execute(query, (collection, path)).fetchone() is not None

    def hides(self, collection: str, path: str) -> bool:
        """Whether a document that is not shown stands at this path, in whatever case."""
        return False

    def headings_at(self, collection: str, path: str) -> list[tuple[str, str]]:
        """Anchors and titles of the sections of the document at `path`, in source order."""
        with self.snapshot() as connection:
            return connection.execute(
                "SELECT anchor, title FROM sections WHERE document_key ="
                f" (SELECT key FROM documents WHERE collection=? AND path=? AND key <= {SHOWN}) ORDER BY key",
                (collection, path),
            ).fetchall()

    def document_keys(self, collection: str = "") -> list[int]:
        """Keys of all documents, or of one collection's, in order."""
        with self.snapshot() as connection:
            query = f"SELECT key FROM documents WHERE (?1='' OR collection=?1) AND key <= {SHOWN} ORDER BY key"
            return [key for (key,) in connection.execute(query, (collection,))]

    def tree(self, collection: str, *, after: str = "", limit: int = -1) -> list[tuple[str, str]]:
        """Paths and titles of a collection's documents, by path: those after a path, `limit` at most (-1 for all)."""
        with self.snapshot() as connection:
            query = (
                f"SELECT path, title FROM documents WHERE collection=? AND path > ? AND key <= {SHOWN}"
                " ORDER BY path LIMIT ?"
            )
            return connection.execute(query, (collection, after, limit)).fetchall()

    def dates(self, collection: str, paths: Sequence[str]) -> dict[str, str]:
        """The dates (the header's, else the file's) of a collection's documents by path."""
        with self.snapshot() as connection:
            return {
                path: date
                for start in range(0, len(paths), 500)
                for path, date in connection.execute(
                    f"SELECT path, {DATE_OF} FROM documents WHERE collection=?"
                    f" AND key <= {SHOWN} AND path IN ({','.join('?' * len(paths[start : start + 500]))})",
                    (collection, *paths[start : start + 500]),
                )
            }

    def sizes(self) -> list[tuple[int, int, int]]:
        """Key, number of sections and number of words of every document."""
        with self.snapshot() as connection:
            query = f"SELECT key, sections, words FROM documents WHERE +key <= {SHOWN}"
            return connection.execute(query).fetchall()

    def sort_rows(self) -> list[tuple[int, str, str, str]]:
        """Key, title, category and date (the header's, else the file's) of every document."""
        with self.snapshot() as connection:
            return connection.execute(
                f"SELECT key, title, category, {DATE_OF} FROM documents WHERE +key <= {SHOWN}"
            ).fetchall()

    def recent(self, collections: Sequence[str] | None, limit: int) -> list[int]:
        """Keys of the documents modified last, in the collections (in all, for None)."""
        chosen = "" if collections is None else f"AND collection IN ({','.join('?' * len(collections))})"
        with self.snapshot() as connection:
            query = f"SELECT key FROM documents WHERE +key <= {SHOWN} {chosen}"
            newest_first = "ORDER BY modified_at DESC, collection, path LIMIT ?"
            rows = connection.execute(f"{query} {newest_first}", (*(collections or ()), limit))
            return [key for (key,) in rows]

    def totals(self) -> dict[str, tuple[int, int, int]]:
        """Documents, sections and words of each collection that has any."""
        with self.snapshot() as connection:
            rows = connection.execute(
                f"SELECT collection, count(*), sum(sections), sum(words) FROM documents WHERE +key <= {SHOWN}"
                " GROUP BY collection"
            )
            return {slug: (documents, sections, words) for slug, documents, sections, words in rows}

    def level_counts(self) -> list[tuple[int, int, int]]:
        """How many headings of each level each document has: its key, the level and the count."""
        with self.snapshot() as connection:
            query = "SELECT document_key, level, count(*) FROM sections WHERE level > 0"
            return connection.execute(f"{query} AND document_key <= {SHOWN} GROUP BY document_key, level").fetchall()

    def title_at(self, collection: str, paths: Sequence[str]) -> str:
        """The title of the first of the paths that is a document; empty when none is."""
        with self.snapshot() as connection:
            query = f"SELECT title FROM documents WHERE collection=? AND path=? AND key <= {SHOWN}"
            for path in paths:
                row = connection.execute(query, (collection, path)).fetchone()
                if row:
                    return row[0]
        return ""

    def problems(self, collection: str = "", limit: int = 2000) -> tuple[tuple[Problem, ...], int]:
        """Problems, newest first, and how many there are."""
        with self.snapshot() as connection:
            query = "SELECT collection, path, kind, reason, seen_at FROM problems WHERE ?1='' OR collection=?1"
            rows = connection.execute(f"{query} ORDER BY seen_at DESC, collection, path", (collection,)).fetchall()
        found = tuple(
            Problem(f"{slug}/{path}" if path else slug, slug, path, kind, packing.decode(reason, Message), seen)
            for slug, path, kind, reason, seen in rows[:limit]
        )
        return found, len(rows)

    def problem(self, collection: str, path: str) -> Problem | None:
        """What is wrong with a file, None when nothing is."""
        with self.snapshot() as connection:
            query = "SELECT kind, reason, seen_at FROM problems WHERE collection=? AND path=?"
            row = connection.execute(query, (collection, path)).fetchone()
        if row is None:
            return None
        kind, reason, seen = row
        return Problem(f"{collection}/{path}", collection, path, kind, packing.decode(reason, Message), seen)

    def problem_counts(self) -> dict[str, int]:
        """How many problems each collection has."""
        with self.snapshot() as connection:
            return dict(connection.execute("SELECT collection, count(*) FROM problems GROUP BY collection").fetchall())

    def left_out(self) -> dict[str, dict[str, int]]:
        """How many files of each collection the last scan left out by each rule: ignored, secret."""
        found: dict[str, dict[str, int]] = {}
        with self.snapshot() as connection:
            for collection, rule, count in connection.execute("SELECT collection, rule, count FROM left_out"):
                found.setdefault(collection, {})[rule] = count
        return found

    def unread(self) -> dict[str, dict[str, int]]:
        """How many files of each collection are no documents, by reason: binary, too_large, failed."""
        found: dict[str, dict[str, int]] = {}
        with self.snapshot() as connection:
            rows = connection.execute(
                "SELECT problems.collection, reason, count(*) FROM problems LEFT JOIN files USING (collection, path)"
                " WHERE path != '' AND kind != 'warning' AND coalesce(document_key, 0) = 0"
                " GROUP BY problems.collection, reason"
            )
            for collection, reason, count in rows:
                counts = found.setdefault(collection, {})
                name = _UNREAD.get(packing.decode(reason, Message).template, "failed")
                counts[name] = counts.get(name, 0) + count
        return found

    def skipped_types(self) -> dict[str, tuple[SkippedType, ...]]:
        """Which files of each collection the last scan left out because of their type, the most frequent type first."""
        found: dict[str, list[SkippedType]] = {}
        with self.snapshot() as connection:
            rows = connection.execute("SELECT * FROM skipped_types ORDER BY collection, count DESC, extension")
            for collection, extension, count, examples in rows:
                found.setdefault(collection, []).append(SkippedType(extension, count, tuple(json.loads(examples))))
        return {collection: tuple(kinds) for collection, kinds in found.items()}

    def is_missing(self, collection: str) -> bool:
        """Whether the collection's folder could not be found when it was last looked at."""
        with self.snapshot() as connection:
            query = "SELECT 1 FROM problems WHERE collection=? AND path=''"
            return connection.execute(query, (collection,)).fetchone() is not None

    def disk_path(self, collection: str, path: str) -> str:
        """A file's path as the disk spells it."""
        with self.snapshot() as connection:
            query = "SELECT disk_path FROM files WHERE collection=? AND path=?"
            row = connection.execute(query, (collection, path)).fetchone()
        return (row and row[0]) or path

    def content_hash(self, collection: str, path: str) -> str:
        """The hash of a file's content when it was last read; empty for an unknown one."""
        with self.snapshot() as connection:
            row = connection.execute(
                "SELECT hash FROM files WHERE collection=? AND path=?", (collection, path)
            ).fetchone()
        return str(row[0]).partition(" ")[0] if row else ""

    def known_hashes(self, hashes: Iterable[str]) -> set[str]:
        """Those of the hashes that are of a file's content in any collection."""
        with self.snapshot() as connection:
            query = "SELECT 1 FROM files WHERE hash=?1 OR hash LIKE ?1 || ' %' LIMIT 1"
            return {hash for hash in hashes if connection.execute(query, (hash,)).fetchone()}

    def names_of(self, document_keys: Sequence[int] | None) -> list[tuple[str, int]]:
        """Folded titles, aliases, file stems and names with their document's key (of all, for None)."""
        select = "SELECT folded, document_key FROM names WHERE kind"
        with self.snapshot() as connection:
            named = select_rows(connection, f"{select} IN ('title', 'alias', 'stem') AND document_key", document_keys)
            paths = select_rows(connection, f"{select} = 'path' AND document_key", document_keys)
        return [*named, *((path.rpartition("/")[2], key) for path, key in paths)]

    @staticmethod
    def _counter(connection: sqlite3.Connection, name: str) -> int:
        return int(connection.execute("SELECT value FROM counters WHERE name=?", (name,)).fetchone()[0])


def select_rows(
    connection: sqlite3.Connection, select: str, keys: Sequence[int] | None,
    *, shown: str = SHOWN, order: str = "", values: Sequence[str] = (),
) -> list[Any]:  # fmt: skip
    """The rows of a query that ends in a key's column, for these keys, or for all that are `shown`."""
    if keys is None:
        return connection.execute(f"{select} <= {shown} {order}", values).fetchall()
    lists = schema.key_lists(keys)
    return [row for marks in lists for row in connection.execute(f"{select} IN ({marks}) {order}", values)]
