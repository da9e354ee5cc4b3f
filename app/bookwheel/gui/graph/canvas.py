"""The drawing of the graph: nodes by kind, ties by relation, names without overlap; hover, choose, open, pan, zoom."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QGraphicsView, QWidget

from bookwheel.gui.graph.geometry import (
    ARROWS,
    find_next_row,
    find_row_under,
    frame_nodes,
    scale_for,
    scale_sizes,
    sizes_of,
)
from bookwheel.gui.graph.label_placement import Label
from bookwheel.gui.graph.layers import GraphLayers
from bookwheel.gui.graph.node_names import NodeNames
from bookwheel.gui.graph.scene import Scene
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.platform.accessibility import announce
from bookwheel.gui.theme.theme import Theme

_REACH = 9.0
"""Pixels around a node in which the pointer still means it; targets are at least 24 pixels."""


class GraphCanvas(pg.GraphicsView):
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
        self._names: NodeNames | None = None
        self._full: NDArray[np.float64] = np.zeros(0)
        self._sizes: NDArray[np.float64] = np.zeros(0)
        self._scale = 1.0
        self._is_settling = False
        self._under = self._selected = -1
        self._pressed = QPointF()
        self.setAccessibleName(tr("Graph"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.box = pg.ViewBox(lockAspect=True, enableMenu=False, defaultPadding=0)
        self.box.disableAutoRange()
        self.setCentralItem(self.box)
        self.layers = GraphLayers(self.box, theme)
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
        self._scene, self._names, self._under = scene, NodeNames(scene), -1
        self._selected = scene.shown.row(kept) if kept else -1
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
        announce(self, sentence)

    def fit(self) -> None:
        """Bring everything into view, with room for the names."""
        scene = self._scene
        if scene is None or not len(scene.places):
            return
        self.box.setRange(frame_nodes(scene.places, self.width()), padding=0, disableAutoRange=True)

    def zoom(self, factor: float) -> None:
        """Nearer (below 1) or farther, around the middle."""
        self.box.scaleBy((factor, factor))

    def _resize(self, scale: float) -> None:
        self._scale = scale
        self._sizes = scale_sizes(self._full, scale)

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
        if self._scene is not None:
            self.layers.draw(self._scene, self._sizes)
            self._light()

    def _lit(self) -> set[int]:
        """The rows in the light: the node under the pointer, else the chosen one, with its neighbours."""
        scene = self._scene
        row = self._under if self._under >= 0 else self._selected
        if scene is None or row < 0:
            return set()
        ties = scene.pairs[(scene.pairs == row).any(axis=1)]
        return {row, *ties.ravel().tolist()}

    def _light(self) -> None:
        if self._scene is not None and self._names is not None:
            rows = self._lit()
            self.layers.highlight(self._scene, self._sizes, rows, hovered=self._under, selected=self._selected)
            self._names.forget()
            self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802
        """The names, in pixels, and a frame while the drawing has the keyboard."""
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._names is not None:
            labels = self._place_names(self._names)
            self._names.paint(painter, self._theme, labels, hovered=self._under, selected=self._selected)
        if self.hasFocus():
            painter.setPen(QColor(self._theme.colours["accent"]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        painter.restore()

    def _place_names(self, names: NodeNames) -> list[Label]:
        viewport = (self.viewport().width(), self.viewport().height())
        points, rows = self.pixels(), self._lit()
        return names.place(points, self._sizes, viewport, rows, hovered=self._under, selected=self._selected)

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
        return find_row_under(self.pixels(), self._sizes, (where.x(), where.y()), _REACH)

    def contains(self, scene: Scene) -> bool:
        """Whether all nodes of a scene would lie in what is seen."""
        if not len(scene.places):
            return True
        seen = self.box.viewRect()
        low, high = scene.places.min(axis=0), scene.places.max(axis=0)
        return seen.contains(*low.tolist()) and seen.contains(*high.tolist())

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
        row = find_next_row(points, here, way)
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
