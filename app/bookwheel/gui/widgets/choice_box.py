"""Boxes to choose from, and what keeps a wheel that scrolls past them from changing them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from bookwheel.gui.theme import icons
from bookwheel.gui.theme.theme import Theme


class ChoiceBox(QComboBox):
    """A box to choose from, with the look's own chevron."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        """Describe the box by its name as well: on Linux, Qt tells its choice in place of the name."""
        super().setAccessibleName(name)
        self.setAccessibleDescription(name)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """The chevron comes over what the style draws."""
        super().paintEvent(event)
        at = QPoint(self.width() - 24, (self.height() - 14) // 2)
        QPainter(self).drawPixmap(at, icons.pixmap("chevron-down", self._theme.colours["soft"], 14))


class NoWheel(QObject):
    """Keeps a wheel that scrolls the page from changing what it passes over."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Leave the wheel to the page unless the field has the focus."""
        is_passing = event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus()
        if is_passing:
            event.ignore()
        return is_passing
