"""Asks for the address of a site, feed or git repository and adds it, or changes how one is fetched."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.collection_source import Bounds, Timetable
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.sources import AddSourceAnswer, AddSourceRequest, ChangeSourceRequest, SourceCard
from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.sources.source_form import SourceForm
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog

_SIZE = QSize(620, 520)


class AddSiteDialog(Dialog):
    """An address and a name, and below them how it is fetched; of a known source, the last alone."""

    manual = "sites.md"

    added = Signal(object)
    """An AddSourceAnswer."""
    changed = Signal(object)
    """The SourceCard of a source that was changed."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Add site"), _SIZE, parent)
        self._card: SourceCard | None = None
        self._is_sent = False
        self.address, self.name = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("https://docs.example.org/guide/")
        self.name.setPlaceholderText(tr("From the address"))
        self.about = QLabel(
            tr(
                "Bookwheel fetches the pages below this address, follows robots.txt, and shows them like a folder. "
                "Feeds and git repositories can be added the same way."
            )
        )
        self.about.setObjectName("soft")
        self.about.setWordWrap(True)
        self.form = SourceForm(theme, ((tr("Address"), self.address), (tr("Name"), self.name)))
        self.cancel = self._button(tr("Cancel"), self.reject)
        self.button = QPushButton(tr("Add site"))
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

    def ask_for(self, client: Client | None, address: str = "") -> None:
        """Ask for a new source, with an address filled in."""
        self._card = None
        self.setWindowTitle(tr("Add site"))
        self.button.setText(tr("Add site"))
        self.form.show_source(Timetable.NEVER, Bounds())
        self.name.clear()
        self.address.setText(address)
        self._set_known(is_known=False)
        self.show_for(client)
        self.address.setFocus()

    def edit(self, client: Client | None, card: SourceCard) -> None:
        """Change how a source is fetched."""
        self._card = card
        self.setWindowTitle(tr("Edit source"))
        self.button.setText(tr("Save changes"))
        self.form.show_source(card.timetable, card.bounds, card.kind)
        self.name.setText(card.name)
        self.address.setText(card.address)
        self._set_known(is_known=True)
        self.show_for(client)
        self.form.timetable.setFocus()

    def refresh(self) -> None:
        """Nothing can be sent while the service is away."""
        self.button.setEnabled(False)
        super().refresh()

    def _set_known(self, *, is_known: bool) -> None:
        for field in (self.address, self.name):
            field.setEnabled(not is_known)
        self.about.setVisible(not is_known)

    def _fetch(self, client: Client) -> None:
        self.button.setEnabled(bool(self.address.text().strip()) and not self._is_sent)
        self.said.setText("")

    def _send(self) -> None:
        client, card = self._client, self._card
        if client is None or self._is_sent:
            return
        self._is_sent = True
        self.refresh()
        timetable, bounds = self.form.chosen_timetable, self.form.bounds
        if card is not None:
            change = ChangeSourceRequest(card.slug, timetable, bounds)
            self._calls.ask(lambda: client.change_source(change), self._on_changed, self._fail)
            return
        address = self.address.text().strip()
        address = address if is_web_address(address) or "://" in address else f"https://{address}"
        request = AddSourceRequest(address, name=self.name.text(), timetable=timetable, bounds=bounds)
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
