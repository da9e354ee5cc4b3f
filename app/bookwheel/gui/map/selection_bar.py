"""The foot of the map: what is chosen, in words, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from bookwheel.gui.i18n.translation import tr


class MapFoot(QWidget):
    """A title, words about it, and two buttons that are hidden while nothing is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.words = QLabel(), QLabel()
        self.title.setObjectName("nodeTitle")
        self.words.setObjectName("soft")
        for label in (self.title, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.open_button = QPushButton(tr("Open"))
        self.path_button = QPushButton(tr("Path from here"))
        for button in (self.path_button, self.open_button):
            button.setObjectName("chip")
            button.setMinimumHeight(24)
            button.hide()
        self.setFixedHeight(38)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 4)
        row.setSpacing(8)
        row.addWidget(self.title)
        row.addWidget(self.words, 1)
        row.addWidget(self.path_button)
        row.addWidget(self.open_button)
