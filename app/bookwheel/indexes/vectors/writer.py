"""Vectors as the embedder writes them: the only writer of vectors.sqlite."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.vectors import schema

REMADE = Message("The vectors were damaged or from another version; they are being rebuilt in the background.")

_MARKS = 500

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """One of a section's `of` chunks (`number` from 0); a section with nothing to embed has one with `of` 0."""

    section_key: int
    number: int
    of: int
    hash: bytes


class VectorsWriter:
    """Writes vectors and chunks; every call that changes them is one transaction."""

    def __init__(self, path: Path, birth: int, *, is_suspect: bool = False) -> None:
        """Open or make the file for the catalogue of that birth; `notice` says when another had to be replaced.

        A suspect file is checked whole. Chunks of another catalogue are taken out; their vectors stay for text that is
        the same.
        """
        self.path, self.notice = path, NO_MESSAGE
        try:
            self._connection = _opened(path, birth, is_suspect=is_suspect)
        except (sqlite3.DatabaseError, IndexDamaged) as error:
            if (refusal := storage.find_storage_error(error)) is not None:
                raise refusal from error
            log.warning("vectors: %s", error)
            self.notice = REMADE
            for file in path.parent.glob(f"{path.name}*"):
                file.unlink(missing_ok=True)
            self._connection = _opened(path, birth, is_suspect=False)

        self._file = schema.identity_of(path)

    @property
    def is_replaced(self) -> bool:
        """Whether another file has taken this one's place, or none."""
        return schema.identity_of(self.path) != self._file

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def model(self, identity: str, name: str, dimensions: int) -> int:
        """The number of a model, which it gets the first time."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO models (identity, name, dimensions) VALUES (?1, ?2, ?3)"
                " ON CONFLICT (identity) DO UPDATE SET name=?2 WHERE name != ?2",
                (identity, name, dimensions),
            )
            return connection.execute("SELECT key FROM models WHERE identity=?", (identity,)).fetchone()[0]

    def models(self) -> dict[int, str]:
        """Every model's number and identity."""
        with schema.watched():
            return dict(self._connection.execute("SELECT key, identity FROM models").fetchall())

    def sections(self, model: int) -> set[int]:
        """Keys of the sections that are done; not those of which a chunk has lost its vector."""
        with schema.watched():
            rows = self._connection.execute(
                "SELECT section_key FROM chunks c WHERE model=? GROUP BY section_key HAVING min(of = 0 OR EXISTS"
                " (SELECT 1 FROM vectors v WHERE v.model = c.model AND v.hash = c.hash))",
                (model,),
            )
            return {key for (key,) in rows}

    def known(self, model: int, hashes: Iterable[bytes]) -> set[bytes]:
        """Those of the hashes that have a vector."""
        asked = list(dict.fromkeys(hashes))
        found: set[bytes] = set()
        with schema.watched():
            for start in range(0, len(asked), _MARKS):
                part = asked[start : start + _MARKS]
                query = f"SELECT hash FROM vectors WHERE model=? AND hash IN ({','.join('?' * len(part))})"
                found.update(key for (key,) in self._connection.execute(query, (model, *part)))
        return found

    def put(self, model: int, vectors: Mapping[bytes, NDArray[np.float32]], chunks: Sequence[ChunkRow]) -> None:
        """Commit whole sections' chunks with the vectors that they need and that were not there, in one transaction."""
        with self._transaction() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO vectors (model, hash, vector) VALUES (?, ?, ?)",
                [(model, key, vector.astype(np.float16).tobytes()) for key, vector in vectors.items()],
            )
            connection.executemany(
                "INSERT OR REPLACE INTO chunks (model, section_key, number, of, hash) VALUES (?, ?, ?, ?, ?)",
                [(model, chunk.section_key, chunk.number, chunk.of, chunk.hash) for chunk in chunks],
            )

    def keep(self, wanted: Mapping[int, Iterable[int]]) -> int:
        """Take out every chunk but those of the wanted sections (by model), and what only they needed; how many."""
        with self._transaction() as connection:
            connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS wanted (model, section_key, PRIMARY KEY (model, section_key))"
            )
            connection.execute("DELETE FROM wanted")
            connection.executemany(
                "INSERT INTO wanted VALUES (?, ?)", ((model, key) for model, keys in wanted.items() for key in keys)
            )
            gone = connection.execute(
                "DELETE FROM chunks WHERE (model, section_key) NOT IN (SELECT model, section_key FROM wanted)"
            ).rowcount
            connection.execute("DELETE FROM wanted")
            gone += connection.execute(
                "DELETE FROM vectors WHERE NOT EXISTS"
                " (SELECT 1 FROM chunks c WHERE c.model = vectors.model AND c.hash = vectors.hash)"
            ).rowcount
            lost = connection.execute(
                "DELETE FROM chunks WHERE (model, section_key) IN (SELECT model, section_key FROM chunks c WHERE of > 0"
                " AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.model = c.model AND v.hash = c.hash))"
            ).rowcount
            gone += connection.execute(
                "DELETE FROM models WHERE key NOT IN (SELECT model FROM chunks) AND key NOT IN"
                f" ({','.join(str(int(model)) for model in wanted)})"
            ).rowcount
            if gone or lost:
                connection.execute("UPDATE counters SET value = value + 1 WHERE name=?", (schema.ROUND,))
        return gone + lost

    def erase_traces(self) -> None:
        """Rewrite the file so that nothing taken out is left in it or in its log."""
        with schema.watched():
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextlib.contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        with schema.watched():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _opened(path: Path, birth: int, *, is_suspect: bool) -> sqlite3.Connection:
    is_new = not path.exists() or not path.stat().st_size
    connection = schema.connect(path, is_writer=True)
    try:
        if is_new:
            path.chmod(0o600)
            schema.create(connection, birth)
            return connection
        if connection.execute("PRAGMA user_version").fetchone()[0] != schema.VERSION:
            raise IndexDamaged("another version")
        if is_suspect and (found := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise IndexDamaged(str(found))
        known = connection.execute("SELECT value FROM counters WHERE name=?", (schema.BIRTH,)).fetchone()[0]
        if known != birth:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM chunks")
            connection.execute("UPDATE counters SET value=? WHERE name=?", (birth, schema.BIRTH))
            connection.execute("UPDATE counters SET value = value + 1 WHERE name=?", (schema.ROUND,))
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection
