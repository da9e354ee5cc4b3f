"""The docks at both sides: shown, hidden, and tucked away while hits and page need the room."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow

from bookwheel.gui.window.related_docks import Surroundings
from bookwheel.gui.window.toolbar import TopBar

USUAL_WIDTHS = (268, 292)
"""Pixels of the left and of the right side bars."""
_ASK_WIDTH = 460
HEIGHTS = (400, 270, 450, 240, 400)
"""Pixels of the right docks, one above the other."""
_SETTLE_MS = 60
"""After which Qt has laid out what changed."""
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea


class SideBars(QObject):
    """The left dock and the right ones, with the buttons that show which of them are there."""

    def __init__(
        self,
        window: QMainWindow,
        bar: TopBar,
        library: QDockWidget,
        outline: QDockWidget,
        around: Surroundings,
        activity: QDockWidget,
        ask: QDockWidget,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._ask = ask
        self._aside: tuple[QDockWidget, ...] = ()
        self._width = 0
        self._bar = bar
        self._library = library
        self._left: tuple[QDockWidget, ...] = (library,)
        self._below: tuple[QDockWidget, ...] = ()
        self._around = around
        self._graph = around.graph
        self._activity = activity
        self._right: tuple[QDockWidget, ...] = (around.graph, outline, around.links, activity, ask)
        self._first: tuple[QDockWidget, ...] = (outline, around.links)
        self._usual = self._first
        self._tucked: tuple[QDockWidget, ...] = ()
        self._bare: tuple[QDockWidget, ...] = ()
        self._state = QByteArray()
        self._wanted: dict[bool, int] = {}
        self._size = window.size()
        self._settling = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settling.timeout.connect(self._settle)
        around.width_wanted.connect(lambda width: self._want(False, width))
        window.installEventFilter(self)
        for dock in (library, *self._right):
            dock.visibilityChanged.connect(lambda _on: self._show_buttons())
            dock.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Note how wide a person drags the side bars, and give them that width whenever Qt laid them out otherwise.

        Qt takes what it lacks from the side bars, down to their least width, and never gives it back.
        """
        if event.type() == QEvent.Type.Resize:
            if watched is self._window:
                self._size = self._window.size()
            elif isinstance(watched, QDockWidget) and watched.isVisible() and not watched.isFloating():
                is_held = bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)
                # A window lays out what it holds before it tells that its own size has changed.
                area = self._window.dockWidgetArea(watched)
                if is_held and self._window.size() == self._size and area in (_LEFT, _RIGHT):
                    self._wanted[area == _LEFT] = watched.width()
            self._settling.start()
        return False

    def _want(self, is_left: bool, width: int) -> None:
        self._wanted[is_left] = width
        self._settle()

    def _settle(self) -> None:
        """Give each side its width; Qt tells of no new width where there is no room, so this ends."""
        docks: dict[bool, QDockWidget] = {}
        for dock in self._all:
            area = self._window.dockWidgetArea(dock)
            if dock.isVisible() and not dock.isFloating() and area in (_LEFT, _RIGHT):
                docks.setdefault(area == _LEFT, dock)
        for side, dock in docks.items():
            self._wanted.setdefault(side, dock.width())
        if docks and any(dock.width() != self._wanted[side] for side, dock in docks.items()):
            widths = [self._wanted[side] for side in docks]
            self._window.resizeDocks([*docks.values()], widths, Qt.Orientation.Horizontal)

    def tuck(self) -> int:
        """Hide the right docks until `untuck`; the width this frees."""
        if self._tucked:
            return 0
        self._tucked = self._seen()
        width = max((dock.width() for dock in self._tucked), default=0)
        self._settling.start()
        for dock in self._tucked:
            dock.hide()
        return width

    def untuck(self) -> None:
        """Show what was tucked away."""
        tucked, self._tucked = self._tucked, ()
        if tucked:
            self._settling.start()
        for dock in tucked:
            dock.show()

    def set_bare(self, is_bare: bool) -> None:
        """Hide every side bar while there is nothing to show in any, or show them again."""
        if is_bare and not self._bare:
            self._state = self._window.saveState()
            self._bare = tuple(dock for dock in self._all if not dock.isHidden())
            for dock in self._bare:
                dock.hide()
        elif not is_bare and self._bare:
            bare, self._bare = self._bare, ()
            for side, width in zip((True, False), USUAL_WIDTHS, strict=True):
                self._wanted.setdefault(side, width)
            self._settling.start()
            for dock in bare:
                dock.show()

    @property
    def state(self) -> QByteArray:
        """Where the side bars are, or were before they were hidden for want of documents."""
        return self._state if self._bare else self._window.saveState()

    def toggle_left(self) -> None:
        """Show or hide the left side bar."""
        seen = tuple(dock for dock in self._all if dock.isVisible() and self._is_left(dock))
        for dock in seen or self._left:
            dock.setVisible(not seen)
        self._left = seen or self._left

    def put_below(self, dock: QDockWidget) -> None:
        """Let a dock below the library come and go with the left side bar."""
        self._below = (*self._below, dock)
        dock.visibilityChanged.connect(lambda _on: self._show_buttons())

    def hide_pane(self) -> bool:
        """Hide the dock that has the keyboard and go to the page; False where none has it."""
        dock = self._here()
        if dock is self._ask:
            self.put_ask_away()
        elif dock is self._graph:
            self._around.put_graph_away()
        elif dock is not None:
            dock.hide()
            self._around.left.emit()
        return dock is not None

    def move_pane(self) -> bool:
        """Move the dock that has the keyboard to the other side, to its foot; False where none has it."""
        dock, focus = self._here(), self._window.focusWidget()
        if dock is not None:
            dock.setFloating(False)
            self._window.addDockWidget(_RIGHT if self._is_left(dock) else _LEFT, dock)
            dock.show()
            if focus is not None:
                focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_buttons()
        self._settling.start()
        return dock is not None

    def reset(self) -> None:
        """Put every dock back where it was at first, as wide and as high; not while there is nothing to show in any."""
        if self._bare:
            return
        window, shown = self._window, (self._library, *self._first)
        for area, docks in ((_LEFT, (self._library, *self._below)), (_RIGHT, self._right)):
            for dock in docks:
                dock.setFloating(False)
                window.removeDockWidget(dock)
            for dock in docks:
                window.addDockWidget(area, dock)
            for above, dock in pairwise(docks):
                window.splitDockWidget(above, dock, Qt.Orientation.Vertical)
            for dock in docks:
                dock.setVisible(dock in shown)
        self._tucked, self._aside, self._left, self._usual = (), (), (self._library,), self._first
        self._wanted = dict(zip((True, False), USUAL_WIDTHS, strict=True))
        window.resizeDocks([*self._right], [*HEIGHTS], Qt.Orientation.Vertical)
        self._show_buttons()
        self._settling.start()

    def toggle_right(self) -> None:
        """Hide the right side bar, or show what of it was shown before."""
        self._tucked = ()
        seen = self._seen()
        for dock in seen or self._usual:
            dock.setVisible(not seen)
        self._usual = seen or self._usual

    def toggle_activity(self) -> None:
        """Show or hide the activity of agents."""
        self._tucked = ()
        self._activity.setVisible(not self._activity.isVisible())

    def summon_ask(self) -> None:
        """Show the Ask pane in place of the other right docks and go there; from there, put it away."""
        ask, focus = self._ask, self._window.focusWidget()
        if ask.isVisible() and focus is not None and ask.isAncestorOf(focus):
            self.put_ask_away()
            return
        if not ask.isVisible():
            self._tucked = ()
            self._aside = self._seen()
            self._width = max((dock.width() for dock in self._aside), default=0)
            for dock in self._aside:
                dock.hide()
            ask.show()
            self._want(False, _ASK_WIDTH)
        ask.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def put_ask_away(self) -> None:
        """Hide the Ask pane and show what stood in its place."""
        self._ask.hide()
        for dock in self._aside:
            dock.show()
        if self._aside and self._width:
            self._want(False, self._width)
        self._aside = ()

    @property
    def _all(self) -> tuple[QDockWidget, ...]:
        return (self._library, *self._below, *self._right)

    def _is_left(self, dock: QDockWidget) -> bool:
        return self._window.dockWidgetArea(dock) == _LEFT

    def _here(self) -> QDockWidget | None:
        """The dock that has the keyboard."""
        focus = self._window.focusWidget()
        return next((dock for dock in self._all if focus is not None and dock.isAncestorOf(focus)), None)

    def _seen(self) -> tuple[QDockWidget, ...]:
        return tuple(dock for dock in self._all if dock.isVisible() and not self._is_left(dock))

    def _show_buttons(self) -> None:
        self._bar.left.setChecked(any(dock.isVisible() and self._is_left(dock) for dock in self._all))
        self._bar.agents.setChecked(self._activity.isVisible())
        self._bar.graph.setChecked(self._graph.isVisible())
        self._bar.right.setChecked(bool(self._seen()))
