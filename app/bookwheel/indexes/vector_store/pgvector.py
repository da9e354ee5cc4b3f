"""pgvector in PostgreSQL: one table for each model, its rows by collection and key."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.vector_store.port import KEY_BYTES, Floats, Found, Model
from bookwheel.postgres_connections import PostgresConnections

OLDEST = (0, 8)
"""The oldest pgvector: earlier ones rank first and leave out then what is hidden, and so find too little."""

COMPARED = 5000
"""Vectors of the collections that are asked up to which each is compared."""

EF_SEARCH, MOST_SCANNED = 200, 60_000
"""How widely the graph is searched, and how many of its vectors at most, for those of the collections asked."""

_SETTINGS = f"-c hnsw.ef_search={EF_SEARCH} -c hnsw.iterative_scan=strict_order -c hnsw.max_scan_tuples={MOST_SCANNED}"


class PgVector:
    """See `port.Engine`."""

    def __init__(self, address: str, model: Model) -> None:
        """Ask nothing yet.

        Raises:
            EngineUnavailable: where the package is missing.
        """
        self._connections = PostgresConnections(address, self._prepare, _SETTINGS)
        self._dimensions = model.dimensions
        self._name = f"bookwheel_vectors_{model.tag}"

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
        rows = self._ask("SELECT key FROM {table} WHERE collection = %s", collection, is_long=True)
        return set(_keys(row[0] for row in rows))

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
            collection, [keys[row] for row in order], [_text(vectors[row]) for row in order], is_long=True,
        )  # fmt: skip

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors."""
        self._ask("DELETE FROM {table} WHERE collection = %s AND key = ANY(%s)", collection, list(keys), is_long=True)

    def drop_collection(self, collection: str) -> None:
        """Delete a collection."""
        self._ask("DELETE FROM {table} WHERE collection = %s", collection, is_long=True)

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys."""
        query = "SELECT key, vector::text FROM {table} WHERE collection = %s AND key = ANY(%s)"
        rows = self._ask(query, collection, list(keys), is_long=True)
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
        self._connections.close()

    def _exactly(self, condition: str, values: Sequence[object], asked: str, count: int) -> Found:
        query = (
            f"WITH asked AS MATERIALIZED (SELECT collection, key, vector FROM {{table}} WHERE {condition})"
            " SELECT collection, key, 1 - (vector <=> %s::halfvec) AS cosine FROM asked ORDER BY cosine DESC LIMIT %s"
        )
        return _found(self._ask(query, *values, asked, count))

    def _ask(self, query: str, *values: object, is_long: bool = False) -> list[Any]:
        """The rows of a statement, which is one that may be made twice."""
        statement = query.format(table=self._name)

        def work(connection: Any) -> list[Any]:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

        return self._connections.run(work, is_long=is_long)

    def _prepare(self, connection: Any) -> None:
        """Make the table where it is missing, one process at a time, and refuse an old pgvector."""
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
