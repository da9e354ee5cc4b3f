"""The foot of the map: what is chosen, in words, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from bookwheel.gui.i18n.translation import tr


class SelectionBar(QWidget):
    """A title, words about it, and two buttons that are hidden while nothing is chosen."""

    open_wanted = Signal()
    path_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title, self.words = QLabel(), QLabel()
        self.title.setObjectName("nodeTitle")
        self.words.setObjectName("soft")
        for label in (self.title, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._open = QPushButton(tr("Open"))
        self._path = QPushButton(tr("Start path here"))
        for button, signal in ((self._path, self.path_wanted), (self._open, self.open_wanted)):
            button.setObjectName("chip")
            button.setMinimumHeight(24)
            button.clicked.connect(signal)
            button.hide()
        self.setFixedHeight(38)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 4)
        row.setSpacing(8)
        row.addWidget(self.title)
        row.addWidget(self.words, 1)
        row.addWidget(self._path)
        row.addWidget(self._open)

    def show_document(self, title: str, words: str, *, is_path_end: bool) -> None:
        """Show the document that is chosen; `is_path_end` says that a path begun elsewhere may end here."""
        self.title.setText(self.title.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, 360))
        self.title.setToolTip(title)
        self.words.setText(words)
        self._path.setText(tr("End path here") if is_path_end else tr("Start path here"))
        self._show_buttons(True)

    def show_overview(self, words: str) -> None:
        """Say something of the whole map, while no document is chosen."""
        self.title.setText("")
        self.words.setText(words)
        self._show_buttons(False)

    def show_path_start(self) -> None:
        """Say that a path begins at the document shown."""
        self.words.setText(tr("The path starts here. Choose its end, then press Space or the button."))
        self._path.setText(tr("Choose path end"))

    def show_path(self, words: str) -> None:
        """Say which path was found."""
        self.title.setText("")
        self.words.setText(words)
        self.words.setToolTip(words)

    @property
    def sentence(self) -> str:
        """Title and words, as a screen reader says them."""
        return f"{self.title.text()}. {self.words.text()}"

    def _show_buttons(self, is_shown: bool) -> None:
        self._path.setVisible(is_shown)
        self._open.setVisible(is_shown)
