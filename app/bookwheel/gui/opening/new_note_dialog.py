"""Asks for the collection, folder and name of a new note, and makes it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.notes import NewNoteAnswer, NewNoteRequest, file_name_of, folders_of
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import ChoiceBox
from bookwheel.gui.widgets.dialog import Dialog

_SIZE = QSize(560, 300)


class NewNoteDialog(Dialog):
    """Three fields; the file that they make is shown below them, or why there cannot be one."""

    manual = "editor.md"

    made = Signal(object)
    """A NewNoteAnswer."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("New note"), _SIZE, parent)
        self.collections = ChoiceBox(theme)
        self.collections.setAccessibleName(tr("Collection"))
        self.collections.currentIndexChanged.connect(lambda _row: self.refresh())
        self.folder, self.name = QLineEdit(), QLineEdit()
        self.folder.setAccessibleName(tr("Folder"))
        self.folder.setPlaceholderText(tr("Top folder of the collection"))
        self.name.setAccessibleName(tr("Name"))
        form = QFormLayout()
        form.setSpacing(10)
        for label, field in (
            (tr("Name"), self.name),
            (tr("Folder"), self.folder),
            (tr("Collection"), self.collections),
        ):
            field.setMinimumHeight(28)
            form.addRow(label, field)
        for field in (self.folder, self.name):
            field.textChanged.connect(lambda _text: self.refresh())
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.button = QPushButton(tr("Create note"))
        self.button.setDefault(True)
        self.button.clicked.connect(self._make)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.button)
        self.column.addLayout(form)
        self.column.addWidget(self.said)
        self.column.addStretch(1)
        self.column.addLayout(foot)

    def ask_for(
        self, client: Client | None, names: Mapping[str, str], slug: str, folder: str = "", name: str = ""
    ) -> None:
        """Ask for a note in a folder of a collection; `names` are those of all collections, by slug."""
        self.collections.clear()
        for one, title in sorted(names.items(), key=lambda entry: entry[1].casefold()):
            self.collections.addItem(title, one)
        self.collections.setCurrentIndex(max(0, self.collections.findData(slug)))
        self.folder.setText(folder)
        self.name.setText(name)
        self.show_for(client)
        self.name.setFocus()
        self.name.selectAll()

    def refresh(self) -> None:
        """Check the fields again; nothing can be made while the service is away."""
        self.button.setEnabled(False)
        super().refresh()

    def _request(self) -> NewNoteRequest:
        return NewNoteRequest(self.collections.currentData() or "", self.name.text(), self.folder.text())

    def _fetch(self, client: Client) -> None:
        """Show the file that would be made, or why there cannot be one."""
        request = self._request()
        try:
            file, _ = file_name_of(request.name)
            path = "/".join((*folders_of(request.folder), file))
        except BookwheelError as error:
            self.said.setText(translate_message(error.message) if request.name.strip() else "")
            return
        self.said.setText(tr("Creates {file} in “{name}”.").format(file=path, name=self.collections.currentText()))
        self.button.setEnabled(bool(request.collection))

    def _make(self) -> None:
        client, request = self._client, self._request()
        if client is None or not self.button.isEnabled():
            return
        self.button.setEnabled(False)
        self._calls.ask(lambda: client.new_note(request), self._finish, self._refuse)

    def _finish(self, answer: NewNoteAnswer) -> None:
        self.accept()
        self.made.emit(answer)

    def _refuse(self, error: BookwheelError) -> None:
        self.refresh()
        self.said.setText(translate_message(error.message))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return in a field creates the note."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (self.name.hasFocus() or self.folder.hasFocus()):
            self.button.click()
            return
        super().keyPressEvent(event)
