"""Tables: items of one kind in columns of words, sorted by any column, opened by Return or a double click."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import ROW_HEIGHT, Theme

ITEM = Qt.ItemDataRole.UserRole
"""Gives the row's item."""
T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_AROUND = 16
"""Pixels left and right of a head's words, as the style sheet says."""
_AS_THEY_CAME = (-1, Qt.SortOrder.AscendingOrder)


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """A column's head, its width in pixels, its words for an item and what it sorts by (its words, for None)."""

    name: str
    width: int
    words: Callable[[T], str]
    key: Callable[[T], object] | None = None

    def order(self, item: T) -> object:
        """What the column sorts an item by."""
        return self.words(item).casefold() if self.key is None else self.key(item)


class RowsModel(QAbstractTableModel, Generic[T]):
    """Items in columns, narrowed by words and sorted by any column, else as they came."""

    def __init__(
        self, columns: Sequence[Column[T]], text: Callable[[T], str] | None = None, parent: QObject | None = None
    ) -> None:
        """`text` gives what `narrow` looks for words in; without it, an item is kept whatever the words are."""
        super().__init__(parent)
        self.columns = columns
        self._text = text
        self._all: Sequence[T] = ()
        self._rows: list[T] = []
        self._words: list[str] = []
        self._sorted_by = _AS_THEY_CAME

    @property
    def rows(self) -> Sequence[T]:
        """The items shown, in their order."""
        return self._rows

    def show(self, items: Sequence[T], columns: Sequence[Column[T]] | None = None) -> None:
        """Show these items; other columns start unsorted."""
        self.beginResetModel()
        if columns is not None and columns is not self.columns:
            self.columns, self._sorted_by = columns, _AS_THEY_CAME
        self._all = items
        self._rows = self._ordered()
        self.endResetModel()

    def narrow(self, words: str) -> None:
        """Show the items that hold all of these words."""
        self.beginResetModel()
        self._words = words.casefold().split()
        self._rows = self._ordered()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """See Qt; -1 for the order in which they came."""
        self._sorted_by = (column, order)
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        held = [self._rows[index.row()] for index in before]
        self._rows = self._ordered()
        place_of = {id(item): place for place, item in enumerate(self._rows)}
        moved = [self.index(place_of[id(item)], at.column()) for item, at in zip(held, before, strict=True)]
        self.changePersistentIndexList(before, moved)
        self.layoutChanged.emit()

    def _ordered(self) -> list[T]:
        text, rows = self._text, list(self._all)
        if self._words and text is not None:
            rows = [item for item in rows if all(word in text(item).casefold() for word in self._words)]
        column, order = self._sorted_by
        if 0 <= column < len(self.columns):
            is_falling = order == Qt.SortOrder.DescendingOrder
            rows.sort(key=self.columns[column].order, reverse=is_falling)  # type: ignore[arg-type]
        return rows

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        """The columns' names."""
        if way == Qt.Orientation.Horizontal and 0 <= section < len(self.columns):
            if role == Qt.ItemDataRole.DisplayRole:
                return tr(self.columns[section].name)
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's words; `ITEM` gives the item."""
        if not index.isValid():
            return None
        item, column = self._rows[index.row()], self.columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return column.words(item)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{tr(column.name)}: {column.words(item)}"
        return item if role == ITEM else None


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; no text in it is a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    for cells in rows:
        writer.writerow([f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in cells])
    return out.getvalue()


class Table(QTableView, Generic[T]):
    """A model's rows; Return and a double click open, with Ctrl in a new tab, Escape leaves, a column's head sorts."""

    chosen = Signal(object)
    """What the row gone to leads to."""
    opened = Signal(object, bool)
    """What the row leads to, and whether a new tab was asked for."""
    left = Signal()

    def __init__(self, theme: Theme, name: str, model: RowsModel[T], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items = model
        model.setParent(self)
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        head = self.horizontalHeader()
        head.setAccessibleName(name)
        head.setHighlightSections(False)
        head.setStretchLastSection(True)
        head.setMinimumSectionSize(40)
        head.setSortIndicatorClearable(True)
        self.unsort()
        self.setSortingEnabled(True)
        self.doubleClicked.connect(lambda at: self.open(at, in_new_tab=False))
        self.selectionModel().currentRowChanged.connect(self._choose)
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def unsort(self) -> None:
        """Give each column its width, no less than its head's, and show the rows as they came."""
        head = self.horizontalHeader()
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        for place, column in enumerate(self.items.columns):
            name = QFontMetrics(fonts.font(11, 600)).horizontalAdvance(tr(column.name))
            head.resizeSection(place, max(column.width, name + _AROUND))

    def target(self, item: T, column: int) -> object:
        """What opening an item leads to, from the cell of a column; the item itself where no table says otherwise."""
        return item

    @property
    def item(self) -> T | None:
        """The item of the row that is chosen, None for none."""
        at = self.currentIndex()
        return at.data(ITEM) if at.isValid() else None

    def choose_first(self) -> None:
        """Choose the first row."""
        if self.items.rowCount():
            self.setCurrentIndex(self.items.index(0, 0))

    def choose_where(self, is_wanted: Callable[[T], bool]) -> None:
        """Choose the first row whose item is wanted, if any is."""
        place = next((place for place, item in enumerate(self.items.rows) if is_wanted(item)), -1)
        if place >= 0:
            self.setCurrentIndex(self.items.index(place, 0))

    def open(self, at: Index, *, in_new_tab: bool) -> None:
        """Open what a cell leads to."""
        if at.isValid():
            self.opened.emit(self.target(at.data(ITEM), at.column()), in_new_tab)

    def _choose(self, at: QModelIndex, _was: QModelIndex) -> None:
        if at.isValid():
            self.chosen.emit(self.target(at.data(ITEM), at.column()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Escape leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            with_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.open(self.currentIndex(), in_new_tab=with_control)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
