"""What a window keeps between runs: its frame, its docks and its tabs, written down as it goes and brought back."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from bookwheel.domain.collection import CollectionsAnswer
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.state.locations import is_left
from bookwheel.gui.state.session import Session
from bookwheel.gui.widgets.tab_strip import TabStrip
from bookwheel.gui.window.centre import Centre
from bookwheel.gui.window.docks.dock_layout import DockLayout

_KEEP_MS = 2000
"""Rest after which the session is kept, so that a crash loses little."""
_WARM_MS = 400
"""After which the web engine starts: while nothing else is asked."""


class WindowSession(QObject):
    """Keeps one window in its session."""

    restored = Signal()
    """The tabs of last time are back, once."""
    emptied = Signal()
    """The last tab was closed, since its collection is gone."""

    def __init__(
        self, window: QMainWindow, session: Session, reader: Reader, tabs: TabStrip, centre: Centre, layout: DockLayout
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._reader = reader
        self._tabs = tabs
        self._centre = centre
        self._layout = layout
        self._is_restored = False
        self._keeping = QTimer(self, singleShot=True, interval=_KEEP_MS)
        self._keeping.timeout.connect(self.keep)
        tabs.about_to_change.connect(reader.remember)
        reader.landed.connect(lambda _place: self._keeping.start())

    def restore_frame(self) -> None:
        """Bring back zoom, size, place and docks."""
        self._reader.zoom = self._session.zoom
        if not self._session.geometry.isEmpty():
            self._window.restoreGeometry(self._session.geometry)
        if not self._session.docks.isEmpty():
            self._layout.restore(self._session.docks, self._session.side_widths)

    def on_collections(self, answer: CollectionsAnswer) -> None:
        """Bring back the tabs once it is known which collections there are; close those of collections that went."""
        QTimer.singleShot(_WARM_MS, self._reader, lambda: self._reader.warm())
        known = {card.slug for card in answer.collections}
        if self._is_restored:
            self._close_removed(known)
            return
        self._is_restored = True
        trails, current = self._session.tabs if self._session.preferences.values.restore_session else ([], 0)
        kept = [own for trail in trails if (own := trail.only(lambda doc: is_left(doc, known)))]
        if kept and self._reader.here is None:
            self._centre.show_reader()
            self._reader.open_tabs(kept, current)
        self.restored.emit()

    def keep(self) -> None:
        """Remember in the session where everything is."""
        self._keeping.stop()
        self._reader.remember()
        if self._is_restored:
            self._session.keep_side_widths(self._layout.widths)
            self._session.keep(
                geometry=self._window.saveGeometry(),
                docks=self._layout.state,
                trails=self._reader.trails,
                current=max(0, self._tabs.current),
                zoom=self._reader.zoom,
            )

    def _close_removed(self, known: set[str]) -> None:
        self._reader.forget(lambda doc: not is_left(doc, known))
        if self._reader.here is None and self._centre.is_reading:
            self._centre.show_empty()
            self.emptied.emit()
