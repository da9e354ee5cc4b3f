"""The list of hits: chosen by pointer and keys, opened, and left for the box."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListView

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.search.hit_delegate import HitDelegate
from bookwheel.gui.search.search import Search
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import CardList


class HitsView(CardList):
    """The hits; arrows move and unfold, Return opens (with Ctrl in a new tab), Escape goes back to the page."""

    opened = Signal(bool)
    """Whether a new tab was asked for."""
    left = Signal()
    moved = Signal()
    """A key went to another row."""
    copies_wanted = Signal(object, object)
    """A Hit whose near-identical copies are to be opened, and where on the screen that was pressed."""
    languages_wanted = Signal(object, object)
    """A Hit whose page is to be shown in another language, and where on the screen that was pressed."""

    def __init__(self, theme: Theme, search: Search) -> None:
        super().__init__(theme)
        self.setAccessibleName(tr("Search"))
        self._search = search
        self._is_on_part = False
        """Whether the button of the mouse went down on what does something else than to open the hit."""
        self.setModel(search.model)
        self._delegate = HitDelegate(theme, self)
        self.setItemDelegate(self._delegate)
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
        elif event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left) and not event.modifiers():
            self._fold(is_open=(event.key() == Qt.Key.Key_Right) is not self.isRightToLeft())
        else:
            before = self.currentIndex()
            super().keyPressEvent(event)
            if self.currentIndex() != before:
                self.moved.emit()

    def _fold(self, *, is_open: bool) -> None:
        """Show what is folded below the chosen hit, or hide the rows that it is among."""
        row = self.currentIndex().row()
        if is_open and not self._search.model.is_unfolded(row):
            self._search.toggle_fold(row)
        elif not is_open and row >= 0:
            self.setCurrentIndex(self._search.model.index(self._search.model.fold(row), 0))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """The line below a hit shows further passages and sections, copies and languages; a heading does nothing."""
        point = event.position().toPoint()
        at = self.indexAt(point)
        part = self._delegate.part_at(at, self.visualRect(at), point) if at.isValid() else ""
        if part and event.button() == Qt.MouseButton.LeftButton:
            self._is_on_part = True
            if part == "fold":
                self._search.toggle_fold(at.row())
            elif part == "copies":
                self.copies_wanted.emit(self._search.model.hit(at.row()), event.globalPosition().toPoint())
            elif part == "languages":
                self.languages_wanted.emit(self._search.model.hit(at.row()), event.globalPosition().toPoint())
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """The second of two quick clicks is one like the first."""
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A middle click opens in a new tab."""
        at = self.indexAt(event.position().toPoint())
        if self._is_on_part:
            self._is_on_part = False
            return
        if event.button() == Qt.MouseButton.MiddleButton and at.isValid():
            self.setCurrentIndex(at)
            self.opened.emit(True)
            return
        super().mouseReleaseEvent(event)
