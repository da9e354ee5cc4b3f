"""A line above the page for what the person should know, with a way to close it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from bookwheel.gui import look
from bookwheel.gui.docks import IconButton, IconLabel
from bookwheel.gui.language import tr

_SHOWN_MS = 9000


class NoticeBar(QWidget):
    """One sentence; goes by itself after a while."""

    def __init__(self, skin: look.Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        close = IconButton(skin, "x", tr("Close"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 3, 6, 3)
        row.addWidget(IconLabel(skin, "info", "accent"))
        row.addWidget(self._label, 1)
        row.addWidget(close)
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    @property
    def sentence(self) -> str:
        """What was said last."""
        return self._label.text()

    def say(self, sentence: str) -> None:
        """Show a sentence."""
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        self._timer.start()
