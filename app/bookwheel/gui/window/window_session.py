"""What a window keeps between runs: its frame, its docks and its tabs, written down as it goes and brought back."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from bookwheel.domain.collection import CollectionsAnswer
from bookwheel.gui.state.locations import is_left
from bookwheel.gui.state.session import Session
from bookwheel.gui.window.centre import Centre
from bookwheel.gui.window.docks.dock_layout import DockLayout
from bookwheel.gui.window.splits.split_view import SplitView

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
        self, window: QMainWindow, session: Session, split_view: SplitView, centre: Centre, layout: DockLayout
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._split_view = split_view
        self._centre = centre
        self._layout = layout
        self._is_restored = False
        self._keeping = QTimer(self, singleShot=True, interval=_KEEP_MS)
        self._keeping.timeout.connect(self.keep)
        split_view.on_reader(lambda reader: reader.tabs.about_to_change.connect(reader.remember))
        split_view.on_reader(lambda reader: reader.landed.connect(lambda _place: self._keeping.start()))
        split_view.splits_changed.connect(self._keeping.start)

    def restore_frame(self) -> None:
        """Bring back zoom, size, place and docks."""
        self._split_view.reader.zoom = self._session.zoom
        if not self._session.geometry.isEmpty():
            self._window.restoreGeometry(self._session.geometry)
        if not self._session.docks.isEmpty():
            self._layout.restore(self._session.docks, self._session.side_widths)

    def on_collections(self, answer: CollectionsAnswer) -> None:
        """Bring back the tabs once it is known which collections there are; close those of collections that went."""
        QTimer.singleShot(_WARM_MS, self, lambda: self._split_view.reader.warm())
        known = {card.slug for card in answer.collections}
        if self._is_restored:
            self._close_removed(known)
            return
        self._is_restored = True
        layout = self._session.layout if self._session.preferences.values.restore_session else None
        kept = layout.only(lambda doc: is_left(doc, known)) if layout is not None else None
        if kept is not None and self._split_view.reader.here is None:
            self._centre.show_reader()
            self._split_view.restore(kept)
        self.restored.emit()

    def keep(self) -> None:
        """Remember in the session where everything is."""
        self._keeping.stop()
        layout, reader = self._split_view.layout_now, self._split_view.reader
        if self._is_restored:
            now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
            self._session.keep_last_used(now)
            self._session.keep_side_widths(self._layout.widths)
            self._session.keep(
                geometry=self._window.saveGeometry(),
                docks=self._layout.state,
                trails=reader.trails,
                current=max(0, reader.tabs.current),
                zoom=reader.zoom,
                layout=layout if layout is not None and len(layout.splits) > 1 else None,
            )

    def _close_removed(self, known: set[str]) -> None:
        self._split_view.forget(lambda doc: not is_left(doc, known))
        if self._split_view.reader.here is None and self._centre.is_reading:
            self._centre.show_empty()
            self.emptied.emit()
