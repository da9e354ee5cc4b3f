"""The list of hits: chosen by pointer and keys, opened, and left for the box."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListView

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.search.hit_delegate import HitDelegate
from bookwheel.gui.search.search import Search
from bookwheel.gui.theme.theme import Theme


class HitsView(QListView):
    """The hits; arrows move, Return opens (with Ctrl in a new tab), Escape goes back to the page."""

    opened = Signal(bool)
    """Whether a new tab was asked for."""
    left = Signal()
    moved = Signal()
    """A key went to another row."""

    def __init__(self, theme: Theme, search: Search) -> None:
        super().__init__()
        self.setAccessibleName(tr("Search"))
        self.setModel(search.model)
        self.setItemDelegate(HitDelegate(theme, self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # The text of many hits takes a while to set: a screenful first, the others in between.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(8)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Heights follow the width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Escape leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            before = self.currentIndex()
            super().keyPressEvent(event)
            if self.currentIndex() != before:
                self.moved.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A middle click opens in a new tab."""
        at = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and at.isValid():
            self.setCurrentIndex(at)
            self.opened.emit(True)
            return
        super().mouseReleaseEvent(event)
