"""Screens that come, go and change while windows are open: these stay within reach, and their icons sharp."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QMainWindow, QWidget

from bookwheel.gui.theme import icons

_REST_MS = 400
"""After the last change, so that the desktop's own window manager goes first."""
_GRIP = 28
"""Pixels at a window's top by which a person takes hold of it, and as many times four across."""


def within_reach(frame: QRect, places: Sequence[QRect]) -> QRect:
    """Where a window's frame should stand on these screens: there, if it fits on one and can be taken hold of."""
    if not places:
        return frame
    seen = [screen.intersected(frame) for screen in places]
    best = max(range(len(places)), key=lambda row: (_area(seen[row]), -_distance(frame, places[row])))
    place = places[best]
    grip = QRect(frame.left(), frame.top(), frame.width(), _GRIP)
    is_held = any(
        (held := screen.intersected(grip)).width() >= 4 * _GRIP and held.height() >= _GRIP // 2 for screen in places
    )
    is_fit = frame.width() <= place.width() and frame.height() <= place.height()
    is_whole_elsewhere = sum(map(_area, seen)) >= _area(frame)  # over two screens at once
    if is_held and (is_whole_elsewhere or (is_fit and 2 * _area(seen[best]) >= _area(frame))):
        return frame
    size = frame.size().boundedTo(place.size())
    left = max(place.left(), min(frame.left(), place.right() + 1 - size.width()))
    top = max(place.top(), min(frame.top(), place.bottom() + 1 - size.height()))
    return QRect(QPoint(left, top), size)


class WindowPlacement(QObject):
    """Follows the screens of the application."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._resting = QTimer(self, singleShot=True, interval=_REST_MS)
        self._resting.timeout.connect(self.rescue_windows)
        app.screenAdded.connect(self._watch)
        for change in (app.screenAdded, app.screenRemoved, app.primaryScreenChanged):
            change.connect(self._wait)
        for screen in app.screens():
            self._watch(screen)

    def rescue_windows(self) -> None:
        """Bring back what is out of reach, and draw icons anew at the screens' present scale."""
        icons.forget()
        places = [screen.availableGeometry() for screen in QGuiApplication.screens() if not screen.geometry().isEmpty()]
        for window in QApplication.topLevelWidgets():
            is_window = isinstance(window, QMainWindow | QDialog | QDockWidget) and window.isVisible()
            if is_window and not (window.isMaximized() or window.isFullScreen() or window.isMinimized()):
                _move_into_view(window, places)

    def _watch(self, screen: QScreen) -> None:
        for change in (
            screen.availableGeometryChanged,
            screen.geometryChanged,
            screen.logicalDotsPerInchChanged,
            screen.physicalDotsPerInchChanged,
        ):
            change.connect(self._wait)

    def _wait(self, *_change: object) -> None:
        self._resting.start()


def _move_into_view(widget: QWidget, places: Sequence[QRect]) -> None:
    frame = widget.frameGeometry()
    wanted = within_reach(frame, places)
    if wanted != frame:
        around = frame.size() - widget.size()
        widget.resize(wanted.size() - around)
        widget.move(wanted.topLeft())


def _area(rect: QRect) -> int:
    return rect.width() * rect.height() if rect.isValid() else 0


def _distance(frame: QRect, place: QRect) -> int:
    return (frame.center() - place.center()).manhattanLength()
