"""What a link leads to, shown beside it: a footnote, a section of this page or of another, before one goes there.

A card in the page itself, made in the application's world of what the library says is safe, so that it is set as the
page is. Chromium tells which link the pointer rests on; no script listens in the page.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.gui.i18n.service_messages import translate_notice
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.html.graph_pages import fetch_graph_page
from bookwheel.gui.page.lazy_parts import part_of
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.page.web_view import PageView
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location, has_graph_page, location_of

_REST_MS, _LEAVE_MS = 320, 260
_MOST = 9000
"""Characters of a page's HTML that are looked at for one card; the card shows what fits."""


class LinkPreviews(QObject):
    """Shows a card while the pointer rests on a link, or for the link that has the keyboard's focus."""

    shown = Signal(bool)
    """Whether a card came about."""

    def __init__(self, shell: Shell, reader: Reader, view: PageView) -> None:
        super().__init__(view)
        self._shell = shell
        self._reader = reader
        self._view = view
        self._place: Location | None = None
        self._is_open = False
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(lambda: self._show(is_focused=False))
        self._leaving = QTimer(self, singleShot=True, interval=_LEAVE_MS)
        self._leaving.timeout.connect(self._look)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), view)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.activated.connect(self.end)
        self._escape.activatedAmbiguously.connect(self.end)  # the page has one of its own
        self._escape.setEnabled(False)
        view.web_page.linkHovered.connect(self._point)
        view.web_page.loadStarted.connect(self._forget)
        view.replaced.connect(self._forget)

    def show_focused(self) -> None:
        """Show the card of the link that has the keyboard's focus; put it away when it is shown."""

        def found(address: object) -> None:
            if address == "shown":
                self.end()
                return
            self._place = location_of(_encoded(QUrl(str(address or ""))))
            if self._place is None:
                self._shell.notify(tr("No link is focused. Press Tab to go to a link, then try again."))
            else:
                self._show(is_focused=True)

        self._view.call("preview_link", then=found)

    def end(self) -> None:
        """Put the card away."""
        self._rest.stop()
        self._forget()
        self._view.call("preview_end")

    def _point(self, address: str) -> None:
        self._rest.stop()
        self._place = location_of(_encoded(QUrl(address))) if address else None
        if self._place is None:
            if self._is_open:
                self._leaving.start()
        elif has_graph_page(self._place.doc):
            self._leaving.start()  # names are in every line that the pointer passes; a key previews them
        elif self._shell.session.preferences.values.link_previews:
            self._rest.start()

    def _look(self) -> None:
        """The pointer left the link: the card stays while the pointer is over it."""

        def held(is_held: object) -> None:
            if is_held:
                self._leaving.start()
            elif self._is_open and not self._rest.isActive():
                self.end()

        self._view.call("preview_held", then=held)

    def _forget(self) -> None:
        self._is_open = False
        self._escape.setEnabled(False)

    def _show(self, *, is_focused: bool) -> None:
        place, shell = self._place, self._shell
        here, client = self._reader.here, shell.client
        if place is None or client is None or (not is_focused and QApplication.activePopupWidget() is not None):
            return  # Chromium takes the place at which a key opens the menu for the pointer's.
        if here is not None and here.doc == place.doc:
            self._view.call("preview_here", place.anchor, is_focused, then=self._note)
            return

        def done(found: tuple[PageAnswer, str]) -> None:
            page, html = found
            direction = "rtl" if page.is_right_to_left else "ltr"
            values = (page.title, html, place.anchor, page.language, direction, is_focused)
            if self._place == place:
                self._view.call("preview_of", *values, then=self._note)

        def failed(_error: BookwheelError) -> None:
            self.shown.emit(False)

        def work() -> tuple[PageAnswer, str]:
            if has_graph_page(place.doc):
                page = fetch_graph_page(client, place.doc)
                return page, portion(page.html, "")
            page = client.page(PageRequest(place.doc))
            number = part_of(page.html, place.anchor)
            part = client.page(PageRequest(place.doc, part=number)) if number else page
            return page, portion(translate_notice(part.html), place.anchor)

        self._reader.calls.ask(work, done, failed, slot="preview")

    def _note(self, is_shown: object) -> None:
        self._is_open = bool(is_shown)
        self._escape.setEnabled(self._is_open)
        self.shown.emit(self._is_open)


def portion(html: str, anchor: str) -> str:
    """The beginning of a page's HTML, or of the element with an anchor, as much as a card needs.

    It begins at a tag; where it is cut, the parser of the page drops what is left of one.
    """
    start = 0
    if anchor:
        found = re.search(rf'<[a-z][a-z0-9]*\b[^<>]*\sid="{re.escape(anchor)}"', html)
        start = found.start() if found is not None else 0
    return html[start : start + _MOST]


def _encoded(address: QUrl) -> str:
    return bytes(address.toEncoded().data()).decode("ascii", "replace")
