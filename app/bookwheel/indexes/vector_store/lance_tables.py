"""LanceDB in a folder or in a store of objects: one table for each model and collection.

Its package is loaded when the engine is opened. Keys of stores of objects come from the environment (`AWS_…`).
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, TypeVar

import numpy as np

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.vector_store.port import KEY_BYTES, NOTHING, Floats, Found, Model, merge

INDEXED_FROM = 20_000
"""Vectors without an index from which one is made: so many are compared in 50 ms, and an index takes a second."""

PROBES, REFINED = 40, 4
"""Parts of the index that are looked into, and how many times as many vectors are compared exactly after it."""

PUT_ATTEMPTS = 5
"""How often vectors are put where other processes change the table at the same time."""

FRESH_S = 5.0
"""Seconds after which a table is looked at again for what other processes put."""

_LIMITS = {"timeout": "20s", "connect_timeout": "5s", "client_max_retries": "3", "client_retry_timeout": "20"}

_PRIMARY = {"lance-schema:unenforced-primary-key": "true"}
"""Two who put the same key at once conflict then, and one tries again; else both rows would stand there."""

T = TypeVar("T")


class LanceTables:
    """See `port.Engine`."""

    def __init__(self, location: str, model: Model) -> None:
        """Open nothing yet.

        Raises:
            EngineUnavailable: where the package is missing.
        """
        try:
            self._lancedb: Any = importlib.import_module("lancedb")
            self._indexes: Any = importlib.import_module("lancedb.index")
            self._arrow: Any = importlib.import_module("pyarrow")
        except ImportError:
            raise EngineUnavailable("LanceDB's package is missing. Install bookwheel[team].") from None
        self._location = location
        self._prefix, self._dimensions = f"bookwheel-{model.tag}-", model.dimensions
        self._schema: Any = self._arrow.schema(
            [
                self._arrow.field("key", self._arrow.string(), nullable=False, metadata=_PRIMARY),
                self._arrow.field("vector", self._arrow.list_(self._arrow.float16(), model.dimensions)),
            ]
        )
        self._lock = threading.Lock()
        self._database: Any = None
        self._tables: dict[str, Any] = {}

    def collections(self) -> frozenset[str]:
        """The collections of this model that hold vectors."""
        names = self._ask(self._names)
        own = {name.removeprefix(self._prefix) for name in names if name.startswith(self._prefix)}
        return frozenset(name for name in own if self.count(name))

    def keys(self, collection: str) -> set[bytes]:
        """The keys of a collection, as they are now."""
        table = self._table(collection, is_fresh=True)
        if table is None:
            return set()
        return set(_keys(self._ask(lambda: table.search().select(["key"]).limit(None).to_arrow())))

    def count(self, collection: str) -> int:
        """How many vectors a collection holds."""
        table = self._table(collection, is_fresh=True)
        return int(self._ask(table.count_rows)) if table is not None else 0

    def put(self, collection: str, keys: Sequence[bytes], vectors: Floats) -> None:
        """Hold vectors, and replace those that are there."""
        arrow = self._arrow
        flat = arrow.array(vectors.astype(np.float16).ravel())
        columns = [
            arrow.array([key.hex() for key in keys]),
            arrow.FixedSizeListArray.from_arrays(flat, self._dimensions),
        ]
        rows = arrow.table(columns, schema=self._schema)
        for attempt in range(PUT_ATTEMPTS):
            table = self._table(collection, is_fresh=attempt > 0)
            table = self._make(collection) if table is None else table
            merging = table.merge_insert("key").when_matched_update_all().when_not_matched_insert_all()
            try:
                merging.execute(rows)
            except (RuntimeError, OSError, ValueError) as error:  # another process made the table or put just now
                if attempt == PUT_ATTEMPTS - 1:
                    raise _away(error) from error
            else:
                self._index(table)
                return

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors."""
        table = self._table(collection)
        if table is not None and keys:
            self._ask(lambda: table.delete(_among(keys)))

    def drop_collection(self, collection: str) -> None:
        """Delete a collection."""
        with self._lock:
            self._tables.pop(collection, None)
        self._ask(lambda: self._open().drop_table(self._prefix + collection, ignore_missing=True))

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys."""
        table = self._table(collection)
        if table is None or not keys:
            return {}
        rows = self._ask(lambda: table.search().where(_among(keys)).limit(len(keys)).to_arrow())
        flat = rows["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        return dict(zip(_keys(rows), flat.reshape(-1, self._dimensions).astype(np.float32), strict=True))

    def near(self, vector: Floats, count: int, collections: Sequence[str]) -> Found:
        """The nearest of whole collections, asked one after the other."""
        return merge([self._nearest(vector, count, name, "") for name in collections], count)

    def near_among(self, vector: Floats, count: int, collection: str, keys: Sequence[bytes]) -> Found:
        """The nearest of some keys of one collection: each of them is compared."""
        return self._nearest(vector, count, collection, _among(keys))

    def close(self) -> None:
        """Let go of the tables."""
        with self._lock:
            self._tables.clear()
            self._database = None

    def _nearest(self, vector: Floats, count: int, collection: str, condition: str) -> Found:
        table = self._table(collection)
        if table is None:
            return NOTHING
        asked = table.search(vector, vector_column_name="vector").distance_type("cosine").limit(count)
        asked = asked.select(["key", "_distance"])
        if condition:
            asked = asked.where(condition, prefilter=True).bypass_vector_index()
        else:
            asked = asked.nprobes(PROBES).refine_factor(REFINED)
        rows = self._ask(asked.to_arrow)
        distances = rows["_distance"].to_numpy().astype(np.float32)
        return Found(tuple((collection, key) for key in _keys(rows)), np.float32(1) - distances)

    def _index(self, table: Any) -> None:
        """Make an index where many vectors have none; it stays as it is where another process makes one."""
        known = self._ask(table.list_indices)
        if known:
            lacking = self._ask(lambda: table.index_stats(known[0].name).num_unindexed_rows)
            if lacking >= INDEXED_FROM:
                self._ask(table.optimize)
        elif self._ask(table.count_rows) >= INDEXED_FROM:
            kind = self._indexes.IvfSq(distance_type="cosine")
            self._ask(lambda: table.create_index("vector", config=kind))

    def _table(self, collection: str, *, is_fresh: bool = False) -> Any:
        """The table of a collection, None where there is none; `is_fresh` looks for what was put a moment ago."""
        with self._lock:
            table = self._tables.get(collection)
        if table is not None and is_fresh:
            try:
                table.checkout_latest()
            except (ValueError, RuntimeError, OSError):  # another process deleted it
                table = None
        if table is None:
            try:
                table = self._open().open_table(self._prefix + collection)
            except (ValueError, FileNotFoundError):
                return None
            except (RuntimeError, OSError) as error:
                raise _away(error) from error
            with self._lock:
                self._tables[collection] = table
        return table

    def _make(self, collection: str) -> Any:
        """The table of a collection, made now, or by another process a moment ago: that one is never replaced."""
        try:
            table = self._open().create_table(self._prefix + collection, schema=self._schema, mode="create")
        except (RuntimeError, OSError, ValueError) as error:
            table = self._table(collection)
            if table is None:
                raise _away(error) from error
        with self._lock:
            self._tables[collection] = table
        return table

    def _open(self) -> Any:
        with self._lock:
            if self._database is None:
                limits = _LIMITS if self._location.startswith("s3:") else {}
                self._database = self._lancedb.connect(
                    self._location, read_consistency_interval=timedelta(seconds=FRESH_S), storage_options=dict(limits)
                )
            return self._database

    def _names(self) -> list[str]:
        names: list[str] = []
        while True:
            told = self._open().list_tables(page_token=names[-1] if names else None, limit=1000)
            names += told.tables
            if not told.tables or told.page_token is None:
                return names

    def _ask(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except (RuntimeError, OSError, ValueError, KeyError) as error:
            raise _away(error) from error


def _among(keys: Sequence[bytes]) -> str:
    """The condition that a row has one of the keys, which are hexadecimal digits and nothing else."""
    return f"key IN ({','.join(repr(key.hex()) for key in keys)})"


def _keys(rows: Any) -> list[bytes]:
    try:
        keys = [bytes.fromhex(key) for key in rows["key"].to_pylist()]
    except (TypeError, ValueError) as error:
        raise _away(error) from error
    if any(len(key) != KEY_BYTES for key in keys):
        raise _away(ValueError("keys of another length"))
    return keys


def _away(error: Exception) -> EngineUnavailable:
    lines = str(error).splitlines() or [type(error).__name__]
    return EngineUnavailable("LanceDB cannot be used ({reason}). Check its folder or store.", reason=lines[0][:300])
