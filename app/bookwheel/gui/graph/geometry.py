"""Sizes and places in pixels: how large nodes are, what is near what, and what has to be seen."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt

from bookwheel.gui.graph.scene import Scene
from bookwheel.gui.graph.vocabulary import KINDS

Floats = NDArray[np.float64]
_SMALLEST, _LARGEST = 8.0, 26.0
_SCALES = (1.0, 0.8, 0.62, 0.48, 0.36)
"""Sizes of nodes, as shares of the full one, from roomy to crowded."""
_SLIM = ("star", "d", "x", "t1")
"""Shapes that cover less of their square than a circle does."""

ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
"""Which way each arrow key leads, right and down being positive."""


def sizes_of(scene: Scene) -> Floats:
    """How wide each node is where there is room, in pixels, shape (n,): more for more ties and for the centre."""
    sizes = _SMALLEST + 3.0 * np.log2(1 + scene.degrees)
    if scene.shown.centre >= 0:
        sizes[scene.shown.centre] += 4
    slim = np.array([KINDS[node.kind].shape in _SLIM for node in scene.shown.nodes], dtype=bool)
    return np.clip(sizes, _SMALLEST, _LARGEST) + 4.0 * slim


def scale_for(points: Floats, sizes: Floats) -> float:
    """How much smaller to draw nodes so that they stand apart, by steps: 1 where there is room."""
    if len(points) < 2:
        return 1.0
    wide, high = points.max(axis=0) - points.min(axis=0) + 1.0
    wanted = math.sqrt(wide * high / len(points)) / (2.3 * float(np.median(sizes)))
    return next((scale for scale in _SCALES if scale <= wanted), _SCALES[-1])


def scale_sizes(sizes: Floats, scale: float) -> Floats:
    """Sizes at a scale, whole pixels, never too small to see."""
    return np.maximum(np.round(sizes * scale), 4.0)


def frame_nodes(places: Floats, width: int) -> QRectF:
    """What has to be seen of a drawing, with room for the names, which stand beside the nodes."""
    low, high = places.min(axis=0), places.max(axis=0)
    span = np.maximum(high - low, 2.0)
    middle, spare = (low + high) / 2, span * 0.6
    spare[0] += span[0] * min(0.3, 60 / max(width, 1))
    return QRectF(*(middle - spare), *(2 * spare))


def find_row_under(points: Floats, sizes: Floats, at: tuple[float, float], reach: float) -> int:
    """The node nearest to a pixel, -1 when none is within reach of its rim."""
    if not len(points):
        return -1
    away = np.hypot(points[:, 0] - at[0], points[:, 1] - at[1]) - sizes / 2
    row = int(away.argmin())
    return row if away[row] <= reach else -1


def find_next_row(points: Floats, here: int, way: tuple[float, float]) -> int:
    """The nearest node in a direction (right and down are positive), -1 when there is none."""
    off = points - points[here]
    ahead = off[:, 0] * way[0] + off[:, 1] * way[1]
    aside = np.abs(off[:, 0] * way[1]) + np.abs(off[:, 1] * way[0])
    cost = np.where(ahead > 1.0, ahead + 2.0 * aside, math.inf)
    row = int(cost.argmin())
    return row if math.isfinite(cost[row]) else -1
