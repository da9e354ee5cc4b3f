"""What is put into an engine and asked of it, checked once for all engines."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import VectorsRefused
from bookwheel.indexes.vector_store.port import KEY_BYTES, Floats

_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")


def check_name(collection: str) -> None:
    """Refuse a name of a collection that not every engine takes.

    Raises:
        VectorsRefused: for such a name.
    """
    if not _NAME.fullmatch(collection):
        raise VectorsRefused(
            "{name} cannot name a collection. Use up to 40 lower-case letters, digits and hyphens.",
            name=collection[:80],
        )


def unique_keys(keys: Sequence[bytes]) -> list[bytes]:
    """The keys, each once, in their order.

    Raises:
        VectorsRefused: for a key of another length.
    """
    if any(len(key) != KEY_BYTES for key in keys):
        raise VectorsRefused("A key has another length. Use keys of {size} bytes.", size=KEY_BYTES)
    return list(dict.fromkeys(keys))


def unit_rows(keys: Sequence[bytes], vectors: Floats, dimensions: int) -> tuple[list[bytes], Floats]:
    """The keys, each once, with the vector that was given last, of length 1.

    Raises:
        VectorsRefused: for vectors that cannot be held; none of them is put then.
    """
    if vectors.shape != (len(keys), dimensions):
        raise VectorsRefused(
            "The vectors have the shape {shape}. Give one of {dimensions} numbers for each of {count} keys.",
            shape=vectors.shape, dimensions=dimensions, count=len(keys),
        )  # fmt: skip
    last = {key: row for row, key in enumerate(keys)}
    names = unique_keys(keys)
    return names, _unit(vectors[[last[key] for key in names]])


def unit_query(vector: Floats, dimensions: int) -> Floats:
    """The vector of a question, of length 1.

    Raises:
        VectorsRefused: for one that cannot be compared.
    """
    if vector.shape != (dimensions,):
        raise VectorsRefused(
            "The vector has the shape {shape}. Ask with {dimensions} numbers.",
            shape=vector.shape, dimensions=dimensions,
        )  # fmt: skip
    return _unit(vector[np.newaxis])[0]


def _unit(vectors: Floats) -> Floats:
    wide: NDArray[np.float64] = vectors.astype(np.float64)
    if not np.isfinite(wide).all():
        raise VectorsRefused("A vector holds numbers that are not finite. Give finite numbers.")
    largest = np.abs(wide).max(axis=1, initial=0.0, keepdims=True)
    if not (largest > 0).all():
        raise VectorsRefused("A vector has no direction. Give one that is not all zeros.")
    wide /= largest  # or the squares of the smallest numbers are 0
    return (wide / np.linalg.norm(wide, axis=1, keepdims=True)).astype(np.float32)
