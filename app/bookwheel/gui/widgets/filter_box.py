"""A box above a list whose words filter the list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class FilterBox(QLineEdit):
    """Escape empties it, and leaves it when it is empty; Down and Return go to the list."""

    left = Signal()
    list_wanted = Signal()

    def __init__(self, label: str) -> None:
        super().__init__()
        self.setPlaceholderText(label)
        self.setAccessibleName(label)
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Keys that lead out of the box."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear() if self.text() else self.left.emit()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.list_wanted.emit()
        else:
            super().keyPressEvent(event)
