"""Thousands of thin links at once: NumPy counts how many lie on each pixel, and mixes its colour from that."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from bookwheel.gui.map.scene import Floats, Ints

_DEEPEST = 64
"""Links on one pixel from which on more make no difference."""


def paint_web(
    painter: QPainter, points: Floats, links: Ints, size: tuple[int, int], ground: QColor, ink: QColor
) -> None:
    """Fill a picture of this size with the ground and draw links (m, 2) between pixels (n, 2), a device's pixel wide.

    Each lets what is under it through, as lines of a pen of no width do, which Qt takes four times as long to draw:
    a quarter of a million pixels, mixed one by one.
    """
    ratio = painter.device().devicePixelRatioF()
    wide, tall = round(size[0] * ratio), round(size[1] * ratio)
    over = np.bincount(_pixels((points * ratio).astype(np.float32)[links], wide, tall), minlength=wide * tall)
    pixels = _shades(ground, ink).take(over, mode="clip")
    picture = QImage(pixels.data, wide, tall, wide * 4, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    painter.drawImage(0, 0, picture)


def _pixels(ends: np.ndarray, wide: int, tall: int) -> np.ndarray:
    """The pixels on lines between `ends` (m, 2, 2), by row and column as one number, those of each line once."""
    ends = _clipped(ends, wide, tall)
    way = ends[:, 1] - ends[:, 0]
    longest = np.abs(way).max(axis=1, initial=0.0)
    way /= np.maximum(longest, 1e-6)[:, None]  # a whole pixel a step along the longer side
    steps = longest.astype(np.int32) + 1
    along = np.arange(steps.sum(), dtype=np.int32)
    along -= np.repeat((np.cumsum(steps) - steps).astype(np.int32), steps)
    far = along.astype(np.float32)
    across, down = (
        (np.repeat(ends[:, 0, axis], steps) + far * np.repeat(way[:, axis], steps)).astype(np.int32) for axis in (0, 1)
    )
    inside = (across >= 0) & (across < wide) & (down >= 0) & (down < tall)
    return (down * wide + across)[inside]


def _clipped(ends: np.ndarray, wide: int, tall: int) -> np.ndarray:
    """The parts of lines (m, 2, 2) that lie in the picture; those that have none are left out.

    Source: Liang & Barsky, ACM Transactions on Graphics 3 (1984).
    """
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    safe = np.where(way == 0.0, np.float32(1e-6), way)
    to_low, to_high = -start / safe, (np.array((wide, tall), np.float32) - start) / safe
    enters = np.maximum(np.minimum(to_low, to_high).max(axis=1), 0.0)
    leaves = np.minimum(np.maximum(to_low, to_high).min(axis=1), 1.0)
    seen = enters < leaves
    start, way = start[seen], way[seen]
    return np.stack([start + way * enters[seen, None], start + way * leaves[seen, None]], axis=1)


def _shades(ground: QColor, ink: QColor) -> np.ndarray:
    """The colour of a pixel by how many lines lie on it, as 0xFFRRGGBB."""
    left = (1.0 - ink.alphaF()) ** np.arange(_DEEPEST)  # of the ground
    mixed = np.full(_DEEPEST, 0xFF, np.uint32)
    for below, above in zip(ground.getRgb()[:3], ink.getRgb()[:3], strict=True):  # pyright: ignore
        mixed = mixed << np.uint32(8) | np.round(below * left + above * (1.0 - left)).astype(np.uint32)
    return mixed
