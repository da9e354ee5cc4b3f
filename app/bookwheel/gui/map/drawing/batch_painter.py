"""Many documents and links onto a painter at once: shapes cut from one picture, links as one array of lines."""

from __future__ import annotations

from math import ceil

import numpy as np
from pyqtgraph.Qt import internals
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QPixmap

from bookwheel.gui.graph.shapes import shape
from bookwheel.gui.map.scene import Floats, Ints

SHAPES = ("o", "s", "t1", "d", "h", "p", "star", "x")
"""A group's shape, in order; the last is that of the others."""

_SIZES = (3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22)
_CELL = 28
_SLIM = {"star": 1.35, "d": 1.2, "t1": 1.25, "x": 1.0, "p": 1.1}
_ROOM = np.array([2 * ceil(size * max(_SLIM.values()) / 2 + 2) for size in _SIZES])
"""Pixels that a shape of each size takes with the line around it."""
SMOOTH = 320
"""Above so many links they are drawn without antialiasing, which would cost most of the frame."""


class Shapes:
    """Every shape in every size, in the colours of the groups; cut out and laid down by the thousand."""

    def __init__(self, colours: list[str], ground: str, ratio: float) -> None:
        """`colours` are the groups', `ratio` the screen's device pixels to a pixel."""
        self._ratio, self._colours, self._ground = ratio, colours, ground
        self._picture = QPixmap(round(len(_SIZES) * _CELL * ratio), round(len(SHAPES) * _CELL * ratio))
        self._picture.fill(Qt.GlobalColor.transparent)
        self._fragments = internals.PrimitiveArray(QPainter.PixmapFragment, 10)
        painter = QPainter(self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        for row, (name, colour) in enumerate(zip(SHAPES, colours, strict=True)):
            for column, size in enumerate(_SIZES):
                painter.save()
                painter.translate((column + 0.5) * _CELL, (row + 0.5) * _CELL)
                _paint(painter, name, float(size), colour, ground)
                painter.restore()
        painter.end()

    def _draw(self, painter: QPainter, points: Floats, columns: Ints, groups: Ints, opacity: float) -> None:
        for (x, y), column, group in zip(points.tolist(), columns.tolist(), groups.tolist(), strict=True):
            painter.save()
            painter.setOpacity(opacity)
            painter.translate(x, y)
            _paint(painter, SHAPES[group], float(_SIZES[column]), self._colours[group], self._ground)
            painter.restore()

    def paint(self, painter: QPainter, points: Floats, sizes: Floats, groups: Ints, opacity: float = 1.0) -> None:
        """Draw documents at pixels (n, 2), `sizes` (n,) wide, as their `groups` (n,) look; later ones lie on top."""
        count = len(points)
        if not count:
            return
        columns = np.searchsorted(_SIZES, np.clip(sizes, _SIZES[0], _SIZES[-1]))
        engine = painter.paintEngine()
        if engine is not None and engine.type() == QPaintEngine.Type.SVG:  # would hold the whole picture for each
            self._draw(painter, points, columns, groups, opacity)
            return
        self._fragments.resize(count)
        rows = self._fragments.ndarray()
        # What is empty around a shape would be laid down as well, and cost more than the shape.
        wide = np.minimum(_ROOM[columns], _CELL)
        cell, off = _CELL * self._ratio, (_CELL - wide) / 2 * self._ratio
        rows[:, 0], rows[:, 1] = points[:, 0], points[:, 1]
        rows[:, 2], rows[:, 3] = np.round(columns * cell + off), np.round(groups * cell + off)
        rows[:, 4] = rows[:, 5] = np.round(wide * self._ratio)
        rows[:, 6] = rows[:, 7] = 1.0 / self._ratio
        rows[:, 8], rows[:, 9] = 0.0, opacity
        painter.drawPixmapFragments(*self._fragments.drawargs(), self._picture)  # pyright: ignore[reportCallIssue]


class Lines:
    """Links as lines."""

    def __init__(self) -> None:
        """Room for none yet."""
        self._lines = internals.PrimitiveArray(QLineF, 4)

    def paint(self, painter: QPainter, points: Floats, links: Ints, pen: QPen) -> None:
        """Draw links (m, 2) between pixels (n, 2)."""
        if not len(links):
            return
        self._lines.resize(len(links))
        self._lines.ndarray()[:] = points[links].reshape(-1, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(links) <= SMOOTH)
        painter.setPen(pen)
        painter.drawLines(*self._lines.drawargs())  # pyright: ignore[reportArgumentType, reportCallIssue]


def ring(painter: QPainter, at: Floats, size: float, colour: str, width: float = 2.0) -> None:
    """A ring around a document."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colour), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(float(at[0]) - size / 2, float(at[1]) - size / 2, size, size))


def _paint(painter: QPainter, name: str, size: float, colour: str, ground: str) -> None:
    if size <= 4:  # too small for a shape
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QRectF(-size / 2, -size / 2, size, size))
        return
    wide = size * _SLIM.get(name, 1.0)
    path = shape(name)
    painter.scale(wide, wide)
    if name == "x":
        painter.setPen(QPen(QColor(colour), 0.26))
        painter.drawPath(path)
        return
    # A line of the ground around each keeps those apart that touch.
    painter.setPen(QPen(QColor(ground), 2.0 / wide))
    painter.setBrush(QColor(ground))
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawPath(path)
