"""The port `Vectors`: where vectors lie, and which of them are nearest; and the smaller one that an engine fills."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

KEY_BYTES = 16
MOST_NEAR = 1000
"""Vectors that one question answers at most."""

Row = tuple[str, bytes]
"""A collection and a key: what a vector is known by."""

Mask = Mapping[str, Set[bytes] | None]
"""The collections that are asked; those with keys are narrowed to these, None stands for all of a collection."""


@dataclass(frozen=True, slots=True)
class Model:
    """What made the vectors of a store: an identity, and how many numbers each vector has."""

    identity: str
    dimensions: int

    @property
    def tag(self) -> str:
        """12 hexadecimal digits that name the model in an engine."""
        return hashlib.blake2b(f"{self.identity}\n{self.dimensions}".encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Found:
    """Rows, nearest first, and their cosines (float32, -1 to 1)."""

    rows: tuple[Row, ...]
    cosines: Floats


NOTHING = Found((), np.zeros(0, np.float32))


def merge(parts: Sequence[Found], count: int) -> Found:
    """Return the `count` nearest of several answers, each row once."""
    best: dict[Row, float] = {}
    for part in parts:
        for row, cosine in zip(part.rows, part.cosines.tolist(), strict=True):
            best[row] = max(cosine, best.get(row, -2.0))
    rows = sorted(best, key=lambda row: (-best[row], row))[:count]
    return Found(tuple(rows), np.array([best[row] for row in rows], np.float32))


class Vectors(Protocol):
    """The vectors of one model. Any thread and any number of processes may call.

    Every method raises `EngineUnavailable` when the engine does not answer, and `VectorsRefused` for what it cannot
    hold: keys that are not `KEY_BYTES` long, other dimensions, numbers that are not finite, vectors of length 0, and
    names of collections that are not 1 to 40 lower-case letters, digits and hyphens.
    """

    @property
    def model(self) -> Model:
        """What made the vectors."""
        ...

    def collections(self) -> frozenset[str]:
        """The collections that hold vectors."""
        ...

    def keys(self, collection: str) -> set[bytes]:
        """The keys of a collection; empty for one that is not there."""
        ...

    def count(self, collection: str) -> int:
        """How many vectors a collection holds."""
        ...

    def put(self, collection: str, keys: Sequence[bytes], vectors: Floats) -> None:
        """Hold vectors (n, dimensions), brought to length 1, under keys. One that is there is replaced.

        Of a key given twice the last vector holds. Several callers may put the same rows at once.
        """
        ...

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors; keys that are not there do not matter."""
        ...

    def drop_collection(self, collection: str) -> None:
        """Delete all vectors of a collection, which need not be there."""
        ...

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys, of length 1 within .002 a number; keys that are not there are left out."""
        ...

    def near(self, vector: Floats, count: int, mask: Mask) -> Found:
        """The nearest rows to a vector, at most `count` and `MOST_NEAR`, among those that the mask names.

        The mask holds before anything is ranked: of 1 row in 100 at least 95 of the 100 nearest are found. Cosines
        are right within .01.
        """
        ...

    def close(self) -> None:
        """Let go of the engine."""
        ...


class Engine(Protocol):
    """What an adapter does; `EngineVectors` makes the port of it. Any thread may call; what comes in is checked.

    Every method may raise `EngineUnavailable`. Vectors are unit vectors; a call has `MOST_AT_ONCE` keys at most, each
    once. An engine never has to believe that a collection is there.
    """

    def collections(self) -> frozenset[str]:
        """See `Vectors`."""
        ...

    def keys(self, collection: str) -> set[bytes]:
        """See `Vectors`."""
        ...

    def count(self, collection: str) -> int:
        """See `Vectors`."""
        ...

    def put(self, collection: str, keys: Sequence[bytes], vectors: Floats) -> None:
        """Hold vectors, and replace those that are there."""
        ...

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors."""
        ...

    def drop_collection(self, collection: str) -> None:
        """Delete a collection."""
        ...

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys."""
        ...

    def near(self, vector: Floats, count: int, collections: Sequence[str]) -> Found:
        """The nearest of whole collections."""
        ...

    def near_among(self, vector: Floats, count: int, collection: str, keys: Sequence[bytes]) -> Found:
        """The nearest of some keys of one collection: exactly, or nearly so."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...
