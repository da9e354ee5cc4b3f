"""Keys of the search box that move among the hits, open one or leave the search."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent

from bookwheel.gui.search.search import Search

_PASSING = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
"""Who passes by with Tab or F6 does not ask for the list, which would take the side bars' room."""


class BoxKeys(QObject):
    """What the arrow keys, Return and Escape do in the search box."""

    left = Signal()
    entered = Signal()
    searches_wanted = Signal()

    def __init__(self, search: Search, parent: QObject) -> None:
        super().__init__(parent)
        self._search = search

    def eventFilter(self, _box: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take those keys before the box does."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key == Qt.Key.Key_Down and not self._search.is_asking:
                self.searches_wanted.emit()
                return True
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self.entered.emit()
                self._search.move(1 if key == Qt.Key.Key_Down else -1)
                return True
            if key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
                self._search.move(5 if key == Qt.Key.Key_PageDown else -5)
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._search.open(in_new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
                return True
            if key == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        elif isinstance(event, QFocusEvent) and event.gotFocus() and event.reason() not in _PASSING:
            self.entered.emit()
        return False
