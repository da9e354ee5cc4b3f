"""Asks for the password of a protected document, and says where it is kept."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.links.lone_files import name_of_document
from bookwheel.domain.service.passwords import UnlockAnswer, UnlockRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.widgets.dialog import Dialog

_SIZE = QSize(520, 250)


class PasswordDialog(Dialog):
    """One document, a field that shows no letters, and what becomes of the password."""

    manual = "formats.md"

    unlocked = Signal(str, str)
    """A document that opened, and the sentence that says where its password is kept."""

    def __init__(self, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Enter password"), _SIZE, parent)
        self._doc = ""
        self._name = QLabel()
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setPlaceholderText(tr("Password"))
        self.field.setAccessibleName(tr("Password"))
        self.field.textChanged.connect(self._enable)
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.button = QPushButton(tr("Unlock"))
        self.button.setDefault(True)
        self.button.clicked.connect(self._unlock)
        kept = QLabel(
            tr(
                "Bookwheel keeps the password in your system's keyring; without one, until its "
                "background service stops. Agents never see it. The text of the document is stored in "
                "the index unencrypted."
            )
        )
        kept.setObjectName("soft")
        kept.setWordWrap(True)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.said, 1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.button)
        for widget in (self._name, self.field, kept):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.column.addLayout(foot)
        self.finished.connect(lambda _result: self.field.clear())

    def ask_for(self, client: Client | None, doc: str) -> None:
        """Ask for the password of a document."""
        self._doc = doc
        self._name.setText(tr("{document} is protected by a password.").format(document=name_of_document(doc)))
        self.field.clear()
        self.said.clear()
        self.show_for(client)
        self.field.setFocus()
        self._enable()

    def _fetch(self, client: Client) -> None:
        """Nothing is asked before there is a password."""

    def _enable(self) -> None:
        self.button.setEnabled(bool(self.field.text()) and self._client is not None)

    def _unlock(self) -> None:
        client, request = self._client, UnlockRequest(self._doc, self.field.text())
        if client is None or not request.password:
            return
        self.button.setEnabled(False)
        self.said.setText(tr("Checking password…"))
        self._calls.ask(lambda: client.unlock(request), self._finish, self._refuse, slot="password")

    def _finish(self, answer: UnlockAnswer) -> None:
        self.accept()
        sentence = tr("{document} is unlocked.").format(document=name_of_document(answer.doc))
        self.unlocked.emit(answer.doc, f"{sentence} {translate_message(answer.message)}")

    def _refuse(self, error: BookwheelError) -> None:
        self.said.setText(translate_message(error.message))
        self.field.selectAll()
        self.field.setFocus()
        self._enable()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return in the field unlocks."""
        if self.field.hasFocus() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.button.click()
            return
        super().keyPressEvent(event)
