"""Mouse and keyboard on the drawing of the map: pan, zoom, point, choose, open."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from bookwheel.gui.graph.geometry import ARROWS
from bookwheel.gui.map.canvas import MapCanvas

_STEP = 90.0
"""Pixels that an arrow moves the map by."""
_CLICK = 4
"""Pixels that the pointer may move in a click."""


class MapNavigation(QObject):
    """Turns a canvas's events into moves and choices; watches it for as long as it lives."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._pressed: QPointF | None = None
        self._grip = QPointF()
        canvas.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """See Qt."""
        kind = event.type()
        if isinstance(event, QWheelEvent):
            self._canvas.zoom(1.0015 ** event.angleDelta().y(), event.position().x(), event.position().y())
        elif isinstance(event, QMouseEvent):
            self._on_mouse(kind, event)
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return self._press_key(event)
        elif kind == QEvent.Type.Leave:
            self._point_at(-1, is_region=False)
            return False
        else:
            return False
        event.accept()
        return True

    def _on_mouse(self, kind: QEvent.Type, event: QMouseEvent) -> None:
        if kind == QEvent.Type.MouseMove:
            self._move(event)
        elif kind == QEvent.Type.MouseButtonRelease:
            self._release(event)
        elif kind == QEvent.Type.MouseButtonDblClick:
            self._double_click(event)
        else:
            self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
            self._pressed = self._grip = event.position()

    def _move(self, event: QMouseEvent) -> None:
        """Drag the map, or look what is under the pointer."""
        place = event.position()
        if not (event.buttons() and self._pressed is not None):
            is_region = self._canvas.region_at(place) >= 0
            self._point_at(-1 if is_region else self._canvas.row_at(place), is_region=is_region)
        elif (self._pressed - place).manhattanLength() > _CLICK:
            self._canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
            off, self._grip = self._grip - place, place
            self._canvas.move_by(off.x(), off.y())

    def _point_at(self, row: int, *, is_region: bool) -> None:
        is_target = is_region or row >= 0
        self._canvas.setCursor(Qt.CursorShape.PointingHandCursor if is_target else Qt.CursorShape.ArrowCursor)
        self._canvas.point_at(row)

    def _release(self, event: QMouseEvent) -> None:
        """A click chooses, on a region's name it looks closer; a middle click opens in a new tab."""
        canvas, place, pressed = self._canvas, event.position(), self._pressed
        self._pressed = None
        canvas.setCursor(Qt.CursorShape.ArrowCursor)
        if pressed is None or (place - pressed).manhattanLength() > _CLICK:
            return
        region, row = canvas.region_at(place), canvas.row_at(place)
        if event.button() == Qt.MouseButton.LeftButton and region >= 0:
            canvas.open_region(region)
        elif event.button() == Qt.MouseButton.MiddleButton and row >= 0:
            canvas.opened.emit(row, True)
        elif event.button() == Qt.MouseButton.LeftButton:
            canvas.select(row)

    def _double_click(self, event: QMouseEvent) -> None:
        """A double click opens, on free ground it looks closer."""
        row = self._canvas.row_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if row >= 0:
            self._canvas.opened.emit(row, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            self._canvas.zoom(2.0, event.position().x(), event.position().y())

    def _press_key(self, event: QKeyEvent) -> bool:
        """Arrows choose (with Shift they move), Return opens, Space begins or ends a path, letters find."""
        canvas, key, row = self._canvas, Qt.Key(event.key()), self._canvas.selected
        with_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in ARROWS and not with_control:
            right, down = ARROWS[key]
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                canvas.move_by(right * _STEP, down * _STEP)
            else:
                canvas.step((right, down))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            canvas.opened.emit(row, with_control)
        elif key == Qt.Key.Key_Space and row >= 0:
            canvas.path_wanted.emit(row)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal) and not with_control:
            canvas.zoom(1.25)
        elif key == Qt.Key.Key_Minus and not with_control:
            canvas.zoom(0.8)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home) and not with_control:
            canvas.fit()
        elif key == Qt.Key.Key_Escape:
            canvas.step_back()
        elif event.text().strip() and not with_control:
            canvas.typed.emit(event.text())
        else:
            return False
        return True
