"""Vectors as the service reads them, from any thread."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.vectors import schema

MOST_ROWS = 8192
"""Rows of one answer at most, so that reading a large library takes little memory at a time."""

_MARKS = 500


@dataclass(frozen=True, slots=True)
class Model:
    """A model with vectors here: its number in the file, its identity's key, the name by which it is loaded."""

    key: int
    identity: str
    name: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class Rows:
    """Chunks in the order in which they were written; a section's chunks stand together.

    `section_keys` int64 (n,), `hashes` 16 bytes each, `vectors` float16 (n, dimensions); `empty` are the keys (int64)
    of sections that have nothing to embed; `newest` is the key to go on after; `is_last` says that nothing follows.
    """

    section_keys: NDArray[np.int64]
    hashes: tuple[bytes, ...]
    vectors: NDArray[np.float16]
    empty: NDArray[np.int64]
    newest: int
    is_last: bool


class VectorsReader:
    """Reads what the embedder has committed. Calls take turns."""

    def __init__(self, path: Path) -> None:
        """Open a file that exists.

        Raises:
            IndexDamaged: when it does not, cannot be read, or is of another version.
        """
        self._lock = threading.Lock()
        self._path, self._file = path, schema.identity_of(path)
        with schema.watched():
            self._connection = schema.connect(path, is_writer=False)
            try:
                version = self._connection.execute("PRAGMA user_version").fetchone()[0]
                if version != schema.VERSION:
                    raise IndexDamaged("The vectors are from another version; they are being rebuilt.")
            except BaseException:
                self._connection.close()
                raise

    @property
    def is_replaced(self) -> bool:
        """Whether another file has taken this one's place, or none."""
        return schema.identity_of(self._path) != self._file

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def stamp(self) -> tuple[int, int]:
        """Birth of the catalogue whose sections these are, and the round: it grows when chunks are taken out."""
        found = dict(self._all("SELECT name, value FROM counters"))
        return found[schema.BIRTH], found[schema.ROUND]

    def models(self) -> tuple[Model, ...]:
        """Every model that has vectors here, in the order in which they came."""
        return tuple(
            Model(*row) for row in self._all("SELECT key, identity, name, dimensions FROM models ORDER BY key")
        )

    def count(self) -> int:
        """How many vectors there are."""
        return self._all("SELECT count(*) FROM vectors")[0][0]

    def rows(self, model: Model, after: int = 0) -> Rows:
        """A model's chunks written after the chunk key `after`, `MOST_ROWS` at most."""
        found = self._all(
            "SELECT c.key, c.section_key, c.hash, v.vector, c.of FROM chunks c"
            " LEFT JOIN vectors v ON v.model = c.model AND v.hash = c.hash AND length(v.vector) = ?"
            " WHERE c.key > ? AND +c.model = ? ORDER BY c.key LIMIT ?",
            (model.dimensions * np.dtype(np.float16).itemsize, after, model.key, MOST_ROWS),
        )
        full = [row for row in found if row[4] and row[3] is not None]
        vectors = np.frombuffer(b"".join(row[3] for row in full), np.float16)
        return Rows(
            np.array([row[1] for row in full], np.int64),
            tuple(row[2] for row in full),
            vectors.reshape(len(full), model.dimensions),
            np.array([row[1] for row in found if not row[4]], np.int64),
            found[-1][0] if found else after,
            len(found) < MOST_ROWS,
        )

    def chunk_keys(self, model: Model) -> NDArray[np.int64]:
        """Section and key of each chunk of a model (rows of two), by section: a chunk made anew has another key."""
        found = self._all("SELECT section_key, key FROM chunks WHERE model = ? ORDER BY section_key, key", (model.key,))
        return np.array(found, np.int64).reshape(-1, 2)

    def vectors_of(self, model: Model, section_keys: Sequence[int]) -> dict[int, list[bytes]]:
        """The vectors of a model, float16, of sections' chunks in their order, by section; whole sections alone."""
        size = model.dimensions * np.dtype(np.float16).itemsize
        found: dict[int, list[bytes]] = {}
        whole: dict[int, int] = {}
        for start in range(0, len(section_keys), _MARKS):
            part = section_keys[start : start + _MARKS]
            query = (
                "SELECT c.section_key, c.of, v.vector FROM chunks c JOIN vectors v ON v.model = c.model"
                f" AND v.hash = c.hash WHERE c.model = ? AND c.section_key IN ({','.join('?' * len(part))})"
                " AND length(v.vector) = ? ORDER BY c.section_key, c.number"
            )
            for section, chunks, vector in self._all(query, (model.key, *part, size)):
                found.setdefault(section, []).append(vector)
                whole[section] = chunks
        return {section: vectors for section, vectors in found.items() if len(vectors) == whole[section]}

    def vectors_under(self, model: Model, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors of a model, float16, under hashes; those that are not there are left out."""
        size = model.dimensions * np.dtype(np.float16).itemsize
        found: dict[bytes, bytes] = {}
        for start in range(0, len(hashes), _MARKS):
            part = hashes[start : start + _MARKS]
            query = f"SELECT hash, vector FROM vectors WHERE model = ? AND hash IN ({','.join('?' * len(part))})"
            found.update(self._all(f"{query} AND length(vector) = ?", (model.key, *part, size)))
        return found

    def fault(self) -> Message:
        """What a check of the whole file finds wrong; empty when it is sound."""
        found = str(self._all("PRAGMA quick_check(1)")[0][0])
        if found != "ok":
            return Message("The vectors are damaged ({reason}).", reason=found)
        orphans = self._all(
            "SELECT (SELECT count(*) FROM vectors v WHERE NOT EXISTS"
            " (SELECT 1 FROM chunks c WHERE c.model = v.model AND c.hash = v.hash)),"
            " (SELECT count(*) FROM chunks c WHERE c.of > 0 AND NOT EXISTS"
            " (SELECT 1 FROM vectors v WHERE v.model = c.model AND v.hash = c.hash))"
        )[0]
        if orphans[1]:
            return Message("{count} chunks have lost their vectors.", count=f"{orphans[1]:,}")
        return (
            Message("{count} vectors no longer belong to any section.", count=f"{orphans[0]:,}")
            if orphans[0]
            else NO_MESSAGE
        )

    def _all(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._lock, schema.watched():
            return self._connection.execute(query, values).fetchall()
