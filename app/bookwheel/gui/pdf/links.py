"""Links on the pages: where they lead, within the document and out of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtPdf import QPdfDocument, QPdfLink

from bookwheel.domain.page import PageAnswer
from bookwheel.gui.pdf.pointer import PagePointer
from bookwheel.gui.state.locations import Location


class PageLinks(QObject):
    """Follows the links that the pointer presses; `shown` tells the document whose pages are shown."""

    location_chosen = Signal(object, bool)
    """A Location in the same document, and whether a new tab was asked for."""
    external_link_clicked = Signal(str)
    menu_wanted = Signal()

    def __init__(self, document: QPdfDocument, pointer: PagePointer, shown: Callable[[], PageAnswer | None]) -> None:
        super().__init__(pointer)
        self._document, self._shown = document, shown
        self._menu_link: QPdfLink | None = None
        pointer.link_pressed.connect(self._follow)
        pointer.menu_wanted.connect(self._ask_menu)

    @property
    def menu_address(self) -> QUrl:
        """Where the link leads on which the menu was asked for; empty for none, or one within the document."""
        return self._menu_link.url() if self._menu_link is not None else QUrl()

    def choose(self, page: int, depth: float, *, in_new_tab: bool) -> None:
        """Ask for a page of the document; `depth` is pages from the start."""
        shown = self._shown()
        if shown is not None:
            label = self._document.pageLabel(page) or str(page + 1)
            self.location_chosen.emit(
                Location(shown.doc, scroll=depth, title=shown.title, place=f"page={label}"), in_new_tab
            )

    def _follow(self, link: QPdfLink, in_new_tab: bool) -> None:
        url = link.url()
        if url.scheme():
            self.external_link_clicked.emit(url.toString())
        elif 0 <= link.page() < self._document.pageCount():
            height = self._document.pagePointSize(link.page()).height()
            part = min(0.999, max(0.0, link.location().y() / height)) if height > 0 else 0.0
            self.choose(link.page(), link.page() + part, in_new_tab=in_new_tab)

    def _ask_menu(self, link: QPdfLink | None) -> None:
        self._menu_link = link
        self.menu_wanted.emit()
