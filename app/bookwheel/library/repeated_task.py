"""Work that is done in a thread of its own, again and again but never twice at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)

CLOSE_S = 10.0
"""Seconds that `close` waits for work under way."""


class RepeatedTask:
    """Does something whenever it is asked for; once more, if it is asked for while it is done. Any thread."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        """Do nothing yet; the thread has this name."""
        self._name, self._work = name, work
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_asked = self._is_closed = False

    def ask(self) -> None:
        """Have it done soon, without waiting for it."""
        with self._lock:
            self._is_asked = not self._is_closed
            if self._is_asked and self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def wait(self, most_s: float) -> None:
        """Wait until what was asked for is done, at most so long."""
        thread = self._thread
        if thread is not None:
            thread.join(most_s)

    def close(self, most_s: float = CLOSE_S) -> None:
        """Begin nothing more, and wait for what is under way."""
        with self._lock:
            self._is_closed, self._is_asked = True, False
        self.wait(most_s)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._is_asked:
                    self._thread = None
                    return
                self._is_asked = False
            try:
                self._work()
            except Exception:  # the thread's edge: it is tried again when it is asked for again
                log.exception("%s failed", self._name)
