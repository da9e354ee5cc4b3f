"""F6: from one pane of the window to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


class PaneCycle:
    """Goes through the panes that are shown, in the order in which `list_panes` gives them."""

    def __init__(self, window: QWidget, list_panes: Callable[[], Sequence[QWidget]]) -> None:
        self._window = window
        self._list_panes = list_panes

    def step(self, by: int) -> None:
        """Go to the next pane (1) or to the one before (-1)."""
        panes = [pane for pane in self._list_panes() if pane.isVisible()]
        focus = self._window.focusWidget()
        now = next((row for row, pane in enumerate(panes) if pane is focus or (focus and pane.isAncestorOf(focus))), -1)
        reason = Qt.FocusReason.TabFocusReason if by > 0 else Qt.FocusReason.BacktabFocusReason
        panes[(now + by) % len(panes)].setFocus(reason)
