"""What stands in place of the pages of a PDF that is protected: a field for its password."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import tr

_WIDTH = 320


class LockedPage(QWidget):
    """Asks for a password; it is tried on the file and kept nowhere."""

    password_given = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.box = QLineEdit()
        self.box.setEchoMode(QLineEdit.EchoMode.Password)
        self.box.setPlaceholderText(tr("Password"))
        self.box.setAccessibleName(tr("Password"))
        self.box.returnPressed.connect(self._give)
        self.button = QPushButton(tr("Open PDF"))
        self.button.clicked.connect(self._give)
        column = QVBoxLayout(self)
        column.addStretch(2)
        for widget in (self._label, self.box, self.button):
            widget.setFixedWidth(_WIDTH)
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.setFocusProxy(self.box)

    @property
    def sentence(self) -> str:
        """What is said."""
        return self._label.text()

    def ask(self, file: str, *, is_wrong: bool) -> None:
        """Ask for the password of a file; once more where the one given was wrong."""
        wrong = tr("This password does not open {file}. Try another.")
        self._label.setText((wrong if is_wrong else tr("{file} is protected by a password.")).format(file=file))
        self.box.clear()
        self.box.setFocus()

    def _give(self) -> None:
        if self.box.text():
            self.password_given.emit(self.box.text())
