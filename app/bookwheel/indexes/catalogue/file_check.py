"""Whether a catalogue's file can be used, and setting it aside when not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bookwheel.domain import storage
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.catalogue import schema

CHECKED_BYTES = 64 * 1024 * 1024
"""A catalogue up to this size is checked whole on opening (about 2 ms a MB)."""


def set_aside(path: Path) -> None:
    """Move a catalogue that cannot be used out of the way, with its log."""
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    path.replace(path.with_name(f"{path.stem}.damaged.sqlite"))


def fault_of(path: Path, *, is_suspect: bool) -> Message:
    """Why a catalogue cannot be used, empty when it can; a large one is checked whole when `is_suspect`."""
    if not path.is_file():
        return Message("The catalogue could not be read; it is rebuilt from the files.")
    try:
        connection = schema.connect(path, is_writer=True)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version != schema.VERSION:
                return Message(
                    "The documents were indexed by another version of Bookwheel; they are being indexed again."
                )
            if is_suspect or path.stat().st_size <= CHECKED_BYTES:
                state = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
                if state != "ok":
                    return Message("The catalogue was damaged; it is rebuilt from the files.")
            connection.execute("SELECT value FROM counters WHERE name='revision'").fetchone()[0]
        finally:
            connection.close()
    except (sqlite3.DatabaseError, TypeError) as error:
        if (refusal := storage.find_storage_error(error)) is not None:
            raise refusal from error
        return Message("The catalogue could not be read; it is rebuilt from the files.")
    return NO_MESSAGE
