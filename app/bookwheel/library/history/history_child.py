"""The child that reads a history, seen from the indexer."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time

import msgspec

from bookwheel import child_process, packing, paths
from bookwheel.domain.history import History, HistoryTask

log = logging.getLogger(__name__)

MOST_S = 180.0
"""Seconds on the clock after which the child is killed: it runs only where nothing else wants to."""


class HistoryChild:
    """One child that reads one history; of one thread."""

    def __init__(self, task: HistoryTask) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [*paths.command(), "child", "history"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._until = time.monotonic() + MOST_S
        self._content: bytes | None = None
        self._thread = threading.Thread(target=self._exchange, args=(task,), name="history", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether there is nothing to fetch yet."""
        return self._thread.is_alive() and time.monotonic() < self._until

    def fetch(self) -> History | None:
        """End the child and return what it read; None when it did not end by itself."""
        is_late = self._thread.is_alive()
        self.close()
        if self._content is not None and not is_late:
            with contextlib.suppress(msgspec.MsgspecError):
                return packing.decode(self._content, History)
            log.error("what was read of a history does not fit")
        log.warning("the history was not read: the child %s", "took too long" if is_late else "ended early")
        return None

    def close(self) -> None:
        """End the child and its git."""
        if self._process.poll() is None:
            with contextlib.suppress(OSError):
                if sys.platform != "win32":
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        self._thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()

    def _exchange(self, task: HistoryTask) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(OSError, EOFError, ValueError):
            self._process.stdin.write(child_process.frame(packing.encode(task)))
            self._process.stdin.flush()
            self._content = child_process.read_frame(self._process.stdout)
