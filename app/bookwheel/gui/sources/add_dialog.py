"""Asks for the address of a site, feed or git repository and adds it, or changes how one is fetched."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.collection_source import Bounds, Timetable
from bookwheel.domain.sources import AddSourceRequest, SourceCard
from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.sources.source_dialog import SourceDialog
from bookwheel.gui.theme.theme import Theme


class AddSiteDialog(SourceDialog):
    """An address and a name, and below them how it is fetched; of a known source, the last alone."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        address, self.name = QLineEdit(), QLineEdit()
        address.setPlaceholderText("https://docs.example.org/guide/")
        self.name.setPlaceholderText(tr("From the address"))
        about = tr(
            "Bookwheel fetches the pages below this address, follows robots.txt, and shows them like a folder. "
            "Feeds and git repositories can be added the same way."
        )
        fields = ((tr("Address"), address), (tr("Name"), self.name))
        super().__init__(theme, calls, tr("Add site"), about, address, fields, parent)

    def ask_for(self, client: Client | None, address: str = "") -> None:
        """Ask for a new source, with an address filled in."""
        self._begin(None)
        self.form.show_source(Timetable.NEVER, Bounds())
        self.name.clear()
        self.address.setText(address)
        self.show_for(client)
        self.address.setFocus()

    def edit(self, client: Client | None, card: SourceCard) -> None:
        """Change how a source is fetched."""
        self._begin(card)
        self.form.show_source(card.timetable, card.bounds, card.kind)
        self.name.setText(card.name)
        self.address.setText(card.address)
        self.show_for(client)
        self.form.timetable.setFocus()

    def _request(self) -> AddSourceRequest:
        address = self.address.text().strip()
        address = address if is_web_address(address) or "://" in address else f"https://{address}"
        return AddSourceRequest(
            address, name=self.name.text(), timetable=self.form.chosen_timetable, bounds=self.form.bounds
        )
