"""What moves with the view, links and documents, kept as a picture larger than the map: a push draws nothing anew."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap

from bookwheel.gui.map.drawing.renderer import Frame, MapRenderer
from bookwheel.gui.map.viewport import Viewport

_MARGIN = 64
"""Pixels on each side that the map can be pushed by before the picture is painted anew."""


class Backdrop:
    """The picture of the last frame, good for every view of the same scale within its margin."""

    def __init__(self, drawing: MapRenderer) -> None:
        """Nothing is kept yet."""
        self._drawing = drawing
        self._picture: QPixmap | None = None
        self._view = Viewport(0.0, 0.0, 1.0, 1, 1)

    def forget(self) -> None:
        """Paint anew next time: something other than the view has changed."""
        self._picture = None

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Draw the part of the picture that the frame's view shows, painted anew where it must be."""
        ratio = painter.device().devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatioF() != ratio or not self._holds(frame.view):
            self._picture, self._view = self._painted(frame, ratio), frame.view
        shift = self._shift(frame.view)
        left, top = (round((pixels - _MARGIN) * ratio) / ratio for pixels in (shift.x(), shift.y()))
        painter.drawPixmap(QPointF(left, top), self._picture)

    def _holds(self, view: Viewport) -> bool:
        kept = self._view
        if (view.scale, view.width, view.height) != (kept.scale, kept.width, kept.height):
            return False
        shift = self._shift(view)
        return max(abs(shift.x()), abs(shift.y())) <= _MARGIN

    def _shift(self, view: Viewport) -> QPointF:
        """Pixels that what is kept has to be moved by to lie where the view has it."""
        return QPointF((self._view.x - view.x) * view.scale, (self._view.y - view.y) * view.scale)

    def _painted(self, frame: Frame, ratio: float) -> QPixmap:
        view = frame.view
        wide = replace(view, width=view.width + 2 * _MARGIN, height=view.height + 2 * _MARGIN)
        picture = QPixmap(round(wide.width * ratio), round(wide.height * ratio))
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        self._drawing.paint_ground(painter, replace(frame, view=wide, points=frame.points + _MARGIN))
        painter.end()
        return picture
