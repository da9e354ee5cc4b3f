"""Connections to the catalogue's file: one a thread while that lives, each with one revision at a time."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Generator
from pathlib import Path

from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.catalogue import schema
from bookwheel.indexes.catalogue.rows import SectionRow

MOST_SECTIONS = 500
"""Sections beyond which what was read of them is let go: a search reads the same few in each of its steps."""


class ThreadConnections:
    """Read-only connections to one catalogue, made when a thread first asks; thread-safe."""

    def __init__(self, path: Path) -> None:
        """Open nothing yet."""
        self._path, self._identity = path, _identity_of(path)
        self._local = threading.local()
        self._lock = threading.Lock()
        self._connections: dict[threading.Thread, sqlite3.Connection] = {}

    @property
    def is_replaced(self) -> bool:
        """Whether another file has taken the catalogue's place."""
        return _identity_of(self._path) != self._identity

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            while self._connections:
                self._connections.popitem()[1].close()
        self._local = threading.local()

    @contextlib.contextmanager
    def snapshot(self) -> Generator[sqlite3.Connection]:
        """This thread's connection, held at one revision until the outermost `with` ends.

        Raises:
            IndexDamaged: when the catalogue cannot be read.
        """
        depth = getattr(self._local, "depth", 0)
        try:
            connection = self._connection()
            if not depth:
                connection.execute("BEGIN")
                self._local.sections = {}
            self._local.depth = depth + 1
            try:
                yield connection
            finally:
                self._local.depth = depth
                if not depth:
                    self._local.sections = {}
                    connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            damage = IndexDamaged(
                "The catalogue could not be read ({reason}).", reason=error, next="bookwheel doctor --repair"
            )
            raise storage.explain(error, damage) from error

    @property
    def sections(self) -> dict[int, SectionRow]:
        """What this thread read of sections at the revision that it holds, by key; few of them."""
        sections: dict[int, SectionRow] = self._local.sections
        if len(sections) > MOST_SECTIONS:
            sections.clear()
        return sections

    def _connection(self) -> sqlite3.Connection:
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = schema.connect(self._path, is_writer=False)
            with self._lock:
                for thread in [one for one in self._connections if not one.is_alive()]:
                    self._connections.pop(thread).close()
                self._connections[threading.current_thread()] = connection
            self._local.connection = connection
        return connection


def _identity_of(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_dev, status.st_ino)
