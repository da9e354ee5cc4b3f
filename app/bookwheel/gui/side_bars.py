"""The docks at both sides: shown, hidden, and tucked away while hits and page need the room."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget

from bookwheel.gui.surroundings import Surroundings
from bookwheel.gui.top_bar import TopBar


class SideBars(QObject):
    """The left dock and the right ones, with the buttons that show which of them are there."""

    def __init__(
        self, bar: TopBar, library: QDockWidget, outline: QDockWidget, around: Surroundings, activity: QDockWidget
    ) -> None:
        super().__init__(library)
        self._bar = bar
        self._library = library
        self._graph = around.graph
        self._activity = activity
        self._right: tuple[QDockWidget, ...] = (around.graph, outline, around.links, activity)
        self._usual: tuple[QDockWidget, ...] = (outline, around.links)
        self._tucked: tuple[QDockWidget, ...] = ()
        for dock in (library, *self._right):
            dock.visibilityChanged.connect(lambda _on: self._show_buttons())

    def tuck(self) -> int:
        """Hide the right docks until `untuck`; the width this frees."""
        if self._tucked:
            return 0
        self._tucked = self._seen()
        width = max((dock.width() for dock in self._tucked), default=0)
        for dock in self._tucked:
            dock.hide()
        return width

    def untuck(self) -> None:
        """Show what was tucked away."""
        tucked, self._tucked = self._tucked, ()
        for dock in tucked:
            dock.show()

    def toggle_left(self) -> None:
        """Show or hide the left side bar."""
        self._library.setVisible(not self._library.isVisible())

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

    def _seen(self) -> tuple[QDockWidget, ...]:
        return tuple(dock for dock in self._right if dock.isVisible())

    def _show_buttons(self) -> None:
        self._bar.left.setChecked(self._library.isVisible())
        self._bar.agents.setChecked(self._activity.isVisible())
        self._bar.graph.setChecked(self._graph.isVisible())
        self._bar.right.setChecked(bool(self._seen()))
