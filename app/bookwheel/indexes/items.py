"""The items that programs brought into one collection: where each lies in the mirror, and what is still to be written.

A batch is one transaction. It notes the files that it asks for as `pending`; they are written after it, and a note goes
when its file is there. A process that is killed in between leaves notes that the next one finishes.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from bookwheel import sqlite_files
from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged

SHARD_ENTITIES = 200
"""Entities of one file."""

KEPT_JOBS = 1_000
"""Ended jobs whose outcome is remembered."""

_CACHE_KIB = 16 * 1024
_ROWS = 500

_SCHEMA = """
BEGIN;
CREATE TABLE item (
    number INTEGER PRIMARY KEY, datasource TEXT NOT NULL, id TEXT NOT NULL, digest BLOB NOT NULL, path TEXT NOT NULL,
    record BLOB, job TEXT NOT NULL, ingestor TEXT NOT NULL, modified REAL, fresh_until REAL, UNIQUE (datasource, id)
);
CREATE INDEX item_path ON item (path);
CREATE INDEX item_job ON item (job);
CREATE INDEX item_fresh ON item (fresh_until) WHERE fresh_until IS NOT NULL;
CREATE TABLE shard (path TEXT PRIMARY KEY, datasource TEXT NOT NULL, folder TEXT NOT NULL, entities INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE INDEX shard_room ON shard (datasource, folder, entities);
CREATE TABLE origin (
    datasource TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL,
    instance TEXT NOT NULL, PRIMARY KEY (datasource, key)
) WITHOUT ROWID;
CREATE TABLE pending (path TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID;
CREATE TABLE ended (number INTEGER PRIMARY KEY, job TEXT NOT NULL UNIQUE, outcome BLOB NOT NULL);
PRAGMA user_version = 1;
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item; `record` is an entity's line in its file, None for a document. Times are seconds since 1970."""

    datasource: str
    id: str
    digest: bytes
    path: str
    record: bytes | None
    job: str
    ingestor: str
    modified: float | None
    fresh_until: float | None
    number: int = 0


@dataclass(frozen=True, slots=True)
class OriginRow:
    """A datasource, with a program that brings it where `key` is one."""

    datasource: str
    key: str = ""
    label: str = ""
    name: str = ""
    version: str = ""
    instance: str = ""


class ItemStore:
    """One open file; of one thread."""

    def __init__(self, path: Path) -> None:
        """Open or make the file.

        Raises:
            IndexDamaged: when it cannot be read.
            StorageUnavailable: when the system refuses to open it.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        with _refusals():
            self._connection = sqlite_files.connect(path, is_writer=True, cache_kib=_CACHE_KIB)
            try:
                self._connection.execute("PRAGMA synchronous=FULL")  # a job that is done stays done without power, too
                if not self._connection.execute("PRAGMA user_version").fetchone()[0]:
                    self._connection.executescript(_SCHEMA)
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        """Close the file; a write-ahead log goes into it."""
        self._connection.close()

    @contextlib.contextmanager
    def transaction(self) -> Generator[None]:
        """One transaction, undone when an error ends it."""
        with _refusals():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise

    def find(self, datasource: str, id: str) -> ItemRow | None:
        """The item of an id."""
        return self._row("datasource = ? AND id = ?", (datasource, id))

    def matching(
        self, *, job: str = "", datasource: str | None = None, fresh_before: float | None = None, after: int = 0
    ) -> list[ItemRow]:
        """Some items after a number: those that a job brought last, of a datasource, or that were fresh until then."""
        if job:
            where, values = "job = ?", (job,)
        elif datasource is not None:
            where, values = "datasource = ?", (datasource,)
        else:
            where, values = "fresh_until <= ?", (fresh_before,)
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM item WHERE {where} AND number > ? ORDER BY number LIMIT {_ROWS}", (*values, after)
        )
        return [_item(row) for row in rows]

    def is_free(self, path: str) -> bool:
        """Whether no item lies at a path."""
        return self._connection.execute("SELECT 1 FROM item WHERE path = ? LIMIT 1", (path,)).fetchone() is None

    def put(self, row: ItemRow) -> None:
        """Keep an item, in the place of what its id had."""
        self._connection.execute(
            "INSERT INTO item (datasource, id, digest, path, record, job, ingestor, modified, fresh_until)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (datasource, id) DO UPDATE SET digest = excluded.digest,"
            " path = excluded.path, record = excluded.record, job = excluded.job, ingestor = excluded.ingestor,"
            " modified = excluded.modified, fresh_until = excluded.fresh_until",
            (row.datasource, row.id, row.digest, row.path, row.record, row.job, row.ingestor, row.modified)
            + (row.fresh_until,),
        )

    def drop(self, row: ItemRow) -> None:
        """Forget an item; an entity leaves room in its file."""
        self._connection.execute("DELETE FROM item WHERE number = ?", (row.number,))
        if row.record is not None:
            self._connection.execute("UPDATE shard SET entities = entities - 1 WHERE path = ?", (row.path,))

    def claim_shard(self, datasource: str, folder: str) -> str:
        """The path of a file with room for one more entity, which takes that room."""
        room = self._connection.execute(
            "SELECT path FROM shard WHERE datasource = ? AND folder = ? AND entities < ? LIMIT 1",
            (datasource, folder, SHARD_ENTITIES),
        ).fetchone()
        if room is None:
            count = self._connection.execute("SELECT count(*) FROM shard WHERE folder = ?", (folder,)).fetchone()[0]
            path = f"{folder}/{count + 1:04}"
            self._connection.execute("INSERT INTO shard VALUES (?, ?, ?, 1)", (path, datasource, folder))
            return path
        self._connection.execute("UPDATE shard SET entities = entities + 1 WHERE path = ?", (room[0],))
        return str(room[0])

    def records_in(self, path: str) -> list[bytes]:
        """The lines of a file of entities, in the order in which they came."""
        rows = self._connection.execute("SELECT record FROM item WHERE path = ? ORDER BY number", (path,))
        return [bytes(record) for (record,) in rows if record is not None]

    def add_origin(self, origin: OriginRow) -> bool:
        """Note a datasource and who brings it; whether it is new."""
        values = (origin.datasource, origin.key, origin.label, origin.name, origin.version, origin.instance)
        added = self._connection.execute("INSERT OR IGNORE INTO origin VALUES (?, ?, ?, ?, ?, ?)", values)
        return added.rowcount > 0

    def drop_origins(self, datasource: str) -> bool:
        """Forget a datasource; whether it was known."""
        return self._connection.execute("DELETE FROM origin WHERE datasource = ?", (datasource,)).rowcount > 0

    def origins(self) -> list[OriginRow]:
        """Every datasource with those who bring it."""
        rows = self._connection.execute(
            "SELECT datasource, key, label, name, version, instance FROM origin ORDER BY datasource, key"
        )
        return [OriginRow(*map(str, row)) for row in rows]

    def want_file(self, path: str, content: bytes | None) -> None:
        """Note that a file is to be written, or with None deleted."""
        self._connection.execute("INSERT OR REPLACE INTO pending VALUES (?, ?)", (path, content))

    def pending(self, after: str = "") -> list[tuple[str, bytes | None]]:
        """Some of the files that are still to be written or deleted, after a path, by path."""
        rows = self._connection.execute(
            f"SELECT path, content FROM pending WHERE path > ? ORDER BY path LIMIT {_ROWS}", (after,)
        )
        return [(str(path), None if content is None else bytes(content)) for path, content in rows]

    def clear_pending(self) -> None:
        """Note that all files are as they should be."""
        with self.transaction():
            self._connection.execute("DELETE FROM pending")

    def outcome(self, job: str) -> bytes | None:
        """What came of a job whose batch was applied; None for one that was not."""
        row = self._connection.execute("SELECT outcome FROM ended WHERE job = ?", (job,)).fetchone()
        return None if row is None else bytes(row[0])

    def end_job(self, job: str, outcome: bytes) -> None:
        """Remember what comes of a job when the transaction holds."""
        self._connection.execute("INSERT INTO ended (job, outcome) VALUES (?, ?)", (job, outcome))
        self._connection.execute("DELETE FROM ended WHERE number <= (SELECT max(number) FROM ended) - ?", (KEPT_JOBS,))

    def counts(self) -> tuple[int, int]:
        """How many documents and entities there are."""
        row = self._connection.execute("SELECT count(*), count(record) FROM item").fetchone()
        return int(row[0]) - int(row[1]), int(row[1])

    def due_at(self) -> float:
        """When the next item stops being fresh; 0 for never."""
        row = self._connection.execute("SELECT min(fresh_until) FROM item WHERE fresh_until IS NOT NULL").fetchone()
        return float(row[0] or 0.0)

    def paths(self) -> Iterator[str]:
        """The path of every item's file."""
        for (path,) in self._connection.execute("SELECT DISTINCT path FROM item"):
            yield str(path)

    def _row(self, where: str, values: tuple[object, ...]) -> ItemRow | None:
        row = self._connection.execute(f"SELECT {_COLUMNS} FROM item WHERE {where}", values).fetchone()  # pyright: ignore[reportArgumentType]
        return None if row is None else _item(row)


_COLUMNS = "datasource, id, digest, path, record, job, ingestor, modified, fresh_until, number"


def _item(row: tuple[str, str, bytes, str, bytes | None, str, str, float | None, float | None, int]) -> ItemRow:
    return ItemRow(*row)


@contextlib.contextmanager
def _refusals() -> Generator[None]:
    """What the system refuses as StorageUnavailable, and damage as IndexDamaged."""
    try:
        yield
    except sqlite3.Error as error:
        damage = IndexDamaged("The list of what programs brought is damaged. Remove the collection and ingest again.")
        raise storage.explain(error, damage) from error
