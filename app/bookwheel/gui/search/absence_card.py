"""The card that says why a document is not among the hits."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.state.locations import Location


class AbsenceCard(QWidget):
    """Why a document is not among the hits, and a button to go there all the same."""

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._place: Location | None = None
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open_button = QPushButton(tr("Open document"))
        self.close_button = QPushButton(tr("Close"))
        row = QHBoxLayout()
        row.setSpacing(6)
        for button in (self.open_button, self.close_button):
            button.setObjectName("chip")
            button.setMinimumHeight(24)
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 8, 18, 2)
        column.setSpacing(6)
        column.addWidget(self.label)
        column.addLayout(row)
        self.open_button.clicked.connect(lambda: self.opened.emit(self._place))
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def show_reason(self, sentence: str, place: Location) -> None:
        """Say it, ready to go there."""
        self._place = place
        self.label.setText(sentence)
        self.label.setAccessibleName(sentence)
        self.show()
        self.open_button.setFocus(Qt.FocusReason.OtherFocusReason)
