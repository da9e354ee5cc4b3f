"""The storage watch: what the system refuses to the library's writers, and when they may try again."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bookwheel.domain.messages import NO_MESSAGE, Message

PROBE_BYTES = 1 << 20
"""What a disk must take before the writers try again: about one batch."""

PROBE_FILE = "probe.tmp"

WAITS_S = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds between two probes; the last for all further ones."""

SERVICE = "service"
"""The source of what calls are refused."""

CALM_S = 60.0
"""Seconds without a new refusal after which waiting begins with the shortest wait again."""

logger = logging.getLogger(__name__)


class StorageWatch:
    """Knows why nothing can be written, and probes the disk until it can; thread-safe.

    The sources are the writers (indexer, embedder, nearest vectors) and the service, for the calls that it answers.
    While one has been refused, `is_held` says that no writer should start; a probe that succeeds lets them. `problem`
    stays until each refused writer has written; of a call nothing more comes, so there the probe is enough.
    """

    def __init__(self, root: Path, on_changed: Callable[[Message], None]) -> None:
        """Watch the library's folder; `on_changed` gets each new `problem`, empty once all is well again."""
        self._root, self._on_changed = root, on_changed
        self._lock = threading.Lock()
        self._refused: dict[str, Message] = {}
        self._tries = 0
        self._refused_at = 0.0
        self._is_held = False
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def problem(self) -> Message:
        """The sentence that says why nothing can be written; empty while all is well."""
        return next(iter(self._refused.values()), NO_MESSAGE)

    @property
    def is_held(self) -> bool:
        """Whether writers should wait for the disk."""
        return self._is_held

    def refuse(self, source: str, sentence: Message) -> None:
        """Note that the system refused a write, and begin to probe."""
        with self._lock:
            before = self.problem
            if time.monotonic() - self._refused_at > CALM_S:
                self._tries = 0
            self._refused[source], self._refused_at = sentence, time.monotonic()
            self._is_held = True
            if self._thread is None and not self._closing.is_set():
                self._thread = threading.Thread(target=self._probe, name="storage", daemon=True)
                self._thread.start()
        logger.warning("The %s could not write: %s", source, sentence)
        self._tell(before)

    def refuse_call(self, sentence: Message) -> None:
        """Note that the system refused something to a call, if the disk takes no file now: else it is over already."""
        if not self._is_held and not self._can_write():
            self.refuse(SERVICE, sentence)

    def accept(self, source: str) -> None:
        """Note that a writer has written."""
        if source not in self._refused:
            return
        with self._lock:
            before = self.problem
            self._refused.pop(source, None)
        self._tell(before)

    def close(self) -> None:
        """Probe no more."""
        self._closing.set()
        thread = self._thread
        if thread is not None:
            thread.join(5)

    def _probe(self) -> None:
        while not self._closing.wait(WAITS_S[min(self._tries, len(WAITS_S) - 1)]):
            self._tries += 1
            if not self._can_write():
                continue
            with self._lock:
                self._is_held, self._thread = False, None
            self.accept(SERVICE)
            return

    def _can_write(self) -> bool:
        probe = self._root / PROBE_FILE
        try:
            with probe.open("wb") as file:
                file.write(bytes(PROBE_BYTES))
        except OSError:
            return False
        finally:
            with contextlib.suppress(OSError):
                probe.unlink()
        return True

    def _tell(self, before: Message) -> None:
        now = self.problem
        if now != before:
            self._on_changed(now)
