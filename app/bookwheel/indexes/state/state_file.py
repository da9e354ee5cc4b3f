"""The state's file: opened, checked, migrated, backed up and restored.

Deleted rows are overwritten (`secure_delete`) and there is no write-ahead log: nothing forgotten stays in a file.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import threading
from collections.abc import Generator, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged, StorageUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.state.schema import MIGRATIONS, VERSION

_BACKUP_EVERY = timedelta(days=1)
_STALE = "is_backup_stale"
"""The mark of a state whose backup still holds what was forgotten."""


class StateFile:
    """One open SQLite file and its backup; any thread.

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

    def rows(self, statement: str, values: Iterable[object] = ()) -> list[tuple[object, ...]]:
        """All rows that a statement gives."""
        with self._lock, _refused():
            return self._connection.execute(statement, tuple(values)).fetchall()  # pyright: ignore[reportArgumentType]

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """One transaction, undone when an error ends it."""
        with self._lock, _refused(), self._connection:
            yield self._connection

    def shrink(self) -> None:
        """Give the room of what was deleted back to the disk."""
        with self._lock, _refused():
            self._connection.execute("VACUUM")

    def mark_backup_stale(self, connection: sqlite3.Connection) -> None:
        """Note, in a transaction, that the backup holds what this one forgets."""
        connection.execute("INSERT OR REPLACE INTO mark VALUES (?, 'yes')", (_STALE,))

    def drop_damaged_copy(self) -> None:
        """Delete the copy that was set aside, which holds what was forgotten."""
        self._damaged.unlink(missing_ok=True)

    def keep_backup(self) -> None:
        """Renew the backup if it is missing, older than a day, or holds what was forgotten."""
        if self._is_backup_stale() or self._is_backup_old():
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
            with self.writing() as connection:
                connection.execute("DELETE FROM mark WHERE name = ?", (_STALE,))

    def faults(self) -> tuple[str, ...]:
        """What SQLite finds wrong with the file; empty when it is sound."""
        return tuple(str(row[0]) for row in self.rows("PRAGMA integrity_check") if row[0] != "ok")

    def _is_backup_stale(self) -> bool:
        return bool(self.rows("SELECT 1 FROM mark WHERE name = ?", (_STALE,)))

    def _migrate(self) -> None:
        reached = int(str(self.rows("PRAGMA user_version")[0][0]))
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
            for version, script in enumerate(MIGRATIONS[reached:], reached + 1):
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
