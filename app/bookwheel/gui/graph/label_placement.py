"""Which nodes are named and where their names stand: nothing overlaps a name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST = 40
_TRIED = 120
_GAP = 5.0
_LINES_AWAY = 3
"""Lines above or below its node that a name stands at most, where it must stand and there is no room beside."""
_MARGIN = 4.0


@dataclass(frozen=True, slots=True)
class Label:
    """A node's row, and the left, top, width and height of its name in pixels."""

    row: int
    left: float
    top: float
    width: float
    height: float


def place_labels(
    points: NDArray[np.float64],
    radii: NDArray[np.float64],
    widths: NDArray[np.float64],
    order: Iterable[int],
    size: tuple[float, float],
    height: float,
    certain: int = 0,
    taken: NDArray[np.float64] | None = None,
) -> list[Label]:
    """At most 40 names, those first in `order` first, each at a side of its node where it covers no node and no name.

    `points` are pixels of shape (n, 2), `radii` and `widths` of shape (n,); `size` is the drawing's width and height. A
    node outside gets no name; one without room goes without, except the `certain` first ones. `taken` are boxes of
    names that stand already, shape (k, 4) as left, top, right, bottom; they count among the 40.
    """
    found: list[Label] = []
    known = 0 if taken is None else min(len(taken), MOST)
    boxes = np.zeros((MOST, 4))
    if taken is not None:
        boxes[:known] = taken[:known]
    tried = 0
    for rank, row in enumerate(order):
        x, y = points[row]
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            continue
        tried += 1
        if known + len(found) == MOST or tried > _TRIED:
            break
        gap, width = radii[row] + _GAP, widths[row]
        inside = [box for box in _beside((x, y), gap, width, height) if _is_inside(box, size)]
        free = _free(inside, boxes[: known + len(found)], points, radii, row)
        if rank < certain and not free:
            farther = [box for box in _farther((x, y), gap, width, height) if _is_inside(box, size)]
            free = [box for box in [*inside, *farther] if not _meets(box, boxes[: known + len(found)])]
            left = min(max(x + gap, _MARGIN), size[0] - _MARGIN - width)
            free.append((left, y - height / 2, left + width, y + height / 2))
        if free:
            boxes[known + len(found)] = free[0]
            found.append(Label(row, free[0][0], free[0][1], width, height))
    return found


def _beside(point: tuple[float, float], gap: float, width: float, height: float) -> list[_Box]:
    """The four boxes of a name right, left, below and above of its node."""
    x, y = point
    corners = (
        (x + gap, y - height / 2),
        (x - gap - width, y - height / 2),
        (x - width / 2, y + gap - 2),
        (x - width / 2, y - gap + 2 - height),
    )
    return [(left, top, left + width, top + height) for left, top in corners]


_Box = tuple[float, float, float, float]


def _farther(at: tuple[float, float], gap: float, width: float, height: float) -> list[_Box]:
    """Places at both sides of a node, a line at a time above and below it."""
    x, y = at
    tops = [y - height / 2 + lines * height for away in range(1, _LINES_AWAY + 1) for lines in (-away, away)]
    return [(left, top, left + width, top + height) for top in tops for left in (x + gap, x - gap - width)]


def _is_inside(box: _Box, size: tuple[float, float]) -> bool:
    left, top, right, bottom = box
    return left >= _MARGIN and top >= _MARGIN and right <= size[0] - _MARGIN and bottom <= size[1] - _MARGIN


def _meets(box: _Box, others: NDArray[np.float64]) -> bool:
    left, top, right, bottom = box
    meets = (others[:, 0] < right) & (others[:, 2] > left) & (others[:, 1] < bottom) & (others[:, 3] > top)
    return bool(meets.any())


def _free(
    boxes: list[_Box], others: NDArray[np.float64], points: NDArray[np.float64], radii: NDArray[np.float64], row: int
) -> list[_Box]:
    """The first of the boxes that covers nothing, if there is one."""
    apart = [box for box in boxes if not _meets(box, others)]
    if not apart:
        return []
    low_x, low_y, high_x, high_y = np.array(apart).T[:, :, None]
    across = np.minimum(np.maximum(points[:, 0], low_x), high_x) - points[:, 0]
    down = np.minimum(np.maximum(points[:, 1], low_y), high_y) - points[:, 1]
    covers = across * across + down * down < radii * radii
    covers[:, row] = False
    free = np.flatnonzero(~covers.any(axis=1))
    return [apart[int(free[0])]] if len(free) else []
