"""The keys of a model's vectors in memory, without the vectors: which sections have them, and which have which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.vector_store import KEY_BYTES
from bookwheel.indexes.vectors import Rows
from bookwheel.library.embedding.vector_table import Bools, Keys, Places

Hashes = NDArray[np.uint64]
"""Chunks' hashes (n, 2), the first eight bytes and the others."""


@dataclass(frozen=True, slots=True)
class KeyTable:
    """Chunk by chunk the hash and the section's key; never changed, so that any thread may read. 32 bytes a chunk.

    `hashes` (n, 2), `section_keys` (n,), a section's chunks together; `order` sorts the hashes' first halves, which
    `sorted_halves` holds; `done` are all keys that need no embedding any more, with or without vectors.
    """

    hashes: Hashes
    section_keys: Keys
    done: Keys
    newest: int
    order: Places
    sorted_halves: NDArray[np.uint64]

    @classmethod
    def empty(cls) -> KeyTable:
        """A table of no chunks."""
        keys = np.zeros(0, np.int64)
        return cls(np.zeros((0, 2), np.uint64), keys, keys, 0, keys, np.zeros(0, np.uint64))

    @property
    def size(self) -> int:
        """How many chunks there are."""
        return len(self.section_keys)

    def grown(self, rows: Rows) -> KeyTable:
        """The table with more rows, whose vectors are not kept."""
        hashes = np.concatenate([self.hashes, _halves(rows.hashes)])
        order = np.argsort(hashes[:, 0], kind="stable")
        return KeyTable(
            hashes,
            np.concatenate([self.section_keys, rows.section_keys]),
            np.concatenate([self.done, np.unique(rows.section_keys), rows.empty]),
            rows.newest,
            order,
            hashes[order, 0],
        )

    def chunks_among(self, mask: Bools) -> Places:
        """The chunks of the sections that a mask by section key has."""
        is_known = self.section_keys < len(mask)
        return np.flatnonzero(is_known & mask[np.where(is_known, self.section_keys, 0)])

    def keys_at(self, chunks: Places) -> list[bytes]:
        """The hashes of some chunks."""
        content = self.hashes[chunks].astype(">u8").tobytes()
        return [content[at : at + KEY_BYTES] for at in range(0, len(content), KEY_BYTES)]

    def sections_of(self, keys: Sequence[bytes]) -> Keys:
        """The sections that have a chunk under any of the hashes, rising."""
        halves = _halves(keys)
        first = np.searchsorted(self.sorted_halves, halves[:, 0], "left")
        last = np.searchsorted(self.sorted_halves, halves[:, 0], "right")
        counts = last - first
        asked = np.repeat(np.arange(len(keys)), counts)
        begins = np.cumsum(counts) - counts
        chunks = self.order[np.repeat(first - begins, counts) + np.arange(int(counts.sum()))]
        same = self.hashes[chunks, 1] == halves[asked, 1]
        return np.unique(self.section_keys[chunks[same]])


def _halves(keys: Sequence[bytes]) -> Hashes:
    return np.frombuffer(b"".join(keys), ">u8").reshape(-1, 2).astype(np.uint64)
