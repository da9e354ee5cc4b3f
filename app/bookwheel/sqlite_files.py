"""How an index opens its SQLite file: one writer, and readers that cannot write."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def connect(path: Path, *, is_writer: bool, cache_kib: int) -> sqlite3.Connection:
    """A connection in autocommit mode with `cache_kib` KiB of pages in memory; a reader's refuses to write.

    Raises:
        sqlite3.Error: there is no file to read, or it is no database.
    """
    mode = "rwc" if is_writer else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=10, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA cache_size=-{cache_kib}")
        if is_writer:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA secure_delete=ON")
        else:
            connection.execute("PRAGMA query_only=ON")
    except BaseException:
        connection.close()
        raise
    return connection
