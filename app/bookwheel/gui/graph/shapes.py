"""The shapes of kinds that the drawing library lacks, and every shape as a path for the legend."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF


def register() -> None:
    """Let the drawing know the shapes that it lacks."""
    from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols  # noqa: PLC0415 - the toolbar needs no NumPy

    for name in ("ring", "pill", "frame", "bars"):
        Symbols.setdefault(name, shape(name))


def shape(name: str) -> QPainterPath:
    """A kind's shape around (0, 0), one unit wide, as the drawing has it."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    match name:
        case "o":
            path.addEllipse(QRectF(-0.5, -0.5, 1, 1))
        case "ring":
            path.addEllipse(QRectF(-0.5, -0.5, 1, 1))
            path.addEllipse(QRectF(-0.25, -0.25, 0.5, 0.5))
        case "pill":
            path.addRoundedRect(QRectF(-0.5, -0.28, 1, 0.56), 0.28, 0.28)
        case "bars":
            for top in (-0.5, 0.1):
                path.addRoundedRect(QRectF(-0.5, top, 1, 0.4), 0.12, 0.12)
        case "s":
            path.addRect(QRectF(-0.45, -0.45, 0.9, 0.9))
        case "frame":
            path.addRect(QRectF(-0.45, -0.45, 0.9, 0.9))
            path.addRect(QRectF(-0.22, -0.22, 0.44, 0.44))
        case "x":
            for one, other in ((-1, -1), (-1, 1)):
                slim = QPolygonF([QPointF(0.45 * one, 0.45 * other), QPointF(-0.45 * one, -0.45 * other)])
                path.addPolygon(slim)
        case "t1" | "d" | "h" | "p" | "star":
            path.addPolygon(_corners(name))
        case _:
            from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols  # noqa: PLC0415 - likewise

            return QPainterPath(Symbols[name])
    return path


def _corners(name: str) -> QPolygonF:
    corners, dent = {"t1": (3, 1.0), "d": (4, 1.0), "h": (6, 1.0), "p": (5, 1.0), "star": (5, 0.42)}[name]
    points: list[QPointF] = []
    for at in range(corners * 2):
        radius = 0.5 if at % 2 == 0 else 0.5 * (dent if dent < 1 else math.cos(math.pi / corners))
        angle = math.radians(180 * at / corners - 90)
        points.append(QPointF(radius * math.cos(angle), radius * math.sin(angle)))
    return QPolygonF([*points, points[0]])
