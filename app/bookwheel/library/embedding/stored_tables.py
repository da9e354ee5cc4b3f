"""The vectors' file as tables in memory, read further as the embedder commits."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.messages import Message
from bookwheel.indexes.vectors import Model, Rows, VectorsReader

log = logging.getLogger(__name__)


class Growing(Protocol):
    """A table that takes in rows, and knows up to which it has: a `VectorTable` or a `KeyTable`."""

    @property
    def newest(self) -> int:
        """The key of the newest row."""
        ...


T = TypeVar("T", bound=Growing)


class StoredTables(Generic[T]):
    """One table a model; of one thread at a time.

    `stamp` says what the file was when it was read last, `is_missing` that there was none.
    """

    def __init__(self, path: Path, empty: Callable[[int], T], grow: Callable[[T, Rows], T]) -> None:
        """Open nothing yet; `empty` makes a table of vectors of so many numbers, `grow` takes in rows."""
        self._path, self._empty, self._grow = path, empty, grow
        self._reader: VectorsReader | None = None
        self._tables: dict[int, T] = {}
        self.stamp = (0, 0)
        self.is_missing = False

    @property
    def is_replaced(self) -> bool:
        """Whether the file was taken away or replaced since it was opened; any thread may ask."""
        reader = self._reader
        return reader is not None and reader.is_replaced

    def read(self, birth: int) -> dict[str, tuple[Model, T]]:
        """The tables of every model that has vectors, by its identity's key, up to date.

        None of them when the vectors are of another catalogue than the one of this birth, or cannot be read.
        """
        self.is_missing = False
        try:
            if self._reader is not None and self._reader.is_replaced:
                self.close()
            if self._reader is None:
                self.is_missing = not self._path.exists()
                if self.is_missing:
                    return {}
                self._reader = VectorsReader(self._path)
            stamp = self._reader.stamp()
            if stamp[0] != birth:
                self._tables.clear()
                return {}
            if stamp != self.stamp:
                self._tables.clear()
                self.stamp = stamp
            models = self._reader.models()
            return {model.identity: (model, self._table(self._reader, model)) for model in models}
        except IndexDamaged as error:
            log.warning("%s", error.message)
            self.close()
            return {}

    def fault(self) -> Message:
        """What is wrong with the file; empty when it is sound."""
        try:
            reader = VectorsReader(self._path)
        except IndexDamaged as error:
            return error.message
        try:
            return reader.fault()
        except IndexDamaged as error:
            return error.message
        finally:
            reader.close()

    def vectors_of(self, model: Model, section_keys: Sequence[int]) -> dict[int, list[bytes]]:
        """See `VectorsReader.vectors_of`; nothing where the file is closed or cannot be read. Any thread may ask."""
        reader = self._reader
        try:
            return reader.vectors_of(model, section_keys) if reader is not None else {}
        except IndexDamaged as error:
            log.warning("%s", error.message)
            return {}

    def vectors_under(self, model: Model, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors of a model, float16, under hashes; likewise."""
        reader = self._reader
        try:
            return reader.vectors_under(model, hashes) if reader is not None else {}
        except IndexDamaged as error:
            log.warning("%s", error.message)
            return {}

    def close(self) -> None:
        """Let go of the file and of what was read."""
        if self._reader is not None:
            self._reader.close()
        self._reader = None
        self._tables.clear()

    def _table(self, reader: VectorsReader, model: Model) -> T:
        table = self._tables.get(model.key) or self._empty(model.dimensions)
        is_last = False
        while not is_last:
            rows = reader.rows(model, table.newest)
            is_last = rows.is_last
            if rows.newest > table.newest:
                table = self._grow(table, rows)
        self._tables[model.key] = table
        return table
