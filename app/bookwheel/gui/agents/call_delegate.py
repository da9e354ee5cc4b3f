"""Paints one call of an agent as a row of the Activity side bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from bookwheel.domain.service.activity import Activity
from bookwheel.gui.agents.activity_model import CALL, Index, describe_call, describe_cost, describe_duration
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme


class CallDelegate(QStyledItemDelegate):
    """A small card: client and time taken, what was asked, what it gave."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        """Three lines and a gap."""
        return QSize(option.rect.width(), 80)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One call."""
        call: Activity = index.data(CALL)
        colours = self._theme.colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(option.rect).adjusted(8.5, 0.5, -6.5, -8.5)
        is_chosen = bool(option.state & QStyle.StateFlag.State_HasFocus)
        is_under = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(QColor(colours["accent" if is_chosen else "line"]))
        painter.setBrush(QColor(colours["hover" if is_under else "page"]))
        painter.drawRoundedRect(card, 8, 8)
        inner = card.adjusted(11, 8, -10, -8)
        painter.drawPixmap(
            inner.topLeft().toPoint(), icons.pixmap("bot", colours["warm" if call.error else "accent"], 14)
        )
        line = QRectF(inner.left(), inner.top() - 1, inner.width(), 18)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        painter.setFont(fonts.font(11.5))
        painter.setPen(QColor(colours["soft"]))
        painter.drawText(line, right, describe_duration(call))
        painter.setFont(fonts.font(12.6, 600))
        painter.setPen(QColor(colours["text"]))
        painter.drawText(line.adjusted(20, 0, -60, 0), left, display_name(call.client))
        for row, (words, tone) in enumerate(
            ((describe_call(call), "text"), (describe_cost(call), "warm" if call.error else "soft")), 1
        ):
            painter.setFont(fonts.font(12.2))
            painter.setPen(QColor(colours[tone]))
            cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(inner.width()))
            painter.drawText(line.translated(0, row * 18.5), left, cut)
        painter.restore()
