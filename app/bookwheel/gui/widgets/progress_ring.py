"""How far something is read, as a small ring, or a tick once it is read."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from bookwheel.gui.theme import icons

RING = 12
"""Pixels of its sides."""
_WIDTH = 2.0
_FULL = 360 * 16


def track_colour(colours: dict[str, str]) -> QColor:
    """What is not read yet: seen on every ground, and quieter than a border."""
    colour = QColor(colours["edge"])
    colour.setAlphaF(0.35)
    return colour


def paint_progress(painter: QPainter, at: QPoint, fraction: float, colours: dict[str, str], *, is_read: bool) -> None:
    """Paint it with its upper left corner at a point."""
    if is_read:
        painter.drawPixmap(at, icons.pixmap("check", colours["soft"], RING))
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rect = QRectF(at.x(), at.y(), RING, RING).adjusted(_WIDTH / 2, _WIDTH / 2, -_WIDTH / 2, -_WIDTH / 2)
    painter.setPen(QPen(track_colour(colours), _WIDTH))
    painter.drawEllipse(rect)
    painter.setPen(QPen(QColor(colours["accent"]), _WIDTH, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawArc(rect, 90 * 16, -round(_FULL * min(1.0, max(0.04, fraction))))
    painter.restore()
