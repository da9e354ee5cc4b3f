"""The docks at both sides: shown, hidden, and tucked away while hits and page need the room."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow

from bookwheel.domain.graph import NodeKind
from bookwheel.gui.widgets.dock import Dock
from bookwheel.gui.widgets.screen_fit import room_on_screen
from bookwheel.gui.window.docks.docks import LEFT, RIGHT, Docks
from bookwheel.gui.window.docks.related_docks import RelatedDocks
from bookwheel.gui.window.toolbar import Toolbar

USUAL_WIDTHS = (268, 292)
"""Pixels of the left and of the right side bars in a window of usual width."""
_USUAL_WINDOW, _MOST_GROWTH = 1440, 1.6
"""From this width on, side bars grow with the window, up to so many times their width."""
_ASK_WIDTH = 460
_ASK_SHARE = 0.6
"""What Ask takes of the height of its side when it comes."""
_THREE_COLUMNS = 760
"""Pixels of a screen that has room for a page between two side bars."""
_MORE_FOR_PAGE = 140
"""Pixels that a page has beyond its least width where a side bar could be hidden for it."""
_SETTLE_MS = 60
"""After which Qt has laid out what changed."""


class DockLayout(QObject):
    """The docks of both sides, with the buttons that show which of them are there."""

    def __init__(self, window: QMainWindow, toolbar: Toolbar, docks: Docks, related: RelatedDocks) -> None:
        super().__init__(window)
        self._window = window
        self._toolbar = toolbar
        self._related = related
        self._library, self._labels, self._tasks = docks.library, docks.labels, docks.tasks
        self._reading = docks.reading
        self._graph, self._activity, self._ask = docks.graph, docks.activity, docks.ask
        self._entries = docks.entries
        self._all: tuple[Dock, ...] = tuple(entry.dock for entry in docks.entries)
        self._first = tuple(entry.dock for entry in docks.entries if entry.is_shown and entry.area == RIGHT)
        self._left: tuple[Dock, ...] = (docks.library,)
        self._usual = self._first
        self._width = 0
        """How wide the right side was before Ask was shown."""
        self._tucked: tuple[Dock, ...] = ()
        self._bare: tuple[Dock, ...] = ()
        self._state = QByteArray()
        self._wanted: dict[bool, float] = dict(zip((True, False), USUAL_WIDTHS, strict=True))
        """Pixels of the left and of the right side in a window of usual width."""
        self._size = window.size()
        self._is_left_latest = True
        self._settling = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settling.timeout.connect(self._restore_widths)
        self._add_docks()
        window.resizeDocks([docks.library, docks.outline], [*USUAL_WIDTHS], Qt.Orientation.Horizontal)
        self._set_heights()
        related.width_wanted.connect(lambda width: self._set_width(False, width))
        toolbar.left.clicked.connect(self.toggle_left)
        toolbar.right.clicked.connect(self.toggle_right)
        toolbar.graph.clicked.connect(related.toggle_graph)
        toolbar.agents.clicked.connect(self.toggle_activity)
        window.installEventFilter(self)
        for dock in self._all:
            dock.visibilityChanged.connect(lambda _on: self._show_buttons())
            dock.installEventFilter(self)
            dock.close_wanted.connect(partial(self._hide, dock))

    def _add_docks(self) -> None:
        for area in (LEFT, RIGHT):
            docks = self._on_side(area)
            for dock in docks:
                self._window.addDockWidget(area, dock)
            for above, dock in pairwise(docks):
                self._window.splitDockWidget(above, dock, Qt.Orientation.Vertical)
        for entry in self._entries:
            entry.dock.setVisible(entry.is_shown)

    def _set_heights(self) -> None:
        heights = [entry.height for entry in self._entries if entry.area == RIGHT]
        self._window.resizeDocks([*self._on_side(RIGHT)], heights, Qt.Orientation.Vertical)

    def _on_side(self, area: Qt.DockWidgetArea) -> tuple[Dock, ...]:
        return tuple(entry.dock for entry in self._entries if entry.area == area)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Note how wide a person drags the side bars, and give them that width whenever Qt laid them out otherwise.

        Qt takes what it lacks from the side bars, down to their least width, and never gives it back.
        """
        if event.type() == QEvent.Type.Show and isinstance(watched, QDockWidget) and self._window.isVisible():
            self._is_left_latest = self._window.dockWidgetArea(watched) == LEFT
            self._settling.start()
        if event.type() == QEvent.Type.Resize:
            if watched is self._window:
                self._size = self._window.size()
            elif isinstance(watched, QDockWidget) and watched.isVisible() and not watched.isFloating():
                is_held = bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)
                # A window lays out what it holds before it tells that its own size has changed.
                area = self._window.dockWidgetArea(watched)
                if is_held and self._window.size() == self._size and area in (LEFT, RIGHT):
                    self._wanted[area == LEFT] = watched.width() / self._growth
            self._settling.start()
        return False

    @property
    def _growth(self) -> float:
        return min(max(1.0, self._window.width() / _USUAL_WINDOW), _MOST_GROWTH)

    def _set_width(self, is_left: bool, width: int) -> None:
        self._wanted[is_left] = width / self._growth
        self._restore_widths()

    def _fit_screen(self) -> None:
        """Hide a side where both ask for more than the screen has: the other one than was shown last.

        A person can show it again, which hides the one that is there.
        """
        room, least = room_on_screen(self._window).width(), self._window.minimumSizeHint().width()
        if room >= _THREE_COLUMNS:
            return
        shown = [dock for dock in self._all if dock.isVisible() and not dock.isFloating()]
        if not shown or least + _MORE_FOR_PAGE <= room:
            if self._window.width() > room and not self._window.isMaximized() and not self._window.isFullScreen():
                self._window.resize(room, self._window.height())  # it had grown for what is hidden now
            return
        others = [dock for dock in shown if self._is_left(dock) != self._is_left_latest]
        for dock in others or shown:
            dock.hide()
        self._settling.start()

    def _restore_widths(self) -> None:
        """Give each side its width; Qt tells of no new width where there is no room, so this ends."""
        self._fit_screen()
        docks: dict[bool, Dock] = {}
        for dock in self._all:
            area = self._window.dockWidgetArea(dock)
            if dock.isVisible() and not dock.isFloating() and area in (LEFT, RIGHT):
                docks.setdefault(area == LEFT, dock)
        for side, dock in docks.items():
            self._wanted.setdefault(side, dock.width() / self._growth)
        widths = [round(self._wanted[side] * self._growth) for side in docks]
        if [dock.width() for dock in docks.values()] != widths:
            self._window.resizeDocks([*docks.values()], widths, Qt.Orientation.Horizontal)

    def tuck(self) -> int:
        """Hide the right docks until `untuck`; the width this frees."""
        if self._tucked:
            return 0
        self._tucked = self._list_right()
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
            self._is_left_latest = True

    @property
    def widths(self) -> tuple[float, float]:
        """Pixels of the left and of the right side in a window of usual width."""
        return self._wanted.get(True, USUAL_WIDTHS[0]), self._wanted.get(False, USUAL_WIDTHS[1])

    def restore(self, state: QByteArray, widths: tuple[float, float] | None) -> None:
        """Put the side bars where they were when this state was kept, as wide as they were on whatever screen."""
        self._window.restoreState(state)
        self._wanted = {} if widths is None else dict(zip((True, False), widths, strict=True))
        self._settling.start()

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

    def hide_pane(self) -> bool:
        """Hide the dock that has the keyboard and go to the page; False where none has it."""
        dock = self._focused_dock()
        if dock is not None:
            self._hide(dock)
        return dock is not None

    def _hide(self, dock: Dock) -> None:
        had_focus = self._focused_dock() is dock
        if dock is self._ask:
            self.hide_ask()
        elif dock is self._graph:
            self._related.hide_graph()
            return
        else:
            dock.hide()
        if had_focus:
            self._related.left.emit()

    def move_pane(self) -> bool:
        """Move the dock that has the keyboard to the other side, to its foot; False where none has it."""
        dock, focus = self._focused_dock(), self._window.focusWidget()
        if dock is not None:
            dock.setFloating(False)
            self._window.addDockWidget(RIGHT if self._is_left(dock) else LEFT, dock)
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
        for dock in self._all:
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        self._add_docks()
        self._tucked, self._left, self._usual = (), (self._library,), self._first
        self._wanted = dict(zip((True, False), USUAL_WIDTHS, strict=True))
        self._set_heights()
        self._show_buttons()
        self._settling.start()

    def toggle_right(self) -> None:
        """Hide the right side bar, or show what of it was shown before."""
        self._tucked = ()
        seen = self._list_right()
        for dock in seen or self._usual:
            dock.setVisible(not seen)
        self._usual = seen or self._usual

    def toggle_activity(self) -> None:
        """Show or hide the activity of agents."""
        self._tucked = ()
        self._activity.setVisible(not self._activity.isVisible())

    def toggle_dock(self, dock: Dock) -> None:
        """Show a dock and go there; from there, hide it."""
        if not self._hide_focused(dock):
            self._tucked = ()
            dock.show()
            dock.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_labels(self) -> None:
        """Show the labels and go there; from there, hide them."""
        if not self._hide_focused(self._labels):
            self.show_labels()

    def show_labels(self) -> None:
        """Show the labels and go there."""
        self._show_below_library(self._labels)
        self._labels.go_to_tree()

    def toggle_tasks(self) -> None:
        """Show the tasks and go there; from there, hide them."""
        if not self._hide_focused(self._tasks):
            self._show_below_library(self._tasks)
            self._tasks.go_to_view()

    def toggle_reading(self) -> None:
        """Show the reading list and go there; from there, hide it."""
        if not self._hide_focused(self._reading):
            self._show_below_library(self._reading)
            self._reading.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _hide_focused(self, dock: Dock) -> bool:
        """Hide a dock if it has the keyboard, and go to the page; whether it had it."""
        has_focus = dock.isVisible() and self._focused_dock() is dock
        if has_focus:
            self._hide(dock)
        return has_focus

    def _show_below_library(self, dock: Dock) -> None:
        if dock.isVisible():
            return
        self._library.show()
        dock.show()
        shown = [entry for entry in self._entries if entry.dock in (self._library, dock)]
        heights = [entry.height for entry in shown]
        self._window.resizeDocks([entry.dock for entry in shown], heights, Qt.Orientation.Vertical)

    def show_in_labels(self, node: str | NodeKind) -> None:
        """Show a thing, a topic or a class among the labels."""
        self.show_labels()
        if isinstance(node, NodeKind):
            self._labels.reveal_class(node)
        else:
            self._labels.reveal(node)

    def toggle_ask(self) -> None:
        """Show the Ask pane beside the others and go there; from there, put it away."""
        ask = self._ask
        if self._hide_focused(ask):
            return
        if not ask.isVisible():
            self.untuck()
            self._show_ask()
        ask.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_ask(self) -> None:
        """Show Ask with most of the height of its side, and widen the side where it is narrow."""
        ask, is_left = self._ask, self._is_left(self._ask)
        beside = [dock for dock in self._all if dock.isVisible() and self._is_left(dock) == is_left]
        width, height = max((dock.width() for dock in beside), default=0), sum(dock.height() for dock in beside)
        ask.show()
        if width < _ASK_WIDTH:
            self._width = width
            self._set_width(is_left, _ASK_WIDTH)
        heights = [round(dock.height() * (1 - _ASK_SHARE)) for dock in beside]
        sizes = [*heights, round(height * _ASK_SHARE)]
        self._window.resizeDocks([*beside, ask], sizes, Qt.Orientation.Vertical)

    def hide_ask(self) -> None:
        """Hide the Ask pane and give its room back."""
        self._ask.hide()
        if self._width:
            self._set_width(self._is_left(self._ask), self._width)
            self._width = 0

    def _is_left(self, dock: Dock) -> bool:
        return self._window.dockWidgetArea(dock) == LEFT

    def _focused_dock(self) -> Dock | None:
        """The dock that has the keyboard."""
        focus = self._window.focusWidget()
        return next((dock for dock in self._all if focus is not None and dock.isAncestorOf(focus)), None)

    def _list_right(self) -> tuple[Dock, ...]:
        return tuple(dock for dock in self._all if dock.isVisible() and not self._is_left(dock))

    def _show_buttons(self) -> None:
        self._toolbar.left.setChecked(any(dock.isVisible() and self._is_left(dock) for dock in self._all))
        self._toolbar.agents.setChecked(self._activity.isVisible())
        self._toolbar.graph.setChecked(self._graph.isVisible())
        self._toolbar.right.setChecked(bool(self._list_right()))
