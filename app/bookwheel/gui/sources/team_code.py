"""The code that a person confirms to sign in, large, with the page where it is confirmed."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.client.teams.sign_in import DeviceCode
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.platform import desktop
from bookwheel.gui.theme import fonts

_CODE_SIZE = 30
_LONGEST_CODE, _LONGEST_ADDRESS = 40, 300
_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class CodePage(QWidget):
    """The code and two buttons; the browser opens when one is pressed, never by itself."""

    told = Signal(str)
    """What came of a button, in a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self._address = ""
        about = QLabel(tr("Open the sign-in page and confirm that it shows this code:"))
        about.setWordWrap(True)
        self.code = QLabel()
        self.code.setFont(fonts.font(_CODE_SIZE, 600, fonts.MONO))
        self.where = QLabel()
        self.where.setObjectName("soft")
        self.where.setWordWrap(True)
        for label in (self.code, self.where):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(_SELECTABLE)
        self.open, self.copy = QPushButton(tr("Open sign-in page")), QPushButton(tr("Copy code"))
        buttons = QHBoxLayout()
        for button in (self.open, self.copy):
            button.setMinimumHeight(30)
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.copy.clicked.connect(lambda _on=False: self._copy())
        self.open.clicked.connect(lambda _on=False: self._open())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(about)
        column.addWidget(self.code)
        column.addLayout(buttons)
        column.addWidget(self.where)
        column.addStretch(1)

    def show_code(self, code: DeviceCode) -> None:
        """Show a code and where it is confirmed."""
        self._address = code.complete_uri or code.verification_uri
        shown_code = code.user_code[:_LONGEST_CODE]
        self.code.setText(shown_code)
        spoken = tr("Sign-in code: {code}").format(code=shown_code)
        self.code.setAccessibleName(spoken)
        self.open.setAccessibleDescription(spoken)  # this button gets the focus: the code is heard with it
        shown = bytes(QUrl(code.verification_uri).toEncoded().data()).decode("ascii", "replace")[:_LONGEST_ADDRESS]
        self.where.setText(tr("On another device, open {address} and enter the code.").format(address=shown))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.code.text())
        self.told.emit(tr("Code copied."))

    def _open(self) -> None:
        if desktop.open_address(self._address):
            self.told.emit(tr("Waiting for your confirmation…"))
        else:
            self.told.emit(tr("No web browser could be opened. Open the address above yourself, and enter the code."))
