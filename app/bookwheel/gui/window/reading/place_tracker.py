"""Keeps where each reader leaves its document: once it rests there, and when another one is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from bookwheel.domain.annotations.reading_progress import LeftPlace, ReadingAction, ReadingChange
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.reading_list.reading_places import ReadingPlaces
from bookwheel.gui.state.locations import is_made_page

REST_MS = 3000
"""How long a document is shown without being scrolled until it counts as read there."""


class PlaceTracker(QObject):
    """Follows one reader. What was shown for a moment only is not kept."""

    def __init__(self, reader: Reader, places: ReadingPlaces, rest_ms: int = REST_MS) -> None:
        super().__init__(reader)
        self._reader, self._places = reader, places
        self._here: tuple[str, LeftPlace] | None = None
        """The document that is read and the place in it, once it is to be kept."""
        self._kept: tuple[str, LeftPlace] | None = None
        self._has_rested = False
        self._resting = QTimer(self, singleShot=True, interval=rest_ms)
        self._resting.timeout.connect(self._rest)
        reader.landed.connect(lambda _place: self._look())
        reader.section_reached.connect(lambda _anchor: self._look())
        reader.document_opened.connect(lambda _page: self._look())
        reader.trail_changed.connect(self._look)

    def set_rest(self, rest_ms: int) -> None:
        """Wait so long for a document to count as read."""
        self._resting.setInterval(rest_ms)

    def leave(self) -> None:
        """Keep where the document is left, if it was read there and that is not kept yet."""
        if self._has_rested and self._here is not None:
            self._keep()

    def _look(self) -> None:
        """See where the reader is; the document of before is left."""
        reader, page = self._reader, self._reader.page
        here = reader.here
        is_shown = page is not None and here is not None and here.doc == page.doc and not here.is_source
        doc = page.doc if page is not None and is_shown and not is_made_page(page.doc) else ""
        if self._here is not None and self._here[0] != doc:
            self.leave()
            self._here, self._has_rested = None, False
            self._resting.stop()
        if not doc or reader.is_landing:
            return
        now = (doc, reader.active.reading_place)
        if now != self._here:
            self._here = now
            self._resting.start()

    def _rest(self) -> None:
        if self._here is not None:
            self._has_rested = True
            self._keep()

    def _keep(self) -> None:
        if self._here is not None and self._here != self._kept:
            self._kept = self._here
            doc, place = self._here
            self._places.change(ReadingChange(ReadingAction.LEAVE, (doc,), place))
