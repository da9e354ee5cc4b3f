"""The list of calls in a file of its own, so that a long list delays no start and its damage costs nothing else.

It is one SQLite file without a backup. Deleted rows are overwritten and there is no write-ahead log: nothing forgotten
stays in a file.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from bookwheel import wire
from bookwheel.domain.errors import BadRequest, IndexDamaged
from bookwheel.domain.messages import Message
from bookwheel.domain.service.activity import Activity

T = TypeVar("T")

VERSION = 1

MOST_CALLS = 200_000
"""Calls that are kept, some 160 MB of them, however many days they span."""


_SCHEMA = f"""
BEGIN;
CREATE TABLE activity (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, client TEXT NOT NULL, record TEXT NOT NULL
);
CREATE INDEX activity_at ON activity (at);
CREATE TABLE activity_collection (sequence INTEGER NOT NULL, slug TEXT NOT NULL, PRIMARY KEY (sequence, slug))
    WITHOUT ROWID;
CREATE INDEX activity_collection_slug ON activity_collection (slug);
PRAGMA user_version = {VERSION};
COMMIT;
"""

_LOOKED_AT = 200
"""Newest calls that are read at opening: a check of the whole file would take as long as the list."""

_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

logger = logging.getLogger(__name__)


class ActivityStore:
    """The open file; safe to use from any thread. Damage that is met sets the file aside and begins an empty one.

    `notices` are sentences about that.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file, after a look at its beginning and its newest calls alone."""
        self.notices: tuple[Message, ...] = ()
        self._path, self._damaged = path, path.with_suffix(".damaged.sqlite")
        self._lock = threading.RLock()
        try:
            self._connection = _opened(path)
        except (sqlite3.DatabaseError, IndexDamaged) as error:
            if not isinstance(error, IndexDamaged) and not _is_damage(error):
                raise
            self._connection = self._begin_again()

    def close(self) -> None:
        """Close the file; calls after it fail."""
        with self._lock:
            self._connection.close()

    def last_call(self) -> int:
        """The sequence number of the newest call ever kept, 0 for none."""
        rows = self._rows("SELECT seq FROM sqlite_sequence WHERE name = 'activity'")
        return int(str(rows[0][0])) if rows else 0

    def log(self, calls: Sequence[Activity]) -> None:
        """Keep calls, each under its sequence number, in one write; one that is kept already stays."""
        slugs = [(call.sequence, slug) for call in calls for slug in _collections_of(call)]
        rows = [(call.sequence, call.at, call.client, wire.encode(call).decode()) for call in calls]

        def write(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR IGNORE INTO activity VALUES (?, ?, ?, ?)", rows)
            connection.executemany("INSERT OR IGNORE INTO activity_collection VALUES (?, ?)", slugs)

        self._write(write)

    def calls(self, limit: int, before: int = 0) -> tuple[Activity, ...]:
        """Calls, newest first, before a sequence number if one is given."""
        rows = self._rows(
            "SELECT record FROM activity WHERE ? = 0 OR sequence < ? ORDER BY sequence DESC LIMIT ?",
            (before, before, limit),
        )
        return decode_calls(str(record) for (record,) in rows)

    def calls_without_hits(self, tools: Sequence[str]) -> tuple[Activity, ...]:
        """Calls of some tools that were answered and found nothing, newest first."""
        found = "json_extract(record, '$.hits') = 0 AND coalesce(json_extract(record, '$.error'), '') = ''"
        named = ", ".join("?" * len(tools))
        rows = self._rows(
            f"SELECT record FROM activity WHERE json_valid(record) AND {found} "
            f"AND json_extract(record, '$.tool') IN ({named}) ORDER BY sequence DESC",
            tools,
        )
        return decode_calls(str(record) for (record,) in rows)

    def prune(self, days: int, now: datetime, most: int = MOST_CALLS) -> None:
        """Drop calls older than some days, and the oldest beyond `most`: an agent in a loop must not fill the disk."""
        oldest = (now - timedelta(days=days)).isoformat()

        def write(connection: sqlite3.Connection) -> None:
            _delete(connection, "SELECT sequence FROM activity WHERE at < ?", oldest)
            [(count,)] = connection.execute("SELECT count(*) FROM activity").fetchall()
            if count > most:
                _delete(connection, "SELECT sequence FROM activity ORDER BY sequence LIMIT ?", count - most)

        self._write(write)

    def forget(self, slug: str) -> None:
        """Drop the calls that named a collection's sections, and a damaged file that may hold them."""

        def write(connection: sqlite3.Connection) -> None:
            _delete(connection, "SELECT sequence FROM activity_collection WHERE slug = ?", slug)

        with self._lock:
            if self._rows("SELECT 1 FROM activity_collection WHERE slug = ? LIMIT 1", (slug,)):
                self._write(write)
                self._run(lambda connection: connection.execute("VACUUM"))
            self._damaged.unlink(missing_ok=True)

    def compact(self) -> None:
        """Write the file again without the room that calls put in newest first leave between them, half of it."""
        self._run(lambda connection: connection.execute("VACUUM"))

    def faults(self) -> tuple[str, ...]:
        """What SQLite finds wrong with the whole file; empty when it is sound."""
        with self._lock:
            try:
                rows = self._connection.execute("PRAGMA integrity_check").fetchall()
            except sqlite3.DatabaseError as error:
                return (str(error),)
        return tuple(str(row[0]) for row in rows if row[0] != "ok")

    def begin_again(self) -> None:
        """Set the file aside and begin an empty one."""
        with self._lock:
            self._connection.close()
            self._connection = self._begin_again()

    def _begin_again(self) -> sqlite3.Connection:
        self._path.replace(self._damaged)
        self._path.with_name(f"{self._path.name}-journal").unlink(missing_ok=True)
        self.notices = (
            Message(
                "The activity log was damaged, so an empty one was started. The damaged file is now {file}.",
                file=self._damaged.name,
            ),
        )
        logger.warning("The activity log was damaged; an empty one was started.")
        return _opened(self._path)

    def _rows(self, statement: str, values: Iterable[object] = ()) -> list[tuple[object, ...]]:
        return self._run(lambda connection: connection.execute(statement, tuple(values)).fetchall())  # pyright: ignore[reportArgumentType]

    def _write(self, write: Callable[[sqlite3.Connection], None]) -> None:
        def run(connection: sqlite3.Connection) -> None:
            with connection:
                write(connection)

        self._run(run)

    def _run(self, act: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            try:
                return act(self._connection)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
                self.begin_again()
                return act(self._connection)


def decode_calls(records: Iterable[str]) -> tuple[Activity, ...]:
    """The calls that records hold; one that cannot be read is left out and logged."""
    calls: list[Activity] = []
    for record in records:
        try:
            calls.append(wire.decode(record, Activity))
        except BadRequest:
            logger.warning("A call in the list could not be read.")
    return tuple(calls)


def _collections_of(call: Activity) -> set[str]:
    return {section.partition("/")[0] for section in call.sections}


def _delete(connection: sqlite3.Connection, chosen: str, value: object) -> None:
    """Delete the calls that a query chooses; their collections go first, since the query may read them."""
    connection.execute(f"CREATE TEMP TABLE gone AS {chosen}", (value,))
    for table in ("activity_collection", "activity"):
        connection.execute(f"DELETE FROM {table} WHERE sequence IN (SELECT sequence FROM gone)")
    connection.execute("DROP TABLE gone")


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE_CODES


def _opened(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600, exist_ok=True)
    with contextlib.ExitStack() as failed:
        connection = sqlite3.connect(path, check_same_thread=False, timeout=5)
        failed.callback(connection.close)
        for pragma in ("secure_delete = ON", "journal_mode = TRUNCATE", "synchronous = NORMAL", "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        [(version,)] = connection.execute("PRAGMA user_version").fetchall()
        [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        if not version and not tables:
            connection.executescript(_SCHEMA)
        elif version != VERSION:
            raise IndexDamaged("The activity log is from another version.")
        [(pages,)] = connection.execute("PRAGMA page_count").fetchall()
        [(page_bytes,)] = connection.execute("PRAGMA page_size").fetchall()
        if path.stat().st_size < pages * page_bytes:
            raise IndexDamaged("The activity log was cut short.")
        newest = "SELECT length(record) FROM activity ORDER BY sequence DESC LIMIT ?"
        connection.execute(newest, (_LOOKED_AT,)).fetchall()
        connection.execute("SELECT seq FROM sqlite_sequence").fetchall()
        failed.pop_all()
    return connection
