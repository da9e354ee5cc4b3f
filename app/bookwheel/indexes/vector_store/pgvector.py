"""pgvector in PostgreSQL: one table for each model, its rows by collection and key.

Its package (psycopg) is loaded when the engine is opened.
"""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.vector_store.port import KEY_BYTES, Floats, Found, Model

OLDEST = (0, 8)
"""The oldest pgvector: earlier ones rank first and leave out then what is hidden, and so find too little."""

COMPARED = 5000
"""Vectors of the collections that are asked up to which each is compared."""

EF_SEARCH, MOST_SCANNED = 200, 60_000
"""How widely the graph is searched, and how many of its vectors at most, for those of the collections asked."""

_CONNECT_S, _STATEMENT_MS = 5, 60_000
_MOST_KEPT = 8


class PgVector:
    """See `port.Engine`."""

    def __init__(self, address: str, model: Model) -> None:
        """Ask nothing yet.

        Raises:
            EngineUnavailable: where the package is missing.
        """
        try:
            self._psycopg: Any = importlib.import_module("psycopg")
        except ImportError:
            raise EngineUnavailable("PostgreSQL's package is missing. Install bookwheel[team].") from None
        self._address, self._dimensions = address, model.dimensions
        self._name = f"bookwheel_vectors_{model.tag}"
        self._is_ready = False
        self._lock = threading.Lock()
        self._free: list[Any] = []

    def collections(self) -> frozenset[str]:
        """The collections of this model that hold vectors."""
        step = (
            "WITH RECURSIVE names AS ((SELECT collection FROM {table} ORDER BY collection LIMIT 1) UNION ALL"
            " SELECT (SELECT t.collection FROM {table} t WHERE t.collection > n.collection"
            " ORDER BY t.collection LIMIT 1) FROM names n WHERE n.collection IS NOT NULL)"
            " SELECT collection FROM names WHERE collection IS NOT NULL LIMIT 100000"
        )
        return frozenset(row[0] for row in self._ask(step))

    def keys(self, collection: str) -> set[bytes]:
        """The keys of a collection."""
        return set(_keys(row[0] for row in self._ask("SELECT key FROM {table} WHERE collection = %s", collection)))

    def count(self, collection: str) -> int:
        """How many vectors a collection holds."""
        return self._ask("SELECT count(*) FROM {table} WHERE collection = %s", collection)[0][0]

    def put(self, collection: str, keys: Sequence[bytes], vectors: Floats) -> None:
        """Hold vectors, and replace those that are there."""
        # In one order, so that two who put the same rows at once do not wait for each other in a circle.
        order = sorted(range(len(keys)), key=keys.__getitem__)
        self._ask(
            "INSERT INTO {table} (collection, key, vector) SELECT %s, key, vector::halfvec"
            " FROM unnest(%s::bytea[], %s::text[]) AS given (key, vector)"
            " ON CONFLICT (collection, key) DO UPDATE SET vector = excluded.vector"
            " WHERE {table}.vector <> excluded.vector",
            collection, [keys[row] for row in order], [_text(vectors[row]) for row in order],
        )  # fmt: skip

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors."""
        self._ask("DELETE FROM {table} WHERE collection = %s AND key = ANY(%s)", collection, list(keys))

    def drop_collection(self, collection: str) -> None:
        """Delete a collection."""
        self._ask("DELETE FROM {table} WHERE collection = %s", collection)

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys."""
        query = "SELECT key, vector::text FROM {table} WHERE collection = %s AND key = ANY(%s)"
        rows = self._ask(query, collection, list(keys))
        names = _keys(row[0] for row in rows)
        return {key: np.array(row[1].strip("[]").split(","), np.float32) for key, row in zip(names, rows, strict=True)}

    def near(self, vector: Floats, count: int, collections: Sequence[str]) -> Found:
        """The nearest of whole collections: by the graph, or each compared where they are few."""
        counted = "SELECT count(*) FROM (SELECT FROM {table} WHERE collection = ANY(%s) LIMIT %s) AS counted"
        names, asked = list(collections), _text(vector)
        if self._ask(counted, names, COMPARED + 1)[0][0] <= COMPARED:
            return self._exactly("collection = ANY(%s)", [names], asked, count)
        query = (
            "SELECT collection, key, 1 - (vector <=> %s::halfvec) FROM {table} WHERE collection = ANY(%s)"
            " ORDER BY vector <=> %s::halfvec LIMIT %s"
        )
        return _found(self._ask(query, asked, names, asked, count))

    def near_among(self, vector: Floats, count: int, collection: str, keys: Sequence[bytes]) -> Found:
        """The nearest of some keys of one collection: each of them is compared."""
        return self._exactly("collection = %s AND key = ANY(%s)", [collection, list(keys)], _text(vector), count)

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            free, self._free = self._free, []
        for connection in free:
            connection.close()

    def _exactly(self, condition: str, values: Sequence[object], asked: str, count: int) -> Found:
        query = (
            f"WITH asked AS MATERIALIZED (SELECT collection, key, vector FROM {{table}} WHERE {condition})"
            " SELECT collection, key, 1 - (vector <=> %s::halfvec) AS cosine FROM asked ORDER BY cosine DESC LIMIT %s"
        )
        return _found(self._ask(query, *values, asked, count))

    def _ask(self, query: str, *values: object) -> list[Any]:
        """The rows of a statement, which is one that may be made twice."""
        statement = query.format(table=self._name)
        with self._lock:
            known = self._free.pop() if self._free else None
        if known is not None:
            try:
                return self._run(known, statement, values)
            except (self._psycopg.OperationalError, self._psycopg.errors.UndefinedTable):
                self._forget()  # the server was started again since, or the table was deleted
        try:
            return self._run(self._connect(), statement, values)
        except (self._psycopg.Error, ValueError) as error:
            self._forget()
            raise _away(error) from error

    def _run(self, connection: Any, statement: str, values: Sequence[object]) -> list[Any]:
        """The rows of a statement on a connection, which is kept for the next one where all went well."""
        try:
            if not self._is_ready:
                self._prepare(connection)
            cursor = connection.execute(statement, values)
            rows: list[Any] = cursor.fetchall() if cursor.description else []
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if len(self._free) < _MOST_KEPT:
                self._free.append(connection)
                return rows
        connection.close()
        return rows

    def _forget(self) -> None:
        """Close what was kept: a server that was started again has closed its ends, and may lack the table."""
        self._is_ready = False
        self.close()

    def _connect(self) -> Any:
        settings = f"-c statement_timeout={_STATEMENT_MS} -c client_min_messages=error -c hnsw.ef_search={EF_SEARCH}"
        settings += f" -c hnsw.iterative_scan=strict_order -c hnsw.max_scan_tuples={MOST_SCANNED}"
        return self._psycopg.connect(
            self._address, autocommit=True, connect_timeout=_CONNECT_S, options=settings,
            application_name="bookwheel", keepalives_idle=30,
        )  # fmt: skip

    def _prepare(self, connection: Any) -> None:
        """Make the table where it is missing, one process at a time, and refuse an old pgvector."""
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(hashtext('bookwheel vectors'))")
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
            row = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
            _check_version(str(row[0]))
            connection.execute(
                f'CREATE TABLE IF NOT EXISTS {self._name} (collection text COLLATE "C" NOT NULL,'
                f" key bytea NOT NULL, vector halfvec({self._dimensions}) NOT NULL, PRIMARY KEY (collection, key))"
            )
            connection.execute(
                f"CREATE INDEX IF NOT EXISTS {self._name}_near ON {self._name}"
                " USING hnsw (vector halfvec_cosine_ops) WITH (m = 24, ef_construction = 100)"
            )
        self._is_ready = True


def _check_version(version: str) -> None:
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST:
        raise EngineUnavailable(
            "pgvector {version} finds too little where documents are hidden: it filters after it has ranked. "
            "Use 0.8 or newer, which goes on searching (iterative_scan).",
            version=version,
        )  # fmt: skip


def _text(vector: Floats) -> str:
    return f"[{','.join(map(str, vector.tolist()))}]"


def _found(rows: Sequence[Any]) -> Found:
    names = _keys(row[1] for row in rows)
    cosines = np.array([row[2] for row in rows], np.float32)
    return Found(tuple((str(row[0]), key) for row, key in zip(rows, names, strict=True)), cosines)


def _keys(values: Any) -> list[bytes]:
    keys = [bytes(value) for value in values]
    if any(len(key) != KEY_BYTES for key in keys):
        raise ValueError("keys of another length")
    return keys


def _away(error: Exception) -> EngineUnavailable:
    """What is wrong, without the address: it may hold a password."""
    said = getattr(getattr(error, "diag", None), "message_primary", None)
    return EngineUnavailable(
        "PostgreSQL cannot be used ({reason}). Check its address, its log, and that it has pgvector.",
        reason=str(said or type(error).__name__)[:300],
    )  # fmt: skip
