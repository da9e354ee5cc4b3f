"""The map kept in step with the graph: when it is drawn, by a child that gives way, and what it tells passed on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.map import MapDrawn
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.indexes.state import State
from bookwheel.library.library import Library
from bookwheel.library.map import live_map
from bookwheel.library.map.live_map import Map
from bookwheel.service.events import Events
from bookwheel.service.workers.task_child import TaskChild

QUIET_S = 4.0
"""Seconds without indexing before a map is drawn that nobody asked for."""

TICK_S = 0.5
ASKED_S = 60.0
"""Seconds for which a look at the map counts as being there still."""

SHOWN_S = 1.0
"""Seconds between two looks at a map while it is drawn."""

UNDERSTOOD = 0.9
"""So much of the library must have vectors for a map that was drawn without them to be drawn anew."""

logger = logging.getLogger(__name__)


class Mapping:
    """What draws the library's map when it is wanted. Safe to use from any thread."""

    def __init__(
        self,
        words: Sequence[str],
        log: Path,
        state: State,
        library: Library,
        events: Events,
        is_indexing: Callable[[], bool],
        is_embedding: Callable[[], bool],
    ) -> None:
        """Prepare; `start` begins. `words` start a child; `is_indexing` and `is_embedding` say who goes first."""
        self._child = TaskChild(words, log, "map")
        self._state, self._library, self._events = state, library, events
        self._is_indexing, self._is_embedding = is_indexing, is_embedding
        self._woken, self._is_closing = threading.Event(), threading.Event()
        self._asked = -ASKED_S
        self._quiet_from = time.monotonic()
        self._version = 0
        self._failed_at = -1
        self._thread: threading.Thread | None = None
        library.map_now.on_asked = self.asked

    def start(self) -> None:
        """Draw from now on, when it is wanted."""
        self._thread = threading.Thread(target=self._work, name="map", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the child and the thread."""
        self._is_closing.set()
        self._woken.set()
        self._child.close()
        if self._thread is not None:
            self._thread.join(10)

    def asked(self) -> None:
        """Someone looks at the map."""
        self._asked = time.monotonic()
        if self._is_due():
            self._woken.set()

    def _work(self) -> None:
        while not self._is_closing.is_set():
            self._woken.wait(TICK_S)
            self._woken.clear()
            try:
                if self._is_due() and not self._is_closing.is_set():
                    self._draw()
            except (OSError, BookwheelError, ValueError):
                logger.exception("The map could not be drawn.")
                self._failed_at = self._library.graphs.revision
            finally:
                self._library.map_now.is_drawing = False

    def _is_due(self) -> bool:
        """Whether there is something to draw, and now: at once for who looks, else in a quiet moment."""
        now, graph, shown = time.monotonic(), self._library.graphs.now, self._library.map_now.now
        if self._is_indexing() or self._is_embedding():
            self._quiet_from = now
        if graph is None or self._failed_at == graph.revision:
            return False
        is_asked, is_quiet = now - self._asked < ASKED_S, now - self._quiet_from >= QUIET_S
        if shown is None:
            return is_asked or is_quiet
        if shown.revision != graph.revision:
            return is_quiet or (is_asked and not self._is_indexing())
        return is_quiet and not is_asked and self._is_understood_now()

    def _is_understood_now(self) -> bool:
        """Whether meaning came after the map was drawn without it."""
        return self._state.mark("map_meaning") == "none" and self._library.meaning.now.coverage >= UNDERSTOOD

    def _draw(self) -> None:
        library = self._library
        graph = library.graphs.now
        if graph is None:
            return
        library.map_now.is_drawing = True
        drawn = live_map.gathered(graph)
        meaning = library.meant(drawn.ids)
        is_understood = library.meaning.now.coverage >= UNDERSTOOD
        is_anew = self._is_understood_now()
        before = live_map.before(drawn.ids, {} if is_anew else self._state.map_places())
        is_new = not np.isfinite(before).any()
        shown = library.map_now.now
        if shown is not None and self._is_same(shown, drawn) and not is_anew:
            self._show(live_map.relabelled(shown, drawn), drawn.revision)
            return
        if shown is None and not is_new:
            self._show_before(drawn, before)
        told = time.monotonic()
        for part in self._child.replies(drawn.task(before, meaning), MapDrawn):
            is_last = part.progress >= 1.0
            if is_last or (is_new and time.monotonic() - told >= SHOWN_S):
                told = time.monotonic()
                self._show(drawn.drawn(part), drawn.revision)
            if is_last:
                last = drawn.drawn(part)
                for slug, content in live_map.kept(last).items():
                    self._state.put_map_places(slug, content)
                if is_new or is_anew:
                    self._state.set_mark("map_meaning", "some" if is_understood else "none")
                return
        if not self._is_closing.is_set():
            raise ValueError("the child that draws the map ended early")

    @staticmethod
    def _is_same(shown: Map, drawn: Map) -> bool:
        """Whether neither documents nor links changed."""
        return shown.progress >= 1.0 and shown.ids == drawn.ids and np.array_equal(shown.links, drawn.links)

    def _show_before(self, drawn: Map, before: live_map.Places) -> None:
        """What lay there when the service ended, until it has been looked through."""
        if np.isfinite(before).all():
            self._show(drawn.drawn(MapDrawn(0.99, before.tobytes())), drawn.revision)

    def _show(self, shown: Map, revision: int) -> None:
        self._version += 1
        self._library.map_now.now = live_map.numbered(shown, self._version)
        self._library.map_now.is_drawing = shown.progress < 1.0
        self._events.publish(Event(0, EventKind.MAPPED, revision))
