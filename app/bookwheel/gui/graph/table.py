"""The graph as a table: one row for each tie, for the keyboard, for sorting and for screen readers."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from bookwheel.domain.graph import Node
from bookwheel.gui import look
from bookwheel.gui.graph.picture import Picture, Tie
from bookwheel.gui.graph.terms import KINDS, said
from bookwheel.gui.language import QT_TR_NOOP, tr

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole + 1
"""The node's place in the picture."""
_ORDER = Qt.ItemDataRole.UserRole + 2
_NOWHERE = QModelIndex()
COLUMNS = (
    QT_TR_NOOP("Title"),
    QT_TR_NOOP("Kind"),
    QT_TR_NOOP("Relation"),
    QT_TR_NOOP("Direction"),
    QT_TR_NOOP("Other end"),
    QT_TR_NOOP("Line"),
    QT_TR_NOOP("Evidence"),
)
_WIDTHS = (150, 86, 96, 76, 140, 52, 300)


@dataclass(frozen=True, slots=True)
class Row:
    """One tie from the point of view of its farther node; `line` is 0 where there is none."""

    node: int
    title: str
    kind: str
    relation: str
    direction: str
    other: str
    line: int
    evidence: str


def rows_of(shown: Picture) -> list[Row]:
    """A row for each tie, those of the centre first, in the order of the nodes."""
    if len(shown.nodes) == 1:
        only = shown.nodes[0]
        return [Row(0, only.title, tr(KINDS[only.kind].one), "", "", "", 0, "")]
    rows = [_row(shown, tie) for tie in shown.ties]
    centre = shown.nodes[shown.centre].title if shown.centre >= 0 else ""
    return sorted(rows, key=lambda each: (each.other != centre, each.node))


def _row(shown: Picture, tie: Tie) -> Row:
    source, target = shown.nodes[tie.source], shown.nodes[tie.target]
    is_out = tie.source == shown.centre or (tie.target != shown.centre and source.hops <= target.hops)
    far, near = (tie.target, source) if is_out else (tie.source, target)
    node: Node = shown.nodes[far]
    first = min(tie.edges, key=lambda edge: (not edge.text, edge.line))
    more = " " + tr("(and %Ln more)", "", len(tie.edges) - 1) if len(tie.edges) > 1 else ""
    return Row(
        far,
        node.title,
        tr(KINDS[node.kind].one),
        said(tie.relation),
        tr("out") if is_out else tr("in"),
        near.title,
        first.line,
        f"{first.text}{more}".strip(),
    )


class TiesModel(QAbstractTableModel):
    """The ties of a picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show(self, rows: list[Row]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._rows)

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
        """A cell's words; `ROW` gives the node."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        cells = (row.title, row.kind, row.relation, row.direction, row.other, row.line or "", row.evidence)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return str(cells[index.column()])
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{tr(COLUMNS[index.column()])}: {cells[index.column()]}"
        if role == ROW:
            return row.node
        if role == _ORDER:
            cell = cells[index.column()]
            return row.line if index.column() == 5 else str(cell).casefold()
        return None


class TiesTable(QTableView):
    """The table; Return and a double click open, a column's head sorts."""

    chosen = Signal(int)
    opened = Signal(int, bool)
    left = Signal()

    def __init__(self, skin: look.Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ties = TiesModel(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.ties)
        self._sorted.setSortRole(_ORDER)
        self.setModel(self._sorted)
        self.setObjectName("tiesTable")
        self.setAccessibleName(tr("Graph as a table"))
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
        self.setSortingEnabled(True)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._sorted.sort(-1)
        self.doubleClicked.connect(lambda at: self.opened.emit(int(at.data(ROW)), False))
        self.selectionModel().currentRowChanged.connect(self._choose)
        skin.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def show_rows(self, rows: list[Row]) -> None:
        """Show a picture's ties."""
        self.ties.show(rows)
        if self.ties.rowCount() and not self.currentIndex().isValid():
            self.setCurrentIndex(self._sorted.index(0, 0))

    def choose(self, node: int) -> None:
        """Go to the first row of a node."""
        for row in range(self._sorted.rowCount()):
            at = self._sorted.index(row, 0)
            if at.data(ROW) == node:
                self.setCurrentIndex(at)
                return

    @property
    def node(self) -> int:
        """The node of the row that is chosen, -1 for none."""
        at = self.currentIndex()
        return int(at.data(ROW)) if at.isValid() else -1

    def _choose(self, at: QModelIndex, _was: QModelIndex) -> None:
        if at.isValid():
            self.chosen.emit(int(at.data(ROW)))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Escape leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            in_new_tab = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.opened.emit(int(self.currentIndex().data(ROW)), in_new_tab)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
