"""What links leave to mend as a table: one row a finding, its columns as its view needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from bookwheel.domain.checking import Finding, InspectView
from bookwheel.gui import look
from bookwheel.gui.language import QT_TR_NOOP, number, share, tr
from bookwheel.gui.places import Place

FINDING = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Column:
    """A column's head, its width in pixels, its words and what it sorts by."""

    name: str
    width: int
    words: Callable[[Finding], str]
    key: Callable[[Finding], object]


def _where(doc: str) -> str:
    return " › ".join(doc.split("/")[:-1])


_DOCUMENT = Column(QT_TR_NOOP("Document"), 250, lambda one: one.title, lambda one: one.title.casefold())
_PLACE = Column(QT_TR_NOOP("Where"), 300, lambda one: _where(one.doc), lambda one: one.doc.casefold())
_LINKS_OUT = Column(QT_TR_NOOP("Links to others"), 110, lambda one: number(one.links), lambda one: one.links)
_LINKS_BACK = Column(QT_TR_NOOP("Linked from"), 110, lambda one: number(one.links), lambda one: one.links)

COLUMNS: dict[InspectView, tuple[Column, ...]] = {
    InspectView.BROKEN: (
        _DOCUMENT,
        Column(QT_TR_NOOP("Line"), 60, lambda one: number(one.line) if one.line else "", lambda one: one.line),
        Column(QT_TR_NOOP("Words of the link"), 210, lambda one: one.text, lambda one: one.text.casefold()),
        Column(QT_TR_NOOP("Leads to"), 240, lambda one: one.other, lambda one: one.other.casefold()),
        _PLACE,
    ),
    InspectView.ORPHANS: (_DOCUMENT, _LINKS_OUT, _PLACE),
    InspectView.DEAD_ENDS: (_DOCUMENT, _LINKS_BACK, _PLACE),
    InspectView.COPIES: (
        _DOCUMENT,
        Column(QT_TR_NOOP("Is like"), 230, lambda one: one.other_title, lambda one: one.other_title.casefold()),
        Column(QT_TR_NOOP("Same lines"), 90, lambda one: share(one.share), lambda one: one.share),
        Column(QT_TR_NOOP("Where"), 230, lambda one: _where(one.doc), lambda one: one.doc.casefold()),
        Column(QT_TR_NOOP("And where"), 230, lambda one: _where(one.other), lambda one: one.other.casefold()),
    ),
}
"""The columns of each view."""


class FindingsModel(QAbstractTableModel):
    """Findings of one view, filtered by words and sorted by any column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view = InspectView.BROKEN
        self._all: Sequence[Finding] = ()
        self._rows: list[Finding] = []
        self._words: list[str] = []
        self._sorted_by: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def show(self, view: InspectView, findings: Sequence[Finding]) -> None:
        """Show these findings."""
        self.beginResetModel()
        if view is not self.view:
            self._sorted_by = (-1, Qt.SortOrder.AscendingOrder)
        self.view, self._all = view, findings
        self._rows = self._ordered()
        self.endResetModel()

    def narrow(self, words: str) -> None:
        """Show the findings that hold all of these words."""
        self.beginResetModel()
        self._words = words.casefold().split()
        self._rows = self._ordered()
        self.endResetModel()

    @property
    def rows(self) -> Sequence[Finding]:
        """The findings shown, in their order."""
        return self._rows

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """See Qt; -1 for the order of the library."""
        self._sorted_by = (column, order)
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        held = [self._rows[each.row()] for each in before]
        self._rows = self._ordered()
        place_of = {id(one): place for place, one in enumerate(self._rows)}
        moved = [self.index(place_of[id(one)], at.column()) for one, at in zip(held, before, strict=True)]
        self.changePersistentIndexList(before, moved)
        self.layoutChanged.emit()

    def _ordered(self) -> list[Finding]:
        columns = COLUMNS[self.view]
        rows = [
            one
            for one in self._all
            if not self._words
            or all(word in f"{one.title} {one.doc} {one.text} {one.other}".casefold() for word in self._words)
        ]
        column, order = self._sorted_by
        if 0 <= column < len(columns):
            rows.sort(key=columns[column].key, reverse=order == Qt.SortOrder.DescendingOrder)  # type: ignore[arg-type]
        return rows

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(COLUMNS[self.view])

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        """The columns' names."""
        if way == Qt.Orientation.Horizontal and 0 <= section < len(COLUMNS[self.view]):
            if role == Qt.ItemDataRole.DisplayRole:
                return tr(COLUMNS[self.view][section].name)
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's words, and the finding."""
        if not index.isValid():
            return None
        one, column = self._rows[index.row()], COLUMNS[self.view][index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return column.words(one)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{tr(column.name)}: {column.words(one)}"
        return one if role == FINDING else None


class FindingsTable(QTableView):
    """The table; Return and a double click open where a finding is written, with Ctrl in a new tab."""

    opened = Signal(object, bool)
    """A Place, and whether a new tab was asked for."""
    left = Signal()

    def __init__(self, skin: look.Look) -> None:
        super().__init__()
        self.findings = FindingsModel(self)
        self.setModel(self.findings)
        self.setObjectName("mapTable")
        self.setAccessibleName(tr("Findings"))
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
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.doubleClicked.connect(lambda at: self.open(at.row(), in_new_tab=False))
        skin.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def show_findings(self, view: InspectView, findings: Sequence[Finding]) -> None:
        """Show findings in the columns of their view, the first one chosen."""
        is_other = view is not self.findings.view
        self.findings.show(view, findings)
        head = self.horizontalHeader()
        if is_other or head.sectionSize(0) != COLUMNS[view][0].width:
            head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            for place, column in enumerate(COLUMNS[view]):
                head.resizeSection(place, column.width)
        self.choose_first()

    def choose_first(self) -> None:
        """Choose the first row."""
        if self.findings.rowCount():
            self.setCurrentIndex(self.findings.index(0, 0))

    def open(self, row: int, *, in_new_tab: bool) -> None:
        """Go to where a finding is written; of two copies, to the one whose column was chosen."""
        if not 0 <= row < self.findings.rowCount():
            return
        one = self.findings.rows[row]
        is_other = self.findings.view is InspectView.COPIES and self.currentIndex().column() in (1, 4)
        if is_other:
            place = Place(one.other, title=one.other_title)
        else:
            place = Place(one.doc, one.section.partition("#")[2], title=one.title)
        self.opened.emit(place, in_new_tab)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Escape leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            with_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.open(self.currentIndex().row(), in_new_tab=with_control)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
