"""Links that are clicked on a page of text: where they lead, by their address."""

from __future__ import annotations

from PySide6.QtCore import QObject, QUrl, Signal

from bookwheel.gui.page.html import page_template
from bookwheel.gui.page.text_view import TextView
from bookwheel.gui.state.locations import location_of


class PageLinks(QObject):
    """Says of each link of a view what is wanted."""

    place_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    other_form_wanted = Signal()
    """The file's pages in place of its text."""
    labels_wanted = Signal()
    """The thing or topic that is shown, among the labels."""
    external_link_clicked = Signal(str)

    def __init__(self, view: TextView) -> None:
        super().__init__(view)
        view.link_clicked.connect(self._follow)

    def _follow(self, url: QUrl, in_new_tab: bool) -> None:
        text = bytes(url.toEncoded().data()).decode("ascii", "replace")
        place = location_of(text)
        if place is not None:
            self.place_chosen.emit(place, in_new_tab)
        elif text == page_template.PAGES:
            self.other_form_wanted.emit()
        elif text == page_template.LABELS:
            self.labels_wanted.emit()
        elif url.scheme() in ("http", "https", "mailto"):
            self.external_link_clicked.emit(url.toString())
