"""A file with a problem as a row: its path, and under it the whole reason in as many lines as it takes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import ICON, NOTE, Index, paint_tint

_LEFT, _RIGHT, _TOP, _GAP = 30, 10, 5, 2
_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


class ProblemDelegate(QStyledItemDelegate):
    """Draws one file; rows are as high as their reasons at the width of the list."""

    def __init__(self, theme: Theme, view: QListWidget) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Reasons wrap otherwise in a list that is wider or narrower."""
        if event.type() is QEvent.Type.Resize:
            self._view.scheduleDelayedItemsLayout()
        return super().eventFilter(watched, event)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """As high as path and reason."""
        width = self._view.viewport().width()
        line = QFontMetrics(fonts.font(13)).lineSpacing()
        room = QRect(0, 0, width - _LEFT - _RIGHT, 10_000)
        reason = QFontMetrics(fonts.font(12)).boundingRect(room, int(_WRAPPED), index.data(NOTE) or "").height()
        return QSize(width, 2 * _TOP + line + _GAP + reason)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Icon and path, then the reason."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        paint_tint(painter, option, option.rect, colours)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = colours["accent" if is_chosen else "text"]
        rect = option.rect.adjusted(_LEFT, _TOP, -_RIGHT, -_TOP)
        painter.drawPixmap(QPoint(option.rect.left() + 8, rect.top()), icons.pixmap(index.data(ICON), colours["warm"]))
        painter.setFont(fonts.font(13, 600 if is_chosen else 400))
        painter.setPen(QColor(ink))
        metrics = painter.fontMetrics()
        path = metrics.elidedText(
            index.data(Qt.ItemDataRole.DisplayRole) or "", Qt.TextElideMode.ElideMiddle, rect.width()
        )
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), isolated(path))
        rect.setTop(rect.top() + metrics.lineSpacing() + _GAP)
        painter.setFont(fonts.font(12))
        painter.setPen(QColor(colours["soft"]))
        painter.drawText(rect, int(_WRAPPED), index.data(NOTE) or "")
        painter.restore()
