"""How the rows of the Tasks pane are drawn: a box, the task's words, when it is due and where it is written."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.tasks.model import ROW, TaskRow
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import paint_tint
from bookwheel.gui.widgets.text_layout import break_lines

Index = QModelIndex | QPersistentModelIndex
_HEAD, _NOTE, _LINE, _UNDER, _PAD = 30, 26, 18, 17, 5
_SIDE, _BOX, _GAP = 16, 13, 9
_MOST_LINES = 2
_SIGNS = {"highest": "↑↑", "high": "↑", "low": "↓", "lowest": "↓↓"}
"""How a priority is shown before the words; the middle ones need no sign."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TaskDelegate(QStyledItemDelegate):
    """Headings, sentences and tasks of one or two lines with a softer line under them."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._laid: dict[tuple[str, int, str], list[str]] = {}

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """As high as the words need."""
        row: TaskRow = index.data(ROW)
        width = self._view.viewport().width()
        if row.task is None:
            return QSize(width, _HEAD if row.is_heading else _NOTE)
        return QSize(width, 2 * _PAD + len(self._lines(row, width)) * _LINE + _UNDER)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        row: TaskRow = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.task is not None:
            self._task(painter, option, row)
        else:
            self._plain(painter, QRectF(option.rect), row)
        painter.restore()

    def _plain(self, painter: QPainter, rect: QRectF, row: TaskRow) -> None:
        inner = rect.adjusted(_SIDE, 0, -_SIDE, 0)
        painter.setPen(QColor(self._theme.colours["soft"]))
        painter.setFont(fonts.font(11, 600) if row.is_heading else fonts.font(12.2))
        painter.drawText(inner, _LEFT, row.title)
        painter.setFont(fonts.font(11))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.note)

    def _task(self, painter: QPainter, option: QStyleOptionViewItem, row: TaskRow) -> None:
        task, colours = row.task, self._theme.colours
        assert task is not None
        paint_tint(painter, option, option.rect.adjusted(_SIDE - 8, 1, 8 - _SIDE, -1), colours)
        left, top = float(option.rect.left() + _SIDE), float(option.rect.top() + _PAD)
        self._box(painter, QRectF(left + 0.5, top + 3, _BOX, _BOX), is_done=task.is_done)
        left += _BOX + _GAP
        width = option.rect.right() - _SIDE - left
        painter.setFont(fonts.font(13))
        painter.setPen(QColor(colours["soft" if task.is_done else "text"]))
        for line in self._lines(row, self._view.viewport().width()):
            painter.drawText(QRectF(left, top, width, _LINE), _LEFT | Qt.TextFlag.TextDontClip, isolated(line))
            top += _LINE
        painter.setFont(fonts.font(11.5))
        used = 0.0
        if row.note:
            painter.setPen(QColor(colours["warm" if row.is_late else "soft"]))
            painter.drawText(QRectF(left, top, width, _UNDER), _LEFT, row.note)
            used = painter.fontMetrics().horizontalAdvance(f"{row.note} · ")
        painter.setPen(QColor(colours["soft"]))
        title = f"· {isolated(task.title)}" if row.note else isolated(task.title)
        start = left + (used - painter.fontMetrics().horizontalAdvance("· ") if row.note else 0)
        room = QRectF(start, top, max(0.0, left + width - start), _UNDER)
        cut = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, _LEFT, cut)

    def _box(self, painter: QPainter, rect: QRectF, *, is_done: bool) -> None:
        colours = self._theme.colours
        painter.setPen(QPen(QColor(colours["accent" if is_done else "faint"]), 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, 3.5, 3.5)
        if is_done:
            painter.drawPixmap(QPointF(rect.left() + 1, rect.top() + 1), icons.pixmap("check", colours["accent"], 11))

    def _lines(self, row: TaskRow, width: int) -> list[str]:
        """The words in at most two lines."""
        sign = _SIGNS.get(row.task.priority, "") if row.task else ""
        text = f"{sign} {row.title}" if sign else row.title
        key = (text, width, fonts.font(13).key())
        if key not in self._laid:
            if len(self._laid) > 2000:
                self._laid.clear()
            room = max(60, width - 2 * _SIDE - _BOX - _GAP)
            self._laid[key] = [line for _, line in break_lines(text, fonts.font(13), room, _MOST_LINES)]
        return self._laid[key]
