"""Rows of 28 pixels as every list and tree draws them: icon, words, and a number at the right."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import ROW_HEIGHT, Theme
from bookwheel.gui.widgets.path_elision import elide_path
from bookwheel.gui.widgets.progress_ring import RING, paint_progress

COUNT = Qt.ItemDataRole.UserRole + 1
"""Text at the right end of a row."""
ICON = Qt.ItemDataRole.UserRole + 2
"""Name of a row's icon."""
NOTE = Qt.ItemDataRole.UserRole + 3
"""Softer words after the row's own."""
_SHORT = 90
"""Width of a note, in pixels, that says nothing once it is cut."""
PROGRESS = Qt.ItemDataRole.UserRole + 5
"""How far a row's document is read, from 0 to 1, and whether it is read; None for one that was not begun."""
KEEPS_NOTE = Qt.ItemDataRole.UserRole + 20
"""Whether a row's own words are cut rather than its note, which tells what a person must know."""
_GAP = 10
"""Pixels between a row's words and its note."""
IS_HERE = Qt.ItemDataRole.UserRole + 4
"""Whether the row is where the reader is."""

_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
"""Why a list gets the focus when it is not by a click."""

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Draws one row; the tint behind it is the view's when `fills` is False."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        *,
        fills: bool = True,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fills = fills
        self._cut = cut
        """Where words are cut that are too long."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Every row is as high as the next."""
        return QSize(option.rect.width(), ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Icon, words, softer words, number."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        is_here = bool(index.data(IS_HERE)) or bool(option.state & QStyle.StateFlag.State_Selected)
        if self._fills:
            paint_tint(painter, option, option.rect, colours)
        ink = QColor(colours["accent" if is_here else "text"])
        rect = option.rect.adjusted(8 if self._fills else 2, 0, -8, 0)
        name = index.data(ICON)
        if name:
            picture = icons.pixmap(name, colours["accent" if is_here else "soft"])
            painter.drawPixmap(QPoint(rect.left(), rect.top() + (rect.height() - icons.SIZE) // 2), picture)
            rect.setLeft(rect.left() + icons.SIZE + 6)
        count = index.data(COUNT)
        if count:
            painter.setFont(fonts.font(11.5))
            painter.setPen(QColor(colours["soft"]))
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
            rect.setRight(rect.right() - painter.fontMetrics().horizontalAdvance(count) - 10)
        progress = index.data(PROGRESS)
        if progress is not None:
            at = QPoint(rect.right() - RING + 1, rect.top() + (rect.height() - RING) // 2)
            paint_progress(painter, at, progress[0], colours, is_read=progress[1])
            rect.setRight(rect.right() - RING - 8)
        painter.setFont(fonts.font(13, 600 if is_here else 400))
        painter.setPen(ink)
        self._paint_words(painter, rect, index)
        painter.restore()

    def _paint_words(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """The words, and the softer ones after them where there is room, or where the words make room for them."""
        words, note = index.data(Qt.ItemDataRole.DisplayRole) or "", index.data(NOTE)
        metrics, small = painter.fontMetrics(), fonts.font(12)
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        room, keeps_note = rect.width(), bool(note and index.data(KEEPS_NOTE))
        if keeps_note:
            room -= min(QFontMetrics(small).horizontalAdvance(note), rect.width() * 3 // 5) + _GAP
        cut_words = metrics.elidedText(words, self._cut, room)
        painter.drawText(rect, align, isolated(cut_words))
        left = rect.left() + metrics.horizontalAdvance(cut_words if keeps_note else words) + _GAP
        if not note or left + 40 >= rect.right():
            return
        painter.setFont(small)
        painter.setPen(QColor(self._theme.colours["soft"]))
        space = QRect(left, rect.top(), rect.right() - left + 1, rect.height())
        fine = painter.fontMetrics()
        shorter = elide_path(note, lambda text: fine.horizontalAdvance(text) <= space.width())
        cut = fine.elidedText(shorter, Qt.TextElideMode.ElideMiddle, space.width())
        if cut == note or keeps_note or fine.horizontalAdvance(note) > _SHORT:
            painter.drawText(space, align, isolated(cut))


def paint_lines(
    painter: QPainter, rect: QRect, height: int, lines: Iterable[tuple[str, int, str]], colours: dict[str, str]
) -> None:
    """Lines of text below each other, each cut at its end: words, size in pixels and the name of a colour."""
    for number, (words, size, colour) in enumerate(lines):
        area = QRectF(rect.left(), rect.top() + number * height, rect.width(), height)
        painter.setFont(fonts.font(size))
        painter.setPen(QColor(colours[colour]))
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(cut))


def paint_tint(painter: QPainter, option: QStyleOptionViewItem, rect: QRect, colours: dict[str, str]) -> None:
    """The rounded ground of a row that is chosen or under the pointer, with a ring for the keyboard's focus."""
    is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
    is_under = bool(option.state & QStyle.StateFlag.State_MouseOver)
    if is_chosen or is_under:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours["tint" if is_chosen else "hover"]))
        painter.drawRoundedRect(QRectF(rect), 6, 6)
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QColor(colours["accent"]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


class RowTree(QTreeView):
    """A tree whose chosen row is tinted over its whole width and whose branches are chevrons."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(17)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setItemDelegate(RowDelegate(theme, self, fills=False, cut=cut))
        self.setTabKeyNavigation(False)
        self.header().setStretchLastSection(True)
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """The tint goes under the whole row, then branch and words."""
        shown = QStyleOptionViewItem(option)
        is_chosen = self.selectionModel() is not None and self.selectionModel().isSelected(index)
        if is_chosen:
            shown.state |= QStyle.StateFlag.State_Selected
        over = self.viewport()
        if over.underMouse() and self.indexAt(over.mapFromGlobal(self.cursor().pos())) == index:
            shown.state |= QStyle.StateFlag.State_MouseOver
        if self.hasFocus() and index == self.currentIndex():
            shown.state |= QStyle.StateFlag.State_HasFocus
        rect = QRect(0, option.rect.top(), self.viewport().width(), option.rect.height())
        paint_tint(painter, shown, rect, self._theme.colours)
        super().drawRow(painter, option, index)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:  # noqa: N802
        """A chevron where a row can open."""
        model = self.model()
        if model is None or not model.hasChildren(index):
            return
        name = "chevron-down" if self.isExpanded(index) else "chevron-right"
        left = rect.right() - self.indentation() + 1
        top = rect.top() + (rect.height() - 14) // 2
        painter.drawPixmap(QPoint(left, top), icons.pixmap(name, self._theme.colours["soft"], 14))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens what a click opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.clicked.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class CardList(QListView):
    """Chooses its first card when the keyboard comes; a ring goes round a list without cards."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._card_theme = theme

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Choose the first card that can be chosen, unless one is."""
        super().focusInEvent(event)
        if event.reason() not in _KEYBOARD or self.selectionModel().isSelected(self.currentIndex()):
            return  # Qt makes the first row current by itself, a heading too, but does not choose it
        rows = (self.model().index(row, 0) for row in range(self.model().rowCount()))
        first = next((index for index in rows if index.flags() & Qt.ItemFlag.ItemIsSelectable), None)
        if first is not None:
            self.setCurrentIndex(first)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """The cards, or the ring where no card can show the focus."""
        super().paintEvent(event)
        if self.hasFocus() and not self.currentIndex().isValid():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(self._card_theme.colours["accent"]))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
