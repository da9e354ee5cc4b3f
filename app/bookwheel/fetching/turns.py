"""Turns: only so many fetches run at once, and fewer of one host."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager


class Turns:
    """Lets `most` callers in at once, `most_of_host` of them for one host; others wait."""

    def __init__(self, most: int = 4, most_of_host: int = 2) -> None:
        self._most, self._most_of_host = most, most_of_host
        self._running: Counter[str] = Counter()
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, host: str) -> Generator[None]:
        """Wait for a turn, and have it meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_free(host))
            self._running[host] += 1
        try:
            yield
        finally:
            with self._changed:
                self._running[host] -= 1
                self._running += Counter()
                self._changed.notify_all()

    def _is_free(self, host: str) -> bool:
        return self._running.total() < self._most and self._running[host] < self._most_of_host
