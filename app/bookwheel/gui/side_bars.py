"""The docks at both sides: shown, hidden, and tucked away while hits and page need the room."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget

from bookwheel.gui.top_bar import TopBar


class SideBars(QObject):
    """The left dock and the two right ones, with the buttons that show which of them are there."""

    def __init__(self, bar: TopBar, library: QDockWidget, outline: QDockWidget, activity: QDockWidget) -> None:
        super().__init__(library)
        self._bar = bar
        self._library = library
        self._outline = outline
        self._activity = activity
        self._tucked: list[QDockWidget] = []
        for dock in (library, outline, activity):
            dock.visibilityChanged.connect(lambda _on: self._show_buttons())

    def tuck(self) -> int:
        """Hide the right docks until `untuck`; the width this frees."""
        if self._tucked:
            return 0
        self._tucked = [dock for dock in (self._outline, self._activity) if dock.isVisible()]
        width = max((dock.width() for dock in self._tucked), default=0)
        for dock in self._tucked:
            dock.hide()
        return width

    def untuck(self) -> None:
        """Show what was tucked away."""
        tucked, self._tucked = self._tucked, []
        for dock in tucked:
            dock.show()

    def toggle_left(self) -> None:
        """Show or hide the left side bar."""
        self._library.setVisible(not self._library.isVisible())

    def toggle_right(self) -> None:
        """Show or hide the right side bar."""
        self._tucked = []
        is_shown = self._outline.isVisible() or self._activity.isVisible()
        self._outline.setVisible(not is_shown)
        self._activity.setVisible(not is_shown)

    def toggle_activity(self) -> None:
        """Show or hide the activity of agents."""
        self._tucked = []
        self._activity.setVisible(not self._activity.isVisible())

    def _show_buttons(self) -> None:
        self._bar.left.setChecked(self._library.isVisible())
        self._bar.agents.setChecked(self._activity.isVisible())
        self._bar.right.setChecked(self._outline.isVisible())
