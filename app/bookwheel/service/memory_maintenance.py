"""Memory kept up behind the calls: reading times, missing vectors, the backup, the graph of what was linked by hand."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from bookwheel.domain.service.events import Event, EventKind
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.state import State, StateMemories
from bookwheel.library.annotations.manual_links import ManualLinks
from bookwheel.library.annotations.memories import Memories
from bookwheel.library.annotations.memory_store import MemoryStore
from bookwheel.library.annotations.same_things import SameThings
from bookwheel.library.library import Library
from bookwheel.service.events import Events
from bookwheel.settings import Settings

TICK_S = 5.0
"""Seconds between two looks at what waits."""

LULL_S = 0.5
"""Seconds after a change, so that several are taken together."""

logger = logging.getLogger(__name__)


def encoder_of(library: Library) -> Encoder | None:
    """The model that reads most collections, None while none is loaded."""
    views = library.meaning.views
    return max(views, key=lambda view: len(view.collections)).encoder if views else None


class MemoryKeeper:
    """Gives the library its memories and manual links, and tells of changes; its thread does what no call awaits."""

    def __init__(self, state: State, library: Library, settings: Callable[[], Settings], events: Events) -> None:
        """Let the library keep both in the state; `start` begins the work behind."""
        self._library, self._events = library, events
        self._memories = library.memory = Memories(
            MemoryStore(StateMemories(state), lambda: encoder_of(library)), settings, self._changed
        )
        self.links = library.links = ManualLinks(state, library.looked, settings, self._linked)
        self.same = library.same = SameThings(state, library.unjoined, self._decided)
        library.scoped.decisions = self.same.now
        self._woken, self._is_closing = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._work, name="memory", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and write what waits."""
        self._is_closing.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(10)
        self._settle(is_last=True)

    def _changed(self) -> None:
        self._woken.set()
        self._events.publish(Event(0, EventKind.MEMORIES_CHANGED, self._library.revision))

    def _linked(self) -> None:
        self._woken.set()
        self._events.publish(Event(0, EventKind.LINKS_CHANGED, self._library.revision))

    def _decided(self) -> None:
        self._woken.set()
        self._events.publish(Event(0, EventKind.SAME_CHANGED, self._library.revision))

    def _work(self) -> None:
        while not self._is_closing.is_set():
            self._woken.wait(TICK_S)
            self._is_closing.wait(LULL_S)
            self._woken.clear()
            while self._settle() and not self._is_closing.wait(LULL_S / 10):
                pass

    def _settle(self, *, is_last: bool = False) -> bool:
        try:
            self.links.settle(is_last=is_last)
        except Exception:  # a damaged catalogue must not keep memories from being written
            logger.exception("Links made by hand could not be kept up.")
        try:
            self.same.settle(is_last=is_last)
        except Exception:  # likewise
            logger.exception("Decisions on things could not be kept up.")
        try:
            return self._memories.settle(is_last=is_last)
        except Exception:  # the thread's edge: a full disk must not end it
            logger.exception("Memories could not be kept up.")
            return False
