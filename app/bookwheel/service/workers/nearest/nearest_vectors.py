"""The index of nearest vectors, brought up to the vectors that the embedder made."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from bookwheel.domain.errors import StorageUnavailable, StoreUnusable
from bookwheel.domain.messages import Message
from bookwheel.indexes.state import State
from bookwheel.library.embedding.live_vectors import LiveMeaning
from bookwheel.library.embedding.shared_meaning import SharedMeaning
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.workers import process_memory
from bookwheel.service.workers.nearest.nearest_child import NearestChild
from bookwheel.service.workers.notices import Notices
from bookwheel.service.workers.worker_supervisor import BACKOFF_S

BUILT = "chroma_built"
"""What the state remembers once Chroma has been begun, so that its loss is noticed."""

LOST = Message("The vector index was missing; it is being rebuilt in the background.")


CRASHES_BEFORE_NOTICE = 5
"""Ends of the process, one after the other, after which the person is told."""

KEEPS_STOPPING = Message(
    "The process that builds the vector index keeps stopping. Searches work without it. "
    "See the library's log for details."
)


class NearestVectors:
    """Chroma as the embedder's thread builds it; `empty` may be called from any thread and ends what is being built."""

    def __init__(
        self, paths: LibraryPaths, state: State, meaning: LiveMeaning | SharedMeaning, notices: Notices
    ) -> None:
        """Build nothing yet."""
        self._paths, self._state, self._meaning, self._notices = paths, state, meaning, notices
        self._child = NearestChild([*command(), "child", "nearest", "--library", str(paths.root)], paths.log)
        meaning.open_store = self._child.open
        self._is_emptying = False
        self._failures, self._build_from = 0, 0.0

    def build(self, may_build: Callable[[], bool]) -> None:
        """Bring Chroma up to what was embedded, as long as `may_build` says so; not soon after its process ended.

        Raises:
            StorageUnavailable: when the system refuses something.
        """
        if time.monotonic() < self._build_from:
            return
        if not self._state.mark(BUILT):
            with contextlib.suppress(OSError):  # whoever builds says what the system refuses
                self._paths.chroma.mkdir(exist_ok=True, mode=0o700)  # before the process that may die over it
            self._state.set_mark(BUILT, "yes")
        elif not self._paths.chroma.is_dir():
            self._notices.add(LOST)
        try:
            self._meaning.build(lambda: may_build() and not self._is_emptying)
        except StorageUnavailable:
            raise
        except StoreUnusable:  # logged where it was noticed
            self._wait_longer()
        else:
            if self._meaning.is_built():
                self._failures = 0
        process_memory.give_back()

    def close(self) -> None:
        """End the process that has Chroma open, whatever it does; it holds nothing that could be lost."""
        self._child.close()

    def empty(self) -> None:
        """Delete it; the next `build` makes it from the start."""
        self._is_emptying = True
        try:
            self._state.set_mark(BUILT, "")
            self._meaning.empty()
        finally:
            self._is_emptying = False

    def _wait_longer(self) -> None:
        self._build_from = time.monotonic() + BACKOFF_S[min(self._failures, len(BACKOFF_S) - 1)]
        self._failures += 1
        if self._failures == CRASHES_BEFORE_NOTICE:
            self._notices.add(KEEPS_STOPPING)
