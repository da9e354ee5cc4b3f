"""The nearest vectors of one model, in a store that is changed a few at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.messages import Message
from bookwheel.indexes.ann.chroma import ChromaFolder

LEAST_ADDED, MOST_ADDED = 4, 32
"""Vectors a call. A call costs 8 ms besides what each vector does: .5 ms among few, 6 ms among 60,000 at random."""

CALL_S = 0.05
"""Seconds that a call should take, since a query waits for the one that is under way."""

DELETED_AT_ONCE = 200
REST = 2.0
"""Pause after each call, as a share of the time that it took."""


class Store(Protocol):
    """Where the vectors are: a `ChromaFolder` in this process, or one in another. Any thread may call.

    Each method raises StoreUnusable when the store cannot be used: IndexDamaged when it has to be made anew.
    """

    @property
    def notice(self) -> Message:
        """Why another store had to be replaced; empty when none was."""
        ...

    @property
    def is_lost(self) -> bool:
        """Whether the process that had it open is gone, so that it must be opened again."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...

    def ids(self) -> list[bytes]:
        """The hashes of all vectors there."""
        ...

    def add(self, hashes: Sequence[bytes], vectors: NDArray[np.float32]) -> None:
        """Add a few vectors that are not there."""
        ...

    def delete(self, hashes: Sequence[bytes]) -> None:
        """Take a few vectors out."""
        ...

    def nearest(self, vector: NDArray[np.float32], count: int) -> tuple[list[bytes], NDArray[np.float32]]:
        """Hashes of the nearest vectors, nearest first, and their cosines."""
        ...

    def empty(self) -> None:
        """Begin anew with an empty store, so that nothing taken out is left in a file."""
        ...


OpenStore = Callable[[Path, str], Store]
"""Opens or makes the store in a folder for the model of an identity."""


class NearestIndex:
    """One model's vectors under their chunks' hashes. Any thread; `notice` says when another had to be replaced."""

    def __init__(self, folder: Path, identity: str, open_store: OpenStore = ChromaFolder) -> None:
        """Open or make the index of the model with that identity; what is torn or of another version is replaced.

        Raises:
            StoreUnusable: when not even an empty one can be made.
        """
        self._store = open_store(folder, identity)
        self._added_at_once = LEAST_ADDED

    @property
    def notice(self) -> Message:
        """Why another index had to be replaced; empty when none was."""
        return self._store.notice

    @property
    def is_lost(self) -> bool:
        """Whether the process that had it open is gone, so that it must be opened again."""
        return self._store.is_lost

    def close(self) -> None:
        """Let go of the folder."""
        self._store.close()

    def ids(self) -> set[bytes]:
        """The hashes of all vectors there.

        Raises:
            StoreUnusable: when they cannot be read.
        """
        return set(self._store.ids())

    def add(self, hashes: Sequence[bytes], vectors: NDArray[np.float32], is_wanted: Callable[[], bool]) -> bool:
        """Add vectors that are not there, giving way after each few; False when it was not wanted any more.

        Raises:
            StoreUnusable: when they cannot be written.
        """
        start = 0
        while start < len(hashes):
            if not is_wanted():
                return False
            part = slice(start, start + self._added_at_once)
            took_s = _act_and_rest(lambda part=part: self._store.add(hashes[part], vectors[part]))
            start = part.stop
            fitting = int(self._added_at_once * CALL_S / max(took_s, 1e-6))
            self._added_at_once = min(max(fitting, LEAST_ADDED), MOST_ADDED)
        return True

    def delete(self, hashes: Sequence[bytes]) -> None:
        """Take vectors out.

        Raises:
            StoreUnusable: when that fails.
        """
        for start in range(0, len(hashes), DELETED_AT_ONCE):
            part = hashes[start : start + DELETED_AT_ONCE]
            _act_and_rest(lambda part=part: self._store.delete(part))

    def nearest(self, vector: NDArray[np.float32], count: int) -> tuple[list[bytes], NDArray[np.float32]]:
        """Hashes of the nearest vectors, nearest first, and their cosines.

        Raises:
            StoreUnusable: when they cannot be read.
        """
        return self._store.nearest(vector, count)

    def empty(self) -> None:
        """Begin anew with an empty index, so that nothing taken out is left in a file."""
        self._store.empty()


def _act_and_rest(act: Callable[[], object]) -> float:
    """Act, pause, and return the seconds that the act took."""
    began = time.perf_counter()
    act()
    took_s = time.perf_counter() - began
    time.sleep(took_s * REST)
    return took_s
