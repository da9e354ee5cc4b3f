"""Opens documents where they were left, and says so."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from bookwheel.domain.document import TOP
from bookwheel.gui.i18n.translation import share, tr
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.reading_list.reading_places import ReadingPlaces, locate
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.reading.place_tracker import PlaceTracker
from bookwheel.gui.window.splits.split_view import SplitView

_NOTICE_MS = 8000
_FRACTION_LEAST = 0.01
"""Read so far, a document opens near its beginning anyway, and nothing needs to be said."""


class Continuing(QObject):
    """Serves one window; every reader has a tracker."""

    def __init__(self, shell: Shell, places: ReadingPlaces, split_view: SplitView) -> None:
        super().__init__(split_view)
        self._shell, self._places, self._split_view = shell, places, split_view
        self.trackers: dict[Reader, PlaceTracker] = {}
        self._resumed: Location | None = None
        """The place at which a document is being opened again."""
        split_view.landed.connect(self._on_landed)
        split_view.on_reader(self._follow)
        split_view.reader_left.connect(self._forget)

    def resume(self, place: Location) -> Location:
        """Where to open a document that is asked for without a place in it."""
        entry = self._places.entry(place.doc)
        is_asked = place == Location(place.doc, title=place.title)
        is_wanted = self._shell.session.preferences.values.continue_reading
        if entry is None or not is_asked or not is_wanted or not 0 < entry.fraction < 1:
            return place
        here = self._shell.location
        if here is not None and here.doc == place.doc:
            return place
        self._resumed = locate(entry, place.title)
        return self._resumed

    def leave(self) -> None:
        """The window closes: keep where each document is."""
        for tracker in self.trackers.values():
            tracker.leave()

    def _on_landed(self, place: Location) -> None:
        """Say that a document is shown where it was left, until that is clear."""
        resumed, self._resumed = self._resumed, None
        if resumed is None or (place.doc, place.anchor) != (resumed.doc, resumed.anchor):
            return
        entry = self._places.entry(place.doc)
        if entry is None or entry.fraction < _FRACTION_LEAST:
            return
        percent = share(entry.fraction)
        notice = tr("Continued where you left off, at {percent}.").format(percent=percent)
        self._shell.notify(notice, tr("Go to top"), lambda: self._split_view.reader.jump(TOP))
        QTimer.singleShot(_NOTICE_MS, self, lambda: self._shell.withdraw(notice))

    def _follow(self, reader: Reader) -> None:
        self.trackers[reader] = PlaceTracker(reader, self._places)

    def _forget(self, reader: Reader) -> None:
        tracker = self.trackers.pop(reader, None)
        if tracker is not None:
            tracker.leave()
