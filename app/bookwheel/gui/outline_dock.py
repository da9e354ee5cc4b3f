"""The Outline side bar: a document's sections, which one is being read, and a jump to each."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bookwheel.domain.document import TOP
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.gui import look
from bookwheel.gui.docks import Dock
from bookwheel.gui.rows import COUNT, IS_HERE

Index = QModelIndex | QPersistentModelIndex
DEPTH = Qt.ItemDataRole.UserRole + 10
_NOWHERE = QModelIndex()
_ROW, _STEP = 26, 14


class OutlineModel(QAbstractListModel):
    """Sections in source order, indented by depth, one of them being read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[OutlineEntry, ...] = ()
        self._rows: dict[str, int] = {}
        self._here = -1

    def set_outline(self, answer: OutlineAnswer | None) -> None:
        """Show a document's sections."""
        self.beginResetModel()
        self._entries = answer.sections if answer is not None else ()
        self._rows = {each.section.partition("#")[2]: row for row, each in enumerate(self._entries)}
        self._here = -1
        self.endResetModel()

    def set_here(self, anchor: str) -> QModelIndex:
        """Note which section is read; its index (invalid when the outline lacks it)."""
        row = self._rows.get(anchor, 0 if anchor == TOP and self._entries else -1)
        if row != self._here:
            before, self._here = self._here, row
            for each in (before, row):
                if each >= 0:
                    self.dataChanged.emit(self.index(each), self.index(each), [IS_HERE])
        return self.index(row) if row >= 0 else QModelIndex()

    def entries(self) -> tuple[OutlineEntry, ...]:
        """All sections shown."""
        return self._entries

    def anchor(self, at: Index) -> str:
        """The anchor of a row's section."""
        return self._entries[at.row()].section.partition("#")[2]

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A section's title, words and depth."""
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return entry.title
        if role == COUNT:
            return f"{entry.words:,}" if entry.words else ""
        if role == DEPTH:
            return entry.depth
        if role == IS_HERE:
            return index.row() == self._here
        return None


class _OutlineDelegate(QStyledItemDelegate):
    """A line down the left, thick and in the accent beside the section being read."""

    def __init__(self, skin: look.Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Every row is as high as the next."""
        return QSize(option.rect.width(), _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The line, the title at its depth, the count of words."""
        colours = self._skin.colours
        rect = option.rect
        is_here = bool(index.data(IS_HERE))
        painter.save()
        is_under = bool(option.state & QStyle.StateFlag.State_MouseOver)
        is_focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), QColor(colours["line"]))
        if is_under or is_focused:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours["tint" if is_focused else "hover"]))
            painter.drawRoundedRect(rect.adjusted(6, 1, 0, -1), 5, 5)
        if is_here:
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), QColor(colours["accent"]))
        count = index.data(COUNT)
        inner = rect.adjusted(12 + _STEP * min(int(index.data(DEPTH)), 6), 0, -6, 0)
        painter.setFont(look.font(11))
        painter.setPen(QColor(colours["soft"]))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
        inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(count) - 10)
        painter.setFont(look.font(12.6, 600 if is_here else 400))
        painter.setPen(QColor(colours["accent" if is_here else "soft"]))
        words = painter.fontMetrics().elidedText(
            index.data(Qt.ItemDataRole.DisplayRole), Qt.TextElideMode.ElideRight, inner.width()
        )
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()


class OutlineView(QListView):
    """The list of sections; a click or Return jumps."""

    chosen = Signal(str)

    def __init__(self, skin: look.Look, model: OutlineModel) -> None:
        super().__init__()
        self._outline = model
        self.setAccessibleName("Outline")
        self.setModel(model)
        self.setItemDelegate(_OutlineDelegate(skin, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setObjectName("outlineView")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(lambda at: self.chosen.emit(model.anchor(at)))
        skin.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return jumps to the row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.chosen.emit(self._outline.anchor(self.currentIndex()))
            return
        super().keyPressEvent(event)


class OutlineDock(Dock):
    """The sections of the document being read."""

    section_chosen = Signal(str)
    """An anchor."""

    def __init__(self, skin: look.Look, parent: QWidget) -> None:
        super().__init__(skin, "Outline", "list-tree", parent)
        self.model = OutlineModel(self)
        self.view = OutlineView(skin, self.model)
        self.view.chosen.connect(self.section_chosen)
        self.hold(self.view)
        self.set_outline(None)

    def set_outline(self, answer: OutlineAnswer | None) -> None:
        """Show a document's sections, or none."""
        self.model.set_outline(answer)
        self.say("" if answer is not None else "Open a document to see its sections.")

    def follow(self, anchor: str) -> None:
        """Mark the section being read and keep it in view."""
        at = self.model.set_here(anchor)
        if at.isValid() and not self.view.hasFocus():
            self.view.scrollTo(at)
