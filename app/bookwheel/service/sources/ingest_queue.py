"""Batches that wait for the ingester: how many of each collection, how large, and when a program must slow down."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass

from bookwheel.domain.errors import TooMany

MOST_BATCHES = 32
"""Batches of one collection that may wait."""

MOST_BYTES = 256 * 1024 * 1024
"""Size of the batches of one collection that may wait."""

MOST_FILES = 50_000
"""Files of one collection that may wait to be indexed."""

RETRY_AFTER_S = 2
"""Seconds after which a program that had to slow down may try again."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A batch that waits: its job, its collection and its size."""

    job: str
    collection: str
    size_bytes: int = 0


class IngestQueue:
    """A queue of batches; safe to use from any thread. Room is taken before a batch is written, and given back."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._changed = threading.Condition()
        self._waiting: deque[Waiting] = deque()
        self._batches: dict[str, int] = {}
        self._bytes: dict[str, int] = {}
        self._is_closed = False

    def reserve(self, collection: str, size_bytes: int, files_waiting: int = 0) -> None:
        """Take room for a batch.

        Raises:
            TooMany: when too much waits already.
        """
        with self._changed:
            batches, size = self._batches.get(collection, 0), self._bytes.get(collection, 0)
            if batches >= MOST_BATCHES or (size and size + size_bytes > MOST_BYTES) or files_waiting > MOST_FILES:
                raise TooMany(
                    "{batches} batches and {files} files of this collection wait already. Try again in a moment.",
                    batches=batches,
                    files=f"{files_waiting:,}",
                )
            self._batches[collection] = batches + 1
            self._bytes[collection] = size + size_bytes

    def release(self, waiting: Waiting) -> None:
        """Give the room of a batch back."""
        with self._changed:
            self._batches[waiting.collection] = max(0, self._batches.get(waiting.collection, 0) - 1)
            self._bytes[waiting.collection] = max(0, self._bytes.get(waiting.collection, 0) - waiting.size_bytes)

    def put(self, waiting: Waiting) -> None:
        """Let a batch wait, whose room is taken."""
        with self._changed:
            self._waiting.append(waiting)
            self._changed.notify_all()

    def next(self, timeout_s: float) -> Waiting | None:
        """The batch whose turn it is; None when none came in time, or the queue is closed."""
        with self._changed:
            ends_at = time.monotonic() + timeout_s
            while not self._waiting and not self._is_closed:
                left_s = ends_at - time.monotonic()
                if left_s <= 0 or not self._changed.wait(left_s):
                    break
            return self._waiting.popleft() if self._waiting and not self._is_closed else None

    def wake(self) -> None:
        """Let `next` look again at what is due."""
        with self._changed:
            self._changed.notify_all()

    def forget(self, collection: str) -> None:
        """Let go of the batches of a collection."""
        with self._changed:
            for waiting in [one for one in self._waiting if one.collection == collection]:
                self._waiting.remove(waiting)
                self.release(waiting)

    def count(self, collection: str) -> int:
        """How many batches of a collection wait, or are being applied."""
        with self._changed:
            return self._batches.get(collection, 0)

    @property
    def is_closed(self) -> bool:
        """Whether nothing is given out any more."""
        return self._is_closed

    def close(self) -> None:
        """Give nothing out any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
