"""Links that are clicked on a page of text: where they lead, by their address."""

from __future__ import annotations

from PySide6.QtCore import QObject, QUrl, Signal

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.html import page_template
from bookwheel.gui.page.text_view import TextView
from bookwheel.gui.state.locations import Location, location_of

LEADING_OUT = ("asset", "broken", "subscribe")
"""Hosts of our own addresses that lead to a file which is no document, nowhere, and to a published collection."""
_LONGEST_NAME = 120


class PageLinks(QObject):
    """Says of each link of a view what is wanted."""

    place_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    other_form_wanted = Signal()
    """The file's pages in place of its text."""
    labels_wanted = Signal()
    """The thing or topic that is shown, among the labels."""
    external_link_clicked = Signal(str)
    """An address that leads to no document."""
    missed = Signal(str)
    """A sentence: the place of a link that was followed is not on its page."""

    def __init__(self, view: TextView) -> None:
        super().__init__(view)
        self._followed: Location | None = None
        view.link_clicked.connect(self._follow)
        view.position.missed.connect(self._say_missed)

    def _follow(self, url: QUrl, in_new_tab: bool) -> None:
        text = bytes(url.toEncoded().data()).decode("ascii", "replace")
        place = location_of(text)
        if place is not None:
            self._followed = place
            self.place_chosen.emit(place, in_new_tab)
        elif text == page_template.PAGES:
            self.other_form_wanted.emit()
        elif text == page_template.LABELS:
            self.labels_wanted.emit()
        elif url.scheme() != "bookwheel" or url.host() in LEADING_OUT:
            self.external_link_clicked.emit(text)

    def _say_missed(self, place: Location) -> None:
        followed, self._followed = self._followed, None
        if followed is not None and (followed.doc, followed.anchor) == (place.doc, place.anchor):
            said = tr("This page has no section “{name}”. It is shown from the start.")
            self.missed.emit(said.format(name=place.anchor[:_LONGEST_NAME]))
