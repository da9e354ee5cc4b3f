"""The map as a table: every document that is shown, with its group, its region and how it is linked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from bookwheel.gui import look
from bookwheel.gui.language import QT_TR_NOOP, number, tr

COLUMNS = (
    QT_TR_NOOP("Document"),
    QT_TR_NOOP("Where"),
    QT_TR_NOOP("Region"),
    QT_TR_NOOP("Links"),
    QT_TR_NOOP("Linked from"),
)
ROW = Qt.ItemDataRole.UserRole
_WIDTHS = (320, 300, 200, 80, 90)
_NOWHERE = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Line:
    """A document of the map: its row there and its cells."""

    row: int
    title: str
    where: str
    region: str
    links: int
    linked_from: int


def best_linked(lines: Sequence[Line]) -> list[Line]:
    """The best linked first, those that are so alike by title."""
    return sorted(lines, key=lambda line: (-line.links - line.linked_from, line.title.casefold()))


class MapModel(QAbstractTableModel):
    """The documents, sorted by any column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []
        self._sorted_by: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def show(self, lines: Sequence[Line]) -> None:
        """Show these documents, as they come (the best linked first) where no column is chosen."""
        self.beginResetModel()
        self._lines = self._in_order(lines) if self._sorted_by[0] >= 0 else list(lines)
        self.endResetModel()

    def place_of(self, row: int) -> int:
        """Where a document of the map stands in the table, -1 when it does not."""
        return next((place for place, line in enumerate(self._lines) if line.row == row), -1)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """See Qt; -1 sorts by links."""
        self._sorted_by = (column, order)
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        rows = [self._lines[index.row()].row for index in before]
        self._lines = self._in_order(self._lines)
        place_of = {line.row: place for place, line in enumerate(self._lines)}
        moved = [self.index(place_of[row], index.column()) for row, index in zip(rows, before, strict=True)]
        self.changePersistentIndexList(before, moved)
        self.layoutChanged.emit()

    def _in_order(self, lines: Sequence[Line]) -> list[Line]:
        column, order = self._sorted_by
        keys: tuple[Callable[[Line], object], ...] = (
            lambda line: line.title.casefold(),
            lambda line: line.where.casefold(),
            lambda line: line.region.casefold(),
            lambda line: line.links,
            lambda line: line.linked_from,
        )
        if column < 0:
            return best_linked(lines)
        return sorted(lines, key=keys[column], reverse=order == Qt.SortOrder.DescendingOrder)  # type: ignore[arg-type]

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        """The columns' names."""
        if way == Qt.Orientation.Horizontal and 0 <= section < len(COLUMNS):
            if role == Qt.ItemDataRole.DisplayRole:
                return tr(COLUMNS[section])
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's words; `ROW` gives the document's row on the map."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        cells = (line.title, line.where, line.region, number(line.links), number(line.linked_from))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return cells[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{tr(COLUMNS[index.column()])}: {cells[index.column()]}"
        return line.row if role == ROW else None


class MapTable(QTableView):
    """The table; Return and a double click open, a column's head sorts."""

    chosen = Signal(int)
    opened = Signal(int, bool)
    left = Signal()

    def __init__(self, skin: look.Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.documents = MapModel(self)
        self.setModel(self.documents)
        self.setObjectName("mapTable")
        self.setAccessibleName(tr("Map as a table"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(look.ROW)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setStretchLastSection(True)
        head.setMinimumSectionSize(40)
        for column, width in enumerate(_WIDTHS):
            head.resizeSection(column, width)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.doubleClicked.connect(lambda at: self.opened.emit(int(at.data(ROW)), False))
        self.selectionModel().currentRowChanged.connect(self._choose)
        skin.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def choose(self, row: int) -> None:
        """Go to a document by its row on the map."""
        place = self.documents.place_of(row)
        if place >= 0:
            self.setCurrentIndex(self.documents.index(place, 0))

    @property
    def row(self) -> int:
        """The document that is chosen, as a row of the map, -1 for none."""
        at = self.currentIndex()
        return int(at.data(ROW)) if at.isValid() else -1

    def _choose(self, at: QModelIndex, _was: QModelIndex) -> None:
        if at.isValid():
            self.chosen.emit(int(at.data(ROW)))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Escape leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.row, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
