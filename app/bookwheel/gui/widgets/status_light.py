"""A small light that says by colour how something is; words beside it say the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from bookwheel.gui.theme.theme import Theme


class StatusLight(QWidget):
    """Green when all is well, warm while something is missing or held, red when it fails, faint while unknown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.tone = "faint"
        self.setFixedSize(QSize(9, 9))
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.update()

    def set_tone(self, tone: str, words: str = "") -> None:
        """Take the colour of a token, and say under the pointer and to screen readers what it means."""
        self.tone = tone
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """A dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours[self.tone]))
        painter.drawEllipse(QRectF(1, 1, 7, 7))
