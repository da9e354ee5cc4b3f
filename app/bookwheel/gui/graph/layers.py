"""What a graph is drawn with: ties by style, nodes by kind, and above them what is highlighted."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from bookwheel.gui.graph import shapes
from bookwheel.gui.graph.heading_nodes import COLOURS
from bookwheel.gui.graph.scene import Scene
from bookwheel.gui.graph.vocabulary import KINDS
from bookwheel.gui.theme.theme import Theme

_FADED = 0.16
_DASHED = frozenset(
    {"hasTag", "hasTopic", "hasType", "inCategory", "author", "owner", "reviewer", "inCollection", "broader"}
)
_SMOOTH_TIES = 800
"""Above so many ties they are drawn without antialiasing, which takes most of a frame."""


class GraphLayers:
    """The items of one view box, one above another. Rows are places among a scene's nodes, -1 for none."""

    def __init__(self, box: pg.ViewBox, theme: Theme) -> None:
        shapes.register()
        self._theme = theme
        self._ties = [pg.PlotCurveItem(connect="pairs") for _ in range(3)]
        self.nodes = pg.ScatterPlotItem(pxMode=True)
        self._highlighted_ties = pg.PlotCurveItem(connect="pairs", antialias=True)
        self._highlighted_nodes = pg.ScatterPlotItem(pxMode=True)
        self._rings = pg.ScatterPlotItem(pxMode=True)
        layers = (*self._ties, self.nodes, self._highlighted_ties, self._highlighted_nodes, self._rings)
        for depth, item in enumerate(layers):
            item.setZValue(depth)
            box.addItem(item, ignoreBounds=True)

    def draw(self, scene: Scene, sizes: NDArray[np.float64]) -> None:
        """Draw all nodes, whose sizes (n,) are in pixels, and all ties."""
        places = scene.places
        ends = places[scene.pairs.ravel()] if len(scene.pairs) else np.zeros((0, 2))
        relations = [tie.relation for tie in scene.shown.ties]
        styles = np.array([_style(relation) for relation in relations], dtype=int)
        is_smooth = len(relations) <= _SMOOTH_TIES
        for style, curve in enumerate(self._ties):
            mine = np.repeat(styles == style, 2)
            curve.setData(ends[mine, 0], ends[mine, 1], antialias=is_smooth)
            curve.setPen(self._pen(style, len(scene.pairs)))
        self.nodes.setData(**self._spots_of(scene, sizes, np.arange(len(places))))

    def highlight(
        self, scene: Scene, sizes: NDArray[np.float64], rows: set[int], *, hovered: int, selected: int
    ) -> None:
        """Bring these rows and the ties of the hovered or selected one into the light; ring what is selected."""
        colours = self._theme.colours
        for item in (*self._ties, self.nodes):
            item.setOpacity(_FADED if rows and hovered >= 0 else 1.0)
        row = hovered if hovered >= 0 else selected
        ties = scene.pairs[(scene.pairs == row).any(axis=1)] if rows and len(scene.pairs) else scene.pairs[:0]
        ends = scene.places[ties.ravel()] if len(ties) else np.zeros((0, 2))
        self._highlighted_ties.setData(ends[:, 0], ends[:, 1], pen=pg.mkPen(colours["accent"], width=1.5))
        self._highlighted_nodes.setData(**self._spots_of(scene, sizes, np.array(sorted(rows), dtype=np.int64)))
        rings = [(scene.shown.centre, "accent", 8), (selected, "text", 12)]
        shown = [(at, colour, more) for at, colour, more in rings if at >= 0]
        self._rings.setData(
            x=[scene.places[at, 0] for at, _, _ in shown],
            y=[scene.places[at, 1] for at, _, _ in shown],
            size=[sizes[at] + more for at, _, more in shown],
            symbol=["o"] * len(shown),
            brush=pg.mkBrush(None),
            pen=[pg.mkPen(colours[colour], width=2) for _, colour, _ in shown],
        )

    def _pen(self, style: int, ties: int) -> QPen:
        colour = QColor(self._theme.colours[("edge", "edge", "bad")[style]])
        colour.setAlpha(int(np.interp(ties, (120, 700), (150, 70))))
        dash = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)[style]
        return pg.mkPen(colour, width=1, style=dash)

    def _spots_of(self, scene: Scene, sizes: NDArray[np.float64], rows: NDArray[np.int64]) -> dict[str, object]:
        nodes, colours = scene.shown.nodes, self._theme.colours
        brushes = {kind: pg.mkBrush(colours[appearance.colour]) for kind, appearance in KINDS.items()}
        kinds = [nodes[row].kind for row in rows]
        levels = [scene.levels.get(nodes[row].id, 0) for row in rows]
        of_level = [pg.mkBrush(colours[token]) for token in COLOURS]
        return {
            "x": scene.places[rows, 0],
            "y": scene.places[rows, 1],
            "size": sizes[rows],
            "symbol": [KINDS[kind].shape for kind in kinds],
            "brush": [
                of_level[min(level, 6) - 1] if level else brushes[kind]
                for kind, level in zip(kinds, levels, strict=True)
            ],
            "pen": pg.mkPen(colours["page"], width=1.5),
        }


def _style(relation: str) -> int:
    """0 for links and what documents state of each other, 1 for labels and people, 2 for broken links."""
    return 2 if relation == "brokenLinkTo" else int(relation in _DASHED)
