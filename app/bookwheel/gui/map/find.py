"""Search on the map: documents of that name at once, documents with that text a moment later, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from bookwheel.client.connection import Client
from bookwheel.domain.search import SearchAnswer, SearchRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls

if TYPE_CHECKING:
    from bookwheel.gui.map.scene import Bools, Ints, MapScene

_SEARCH_MS = 180
_MOST_HITS = 100


class MapSearch(QObject):
    """Finds documents of a scene by words, best first."""

    changed = Signal()

    def __init__(self, calls: BackgroundCalls, parent: QObject) -> None:
        super().__init__(parent)
        self._calls = calls
        self._scene: MapScene | None = None
        self._shown: Bools | None = None
        self._at = -1
        self.client: Client | None = None
        self.words = ""
        self.rows: Ints | None = None
        """What was found, as rows of the scene; None without a scene."""
        self._searching = QTimer(self, singleShot=True, interval=_SEARCH_MS)
        self._searching.timeout.connect(self._search)

    def set_scene(self, scene: MapScene, shown: Bools) -> None:
        """Find in another scene, or among other documents of it."""
        self._scene, self._shown = scene, shown
        if self.words.strip():
            self.find(self.words)

    def find(self, words: str) -> None:
        """Find other words."""
        from bookwheel.gui.map.scene import found_rows  # noqa: PLC0415 - loaded by now, or there is no scene

        self.words = words
        self._searching.stop()
        self._calls.drop("map search")
        if self._scene is None or self._shown is None:
            return
        self.rows, self._at = found_rows(self._scene, words, self._shown), -1
        self.changed.emit()
        if words.strip():
            self._searching.start()

    def following(self) -> int:
        """The next document that was found, round the ends; -1 for none."""
        if self.rows is None or not len(self.rows):
            return -1
        self._at = (self._at + 1) % len(self.rows)
        return int(self.rows[self._at])

    def _search(self) -> None:
        client, request = self.client, SearchRequest(self.words, limit=_MOST_HITS)
        if client is not None:
            self._calls.ask(lambda: client.search(request), self._add, lambda _error: None, slot="map search")

    def _add(self, answer: SearchAnswer) -> None:
        import numpy as np  # noqa: PLC0415 - loaded by now, or there is no scene

        scene, found, shown = self._scene, self.rows, self._shown
        if scene is None or found is None or shown is None:
            return
        hits = dict.fromkeys(scene.row_of.get(hit.doc, -1) for hit in answer.hits)
        rows = [row for row in dict.fromkeys((*found.tolist(), *hits)) if row >= 0 and shown[row]]
        self.rows = np.array(rows, np.int64)
        self.changed.emit()
