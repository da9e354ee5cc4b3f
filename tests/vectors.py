"""Vectors with hashes, for indexes of nearest vectors."""

from __future__ import annotations

import numpy as np


def always() -> bool:
    return True


def numbered_hashes(count: int) -> list[bytes]:
    return [number.to_bytes(16) for number in range(count)]


def unit_vectors(seed: int, count: int, dimensions: int = 16) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
