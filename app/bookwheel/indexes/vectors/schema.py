"""The tables of vectors.sqlite and how its file is opened."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

from bookwheel import sqlite_files
from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged

VERSION = 1
"""Grows when a table or the cutting of chunks changes; a file of another version is made anew."""

CACHE_KIB = 4096

TABLES = """
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE models (key INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    dimensions INTEGER NOT NULL);
CREATE TABLE vectors (key INTEGER PRIMARY KEY, model INTEGER NOT NULL, hash BLOB NOT NULL, vector BLOB NOT NULL,
    UNIQUE (model, hash));
CREATE TABLE chunks (key INTEGER PRIMARY KEY AUTOINCREMENT, model INTEGER NOT NULL, section_key INTEGER NOT NULL,
    number INTEGER NOT NULL, of INTEGER NOT NULL, hash BLOB NOT NULL, UNIQUE (model, section_key, number));
CREATE INDEX chunks_by_hash ON chunks (model, hash);
"""

BIRTH, ROUND = "birth", "round"
"""Of the catalogue whose section keys the chunks have; and how often chunks were taken out."""


def connect(path: Path, *, is_writer: bool) -> sqlite3.Connection:
    """A connection in autocommit mode; a reader's refuses to write."""
    return sqlite_files.connect(path, is_writer=is_writer, cache_kib=CACHE_KIB)


def create(connection: sqlite3.Connection, birth: int) -> None:
    """Make the empty tables."""
    counters = f"INSERT INTO counters VALUES ('{BIRTH}', {birth}), ('{ROUND}', 0);"
    connection.executescript(f"BEGIN; {TABLES} {counters} PRAGMA user_version={VERSION}; COMMIT;")


@contextlib.contextmanager
def watched() -> Generator[None]:
    """What SQLite cannot read becomes IndexDamaged, what the system refuses StorageUnavailable."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        damage = IndexDamaged(
            "The vectors could not be read ({reason}).", reason=error, next="bookwheel doctor --repair"
        )
        raise storage.explain(error, damage) from error


def identity_of(path: Path) -> tuple[int, int]:
    """Which file lies at a path; zeros when there is none."""
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_dev, status.st_ino)
