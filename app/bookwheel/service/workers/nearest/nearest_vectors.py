"""The index of nearest vectors, brought up to the vectors that the embedder made."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.domain.messages import Message
from bookwheel.indexes.state import State
from bookwheel.library.embedding.live_vectors import LiveMeaning
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.workers import process_memory
from bookwheel.service.workers.nearest.nearest_child import NearestChild
from bookwheel.service.workers.notices import Notices

BUILT = "chroma_built"
"""What the state remembers once Chroma has been begun, so that its loss is noticed."""

LOST = Message("The vector index was missing; it is being rebuilt in the background.")


class NearestVectors:
    """Chroma as the embedder's thread builds it; `empty` may be called from any thread and ends what is being built."""

    def __init__(self, paths: LibraryPaths, state: State, meaning: LiveMeaning, notices: Notices) -> None:
        """Build nothing yet."""
        self._paths, self._state, self._meaning, self._notices = paths, state, meaning, notices
        self._child = NearestChild([*command(), "child", "nearest", "--library", str(paths.root)], paths.log)
        meaning.open_store = self._child.open
        self._is_emptying = False

    def build(self, may_build: Callable[[], bool]) -> None:
        """Bring Chroma up to what was embedded, as long as `may_build` says so."""
        if not self._state.mark(BUILT):
            self._state.set_mark(BUILT, "yes")
        elif not self._paths.chroma.is_dir():
            self._notices.add(LOST)
        self._meaning.build(lambda: may_build() and not self._is_emptying)
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
