"""The state: what no source file holds. Collections, memories, manual links, pins and some marks.

It is one SQLite file. Deleted rows are overwritten (`secure_delete`) and there is no write-ahead log: nothing forgotten
stays in a file.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import threading
from collections.abc import Generator, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bookwheel import wire
from bookwheel.domain import storage
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import IndexDamaged, StorageUnavailable
from bookwheel.domain.manual_links import ManualLink
from bookwheel.domain.memory import Memory
from bookwheel.domain.messages import Message
from bookwheel.domain.pins import Pin

VERSION = 5

_MIGRATIONS = (
    """
    CREATE TABLE collection (slug TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE activity (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, client TEXT NOT NULL, record TEXT NOT NULL
    );
    CREATE INDEX activity_at ON activity (at);
    CREATE TABLE activity_collection (slug TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (slug, sequence));
    CREATE TABLE forgetting (slug TEXT PRIMARY KEY);
    """,
    "CREATE TABLE map_places (slug TEXT PRIMARY KEY, places BLOB NOT NULL);",
    """
    CREATE TABLE memory (id TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE memory_vectors (id TEXT PRIMARY KEY, model TEXT NOT NULL, vectors BLOB NOT NULL);
    """,
    "CREATE TABLE pin (section TEXT PRIMARY KEY, place INTEGER NOT NULL, record TEXT NOT NULL);",
    """
    CREATE TABLE manual_link (
        id TEXT PRIMARY KEY, subject TEXT NOT NULL, object TEXT NOT NULL, record TEXT NOT NULL
    );
    """,
)
"""One script a schema version, in order."""

_BACKUP_EVERY = timedelta(days=1)
_STALE = "is_backup_stale"
"""The mark of a state whose backup still holds what was forgotten."""
_MOVING = "are_calls_moving"
"""The mark of a state whose calls were not moved to their own file entirely."""


class State:
    """The open state file; safe to use from any thread.

    `notices` are sentences about what happened at opening (a damaged file was restored).
    """

    def __init__(self, path: Path, backup: Path) -> None:
        """Open or make the file, restoring it from its backup when it is damaged.

        Raises:
            IndexDamaged: when the file cannot be read and was written by a newer program.
            StorageUnavailable: when the system refuses to open it; the file is left as it is.
        """
        self.notices: tuple[Message, ...] = ()
        self._path, self._backup, self._damaged = path, backup, path.with_suffix(".damaged.sqlite")
        self._lock = threading.RLock()
        try:
            if self._is_lost():
                raise IndexDamaged("The library state file is missing.")
            self._connection = _opened(path)
        except (sqlite3.DatabaseError, IndexDamaged) as error:
            if (refusal := storage.find_storage_error(error)) is not None:
                raise refusal from error
            self._connection = self._restored()
        try:
            self._migrate()
            self._keep_backup_if_there_is_room()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; calls after it fail."""
        with self._lock:
            self._connection.close()

    def collections(self) -> tuple[Collection, ...]:
        """All collections by slug."""
        rows = self._rows("SELECT record FROM collection ORDER BY slug")
        return tuple(wire.decode(str(record), Collection) for (record,) in rows)

    def put_collection(self, collection: Collection) -> None:
        """Add a collection or replace the one of its slug, also in the backup: no file of the person's names it."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO collection VALUES (?, ?)", (collection.slug, wire.encode(collection).decode())
            )
            connection.execute("INSERT OR REPLACE INTO mark VALUES (?, 'yes')", (_STALE,))
        with contextlib.suppress(StorageUnavailable):  # it is kept; `keep_backup` makes up for the backup
            self.back_up()

    def drop_collection(self, slug: str) -> None:
        """Forget a collection, the calls that named its sections and the backup that held them.

        The slug stays among `forgetting()` until `forgotten(slug)`, so that a crash cannot leave half of it behind.
        """
        with self._writing() as connection:
            connection.execute("DELETE FROM collection WHERE slug = ?", (slug,))
            connection.execute("INSERT OR IGNORE INTO forgetting VALUES (?)", (slug,))
            named = "SELECT sequence FROM activity_collection WHERE slug = ?"
            connection.execute(f"DELETE FROM activity WHERE sequence IN ({named})", (slug,))
            connection.execute("DELETE FROM activity_collection WHERE slug = ?", (slug,))
            connection.execute("DELETE FROM map_places WHERE slug = ?", (slug,))
            connection.execute("DELETE FROM pin WHERE substr(section, 1, ?) = ?", (len(slug) + 1, f"{slug}/"))
            for end in ("subject", "object"):
                inside = f"substr({end}, 1, ?) = ? OR {end} = ?"
                values = (len(slug) + 1, f"{slug}/", f"collection:{slug}")
                connection.execute(f"DELETE FROM manual_link WHERE {inside}", values)
            connection.execute("INSERT OR REPLACE INTO mark VALUES (?, 'yes')", (_STALE,))
        self._damaged.unlink(missing_ok=True)
        with contextlib.suppress(StorageUnavailable):  # `keep_backup` makes up for it
            with self._lock, _refused():
                self._connection.execute("VACUUM")
            self.back_up()

    def forgetting(self) -> tuple[str, ...]:
        """Slugs that were removed here but may still be in other stores."""
        return tuple(str(slug) for (slug,) in self._rows("SELECT slug FROM forgetting ORDER BY slug"))

    def forgotten(self, slug: str) -> None:
        """Note that a removed collection has left every store."""
        with self._writing() as connection:
            connection.execute("DELETE FROM forgetting WHERE slug = ?", (slug,))

    def mark(self, name: str) -> str:
        """A small value by its name, empty when it was never set."""
        rows = self._rows("SELECT value FROM mark WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""

    def set_mark(self, name: str, value: str) -> None:
        """Keep a small value under a name."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO mark VALUES (?, ?)", (name, value))

    def map_places(self) -> dict[str, bytes]:
        """Where documents lie on the map, by collection, as they were kept."""
        rows = self._rows("SELECT slug, places FROM map_places")
        return {str(slug): places for slug, places in rows if isinstance(places, bytes)}

    def put_map_places(self, slug: str, places: bytes) -> None:
        """Keep where a collection's documents lie on the map, unless it was removed meanwhile."""
        known = "SELECT ?, ? WHERE EXISTS (SELECT 1 FROM collection WHERE slug = ?)"
        with self._writing() as connection:
            connection.execute(f"INSERT OR REPLACE INTO map_places {known}", (slug, places, slug))

    def pins(self) -> tuple[Pin, ...]:
        """The passages in the tray, in its order."""
        return tuple(wire.decode(str(record), Pin) for (record,) in self._rows("SELECT record FROM pin ORDER BY place"))

    def put_pins(self, pins: Sequence[Pin]) -> None:
        """Let these passages be the tray, in this order."""
        rows = [(pin.section, place, wire.encode(pin).decode()) for place, pin in enumerate(pins)]
        with self._writing() as connection:
            connection.execute("DELETE FROM pin")
            connection.executemany("INSERT INTO pin VALUES (?, ?, ?)", rows)

    def links(self) -> tuple[ManualLink, ...]:
        """All manual links in the order in which they were made."""
        rows = self._rows("SELECT record FROM manual_link ORDER BY rowid")
        return tuple(wire.decode(str(record), ManualLink) for (record,) in rows)

    def change_links(self, kept: Sequence[ManualLink], dropped: Sequence[str] = ()) -> None:
        """Keep manual links (in place of those of the same id) and drop others by id, in one write.

        The backup holds what was dropped or replaced until the next `back_up`, which a start makes up for.
        """
        taken = ", ".join(f"{name} = excluded.{name}" for name in ("subject", "object", "record"))
        keep = f"INSERT INTO manual_link VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET {taken}"
        rows = [(one.id, one.subject.id, one.object.id, wire.encode(one).decode()) for one in kept]
        with self._writing() as connection:
            known = {str(id) for (id,) in connection.execute("SELECT id FROM manual_link").fetchall()}
            connection.executemany(keep, rows)
            connection.executemany("DELETE FROM manual_link WHERE id = ?", [(id,) for id in dropped])
            is_forgetting = bool(dropped) or any(one.id in known for one in kept)
            if is_forgetting:
                connection.execute("INSERT OR REPLACE INTO mark VALUES (?, 'yes')", (_STALE,))
        if is_forgetting:
            self._damaged.unlink(missing_ok=True)

    def memories(self) -> tuple[Memory, ...]:
        """All memories in the order in which they were kept."""
        rows = self._rows("SELECT record FROM memory ORDER BY rowid")
        return tuple(wire.decode(str(record), Memory) for (record,) in rows)

    def change_memories(self, kept: Sequence[Memory], dropped: Sequence[str] = (), *, is_edited: bool = False) -> None:
        """Keep memories (in place of those of the same id) and drop others by id, in one write.

        The backup holds what was dropped, or edited, until the next `back_up`, which a start makes up for.
        """
        keep = "INSERT INTO memory VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record"
        gone = [(id,) for id in dropped]
        with self._writing() as connection:
            connection.executemany(keep, [(memory.id, wire.encode(memory).decode()) for memory in kept])
            for table in ("memory", "memory_vectors"):
                connection.executemany(f"DELETE FROM {table} WHERE id = ?", gone)
            if gone or is_edited:
                connection.execute("INSERT OR REPLACE INTO mark VALUES (?, 'yes')", (_STALE,))
        if gone or is_edited:
            self._damaged.unlink(missing_ok=True)

    def memory_vectors(self) -> dict[str, tuple[str, bytes]]:
        """The model and the vectors of each memory that has been read by one, by its id."""
        rows = self._rows("SELECT id, model, vectors FROM memory_vectors")
        return {str(id): (str(model), vectors) for id, model, vectors in rows if isinstance(vectors, bytes)}

    def put_memory_vectors(self, model: str, vectors: Sequence[tuple[str, bytes]]) -> None:
        """Keep what a model made of memories, of those that are still there."""
        known = "SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM memory WHERE id = ?)"
        with self._writing() as connection:
            connection.executemany(
                f"INSERT OR REPLACE INTO memory_vectors {known}", [(id, model, made, id) for id, made in vectors]
            )

    def has_older_calls(self) -> bool:
        """Whether calls of an earlier version, which kept them here, are still to be moved to their own file."""
        return bool(self.mark(_MOVING)) or bool(self._rows("SELECT 1 FROM activity LIMIT 1"))

    def last_older_call(self) -> int:
        """The sequence number of the newest call ever kept here, 0 for none."""
        rows = self._rows("SELECT seq FROM sqlite_sequence WHERE name = 'activity'")
        return int(str(rows[0][0])) if rows else 0

    def older_calls(self, limit: int, before: int = 0) -> tuple[tuple[int, str], ...]:
        """Calls that were kept here, newest first, by number and as they were written."""
        rows = self._rows(
            "SELECT sequence, record FROM activity WHERE ? = 0 OR sequence < ? ORDER BY sequence DESC LIMIT ?",
            (before, before, limit),
        )
        return tuple((int(str(sequence)), str(record)) for sequence, record in rows)

    def drop_older_calls(self, first: int = 0, *, before: str = "") -> None:
        """Drop calls from a number on, which have been moved, or those before a time, which are too old."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO mark VALUES (?, 'yes')", (_MOVING,))
            connection.execute("DELETE FROM activity WHERE at < ? OR (? > 0 AND sequence >= ?)", (before, first, first))

    def end_moving_calls(self) -> None:
        """Give back the room of the calls that were moved, and renew the backup, which holds them still."""
        with self._writing() as connection:
            connection.execute("DELETE FROM activity_collection")
        with self._lock:
            self._connection.execute("VACUUM")
        self.back_up()
        self.set_mark(_MOVING, "")

    def keep_backup(self) -> None:
        """Renew the backup if it is missing, older than a day, or holds what was forgotten."""
        if self.mark(_STALE) or self._is_backup_old():
            self.back_up()

    def back_up(self) -> None:
        """Replace the backup by a copy of the state as it is now; who forgets something meanwhile waits."""
        draft = self._backup.with_suffix(".draft")
        with self._lock, _refused():
            draft.unlink(missing_ok=True)
            with contextlib.closing(sqlite3.connect(draft)) as copy:
                self._connection.backup(copy)
                with copy:
                    copy.execute("DELETE FROM mark WHERE name = ?", (_STALE,))
            draft.chmod(0o600)
            draft.replace(self._backup)
            with self._writing() as connection:
                connection.execute("DELETE FROM mark WHERE name = ?", (_STALE,))

    def faults(self) -> tuple[str, ...]:
        """What SQLite finds wrong with the file; empty when it is sound."""
        return tuple(str(row[0]) for row in self._rows("PRAGMA integrity_check") if row[0] != "ok")

    def _rows(self, statement: str, values: Iterable[object] = ()) -> list[tuple[object, ...]]:
        with self._lock, _refused():
            return self._connection.execute(statement, tuple(values)).fetchall()  # pyright: ignore[reportArgumentType]

    @contextlib.contextmanager
    def _writing(self):  # noqa: ANN202 - a context manager of the connection
        with self._lock, _refused(), self._connection:
            yield self._connection

    def _migrate(self) -> None:
        reached = int(str(self._rows("PRAGMA user_version")[0][0]))
        if reached > VERSION:
            raise IndexDamaged(
                "The library state was written by a newer Bookwheel (schema {theirs}; this one supports "
                "{ours}). Update Bookwheel.",
                theirs=reached,
                ours=VERSION,
            )
        if 0 < reached < VERSION:
            self.back_up()
        with self._lock, _refused():
            for version, script in enumerate(_MIGRATIONS[reached:], reached + 1):
                self._connection.executescript(f"BEGIN; {script} PRAGMA user_version = {version}; COMMIT;")

    def _keep_backup_if_there_is_room(self) -> None:
        try:
            self.keep_backup()
        except StorageUnavailable as error:
            self.notices = (
                *self.notices,
                Message("The library state could not be backed up. {reason}", reason=error.message),
            )

    def _is_lost(self) -> bool:
        """Whether the file is gone, or empty, while its backup tells that there was one."""
        return self._backup.is_file() and not (self._path.is_file() and self._path.stat().st_size)

    def _is_backup_old(self) -> bool:
        try:
            made_at = datetime.fromtimestamp(self._backup.stat().st_mtime, UTC)
        except FileNotFoundError:
            return True
        return datetime.now(UTC) - made_at > _BACKUP_EVERY

    def _restored(self) -> sqlite3.Connection:
        with contextlib.suppress(OSError):
            self._path.replace(self._damaged)
        if self._backup.is_file():
            shutil.copy2(self._backup, self._path)
            with contextlib.suppress(sqlite3.DatabaseError, IndexDamaged):
                connection = _opened(self._path)
                self.notices = (
                    Message("The library state was lost or damaged and has been restored from its backup."),
                )
                return connection
            self._path.unlink(missing_ok=True)
        self.notices = (Message("The library state was damaged and no backup could be read. Add your folders again."),)
        return _opened(self._path)


@contextlib.contextmanager
def _refused() -> Generator[None]:
    """What the system refuses, as StorageUnavailable."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        refusal = storage.find_storage_error(error)
        if refusal is None:
            raise
        raise refusal from error


def _opened(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600, exist_ok=True)
    connection = sqlite3.connect(path, check_same_thread=False, timeout=5)
    try:
        for pragma in ("secure_delete = ON", "journal_mode = TRUNCATE", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        # Whether the orders beside the tables agree with them is the doctor's to see: that takes three times as long.
        faults = [row[0] for row in connection.execute("PRAGMA quick_check").fetchall() if row[0] != "ok"]
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except BaseException:
        connection.close()
        raise
    if faults:
        connection.close()
        raise IndexDamaged("The library state file is damaged.")
    return connection
