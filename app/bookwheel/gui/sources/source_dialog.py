"""What the dialogs share that add a source or change how one is fetched: the form, its buttons, and what is sent."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.sources import AddSourceAnswer, AddSourceRequest, ChangeSourceRequest, SourceCard
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.sources.source_form import SourceForm
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog

_SIZE = QSize(620, 520)


class SourceDialog(Dialog):
    """Fields of a new source, which are fixed for a known one, and below them how it is fetched."""

    manual = "sites.md"

    added = Signal(object)
    """An AddSourceAnswer."""
    changed = Signal(object)
    """The SourceCard of a source that was changed."""

    def __init__(
        self,
        theme: Theme,
        calls: BackgroundCalls,
        title: str,
        about: str,
        address: QLineEdit,
        fields: Sequence[tuple[str, QWidget]],
        parent: QWidget,
        size: QSize = _SIZE,
    ) -> None:
        """`fields` come above those of every source; `address` is the line of one of them that must be filled in."""
        super().__init__(calls, title, size, parent)
        self._title, self._fields = title, [field for _name, field in fields]
        self._card: SourceCard | None = None
        self._is_sent = False
        self.address = address
        self.about = QLabel(about)
        self.about.setObjectName("soft")
        self.about.setWordWrap(True)
        self.form = SourceForm(theme, fields)
        self.cancel = self._button(tr("Cancel"), self.reject)
        self.button = QPushButton(title)
        self.button.setMinimumHeight(30)
        self.button.setDefault(True)
        self.button.clicked.connect(self._send)
        self.address.textChanged.connect(lambda _text: self.refresh())
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.button)
        self.column.addWidget(self.about)
        self.column.addWidget(self.form)
        self.column.addWidget(self.said)
        self.column.addStretch(1)
        self.column.addLayout(foot)

    def _begin(self, card: SourceCard | None) -> None:
        """Ask for a new source, or change a known one."""
        self._card = card
        title = self._title if card is None else tr("Edit source")
        self.setWindowTitle(title)
        self.head.setText(title)
        self.button.setText(self._title if card is None else tr("Save changes"))
        self.about.setVisible(card is None)
        for field in self._fields:
            field.setEnabled(card is None)

    def refresh(self) -> None:
        """Nothing can be sent while the service is away."""
        self.button.setEnabled(False)
        super().refresh()

    def _fetch(self, client: Client) -> None:
        self.button.setEnabled(bool(self.address.text().strip()) and not self._is_sent)
        self.said.setText("")

    def _request(self) -> AddSourceRequest:
        """What adds the source that the fields name."""
        raise NotImplementedError

    def _send(self) -> None:
        client, card = self._client, self._card
        if client is None or self._is_sent:
            return
        self._is_sent = True
        self.refresh()
        if card is not None:
            change = ChangeSourceRequest(card.slug, self.form.chosen_timetable, self.form.bounds)
            self._calls.ask(lambda: client.change_source(change), self._on_changed, self._fail)
        else:
            request = self._request()
            self._calls.ask(lambda: client.add_source(request), self._on_added, self._fail)

    def _on_added(self, answer: AddSourceAnswer) -> None:
        self._is_sent = False
        self.accept()
        self.added.emit(answer)

    def _on_changed(self, card: SourceCard) -> None:
        self._is_sent = False
        self.accept()
        self.changed.emit(card)

    def _fail(self, error: BookwheelError) -> None:
        self._is_sent = False
        self.refresh()
        self.said.setText(translate_message(error.message))
