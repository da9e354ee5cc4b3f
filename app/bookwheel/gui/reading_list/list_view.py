"""The rows of the reading list: opened, put in order by drag or keys, and removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QStyledItemDelegate, QStyleOptionViewItem

from bookwheel.domain.annotations.reading_progress import ReadingEntry
from bookwheel.gui.i18n.reading_texts import describe_progress
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.progress_ring import RING, paint_progress
from bookwheel.gui.widgets.row_delegate import paint_lines, paint_tint

ENTRY = Qt.ItemDataRole.UserRole + 9
"""The ReadingEntry of a row."""
_HEIGHT, _LINE, _PAD = 46, 18, 5
_BY_KEY = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
Index = QModelIndex | QPersistentModelIndex


def describe(entry: ReadingEntry) -> str:
    """How far a document is read, and the section that was read last."""
    if entry.is_lost:
        return tr("no longer in the library")
    section = entry.section if 0 < entry.fraction < 1 else ""
    return " · ".join(part for part in (describe_progress(entry) or tr("unread"), section) if part)


class _Delegate(QStyledItemDelegate):
    """Two lines beside a ring."""

    def __init__(self, theme: Theme, parent: ReadingListView) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Every row is as high as the next."""
        return QSize(option.rect.width(), round(_HEIGHT * fonts.interface_scale()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        entry: ReadingEntry = index.data(ENTRY)
        colours, line = self._theme.colours, round(_LINE * fonts.interface_scale())
        painter.save()
        paint_tint(painter, option, option.rect.adjusted(0, 1, 0, -1), colours)
        rect = option.rect.adjusted(10, _PAD, -10, -_PAD)
        at = QPoint(rect.left(), rect.top() + (line - RING) // 2)
        if entry.is_lost:
            painter.drawPixmap(at, icons.pixmap("unlink", colours["warm"], RING))
        else:
            paint_progress(painter, at, entry.fraction, colours, is_read=entry.is_read)
        rect.setLeft(rect.left() + RING + 10)
        is_quiet = entry.is_lost or entry.is_read
        lines = ((entry.title, 13, "soft" if is_quiet else "text"), (describe(entry), 12, "soft"))
        paint_lines(painter, rect, line, lines, colours)
        painter.restore()


class ReadingListView(QListWidget):
    """The reading list: Return opens, Delete removes, Alt with an arrow or a drag moves."""

    opened = Signal(object, bool)
    """A ReadingEntry, and whether a new tab was asked for."""
    removed = Signal(object)
    """A ReadingEntry."""
    moved = Signal(str, int)
    """A document, and its place from 0."""
    left = Signal()

    def __init__(self, theme: Theme, extend_menu: Callable[[QMenu, str], None]) -> None:
        super().__init__()
        self._extend_menu = extend_menu
        self._is_dragging = False
        self._waiting: Sequence[ReadingEntry] | None = None
        self.setAccessibleName(tr("Reading list"))
        self.setItemDelegate(_Delegate(theme, self))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.setToolTip(tr("Enter opens the document, Delete removes it, Alt with an arrow key or a drag moves it"))
        self.itemClicked.connect(lambda item: self.opened.emit(item.data(ENTRY), False))
        theme.changed.connect(self._redraw)

    @property
    def docs(self) -> list[str]:
        """The documents in their order."""
        return [self.item(row).data(ENTRY).doc for row in range(self.count())]

    def set_entries(self, entries: Sequence[ReadingEntry]) -> None:
        """Show these; what is chosen stays chosen, or what stood where it was."""
        if self._is_dragging:
            self._waiting = entries
            return
        current, row = self.currentItem(), self.currentRow()
        chosen = current.data(ENTRY).doc if current is not None else ""
        if [self.item(at).data(ENTRY) for at in range(self.count())] == list(entries):
            return
        at = self.verticalScrollBar().value()
        self.clear()
        for entry in entries:
            item = QListWidgetItem(entry.title)
            item.setData(ENTRY, entry)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, describe(entry))
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
            self.addItem(item)
            if entry.doc == chosen:
                self.setCurrentItem(item)
        if chosen and self.currentItem() is None:
            self.setCurrentRow(min(row, self.count() - 1))
        self.verticalScrollBar().setValue(at)

    def shift(self, by: int) -> None:
        """Move the chosen document by some places."""
        item, at = self.currentItem(), self.currentRow() + by
        if item is not None and 0 <= at < self.count():
            self.insertItem(at, self.takeItem(self.currentRow()))
            self.setCurrentRow(at)
            self.moved.emit(item.data(ENTRY).doc, at)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """See the class."""
        key, item = Qt.Key(event.key()), self.currentItem()
        is_alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if key in _BY_KEY and is_alt:
            self.shift(_BY_KEY[key])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and item is not None:
            self.removed.emit(item.data(ENTRY))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            is_new = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.opened.emit(item.data(ENTRY), is_new)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: N802
        """Drag a row; what comes meanwhile is shown afterwards, for new rows would end the drag."""
        before, self._is_dragging = self.docs, True
        super().startDrag(actions)
        self._is_dragging = False
        waiting, self._waiting = self._waiting, None
        if waiting is not None and self.docs == before:  # else the service tells of the new order soon
            self.set_entries(waiting)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Tell where a row was dragged to."""
        item = self.currentItem()
        doc, before = (item.data(ENTRY).doc if item is not None else ""), self.docs
        super().dropEvent(event)
        if doc and self.docs != before:
            self.moved.emit(doc, self.docs.index(doc))

    def _show_menu(self, at: QPoint) -> None:
        item = self.itemAt(at) or self.currentItem()
        if item is None:
            return
        self.setCurrentItem(item)
        self.build_menu(item.data(ENTRY)).popup(self.viewport().mapToGlobal(at))

    def build_menu(self, entry: ReadingEntry) -> QMenu:
        """What can be done with a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not entry.is_lost:
            menu.addAction(tr("Open in new tab"), lambda: self.opened.emit(entry, True))
            menu.addSeparator()
        self._extend_menu(menu, entry.doc)
        return menu

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()
