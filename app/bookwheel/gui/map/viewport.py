"""What part of the map is seen: from places to pixels and back, what is drawn of it, and which names it bears."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from bookwheel.gui.graph.label_placement import MOST, Label, place_labels
from bookwheel.gui.map.scene import Bools, Floats, Ints, MapScene

MOST_LINKS = 4000
"""Links that are drawn at once; more would cost the frame and show less."""

_PORTION = 1 << 14
_INK, _LONGEST = 320_000.0, 1200.0
"""Pixels of all links together, and what one counts at most: lines cost by their length."""

_DETAILS = (1.0, 0.8, 0.62, 0.48, 0.36)
"""Shares of the full size, from roomy to crowded."""

_FEW_SEEN = 1500
_CROWD = 10_000
"""Documents in view from which on many lie wholly under others."""
_MARGIN = 24.0
_NO_RINGS: Floats = np.zeros((0, 4))


@dataclass(frozen=True, slots=True)
class Viewport:
    """A place in the middle of so many pixels, at so many pixels to a unit."""

    x: float
    y: float
    scale: float
    width: int
    height: int

    def pixels(self, places: Floats) -> Floats:
        """Where places are, shape (n, 2)."""
        return (places - (self.x, self.y)) * self.scale + (self.width / 2, self.height / 2)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """What is at a pixel."""
        return (x - self.width / 2) / self.scale + self.x, (y - self.height / 2) / self.scale + self.y

    def moved(self, right: float, down: float) -> Viewport:
        """Moved over the map by pixels."""
        return replace(self, x=self.x + right / self.scale, y=self.y + down / self.scale)

    def zoomed(self, factor: float, x: float, y: float, bounds: tuple[float, float]) -> Viewport:
        """Larger by a factor, with what is at a pixel staying there; `bounds` are the least and the largest scale."""
        scale = min(max(self.scale * factor, bounds[0]), bounds[1])
        here = self.place(x, y)
        return replace(
            self, scale=scale, x=here[0] - (x - self.width / 2) / scale, y=here[1] - (y - self.height / 2) / scale
        )


def frame_view(low: Floats, high: Floats, width: int, height: int) -> Viewport:
    """Everything between two places in view, with room around it."""
    span = np.maximum(high - low, 1e-3)
    scale = float(min(max(width - 120, 60) / span[0], max(height - 96, 60) / span[1]))
    middle = (low + high) / 2
    return Viewport(float(middle[0]), float(middle[1]), min(scale, 400.0), width, height)


def detail(scene: MapScene, view: Viewport) -> float:
    """How much smaller to draw documents so that they stand apart, by steps: 1 where there is room."""
    wanted = scene.spacing * view.scale / 16.0
    return next((step for step in _DETAILS if step <= wanted), _DETAILS[-1])


def visible_mask(points: Floats, view: Viewport, shown: Bools) -> Bools:
    """Which documents (n,) to draw: those shown that lie in view."""
    inside = (points[:, 0] > -_MARGIN) & (points[:, 0] < view.width + _MARGIN)
    inside &= (points[:, 1] > -_MARGIN) & (points[:, 1] < view.height + _MARGIN)
    return inside & shown


def uncovered(points: Floats, rows: Ints, view: Viewport) -> Ints:
    """Of documents in the order they are drawn those that show: in a crowd the last in every square of two pixels."""
    if len(rows) < _CROWD:
        return rows
    wide, tall = int(view.width + 2 * _MARGIN) // 2 + 1, int(view.height + 2 * _MARGIN) // 2 + 1
    cells = ((points[rows] + _MARGIN) / 2).astype(np.int32)
    squares = cells[:, 1] * wide + cells[:, 0]
    order = np.arange(len(rows))
    last = np.zeros(wide * tall, np.int64)
    last[squares] = order
    return rows[last[squares] == order]


def visible_links(scene: MapScene, points: Floats, seen: Bools, shown: Bools, *, with_hubs: bool) -> Ints:
    """The links to draw (k, 2): those with an end in view (`seen` (n,)), the best known first, up to the budget.

    Of these the shorter are taken first: they show what belongs together, and cost less. Long ones are left to the
    document that is chosen.
    """
    chosen: list[Ints] = []
    count = 0
    for start in range(0, len(scene.links), _PORTION):
        links = scene.links[start : start + _PORTION]
        sources, targets = links[:, 0], links[:, 1]
        kept = (seen[sources] | seen[targets]) & shown[sources] & shown[targets]
        if not with_hubs:
            kept &= ~(scene.is_hub[sources] | scene.is_hub[targets])
        chosen.append(links[np.flatnonzero(kept)])
        count += len(chosen[-1])
        if count >= MOST_LINKS:
            break
    links = np.concatenate(chosen)[:MOST_LINKS] if chosen else scene.links[:0]
    away = points[links[:, 0]] - points[links[:, 1]]
    lengths = np.minimum(np.hypot(away[:, 0], away[:, 1]), _LONGEST)
    order = np.argsort(lengths, kind="stable")
    return links[order[: np.searchsorted(np.cumsum(lengths[order]), _INK) + 1]]


def region_labels(
    scene: MapScene, view: Viewport, widths: Floats, height: float, shown: Bools, rings: Floats = _NO_RINGS
) -> list[Label]:
    """Where regions' names stand, the largest first, none over another; `row` is the region's number.

    A name that would lie over a ring stands above or below it. `rings` are boxes: left, top, right, bottom, (k, 4).
    """
    if not len(scene.tops):
        return []
    counts = np.bincount(scene.region_of[(scene.region_of >= 0) & shown], minlength=len(scene.tops))
    points = view.pixels(scene.tops)
    found: list[Label] = []
    boxes = np.zeros((0, 4))
    for row in np.argsort(-counts, kind="stable").tolist():
        if not counts[row]:
            continue
        left, top = points[row, 0] - widths[row] / 2, points[row, 1] - height - 4
        right = left + widths[row]
        for ring in _met(rings, (left, top, right, top + height)):
            top = min((ring[1] - height - 2, ring[3] + 2), key=lambda other: abs(other - top))
        bottom = top + height
        if left < 6 or top < 6 or right > view.width - 6 or bottom > view.height - 6:
            continue
        if len(_met(boxes, (left, top, right, bottom))):
            continue
        boxes = np.vstack([boxes, (left - 4, top - 2, right + 4, bottom + 2)])
        found.append(Label(row, float(left), float(top), float(widths[row]), height))
    return found


def _met(boxes: Floats, box: tuple[float, float, float, float]) -> Floats:
    """Those of the boxes (k, 4) that lie over a box."""
    left, top, right, bottom = box
    meets = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
    return boxes[meets]


def document_candidates(scene: MapScene, rows: Ints, first: list[int], lit: Ints, crowded: bool) -> list[int]:
    """Which documents may be named, in order: the ones that matter now, what is in the light, the best linked."""
    most = 12 if crowded else 70
    # In a crowd a name says something only of a document that others know.
    ranked = rows[scene.degrees[rows] > 0] if crowded else rows
    if len(ranked) > most:
        ranked = ranked[np.argpartition(-scene.degrees[ranked], most)[:most]]
    ranked = ranked[np.argsort(-scene.degrees[ranked], kind="stable")]
    near = lit[np.argsort(-scene.degrees[lit], kind="stable")][:60]
    return list(dict.fromkeys((*first, *near.tolist(), *ranked.tolist())))


def document_labels(
    points: Floats,
    radii: Floats,
    rows: Ints,
    order: list[int],
    widths: dict[int, float],
    view: Viewport,
    height: float,
    taken: list[Label],
    certain: int,
) -> list[Label]:
    """Where documents' names stand, beside them, over no other name and, while few are seen, over no document."""
    named = np.array(order, np.int64)
    around = np.unique(np.concatenate([rows, named])) if len(rows) <= _FEW_SEEN else np.unique(named)
    place_of = {row: place for place, row in enumerate(around.tolist())}
    boxes = np.array([(t.left, t.top, t.left + t.width, t.top + t.height) for t in taken]).reshape(-1, 4)
    wide = np.zeros(len(around))
    for row in order:
        wide[place_of[row]] = widths[row]
    found = place_labels(
        points[around], radii[around], wide, [place_of[row] for row in order], (float(view.width), float(view.height)),
        height, certain, boxes[:MOST],
    )  # fmt: skip
    return [replace(label, row=int(around[label.row])) for label in found]
