"""The drawing of the map: what is seen of it and chosen on it; links and documents as many as can be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from bookwheel.gui.graph.geometry import find_next_row, find_row_under
from bookwheel.gui.graph.label_placement import Label
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.map import viewport
from bookwheel.gui.map.drawing.backdrop import Backdrop
from bookwheel.gui.map.drawing.renderer import Frame, MapRenderer
from bookwheel.gui.map.scene import Bools, Floats, Ints, MapScene, extent
from bookwheel.gui.map.viewport import Viewport
from bookwheel.gui.platform.accessibility import announce
from bookwheel.gui.theme.theme import Theme

_REACH = 9.0
_NEAREST = 240.0
"""Pixels between two documents that lie as far apart as most, at the largest scale."""


class MapCanvas(QWidget):
    """Draws one scene; rows are documents, -1 for none."""

    pointed = Signal(int)
    chosen = Signal(int)
    opened = Signal(int, bool)
    """A row, and whether a new tab was asked for."""
    path_wanted = Signal(int)
    """A row at which a path begins, or ends."""
    typed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scene: MapScene | None = None
        self._view = Viewport(0.0, 0.0, 1.0, 1, 1)
        self._shown: Bools = np.zeros(0, bool)
        self._groups: Ints = np.zeros(0, np.int64)
        self._lit: Ints = np.zeros(0, np.int64)
        self._path: Ints = np.zeros(0, np.int64)
        self._with_hubs = False
        self._trails: tuple[tuple[str, Ints], ...] = ()
        self._current = self._selected = self._under = -1
        self._points: Floats = np.zeros((0, 2))
        self._sizes: Floats = np.zeros(0)
        self._drawing = MapRenderer(theme)
        self._ground = Backdrop(self._drawing)
        self._is_fitted = True
        self.labels: list[tuple[str, Label]] = []
        """The names drawn last, regions' first."""
        self.setAccessibleName(tr("Map"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(120, 120)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self._apply_theme)

    # --- what is shown -----------------------------------------------------------------------------------------

    @property
    def scene(self) -> MapScene | None:
        """The scene that is drawn."""
        return self._scene

    @property
    def view(self) -> Viewport:
        """What part of the map is seen."""
        return self._view

    @property
    def selected(self) -> int:
        """The document that is chosen, -1 for none."""
        return self._selected

    def show_scene(self, scene: MapScene, groups: Ints, shown: Bools) -> None:
        """Draw a scene, its documents by group (n,), those `shown` (n,) alone; what was chosen stays chosen."""
        before = self._scene
        kept = before.ids[self._selected] if before is not None and self._selected >= 0 else ""
        here = before.ids[self._current] if before is not None and self._current >= 0 else ""
        self._scene, self._groups, self._shown = scene, groups, shown
        self._selected, self._current = scene.row_of.get(kept, -1), scene.row_of.get(here, -1)
        self._under = -1
        if before is None or before.ids != scene.ids:
            self._lit = self._path = np.zeros(0, np.int64)
            self._trails = ()
        if before is None or self._is_fitted:
            self.fit()
        self._redraw()

    def set_shown(self, groups: Ints, shown: Bools, *, with_hubs: bool) -> None:
        """Draw other groups, or other documents alone, with or without the links of hubs."""
        self._groups, self._shown, self._with_hubs = groups, shown, with_hubs
        self._redraw()

    def set_current(self, row: int) -> None:
        """Ring the document that is read."""
        self._current = row
        self.update()

    def light(self, rows: Ints) -> None:
        """Let documents glow, as what a search found."""
        self._lit = rows
        self._redraw()

    def show_path(self, rows: Sequence[int]) -> None:
        """Show a path from document to document; none to take it away."""
        self._path = np.array(rows, np.int64)
        self._redraw()

    def show_trails(self, trails: Sequence[tuple[str, Sequence[int]]]) -> None:
        """Show where agents have been: their names with the documents read, the newest last."""
        self._trails = tuple((name, np.array(rows, np.int64)) for name, rows in trails)
        self._redraw()

    def open_region(self, region: int) -> None:
        """Look closely at a region, whose number it is."""
        scene = self._scene
        if scene is not None and scene.is_placed and 0 <= region < len(scene.regions):
            inside = (scene.region_of == region) & self._shown
            if inside.any():
                self._is_fitted = False
                self._look(viewport.frame_view(*extent(scene.places[inside], 2.0), self.width(), self.height()))

    def region_at(self, where: QPointF) -> int:
        """The region whose name is at a pixel, -1 when there is none."""
        for label in self._drawing.regions:
            if QRectF(label.left, label.top, label.width, label.height).contains(where):
                return label.row
        return -1

    def select(self, row: int, *, centre: bool = False) -> None:
        """Choose a document and bring it into view."""
        self._selected = row
        if row >= 0 and self._scene is not None:
            x, y = self._points[row]
            is_inside = 8 < x < self.width() - 8 and 8 < y < self.height() - 8
            if centre or not is_inside:
                self._is_fitted = False
                self._look(self._view.moved(x - self.width() / 2, y - self.height() / 2))
        self.update()
        self.chosen.emit(row)

    def show_message(self, sentence: str) -> None:
        """Tell a screen reader what is chosen."""
        announce(self, sentence)

    def fit(self) -> None:
        """Bring everything shown into view."""
        scene = self._scene
        if scene is None or not scene.is_placed:
            return
        is_whole = self._shown.all() or not self._shown.any()
        ends = scene.extent if is_whole else extent(scene.places[self._shown])
        self._look(viewport.frame_view(*ends, self.width(), self.height()))
        self._is_fitted = True

    def zoom(self, factor: float, x: float = -1.0, y: float = -1.0) -> None:
        """Larger (above 1) or smaller, around a pixel, the middle at first."""
        if self._scene is None:
            return
        self._is_fitted = False
        whole = viewport.frame_view(*self._scene.extent, self.width(), self.height()).scale
        bounds = (whole / 3, max(4 * whole, _NEAREST / max(self._scene.spacing, 1e-6)))
        middle = (self.width() / 2, self.height() / 2) if x < 0 else (x, y)
        self._look(self._view.zoomed(factor, *middle, bounds))

    def move_by(self, right: float, down: float) -> None:
        """Look at what lies so many pixels further."""
        self._is_fitted = False
        self._look(self._view.moved(right, down))

    def row_at(self, where: QPointF) -> int:
        """The nearest document within reach of a pixel, -1 when there is none."""
        if not len(self._points):
            return -1
        rows = np.flatnonzero(viewport.visible_mask(self._points, self._view, self._shown))
        found = find_row_under(self._points[rows], self._sizes[rows], (where.x(), where.y()), _REACH)
        return int(rows[found]) if found >= 0 else -1

    # --- drawing -----------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Everything but the keyboard's frame, onto any painter of this size."""
        frame = self._frame()
        if frame is not None:
            self._drawing.paint_ground(painter, frame)
            self._drawing.paint_over(painter, frame)

    def _frame(self) -> Frame | None:
        if self._scene is None:
            return None
        return Frame(
            self._scene, self._view, self._groups, self._shown, self._points, self._sizes, self._lit, self._path,
            self._current, self._selected, self._under, self._with_hubs, self._trails,
        )  # fmt: skip

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """The ground is kept as a picture; what lies over it is painted in every frame."""
        frame = self._frame()
        if frame is None:
            QPainter(self).fillRect(self.rect(), QColor(self._theme.colours["page"]))
            return
        painter = QPainter(self)
        self._ground.paint(painter, frame)
        self.labels = self._drawing.paint_over(painter, frame)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(self._theme.colours["accent"]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        painter.end()

    def _apply_theme(self, _is_dark: bool = False) -> None:
        self._redraw()

    def _redraw(self) -> None:
        self._ground.forget()
        self._look(self._view)

    def _look(self, view: Viewport) -> None:
        self._view = view
        scene = self._scene
        if scene is not None and scene.is_placed:
            self._points = view.pixels(scene.places)
            self._sizes = np.maximum(np.round(scene.sizes * viewport.detail(scene, view)), 3.0)
        else:
            self._points, self._sizes = np.zeros((0, 2)), np.zeros(0)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The middle stays in the middle; what showed everything still does."""
        super().resizeEvent(event)
        self._look(Viewport(self._view.x, self._view.y, self._view.scale, self.width(), self.height()))
        if self._is_fitted:
            self.fit()

    def point_at(self, row: int) -> None:
        """Bring a document into the light, as under the pointer."""
        if row != self._under:
            self._under = row
            self.update()
            self.pointed.emit(row)

    def step_back(self) -> None:
        """Take the path away, else the choice, else leave."""
        if len(self._path):
            self.show_path([])
        elif self._selected >= 0:
            self.select(-1)
        else:
            self.left.emit()

    def step(self, way: tuple[float, float]) -> None:
        """Choose the nearest document in a direction, from the chosen one; else the one read, else the middle's."""
        rows = np.flatnonzero(self._shown)
        if not len(rows) or not len(self._points):
            return
        if self._selected < 0 or not self._shown[self._selected]:
            middle = self._points[rows] - (self.width() / 2, self.height() / 2)
            nearest = int(rows[np.hypot(middle[:, 0], middle[:, 1]).argmin()])
            self.select(self._current if self._current >= 0 and self._shown[self._current] else nearest)
            return
        found = find_next_row(self._points[rows], int(np.searchsorted(rows, self._selected)), way)
        if found >= 0:
            self.select(int(rows[found]))
