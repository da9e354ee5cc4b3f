"""Asks for the address of a collection that somebody published and subscribes to it, or changes when it is fetched."""

from __future__ import annotations

import os.path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.collection_source import Bounds, SourceKind, Timetable
from bookwheel.domain.sources import AddSourceRequest, SourceCard
from bookwheel.domain.subscribe_links import Offer
from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.sources.source_dialog import SourceDialog
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.explained_line import ExplainedLine
from bookwheel.gui.widgets.folder_field import FolderField

_KIND = SourceKind.PUBLICATION
_SIZE = QSize(620, 430)
_NOTICE_MARGINS = (10, 8, 10, 8)


class AddSharedDialog(SourceDialog):
    """Address, name and key of a published collection, and when it is refreshed; of a known one, the last alone."""

    manual = "sharing.md"

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        self.folder = FolderField(tr("Choose published folder"), tr("https://…, folder or s3://bucket/prefix"))
        self.name = QLineEdit()
        self.key = ExplainedLine(
            tr("Key or fingerprint"),
            tr("Ask the publisher for it. Without it, Bookwheel trusts the key of the first download."),
        )
        self.name.setPlaceholderText(tr("From the publisher"))
        about = tr(
            "Bookwheel downloads a published collection, checks that its publisher signed it, and keeps it up to date. "
            "You can search and read it, but not change it."
        )
        fields = (
            (tr("Address"), self.folder),
            (tr("Name"), self.name),
            (tr("Publisher's key (optional)"), self.key),
        )
        super().__init__(theme, calls, tr("Add shared collection"), about, self.folder.line, fields, parent, _SIZE)
        self.notice = QLabel(tr("A link filled in these fields. Add the collection only if you trust its publisher."))
        self.notice.setObjectName("notice")
        self.notice.setContentsMargins(*_NOTICE_MARGINS)
        self.notice.setWordWrap(True)
        self.notice.setTextFormat(Qt.TextFormat.PlainText)
        self.column.insertWidget(self.column.indexOf(self.form), self.notice)

    def ask_for(self, client: Client | None, offer: Offer | None = None, *, is_from_link: bool = False) -> None:
        """Ask for a subscription, filled in with what is offered; nothing is fetched until the person agrees."""
        shown = offer or Offer("")
        self._begin(None)
        self.notice.setVisible(is_from_link)
        self.key.about.show()
        self.form.show_source(Timetable.DAILY, Bounds(), _KIND)
        self.name.setText(shown.name)
        self.key.line.setText(shown.key)
        self.address.setText(shown.address)
        for line in (self.name, self.key.line, self.address):
            line.setCursorPosition(0)
        self.show_for(client)
        (self.button if offer is not None else self.address).setFocus()

    def edit(self, client: Client | None, card: SourceCard) -> None:
        """Change when a subscription is refreshed."""
        self._begin(card)
        self.notice.hide()
        self.key.about.hide()
        self.form.show_source(card.timetable, card.bounds, _KIND)
        self.name.setText(card.name)
        self.key.line.setText(card.publication.key if card.publication is not None else "")
        self.address.setText(card.address)
        self.show_for(client)
        self.form.timetable.setFocus()

    def _request(self) -> AddSourceRequest:
        address = self.folder.text()
        is_whole = is_web_address(address) or "://" in address or os.path.isabs(address)
        return AddSourceRequest(
            address if is_whole or address.lower().startswith("file:") else f"https://{address}",
            _KIND,
            self.name.text().strip(),
            timetable=self.form.chosen_timetable,
            bounds=self.form.bounds,
            key=self.key.line.text().strip(),
        )
