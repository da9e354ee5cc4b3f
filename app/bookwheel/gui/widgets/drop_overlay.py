"""What lies over the window while files are dragged over it: they may be dropped anywhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme

_MARGIN = 10


class DropOverlay(QWidget):
    """A frame and a sentence over the whole window, which lets the mouse and the drop through."""

    def __init__(self, theme: Theme, window: QWidget, sentence: str) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._sentence = sentence
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(sentence)
        window.installEventFilter(self)
        self.hide()

    def set_shown(self, is_shown: bool) -> None:
        """Light the window up as a target, or leave it as it is."""
        self.setGeometry(self._window.rect())
        self.raise_()
        self.setVisible(is_shown)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keep covering the window."""
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._window.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """The window shines through; the sentence stands on a ground of its own."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        frame = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        shade = QColor(colours["tint"])
        shade.setAlpha(150)
        painter.setBrush(shade)
        painter.setPen(QPen(QColor(colours["accent"]), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, 9, 9)
        painter.setFont(fonts.font(18, 600, fonts.SERIF))
        words = painter.boundingRect(frame, int(Qt.AlignmentFlag.AlignCenter), self._sentence)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours["page"]))
        painter.drawRoundedRect(words.adjusted(-24, -14, 24, 14), 9, 9)
        painter.setPen(QColor(colours["text"]))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignCenter), self._sentence)
