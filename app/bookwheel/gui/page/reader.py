"""The centre: tabs of documents over one web view, each with its own trail of places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.document import TOP
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.domain.reading import OutlineAnswer, OutlineRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page import page_style, page_template, source_page
from bookwheel.gui.page.find_bar import FindBar, HitCount
from bookwheel.gui.page.page_position import PagePosition
from bookwheel.gui.page.tab_history import TabHistory
from bookwheel.gui.page.url_scheme import Shelf
from bookwheel.gui.page.web_view import PageView, make_profile
from bookwheel.gui.state.locations import Location, Trail, address, location_of
from bookwheel.gui.state.preferences import WindowSettings
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.manual_page import set_manual_page
from bookwheel.gui.widgets.tab_strip import TabStrip


class Reader(QWidget):
    """Opens places: asks the service for the page, shows it, lands on the section or the hit."""

    document_opened = Signal(object)
    """A PageAnswer, once its page is asked to load."""
    landed = Signal(object)
    """The Location, once it is shown and scrolled to."""
    outline_came = Signal(object)
    section_reached = Signal(str)
    """Anchor of the section being read."""
    external_link_clicked = Signal(str)
    trail_changed = Signal()
    failed = Signal(object)
    menu_wanted = Signal()
    view_made = Signal(object)
    """The PageView, once there is one."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, tabs: TabStrip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_manual_page(self, "reading.md")
        self.setObjectName("blank")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme, self._calls = theme, calls
        self._client: Client | None = None
        self._tabs = tabs
        self._trails = TabHistory(tabs)
        self._shown: PageAnswer | None = None
        self.zoom = 1.0
        self._own = WindowSettings()
        self.shelf = Shelf(calls, lambda: self._client, self)
        self.view: PageView | None = None
        self.hits = HitCount(theme, self)
        self.finder = FindBar(theme, self)
        self.position = position = PagePosition(self.hits, lambda: self._shown is not None, self)
        self.hits.stepped.connect(position.step_hit)
        position.section_reached.connect(self.section_reached)
        position.landed.connect(self.landed)
        tabs.chosen.connect(self._switch)
        tabs.closed.connect(self.close_tab)
        theme.changed.connect(self._apply_theme)

    @property
    def trail(self) -> Trail:
        """The trail of the tab shown."""
        return self._trails.here

    @property
    def here(self) -> Location | None:
        """The place shown."""
        return self.trail.here

    @property
    def page(self) -> PageAnswer | None:
        """The document shown."""
        return self._shown

    @property
    def anchor(self) -> str:
        """Anchor of the section being read."""
        return self.position.anchor

    @property
    def places(self) -> list[Location]:
        """The place of every tab, in order."""
        return self._trails.places

    @property
    def trails(self) -> list[Trail]:
        """The trail of every tab, in order."""
        return self._trails.open

    def set_client(self, client: Client | None) -> None:
        """Read from this client."""
        self._client = client

    def warm(self) -> PageView:
        """The web view, made when first needed."""
        if self.view is None:
            self._profile = make_profile(self.shelf, self)
            self.view = PageView(self._profile, self)
            self.view.set_ground(self._theme.colours["page"])
            self.view.setGeometry(self.rect())
            self.view.setZoomFactor(self.zoom)
            page_style.apply_to(self.view.web_page, self._own)
            self.view.show()
            self.view.lower()
            self.position.follow(self.view)
            self.view.customContextMenuRequested.connect(lambda _at: self.menu_wanted.emit())
            own = self.view.web_page
            own.link_clicked.connect(self._follow_link)
            own.urlChanged.connect(self._note_fragment)
            self.setFocusProxy(self.view)
            self.view_made.emit(self.view)
        return self.view

    def open(self, place: Location, *, in_new_tab: bool = False) -> None:
        """Go to a place, in this tab or a new one."""
        self.remember()
        if in_new_tab and self.here is not None:
            self._trails.add(place)
        else:
            self.trail.push(place)
        self._go(place)

    def open_tabs(self, trails: list[Trail], current: int) -> None:
        """Put back the tabs of an earlier session, each with where it has been."""
        self._trails.reset(trails, current)
        if self.here is not None:
            self._go(self.here)

    def step(self, by: int) -> None:
        """Back (-1) or forward (1)."""
        self.remember()
        place = self.trail.step(by)
        if place is not None:
            self._go(place)

    def turn(self, by: int) -> None:
        """Go to the page before (-1) or after (1) in the order of the source."""
        way = self._shown and (self._shown.previous if by < 0 else self._shown.next)
        if way:
            self.open(Location(way.doc, title=way.title))

    def jump(self, anchor: str) -> None:
        """Go to a section of the document shown."""
        if self._shown is not None:
            here = self.here or Location(self._shown.doc)
            self.position.is_to_heading = True
            self.open(replace(here, doc=self._shown.doc, anchor=anchor, scroll=-1.0, title=self._shown.title))

    def toggle_source(self) -> None:
        """Show the document's own lines in place of its page, or the page again, at the section being read."""
        here = self.here
        if here is not None and self._shown is not None:
            anchor = "" if self.anchor == TOP else self.anchor
            self.open(replace(here, anchor=anchor, query="", scroll=-1.0, is_source=not here.is_source))

    def reload(self) -> None:
        """Ask for the document shown again, staying where the reader is."""
        place = self.here
        if place is not None and self.view is not None:
            self.remember()
            held = self.position.passage
            self._shown = None
            self._go(self.here or place)
            self.position.held = held

    def duplicate(self) -> None:
        """Open what is shown once more, in a tab of its own."""
        if self.here is not None:
            self.open(self.here, in_new_tab=True)

    def close_tab(self, row: int = -1) -> None:
        """Close a tab (the one shown by default); the last one stays."""
        row = self._tabs.current if row < 0 else row
        if self._trails.close(row) and self.here is not None:
            self._go(self.here)

    def reopen(self) -> None:
        """Bring back the tab that was closed last, with its trail, where it stood."""
        self.remember()
        place = self._trails.reopen()
        if place is not None:
            self._go(place)

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Close the tabs whose documents' collections are gone, perhaps all of them."""
        was_shown = self._trails.forget(is_gone)
        if was_shown is None:
            return
        self.trail_changed.emit()
        if not self.places:
            self._shown = self.position.landing = None
            self.hits.reset()
            self.outline_came.emit(None)
        elif was_shown and self.here is not None:
            self._go(self.here)

    def leave(self) -> None:
        """Delete the page before its profile goes."""
        if self.view is not None:
            self.position.leave()
            self.view.leave()
            self.view.deleteLater()
            self.view = None

    def set_zoom(self, factor: float) -> None:
        """Set the page's size, between a half and three times."""
        self.zoom = max(0.5, min(3.0, round(factor, 2)))
        if self.view is not None:
            self.view.setZoomFactor(self.zoom)

    def set_own(self, values: WindowSettings) -> None:
        """Set pages in the person's own font, size and measure."""
        self._own = values
        if self.view is not None:
            page_style.apply_to(self.view.web_page, values)

    def find_again(self, by: int) -> None:
        """F3: the next match of find in page while it is open, else the next hit."""
        if self.finder.isVisible():
            self.finder.seek(by < 0)
        else:
            self.position.step_hit(by)

    def resizeEvent(self, event: object) -> None:  # noqa: N802
        """The page fills the centre."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        if self.view is not None:
            self.view.setGeometry(self.rect())

    def _go(self, place: Location) -> None:
        self.trail_changed.emit()
        self.position.held = None
        shown, client = self._shown, self._client
        is_same = place.query == self._query and place.is_source == self._is_source and not _is_to_find(place)
        if shown is not None and shown.doc == place.doc and self.position.landing is None and is_same:
            self.position.landing = place
            self.position.land()
            return
        if client is None:
            return
        view, self.position.landing = self.warm(), place

        def failed(error: BookwheelError) -> None:
            self._shown = None
            self.outline_came.emit(None)
            note = page_template.render_note(tr("Page not available"), error, is_dark=self._theme.is_dark)
            self._set_html(place, note, view)
            self.failed.emit(error)

        self._calls.ask(lambda: fetch_page(client, place), lambda found: self._show(place, *found), failed, slot="page")
        self._ask_outline(client, place.doc)

    _query = ""
    _is_source = False

    def _show(self, place: Location, answer: PageAnswer, source: str = "") -> None:
        self._shown = answer
        self._query, self._is_source = place.query, place.is_source
        if _is_to_find(place):
            place = self.position.landing = replace(place, anchor=answer.anchor)
        self.trail.amend(title=answer.title, anchor=place.anchor)
        self._tabs.rename(self._tabs.current, answer.title)
        self._set_html(
            place, page_template.render_page(answer, is_dark=self._theme.is_dark, source=source), self.warm()
        )
        self.document_opened.emit(answer)

    def _set_html(self, place: Location, html: bytes, view: PageView) -> None:
        self.shelf.put_page(f"/{place.doc}", html)
        self.hits.reset()
        self.position.loading = place
        view.web_page.show_address(QUrl(address(place.doc)))

    def _ask_outline(self, client: Client, doc: str) -> None:
        def done(answer: OutlineAnswer) -> None:
            self.outline_came.emit(answer)
            self.position.look_soon()

        self._calls.ask(
            lambda: client.outline(OutlineRequest(doc)),
            done,
            lambda _error: self.outline_came.emit(None),
            slot="outline",
        )

    def remember(self) -> None:
        """Note how far the page is scrolled, as before a session is kept."""
        if self.position.landing is None and self.here is not None:
            is_cut = self._shown is not None and self._shown.parts > 1  # what is above may not be as high again
            scroll = {"anchor": self.anchor, "scroll": -1.0} if is_cut else {"scroll": self.position.scroll}
            self.trail.amend(**scroll)

    def _switch(self, _row: int) -> None:
        if self.here is not None:
            self._go(self.here)

    def _follow_link(self, url: QUrl, in_new_tab: bool) -> None:
        text = bytes(url.toEncoded().data()).decode("ascii", "replace")
        place = location_of(text)
        if place is not None:
            self.open(place, in_new_tab=in_new_tab)
        elif url.scheme() in ("http", "https", "mailto"):
            self.external_link_clicked.emit(url.toString())

    def _note_fragment(self, url: QUrl) -> None:
        """A link within the page moved the engine by itself: keep it in the trail."""
        if url.fragment() and self._shown is not None and self.position.landing is None:
            place = Location(self._shown.doc, url.fragment(), self._query, title=self._shown.title)
            self.trail.push(replace(place, is_source=self._is_source))
            self.trail_changed.emit()
            self.position.look_soon()

    def _apply_theme(self, is_dark: bool) -> None:
        if self.view is not None:
            self.view.set_ground(self._theme.colours["page"])
            self.view.call("theme", "dark" if is_dark else "light")


def fetch_page(client: Client, place: Location) -> tuple[PageAnswer, str]:
    """The page of a place, and its source as HTML where that is to be shown."""
    page = client.page(PageRequest(place.doc, place.query, place=place.place if _is_to_find(place) else ""))
    return page, source_page.render_source(*source_page.fetch_source(client, place.doc)) if place.is_source else ""


def _is_to_find(place: Location) -> bool:
    """Whether the service has to say which section a place of the file is in."""
    return bool(place.place) and not place.anchor and place.scroll < 0
