"""The drawing of the graph: nodes by kind, ties by relation, names without overlap; hover, choose, open, pan, zoom."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QGraphicsView, QWidget

from bookwheel.gui.graph.geometry import ARROWS, framing, next_in, scale_for, scaled, sizes_of, under
from bookwheel.gui.graph.heading_nodes import COLOURS
from bookwheel.gui.graph.label_placement import Label, placed
from bookwheel.gui.graph.scene import Scene
from bookwheel.gui.graph.vocabulary import KINDS
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme

_REACH = 9.0
"""Pixels around a node in which the pointer still means it; targets are at least 24 pixels."""
_LONGEST_NAME = 190.0
_FADED = 0.16
_DASHED = frozenset({"hasTag", "hasType", "inCategory", "author", "owner", "reviewer", "inCollection", "broader"})
_SMOOTH_TIES = 800
"""Above so many ties they are drawn without antialiasing, which takes most of a frame."""


class Canvas(pg.GraphicsView):
    """Draws one scene; rows are places among its nodes, -1 for none."""

    pointed = Signal(int)
    chosen = Signal(int)
    opened = Signal(int, bool)
    """A row, and whether a new tab was asked for."""
    centred = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=theme.colours["page"])
        self._theme = theme
        self._scene: Scene | None = None
        self._names: list[str] = []
        self._widths: NDArray[np.float64] = np.zeros(0)
        self._full: NDArray[np.float64] = np.zeros(0)
        self._sizes: NDArray[np.float64] = np.zeros(0)
        self._scale = 1.0
        self._is_settling = False
        self._under = self._selected = -1
        self._pressed = QPointF()
        self._labels: tuple[object, list[Label]] | None = None
        self.setAccessibleName(tr("Graph"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.box = pg.ViewBox(lockAspect=True, enableMenu=False, defaultPadding=0)
        self.box.disableAutoRange()
        self.setCentralItem(self.box)
        self._ties = [pg.PlotCurveItem(connect="pairs") for _ in range(3)]
        self._spots = pg.ScatterPlotItem(pxMode=True)
        self._lit_ties = pg.PlotCurveItem(connect="pairs", antialias=True)
        self._lit_spots = pg.ScatterPlotItem(pxMode=True)
        self._rings = pg.ScatterPlotItem(pxMode=True)
        for depth, item in enumerate((*self._ties, self._spots, self._lit_ties, self._lit_spots, self._rings)):
            item.setZValue(depth)
            self.box.addItem(item, ignoreBounds=True)
        self.box.sigRangeChanged.connect(lambda *_range: self._zoomed())
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    # --- what is shown -----------------------------------------------------------------------------------------

    @property
    def selected(self) -> int:
        """The row that is chosen, -1 for none."""
        return self._selected

    def show_scene(self, scene: Scene, *, fits: bool) -> None:
        """Draw a scene; what was chosen stays chosen while it is there; `fits` brings everything into view."""
        before = self._scene
        kept = before.shown.nodes[self._selected].id if before is not None and self._selected >= 0 else ""
        self._scene, self._under, self._labels = scene, -1, None
        self._selected = scene.shown.row(kept) if kept else -1
        metrics = QFontMetricsF(fonts.font(12))
        folded = scene.shown.folded
        self._names = [
            metrics.elidedText(node.title, Qt.TextElideMode.ElideRight, _LONGEST_NAME)
            + (f"  +{number(folded[row])}" if folded[row] else "")
            for row, node in enumerate(scene.shown.nodes)
        ]
        self._widths = np.array([metrics.horizontalAdvance(name) + 4 for name in self._names])
        self._full = sizes_of(scene)
        self._is_settling = True
        if fits:
            self.fit()
        self._is_settling = False
        self._resize(scale_for(self.pixels(), self._full))
        self._draw()

    def select(self, row: int) -> None:
        """Choose a row, show it, and say it to screen readers."""
        self._selected = row
        if row >= 0:
            self._bring_into_view(row)
        self._light()
        self.chosen.emit(row)

    def show_message(self, sentence: str) -> None:
        """Tell a screen reader what is chosen."""
        self.setAccessibleDescription(sentence)
        if self.hasFocus() and sentence:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def fit(self) -> None:
        """Bring everything into view, with room for the names."""
        scene = self._scene
        if scene is None or not len(scene.places):
            return
        self.box.setRange(framing(scene.places, self.width()), padding=0, disableAutoRange=True)

    def zoom(self, factor: float) -> None:
        """Nearer (below 1) or farther, around the middle."""
        self.box.scaleBy((factor, factor))

    def _resize(self, scale: float) -> None:
        self._scale = scale
        self._sizes = scaled(self._full, scale)

    def _zoomed(self) -> None:
        scale = scale_for(self.pixels(), self._full)
        if scale != self._scale and self._scene is not None and not self._is_settling:
            self._resize(scale)
            self._draw()

    # --- drawing -----------------------------------------------------------------------------------------------

    def _apply_theme(self, _is_dark: bool = False) -> None:
        self.setBackground(QColor(self._theme.colours["page"]))
        self._draw()

    def _draw(self) -> None:
        scene = self._scene
        if scene is None:
            return
        places = scene.places
        ends = places[scene.pairs.ravel()] if len(scene.pairs) else np.zeros((0, 2))
        relations = [tie.relation for tie in scene.shown.ties]
        styles = np.array([_style(relation) for relation in relations], dtype=int)
        is_smooth = len(relations) <= _SMOOTH_TIES
        for style, curve in enumerate(self._ties):
            mine = np.repeat(styles == style, 2)
            curve.setData(ends[mine, 0], ends[mine, 1], antialias=is_smooth)
            curve.setPen(self._pen(style))
        self._spots.setData(**self._spots_of(np.arange(len(places))))
        self._light()

    def _pen(self, style: int) -> QPen:
        colour = QColor(self._theme.colours[("edge", "edge", "bad")[style]])
        ties = len(self._scene.pairs) if self._scene is not None else 0
        colour.setAlpha(int(np.interp(ties, (120, 700), (150, 70))))
        dash = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)[style]
        return pg.mkPen(colour, width=1, style=dash)

    def _spots_of(self, rows: NDArray[np.int64]) -> dict[str, object]:
        assert self._scene is not None
        nodes, colours = self._scene.shown.nodes, self._theme.colours
        brushes = {kind: pg.mkBrush(colours[appearance.colour]) for kind, appearance in KINDS.items()}
        kinds = [nodes[row].kind for row in rows]
        levels = [self._scene.levels.get(nodes[row].id, 0) for row in rows]
        of_level = [pg.mkBrush(colours[token]) for token in COLOURS]
        return {
            "x": self._scene.places[rows, 0],
            "y": self._scene.places[rows, 1],
            "size": self._sizes[rows],
            "symbol": [KINDS[kind].shape for kind in kinds],
            "brush": [
                of_level[min(level, 6) - 1] if level else brushes[kind]
                for kind, level in zip(kinds, levels, strict=True)
            ],
            "pen": pg.mkPen(colours["page"], width=1.5),
        }

    def _lit(self) -> set[int]:
        """The rows in the light: the node under the pointer, else the chosen one, with its neighbours."""
        scene = self._scene
        row = self._under if self._under >= 0 else self._selected
        if scene is None or row < 0:
            return set()
        ties = scene.pairs[(scene.pairs == row).any(axis=1)]
        return {row, *ties.ravel().tolist()}

    def _light(self) -> None:
        scene = self._scene
        if scene is None:
            return
        lit = np.array(sorted(self._lit()), dtype=np.int64)
        colours = self._theme.colours
        is_lit = bool(len(lit))
        for item in (*self._ties, self._spots):
            item.setOpacity(_FADED if is_lit and self._under >= 0 else 1.0)
        row = self._under if self._under >= 0 else self._selected
        ties = scene.pairs[(scene.pairs == row).any(axis=1)] if is_lit and len(scene.pairs) else scene.pairs[:0]
        ends = scene.places[ties.ravel()] if len(ties) else np.zeros((0, 2))
        self._lit_ties.setData(ends[:, 0], ends[:, 1], pen=pg.mkPen(colours["accent"], width=1.5))
        self._lit_spots.setData(**self._spots_of(lit))
        rings = [(scene.shown.centre, "accent", 8), (self._selected, "text", 12)]
        shown = [(at, colour, more) for at, colour, more in rings if at >= 0]
        self._rings.setData(
            x=[scene.places[at, 0] for at, _, _ in shown],
            y=[scene.places[at, 1] for at, _, _ in shown],
            size=[self._sizes[at] + more for at, _, more in shown],
            symbol=["o"] * len(shown),
            brush=pg.mkBrush(None),
            pen=[pg.mkPen(colours[colour], width=2) for _, colour, _ in shown],
        )
        self._labels = None
        self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802
        """The names, in pixels, and a frame while the drawing has the keyboard."""
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        scene = self._scene
        if scene is not None:
            ground = QColor(colours["page"])
            ground.setAlpha(205)
            for label in self._placed():
                is_here = label.row in (scene.shown.centre, self._selected, self._under)
                place = QRectF(label.left, label.top, label.width, label.height)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(ground)
                painter.drawRoundedRect(place, 3, 3)
                painter.setFont(fonts.font(12, 500 if is_here else 400))
                painter.setPen(QColor(colours["text" if is_here or self._under >= 0 else "soft"]))
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, self._names[label.row])
        if self.hasFocus():
            painter.setPen(QColor(colours["accent"]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        painter.restore()

    def _placed(self) -> list[Label]:
        scene = self._scene
        assert scene is not None
        points = self.pixels()
        key = (points.tobytes(), self._under, self._selected, self.width(), self.height())
        if self._labels is None or self._labels[0] != key:
            lit = self._lit()
            first = [row for row in (self._under, scene.shown.centre, self._selected) if row >= 0]
            by_degree = sorted(range(len(points)), key=lambda row: (row not in lit, -scene.degrees[row], row))
            order = dict.fromkeys((*first, *by_degree))
            if self._under >= 0:
                order = {row: None for row in order if row in lit}
            size = (float(self.viewport().width()), float(self.viewport().height()))
            height = QFontMetricsF(fonts.font(12)).height()
            radii = self._sizes / 2
            if self._under >= 0:
                # What is faded may lie under a name.
                radii[[row for row in range(len(points)) if row not in lit]] = 0.0
            for row, more in ((scene.shown.centre, 6), (self._selected, 8)):
                if row >= 0:
                    radii[row] += more
            self._labels = (key, placed(points, radii, self._widths, order, size, height, len(first)))
        return self._labels[1]

    # --- where things are --------------------------------------------------------------------------------------

    def pixels(self) -> NDArray[np.float64]:
        """Where the nodes are in the viewport, shape (n, 2)."""
        if self._scene is None:
            return np.zeros((0, 2))
        turn = self.box.childTransform() * self.box.sceneTransform() * self.viewportTransform()
        x, y = self._scene.places[:, 0], self._scene.places[:, 1]
        return np.column_stack((x * turn.m11() + turn.dx(), y * turn.m22() + turn.dy()))

    def row_at(self, where: QPointF) -> int:
        """The node at a place of the viewport, the nearest one within reach; -1 when there is none."""
        return under(self.pixels(), self._sizes, (where.x(), where.y()), _REACH)

    def _bring_into_view(self, row: int) -> None:
        x, y = self.pixels()[row]
        if self._scene is not None and not (8 < x < self.width() - 8 and 8 < y < self.height() - 8):
            now = self.box.viewRect().center()
            there = self._scene.places[row]
            self.box.translateBy(x=float(there[0] - now.x()), y=float(there[1] - now.y()))

    def _step(self, way: tuple[float, float]) -> None:
        """Choose the nearest node in a direction, from the chosen one, else from the centre."""
        points = self.pixels()
        if self._scene is None or not len(points):
            return
        here = self._selected if self._selected >= 0 else self._scene.shown.centre
        if here < 0 or self._selected < 0:
            self.select(max(here, 0))
            return
        row = next_in(points, here, way)
        if row >= 0:
            self.select(row)

    # --- hands -------------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, ev: QMouseEvent) -> None:  # noqa: N802
        """What is under the pointer comes into the light."""
        super().mouseMoveEvent(ev)
        self._point(-1 if ev.buttons() else self.row_at(ev.position()))

    def leaveEvent(self, ev: object) -> None:  # noqa: N802
        """Nothing is under the pointer."""
        super().leaveEvent(ev)
        self._point(-1)

    def _point(self, row: int) -> None:
        if row != self._under:
            self._under = row
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if row >= 0 else Qt.CursorShape.ArrowCursor)
            self._light()
            self.pointed.emit(row)

    def mousePressEvent(self, ev: QMouseEvent) -> None:  # noqa: N802
        """Note where, to tell a click from a drag."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pressed = ev.position()
        super().mousePressEvent(ev)

    def mouseReleaseEvent(self, ev: QMouseEvent) -> None:  # noqa: N802
        """A click chooses, on free ground it chooses nothing; a middle click opens in a new tab."""
        super().mouseReleaseEvent(ev)
        if (ev.position() - self._pressed).manhattanLength() > 4:
            return
        row = self.row_at(ev.position())
        if ev.button() == Qt.MouseButton.MiddleButton and row >= 0:
            self.opened.emit(row, True)
        elif ev.button() == Qt.MouseButton.LeftButton:
            self.select(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A double click opens."""
        row = self.row_at(event.position())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(row, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, ev: QKeyEvent) -> None:  # noqa: N802
        """Arrows choose, Return opens, Space centres, plus and minus zoom, 0 fits, Escape leaves."""
        key = Qt.Key(ev.key())
        if key in ARROWS:
            self._step(ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._selected >= 0:
            self.opened.emit(self._selected, bool(ev.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif key == Qt.Key.Key_Space and self._selected >= 0:
            self.centred.emit(self._selected)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(0.8)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1.25)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.fit()
        elif key == Qt.Key.Key_Escape:
            if self._selected >= 0:
                self.select(-1)
            else:
                self.left.emit()
        else:
            ev.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """By the keyboard, the centre is chosen first."""
        super().focusInEvent(event)
        by_keys = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
        if self._selected < 0 and self._scene is not None and event.reason() in by_keys:
            self.select(self._scene.shown.centre)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """The frame goes."""
        super().focusOutEvent(event)
        self.viewport().update()


def _style(relation: str) -> int:
    """0 for links and what documents state of each other, 1 for labels and people, 2 for broken links."""
    return 2 if relation == "brokenLinkTo" else int(relation in _DASHED)
