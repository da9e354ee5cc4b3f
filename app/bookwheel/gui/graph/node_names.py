"""The names of a graph's nodes: cut to a length, placed so that none lies on another, and painted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from bookwheel.gui.graph.label_placement import Label, place_labels
from bookwheel.gui.graph.scene import Scene
from bookwheel.gui.i18n.translation import number
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme

_LONGEST_NAME = 190.0


class NodeNames:
    """The names of one scene. Rows are places among its nodes, -1 for none."""

    def __init__(self, scene: Scene) -> None:
        metrics, folded = QFontMetricsF(fonts.font(12)), scene.shown.folded
        self._scene = scene
        self._names = [
            metrics.elidedText(node.title, Qt.TextElideMode.ElideRight, _LONGEST_NAME)
            + (f"  +{number(folded[row])}" if folded[row] else "")
            for row, node in enumerate(scene.shown.nodes)
        ]
        self._widths = np.array([metrics.horizontalAdvance(name) + 4 for name in self._names])
        self._labels: tuple[object, list[Label]] | None = None

    def forget(self) -> None:
        """Place the names again when they are painted next."""
        self._labels = None

    def paint(self, painter: QPainter, theme: Theme, labels: list[Label], *, hovered: int, selected: int) -> None:
        """Paint placed names, those that are meant bolder, each on a ground that lets little through."""
        colours = theme.colours
        ground = QColor(colours["page"])
        ground.setAlpha(205)
        for label in labels:
            is_here = label.row in (self._scene.shown.centre, selected, hovered)
            place = QRectF(label.left, label.top, label.width, label.height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(place, 3, 3)
            painter.setFont(fonts.font(12, 500 if is_here else 400))
            painter.setPen(QColor(colours["text" if is_here or hovered >= 0 else "soft"]))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, self._names[label.row])

    def place(
        self,
        points: NDArray[np.float64],
        sizes: NDArray[np.float64],
        viewport: tuple[int, int],
        highlighted: set[int],
        *,
        hovered: int,
        selected: int,
    ) -> list[Label]:
        """Place as many names as there is room for, in pixels; while a node is hovered, those highlighted alone."""
        key = (points.tobytes(), hovered, selected, viewport)
        if self._labels is None or self._labels[0] != key:
            scene = self._scene
            first = [row for row in (hovered, scene.shown.centre, selected) if row >= 0]
            by_degree = sorted(range(len(points)), key=lambda row: (row not in highlighted, -scene.degrees[row], row))
            order = dict.fromkeys((*first, *by_degree))
            height = QFontMetricsF(fonts.font(12)).height()
            radii = sizes / 2
            if hovered >= 0:
                order = {row: None for row in order if row in highlighted}
                # What is faded may lie under a name.
                radii[[row for row in range(len(points)) if row not in highlighted]] = 0.0
            for row, more in ((scene.shown.centre, 6), (selected, 8)):
                if row >= 0:
                    radii[row] += more
            size = (float(viewport[0]), float(viewport[1]))
            self._labels = (key, place_labels(points, radii, self._widths, order, size, height, len(first)))
        return self._labels[1]
