"""The catalogue's only writer: batches in two transactions, files, problems, links."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from bookwheel import packing
from bookwheel.domain import storage
from bookwheel.domain.collection import SkippedType
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.history import History
from bookwheel.domain.messages import NO_MESSAGE
from bookwheel.domain.service.status import Problem
from bookwheel.indexes.catalogue import history_rows, schema
from bookwheel.indexes.catalogue.file_check import fault_of, set_aside
from bookwheel.indexes.catalogue.keyword_rows import SectionTexts, keyword_rows, section_keys
from bookwheel.indexes.catalogue.mention_rows import MentionRows
from bookwheel.indexes.catalogue.row_builder import insert, put_files
from bookwheel.indexes.catalogue.rows import Batch, FileRow, Unpublished
from bookwheel.indexes.catalogue.stale_links import looked_at, replaced_paths
from bookwheel.indexes.catalogue.timestamps import now

IDENTITY, MOUNTED, CHOICES, MAPPING = "identity", "mounted", "choices", "mapping"
ROOT_MARKS = (IDENTITY, MOUNTED, CHOICES, MAPPING)
"""Names of what is noted of a collection's root: which folder it led to, and whether a drive was mounted there."""

_FILES = "SELECT path, disk_path, size_bytes, modified_ns, hash, document_key FROM files"


class CatalogueWriter:
    """Writes what was parsed; one per library, in the indexer's thread."""

    def __init__(self, path: Path, revision: int = 0, *, is_suspect: bool = False) -> None:
        """Open the catalogue, or make one that stands at `revision`; `is_new` says which, `notice` why.

        A catalogue that is damaged or of another version is set aside; `is_suspect` has it checked whatever its size.
        """
        self.path = path
        self.notice = NO_MESSAGE
        self.is_new = not path.exists()
        if not self.is_new:
            self.notice = fault_of(path, is_suspect=is_suspect)
            if self.notice:
                set_aside(path)
                self.is_new = True
        self._connection = schema.connect(path, is_writer=True)
        try:
            if self.is_new:
                path.chmod(0o600)
                schema.create(self._connection, revision)
            else:
                self._connection.executescript(schema.INDEXES)
        except BaseException:
            self.close()
            raise
        self.mentions = MentionRows(self._connection, self._transaction)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @property
    def revision(self) -> int:
        """The published revision."""
        return self._counter("revision")

    def write(self, batch: Batch) -> Unpublished:
        """Transaction 1: write a batch for the next revision, unseen by readers until `publish`."""
        with self._transaction() as connection:
            revision = self._counter("revision") + 1
            document_key = self._next_key("documents")
            section_key = self._next_key("sections")
            connection.executemany("INSERT OR IGNORE INTO dropping VALUES (?)", [(key,) for key in batch.dropped])
            connection.executemany("DELETE FROM files WHERE collection=? AND path=?", batch.gone)
            connection.executemany("DELETE FROM problems WHERE collection=? AND path=?", batch.gone)
            insert(connection, batch.added, document_key, section_key, revision)
            put_files(connection, [(slug, file) for slug, file in batch.skipped])
            for slug, old, new in batch.moved:
                connection.execute("UPDATE moved SET path=? WHERE collection=? AND path=?", (new, slug, old))
                connection.execute("INSERT OR REPLACE INTO moved VALUES (?, ?, ?)", (slug, old, new))
            here = [(new.collection, new.rows.path) for new in batch.added]
            connection.executemany("DELETE FROM moved WHERE collection=? AND old_path=?", here)
            connection.execute("UPDATE counters SET value=? WHERE name='written_revision'", (revision,))
        written = self.unpublished()
        assert written is not None
        return written

    def unpublished(self) -> Unpublished | None:
        """The revision that was written and not published, if there is one."""
        revision, written = self._counter("revision"), self._counter("written_revision")
        if written <= revision:
            return None
        rows = self._connection.execute("SELECT key FROM documents WHERE revision=?", (written,)).fetchall()
        sections = self._connection.execute(
            "SELECT key FROM sections WHERE document_key IN (SELECT document_key FROM dropping)"
        ).fetchall()
        return Unpublished(written, tuple(key for (key,) in rows), tuple(key for (key,) in sections))

    def replaced(self, revision: int) -> dict[str, set[str]] | None:
        """Paths, by collection, of the documents that an unpublished revision replaces by others of the same names.

        None when a name comes or goes: links that lead to other documents, or nowhere, may then lead elsewhere.
        """
        return replaced_paths(self._connection, revision)

    def publish(self, revision: int) -> None:
        """Transaction 2: let readers see `revision`, and drop what it replaced."""
        with self._transaction() as connection:
            for table in schema.OF_DOCUMENT:
                connection.execute(f"DELETE FROM {table} WHERE document_key IN (SELECT document_key FROM dropping)")
            connection.execute(
                "INSERT OR IGNORE INTO graph_changes SELECT collection, path FROM documents WHERE revision=?"
                " OR key IN (SELECT document_key FROM dropping)",
                (revision,),
            )
            connection.execute("DELETE FROM documents WHERE key IN (SELECT document_key FROM dropping)")
            connection.execute("INSERT INTO dropped SELECT ?, document_key FROM dropping", (revision,))
            connection.execute("DELETE FROM dropping")
            connection.execute("DELETE FROM dropped WHERE revision < ?", (revision - schema.LOGGED_REVISIONS - 1,))
            newest = {
                "revision": revision,
                "document_key": self._next_key("documents") - 1,
                "section_key": self._next_key("sections") - 1,
            }
            connection.executemany("UPDATE counters SET value=? WHERE name=?", [(v, n) for n, v in newest.items()])

    def files(self, collection: str) -> dict[str, FileRow]:
        """The files of a collection as they were last seen, by path."""
        rows = self._connection.execute(f"{_FILES} WHERE collection=?", (collection,))
        return {row[0]: FileRow(*row) for row in rows}

    def file(self, collection: str, path: str) -> FileRow | None:
        """A file as it was last seen."""
        row = self._connection.execute(f"{_FILES} WHERE collection=? AND path=?", (collection, path)).fetchone()
        return FileRow(*row) if row else None

    def files_with(self, hash: str) -> list[tuple[str, FileRow]]:
        """The files of all collections whose content has a hash, each with its collection."""
        rows = self._connection.execute(f"{_FILES.replace('SELECT ', 'SELECT collection, ', 1)} WHERE hash=?", (hash,))
        return [(row[0], FileRow(*row[1:])) for row in rows]

    def files_below(self, collection: str, folder: str) -> list[FileRow]:
        """The files in a folder and the folders below it."""
        rows = self._connection.execute(
            f"{_FILES} WHERE collection=? AND path >= ? AND path < ?", (collection, f"{folder}/", f"{folder}0")
        )
        return [FileRow(*row) for row in rows]

    def note_files(self, seen: Iterable[tuple[str, FileRow]], gone: Sequence[tuple[str, str]] = ()) -> None:
        """Note files whose document did not change: seen at another time, left out, or gone without having had one."""
        with self._transaction() as connection:
            connection.executemany("DELETE FROM files WHERE collection=? AND path=?", gone)
            connection.executemany("DELETE FROM problems WHERE collection=? AND path=?", gone)
            put_files(connection, seen)

    def collections(self) -> set[str]:
        """Slugs of which the catalogue holds anything."""
        rows = self._connection.execute(
            "SELECT collection FROM documents UNION SELECT collection FROM files UNION SELECT collection FROM problems"
            " UNION SELECT collection FROM roots UNION SELECT collection FROM histories"
        )
        return {slug for (slug,) in rows}

    def fingerprint(self, collection: str) -> str:
        """How the collection was parsed last; empty when it never was."""
        row = self._connection.execute("SELECT fingerprint FROM roots WHERE collection=?", (collection,)).fetchone()
        return row[0] if row else ""

    def set_fingerprint(self, collection: str, fingerprint: str) -> None:
        """Note how the collection is parsed."""
        self._connection.execute("INSERT OR REPLACE INTO roots VALUES (?, ?)", (collection, fingerprint))

    def mark(self, collection: str, name: str) -> int:
        """What was noted of a collection's root under a name of `ROOT_MARKS`; 0 when nothing was."""
        row = self._connection.execute("SELECT value FROM counters WHERE name=?", (f"{name}:{collection}",)).fetchone()
        return int(row[0]) if row else 0

    def set_mark(self, collection: str, name: str, value: int) -> None:
        """Note something of a collection's root under a name of `ROOT_MARKS`."""
        self._connection.execute("INSERT OR REPLACE INTO counters VALUES (?, ?)", (f"{name}:{collection}", value))

    def set_skipped_types(self, collection: str, skipped: Iterable[SkippedType]) -> None:
        """Note which files a scan left out because of their type, in place of what was noted before."""
        rows = [(collection, kind.extension, kind.count, json.dumps(kind.examples)) for kind in skipped]
        with self._transaction() as connection:
            connection.execute("DELETE FROM skipped_types WHERE collection=?", (collection,))
            connection.executemany("INSERT INTO skipped_types VALUES (?, ?, ?, ?)", rows)

    def set_left_out(self, collection: str, counts: Mapping[str, int]) -> None:
        """Note how many files a scan left out by each rule, in place of what was noted before."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM left_out WHERE collection=?", (collection,))
            connection.executemany(
                "INSERT INTO left_out VALUES (?, ?, ?)", [(collection, rule, count) for rule, count in counts.items()]
            )

    def put_problem(self, problem: Problem) -> None:
        """Record what is wrong with a file, replacing what was."""
        reason = packing.encode(problem.reason).decode()
        self._connection.execute(
            "INSERT OR REPLACE INTO problems VALUES (?, ?, ?, ?, ?)",
            (problem.collection, problem.path, problem.kind, reason, problem.seen_at or now()),
        )

    def clear_problems(self, collection: str, paths: Iterable[str]) -> None:
        """Forget what was wrong with files that are mended or gone."""
        rows = [(collection, path) for path in paths]
        with self._transaction() as connection:
            connection.executemany("DELETE FROM problems WHERE collection=? AND path=?", rows)

    def problem_paths(self, collection: str) -> set[str]:
        """The paths in a collection with a problem."""
        rows = self._connection.execute("SELECT path FROM problems WHERE collection=?", (collection,))
        return {path for (path,) in rows}

    def problem_count(self) -> int:
        """How many files have a problem."""
        return int(self._connection.execute("SELECT count(*) FROM problems").fetchone()[0])

    def document_keys(self, collection: str = "") -> list[int]:
        """Keys of all documents, or of one collection's, in order."""
        rows = self._connection.execute(
            "SELECT key FROM documents WHERE ?1='' OR collection=?1 ORDER BY key", (collection,)
        )
        return [key for (key,) in rows]

    def text_of(self, document_key: int) -> str:
        """A document's whole normalised text; empty when there is no such document."""
        row = self._connection.execute("SELECT text FROM texts WHERE document_key=?", (document_key,)).fetchone()
        return row[0] if row else ""

    def keyword_texts(self, document_keys: Sequence[int]) -> Iterator[SectionTexts]:
        """What the keyword index needs of every section of the documents."""
        return keyword_rows(self._connection, document_keys)

    def section_keys(self, document_keys: Sequence[int]) -> dict[int, list[int]]:
        """The keys of the sections of documents, in order, by the document's key."""
        return section_keys(self._connection, document_keys)

    def set_link_targets(
        self, targets: Iterable[tuple[str, str, str, int]], collection: str = "", revision: int = 0
    ) -> None:
        """Note where links lead: (status, path, anchor, link key).

        With a collection, its links were all looked at that the documents of the revision may have changed.
        """
        changed = list(targets)
        with self._transaction() as connection:
            connection.executemany("UPDATE links SET status=?, target_path=?, target_anchor=? WHERE key=?", changed)
            connection.executemany(
                "INSERT OR IGNORE INTO graph_changes SELECT collection, path FROM documents"
                " WHERE key=(SELECT document_key FROM links WHERE key=?)",
                [(key,) for *_, key in changed],
            )
            if collection:
                connection.execute("INSERT OR REPLACE INTO counters VALUES (?, ?)", (looked_at(collection), revision))

    def collections_looked_at(self) -> set[str]:
        """The collections whose links were looked at after the newest change of any document."""
        beginning = looked_at("")
        rows = self._connection.execute(
            "SELECT name FROM counters WHERE substr(name, 1, ?)=? AND value=?",
            (len(beginning), beginning, self.revision),
        )
        return {name.removeprefix(beginning) for (name,) in rows}

    def history_marker(self, collection: str) -> str:
        """What was noted when the collection's history was read last; empty when it never was."""
        return history_rows.marker_of(self._connection, collection)

    def set_history(self, collection: str, marker: str, history: History) -> int:
        """Let this be what git knows of a collection; how many documents' histories changed."""
        with self._transaction() as connection:
            return history_rows.put_history(connection, collection, marker, history)

    def drop_history(self, collection: str) -> bool:
        """Forget what git knows of a collection; whether there was anything."""
        if not self.history_marker(collection):
            return False
        with self._transaction() as connection:
            return history_rows.drop_history(connection, collection)

    def paths(self, collection: str) -> list[str]:
        """The paths of a collection's documents, in order."""
        rows = self._connection.execute("SELECT path FROM documents WHERE collection=? ORDER BY path", (collection,))
        return [path for (path,) in rows]

    def places(self) -> list[tuple[str, str]]:
        """Collection and path of every document."""
        return self._connection.execute("SELECT collection, path FROM documents").fetchall()

    def graph_changes(self, limit: int = -1) -> list[tuple[str, str]]:
        """Collection and path of documents, there or gone, whose statements are not yet those of the catalogue."""
        return self._connection.execute("SELECT collection, path FROM graph_changes LIMIT ?", (limit,)).fetchall()

    def note_graphs(self, places: Iterable[tuple[str, str]] | None = None) -> None:
        """Note documents (all, for None, and no others) whose statements must be made anew."""
        with self._transaction() as connection:
            if places is None:
                connection.execute("DELETE FROM graph_changes")
                connection.execute("INSERT INTO graph_changes SELECT collection, path FROM documents")
            else:
                connection.executemany("INSERT OR IGNORE INTO graph_changes VALUES (?, ?)", places)

    def clear_graph_changes(self, places: Iterable[tuple[str, str]]) -> None:
        """Forget changes that the ontology has taken in."""
        with self._transaction() as connection:
            connection.executemany("DELETE FROM graph_changes WHERE collection=? AND path=?", places)

    def forget(self, collection: str) -> None:
        """Drop what a collection leaves besides its documents."""
        with self._transaction() as connection:
            for table in ("files", "problems", "moved", "roots", "skipped_types", "left_out", *schema.OF_HISTORY):
                connection.execute(f"DELETE FROM {table} WHERE collection=?", (collection,))
            names = (looked_at(collection), *(f"{name}:{collection}" for name in ROOT_MARKS))
            connection.executemany("DELETE FROM counters WHERE name=?", [(name,) for name in names])

    def compact(self) -> None:
        """Rewrite the file so that nothing deleted is left in it or in its log; copies set aside go too."""
        with self._transaction() as connection:  # names of what was dropped; they are matched anew
            connection.execute("DELETE FROM matched_names")
            connection.execute("DELETE FROM matched_documents")
        self._connection.execute("VACUUM")
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for old in self.path.parent.glob(f"{self.path.stem}.damaged.sqlite*"):
            old.unlink(missing_ok=True)

    def _counter(self, name: str) -> int:
        return int(self._connection.execute("SELECT value FROM counters WHERE name=?", (name,)).fetchone()[0])

    def _next_key(self, table: str) -> int:
        row = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name=?", (table,)).fetchone()
        return (int(row[0]) if row else 0) + 1

    @contextlib.contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            _roll_back(connection)
            if (refusal := storage.find_storage_error(error)) is not None:
                raise refusal from error
            if isinstance(error, sqlite3.OperationalError | sqlite3.IntegrityError):
                raise
            raise IndexDamaged(
                "The catalogue is damaged ({reason}); it is rebuilt from the files.", reason=error
            ) from error
        except BaseException:
            _roll_back(connection)
            raise


def _roll_back(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        connection.execute("ROLLBACK")
