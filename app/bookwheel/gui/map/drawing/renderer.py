"""One frame of the map: what it shows, and how that is painted, on the screen or into a file."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from bookwheel.gui.graph.label_placement import Label
from bookwheel.gui.map import viewport
from bookwheel.gui.map.drawing.batch_painter import SHAPES, SMOOTH, Lines, Shapes, ring
from bookwheel.gui.map.drawing.edge_density import paint_web
from bookwheel.gui.map.scene import Bools, Floats, Ints, MapScene
from bookwheel.gui.map.viewport import Viewport
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme

_LONGEST_NAME = 200.0
_VEIL = 150
"""How strongly (0 to 255) the ground covers what has nothing to do with the document that is looked at."""
_NAMED_STEPS = 5
"""Documents of a trail, the newest, that are named whatever stands around them."""


def _none() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen: documents by pixel (n, 2), size, group and whether they are `shown` (n,), and which rows matter.

    `lit` rows glow, `path` is a way from row to row, `trails` are agents' names with the rows they read, the newest
    last; -1 stands for no row.
    """

    scene: MapScene
    view: Viewport
    groups: Ints
    shown: Bools
    points: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    sizes: Floats = field(default_factory=lambda: np.zeros(0))
    lit: Ints = field(default_factory=_none)
    path: Ints = field(default_factory=_none)
    current: int = -1
    selected: int = -1
    under: int = -1
    with_hubs: bool = False
    trails: tuple[tuple[str, Ints], ...] = ()


def _rings(frame: Frame) -> list[tuple[int, str, float]]:
    """The documents in a ring, the one that is read and the one that is chosen: row, colour and width of the ring."""
    ringed = ((frame.current, "accent", 14.0), (frame.selected, "text", 8.0))
    return [(row, ink, float(frame.sizes[row]) + more) for row, ink, more in ringed if row >= 0 and frame.shown[row]]


class MapRenderer:
    """Paints frames in the colours of the look."""

    def __init__(self, theme: Theme) -> None:
        """Paint nothing yet."""
        self._theme = theme
        self._lines = Lines()
        self._shapes: Shapes | None = None
        self._made_for: tuple[bool, float] = (False, 0.0)
        self.regions: list[Label] = []
        """Where regions' names stood last."""

    def _pieces(self, painter: QPainter) -> Shapes:
        ratio = painter.device().devicePixelRatioF()
        if self._shapes is None or self._made_for != (self._theme.is_dark, ratio):
            colours = self._theme.colours
            regions = [colours[f"region_{number}"] for number in range(1, len(SHAPES) + 1)]
            self._shapes, self._made_for = Shapes(regions, colours["page"], ratio), (self._theme.is_dark, ratio)
        return self._shapes

    def paint_ground(self, painter: QPainter, frame: Frame) -> None:
        """Links and documents; those that a search did not find faintly. A pixmap is painted fast, a file exactly."""
        colours, scene = self._theme.colours, frame.scene
        ground = QColor(colours["page"])
        if not len(frame.points):
            painter.fillRect(QRectF(0, 0, frame.view.width, frame.view.height), ground)
            return
        seen = viewport.visible_mask(frame.points, frame.view, frame.shown)
        links = viewport.visible_links(scene, frame.points, seen, frame.shown, with_hubs=frame.with_hubs)
        ink = QColor(colours["edge"])
        is_dim = len(frame.lit) > 0 or len(frame.path) > 1 or bool(frame.trails)
        ink.setAlpha(int(np.interp(len(links), (150, 2500), (110, 38))) // (2 if is_dim else 1))
        if isinstance(painter.device(), QPixmap) and len(links) > SMOOTH:
            paint_web(painter, frame.points, links, (frame.view.width, frame.view.height), ground, ink)
        else:
            painter.fillRect(QRectF(0, 0, frame.view.width, frame.view.height), ground)
            self._lines.paint(painter, frame.points, links, QPen(ink, 0))
        rows = viewport.uncovered(frame.points, scene.by_size[seen[scene.by_size]], frame.view)
        pieces = self._pieces(painter)
        pieces.paint(painter, frame.points[rows], frame.sizes[rows], frame.groups[rows], 0.3 if is_dim else 1.0)
        if len(frame.lit):
            lit = frame.lit[frame.shown[frame.lit]]
            self._glow(painter, frame, lit)
            pieces.paint(painter, frame.points[lit], np.maximum(frame.sizes[lit], 6.0), frame.groups[lit])

    def _glow(self, painter: QPainter, frame: Frame, rows: Ints) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.colours["warm"]), 1.2))
        painter.setBrush(QColor(self._theme.colours["mark"]))
        for row in rows[:400].tolist():
            radius = max(float(frame.sizes[row]) / 2, 3.0) + 4.0
            painter.drawEllipse(QPointF(*frame.points[row]), radius, radius)

    def paint_over(self, painter: QPainter, frame: Frame) -> list[tuple[str, Label]]:
        """What is chosen, read, pointed at and found, and all names; those with their places, regions' first."""
        scene, colours = frame.scene, self._theme.colours
        if not len(frame.points):
            return []
        here = frame.under if frame.under >= 0 else frame.selected
        near = np.zeros(0, np.int64)
        if here >= 0:
            veil = QColor(colours["page"])
            veil.setAlpha(_VEIL)
            painter.fillRect(QRectF(0, 0, frame.view.width, frame.view.height), veil)
            links = scene.links[(scene.links == here).any(axis=1)]
            links = links[frame.shown[links].all(axis=1)]
            near = np.unique(np.append(links, here))
            accent = QColor(colours["accent"])
            accent.setAlpha(int(np.interp(len(links), (60, 600), (230, 70))))
            self._lines.paint(painter, frame.points, links, QPen(accent, 1.2))
            self._pieces(painter).paint(
                painter, frame.points[near], np.maximum(frame.sizes[near], 5.0), frame.groups[near]
            )
        if len(frame.path) > 1:
            pairs = np.column_stack([frame.path[:-1], frame.path[1:]])
            dashed = QPen(QColor(colours["warm"]), 2.4, Qt.PenStyle.DashLine)
            self._lines.paint(painter, frame.points, pairs, dashed)
            self._pieces(painter).paint(
                painter, frame.points[frame.path], np.maximum(frame.sizes[frame.path], 8.0), frame.groups[frame.path]
            )
        for _, rows in frame.trails:
            self._paint_trail(painter, frame, rows)
        for row, colour, size in _rings(frame):
            ring(painter, frame.points[row], size, colours[colour])
        return self._paint_names(painter, frame, near)

    def _paint_trail(self, painter: QPainter, frame: Frame, rows: Ints) -> None:
        """A dashed line from document to document, fainter where it is older, and a ring on where it ends."""
        warm = QColor(self._theme.colours["warm"])
        pairs = np.column_stack([rows[:-1], rows[1:]])
        for at, pair in enumerate(pairs):
            warm.setAlpha(int(np.interp(at, (0, max(len(pairs) - 1, 1)), (110, 235))))
            self._lines.paint(painter, frame.points, pair.reshape(1, 2), QPen(warm, 1.8, Qt.PenStyle.DashLine))
        seen = np.unique(rows)
        self._pieces(painter).paint(painter, frame.points[seen], np.maximum(frame.sizes[seen], 7.0), frame.groups[seen])
        last = int(rows[-1])
        ring(painter, frame.points[last], float(frame.sizes[last]) + 12.0, self._theme.colours["warm"])

    def _paint_names(self, painter: QPainter, frame: Frame, near: Ints) -> list[tuple[str, Label]]:
        scene = frame.scene
        colours = self._theme.colours
        bold, plain, medium = fonts.font(13, 600), fonts.font(12), fonts.font(12, 500)
        height = QFontMetricsF(bold).height()
        metrics = QFontMetricsF(bold)
        wide = np.array([metrics.horizontalAdvance(region.name) + 10 for region in scene.regions])
        rings = [(*(frame.points[row] - size / 2), *(frame.points[row] + size / 2)) for row, _, size in _rings(frame)]
        regions = viewport.region_labels(scene, frame.view, wide, height, frame.shown, np.array(rings).reshape(-1, 4))
        self.regions = regions
        first = [row for row in (frame.under, frame.selected, frame.current) if row >= 0 and frame.shown[row]]
        first += [row for row in frame.path.tolist() if row not in first]
        for _, steps in frame.trails:
            first += [row for row in steps[-_NAMED_STEPS:].tolist()[::-1] if row not in first]
        rows = np.flatnonzero(viewport.visible_mask(frame.points, frame.view, frame.shown))
        is_crowded = viewport.detail(scene, frame.view) < 0.6
        lit = near if len(near) else frame.lit
        order = viewport.document_candidates(scene, rows, first, lit, is_crowded)
        thin = QFontMetricsF(medium)
        names = {row: thin.elidedText(scene.titles[row], Qt.TextElideMode.ElideRight, _LONGEST_NAME) for row in order}
        widths = {row: thin.horizontalAdvance(name) + 6 for row, name in names.items()}
        radii = frame.sizes / 2 + 1
        documents = viewport.document_labels(
            frame.points, radii, rows, order, widths, frame.view, thin.height(), regions, len(first)
        )
        ground = QColor(colours["page"])
        ground.setAlpha(215)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = {*first, *lit.tolist()}
        for label in documents:
            self._paint_name(painter, label, names[label.row], medium if label.row in first else plain, ground,
                             colours["text" if label.row in strong else "soft"])  # fmt: skip
        for label in regions:
            self._paint_name(painter, label, scene.regions[label.row].name, bold, ground, colours["text"])
        self._paint_flags(painter, frame, plain)
        found = [(scene.regions[label.row].name, label) for label in regions]
        return [*found, *((names[label.row], label) for label in documents)]

    def _paint_flags(self, painter: QPainter, frame: Frame, plain: QFont) -> None:
        """Name every agent where its trail ends."""
        colours = self._theme.colours
        for name, steps in frame.trails:
            width = QFontMetricsF(plain).horizontalAdvance(name) + 12
            x, y = frame.points[int(steps[-1])]
            flag = Label(int(steps[-1]), float(x) - width / 2, float(y) - 36, width, 20.0)
            self._paint_name(painter, flag, name, plain, QColor(colours["warm"]), colours["page"])

    @staticmethod
    def _paint_name(painter: QPainter, label: Label, name: str, font: QFont, ground: QColor, colour: str) -> None:
        place = QRectF(label.left, label.top, label.width, label.height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(place, 4, 4)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, name)
