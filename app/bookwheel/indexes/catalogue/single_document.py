"""A catalogue of one document, in memory and in no index: for a file that is read outside the library."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import weakref
from collections.abc import Callable, Generator

from bookwheel.indexes.catalogue import schema
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.row_builder import insert
from bookwheel.indexes.catalogue.rows import NewDocument


class SingleDocument(CatalogueReader):
    """One document, told apart from the files beside it, which have no rows; thread-safe."""

    def __init__(self, new: NewDocument, revision: int, has_beside: Callable[[str], bool]) -> None:
        """Hold a document; `has_beside` says whether another path of its folder could be read as one."""
        self._lock = threading.RLock()
        self._has_beside = has_beside
        self._memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._memory.close)
        schema.create(self._memory, revision)
        insert(self._memory, [new], 1, 1, revision)
        newest = {"document_key": 1, "section_key": len(new.rows.sections)}
        self._memory.executemany("UPDATE counters SET value=? WHERE name=?", [(v, n) for n, v in newest.items()])

    @property
    def is_replaced(self) -> bool:
        """Never: it is in no file."""
        return False

    def close(self) -> None:
        """Forget the document."""
        with self._lock:
            self._memory.close()

    @contextlib.contextmanager
    def snapshot(self) -> Generator[sqlite3.Connection]:
        """Hold it for the calls inside; other threads wait."""
        with self._lock:
            yield self._memory

    def has_path(self, collection: str, path: str) -> bool:
        """Whether this document stands at the path, or a file that could be read."""
        return super().has_path(collection, path) or self._has_beside(path)
