"""One split of the centre: tabs of documents over one view, each with its own trail of places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.destinations import at_section, neighbour_of, scrolled_to, section_of, source_of, text_of
from bookwheel.gui.page.fetching.document_requests import OutlineRequests, PageRequests
from bookwheel.gui.page.fetching.page_fetch import is_to_find
from bookwheel.gui.page.find_bar import FindBar, HitCount
from bookwheel.gui.page.page_links import PageLinks
from bookwheel.gui.page.page_position import PagePosition
from bookwheel.gui.page.paged_views import PagedViews
from bookwheel.gui.page.tab_history import TabHistory
from bookwheel.gui.page.text_view import TextView
from bookwheel.gui.page.web_view import PageProfile, PageView
from bookwheel.gui.platform.open_keys import is_beside_wanted
from bookwheel.gui.shell.document_view import DocumentView, PagedView
from bookwheel.gui.state.locations import Location, Trail, is_made_page
from bookwheel.gui.state.preferences import WindowSettings
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.manual_page import set_manual_page
from bookwheel.gui.widgets.tab_strip import TabStrip


class Reader(QWidget):
    """Opens places: asks the service for the document and has a view show it at the section or the hit.

    Every document has its text; a PDF also has pages, which are shown unless the place asks for the text.
    """

    document_opened = Signal(object)
    """A PageAnswer, once its page is asked to load."""
    landed = Signal(object)
    """The Location, once it is shown and scrolled to."""
    outline_came = Signal(object)
    section_reached = Signal(str)
    external_link_clicked = Signal(str)
    trail_changed = Signal()
    failed = Signal(object)
    menu_wanted = Signal()
    view_made = Signal(object)
    """The PageView, once there is one."""
    labels_wanted = Signal(str)
    """The thing or topic whose page is shown, to be shown among the labels."""
    noticed = Signal(str)
    """A sentence about the document shown."""
    beside_wanted = Signal(object)
    """A Location to be shown in the other split."""
    last_tab_closed = Signal()
    """The only tab was to be closed; it is still there."""

    def __init__(
        self, theme: Theme, calls: BackgroundCalls, tabs: TabStrip, profile: PageProfile, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_manual_page(self, "reading.md")
        self.setObjectName("blank")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.calls = calls = calls.branch(self)
        self._client: Client | None = None
        self.tabs, self.history = tabs, TabHistory(tabs)
        self._outlines = OutlineRequests(calls, self._take_outline)
        self._requests = PageRequests(calls, self._outlines, self._show, self._show_error)
        self.ahead = self._requests.ahead
        self.hits = HitCount(theme, self)
        self.finder = FindBar(theme, self)
        self.text = text = TextView(theme, profile, self.hits, self._requests.has_page, lambda: tabs.is_preview, self)
        self.paged = PagedViews(self, self.hits, self.finder)
        text.has_pages = self.paged.has_pages
        self.paged.switched.connect(self._show_active)
        self.hits.stepped.connect(lambda by: self.active.step_hit(by))
        text.section_reached.connect(self.section_reached)
        text.landed.connect(self.landed)
        links = PageLinks(text)
        links.place_chosen.connect(self.follow)
        links.external_link_clicked.connect(self.external_link_clicked)
        links.missed.connect(self.noticed)
        links.other_form_wanted.connect(self.toggle_text)
        links.labels_wanted.connect(lambda: self.here is not None and self.labels_wanted.emit(self.here.doc))
        text.fragment_reached.connect(self._note_fragment)
        text.menu_wanted.connect(self.menu_wanted)
        text.view_made.connect(self.view_made)
        tabs.chosen.connect(lambda _row: self.show_current())
        tabs.closed.connect(self.close_tab)

    @property
    def active(self) -> DocumentView:
        """The view that shows the document."""
        return self.paged.shown or self.text

    @property
    def pages(self) -> PagedView | None:
        """The view of the file's own pages while it shows the document."""
        return self.paged.shown

    @property
    def view(self) -> PageView | None:
        """The web view, once there is one."""
        return self.text.web

    @property
    def position(self) -> PagePosition:
        """Where in the text the reader is."""
        return self.text.position

    @property
    def zoom(self) -> float:
        """How large text is shown."""
        return self.text.zoom

    @zoom.setter
    def zoom(self, factor: float) -> None:
        self.text.set_zoom(factor)

    @property
    def trail(self) -> Trail:
        """The trail of the tab shown."""
        return self.history.here

    @property
    def here(self) -> Location | None:
        """The place shown."""
        return self.trail.here

    @property
    def page(self) -> PageAnswer | None:
        """The document shown."""
        return self._requests.shown

    @property
    def outline(self) -> OutlineAnswer | None:
        """The sections of the document shown, once they have come."""
        return self._outlines.of(self.page.doc) if self.page is not None else None

    @property
    def anchor(self) -> str:
        """Anchor of the section being read."""
        return self.active.anchor

    @property
    def places(self) -> list[Location]:
        """The place of every tab, in order."""
        return self.history.places

    @property
    def trails(self) -> list[Trail]:
        """The trail of every tab, in order."""
        return self.history.open

    def set_client(self, client: Client | None) -> None:
        """Read from this client."""
        self._client = client
        self.ahead.forget()

    def warm(self) -> PageView:
        """The web view, made when first needed."""
        is_new = self.text.web is None
        view = self.text.widget()
        if is_new:
            view.lower()
            self._show_active()
        return view

    def _show_active(self) -> None:
        """The view that shows the document is seen and has the keyboard, the other one is hidden."""
        if self.view is not None:
            self.view.setVisible(self.pages is None)
        self.setFocusProxy(self.active.widget())

    def open(self, place: Location, *, in_new_tab: bool = False) -> None:
        """Go to a place, in this tab or a new one."""
        self.remember()
        if in_new_tab and self.here is not None:
            self.history.add(place)
        else:
            self.tabs.keep()
            self.trail.push(place)
        self._go(place)

    def preview(self, place: Location) -> None:
        """Show a place in a tab that the next preview takes; the keyboard stays where it is."""
        self.remember()
        self.history.preview(place)
        self._go(place)

    def follow(self, place: Location, in_new_tab: bool) -> None:
        """Go where a link leads: here, in a new tab, or in the other split while the keys for that are held."""
        if in_new_tab and is_beside_wanted():
            self.beside_wanted.emit(place)
        else:
            self.open(place, in_new_tab=in_new_tab)

    def open_tabs(self, trails: list[Trail], current: int) -> None:
        """Put back the tabs of an earlier session, each with where it has been."""
        self.history.reset(trails, current)
        self.show_current()

    def step(self, by: int) -> None:
        """Back (-1) or forward (1)."""
        self.remember()
        place = self.trail.step(by)
        if place is not None:
            self._go(place)

    def turn(self, by: int) -> None:
        """Go to the page before (-1) or after (1) in the order of the source."""
        neighbour = neighbour_of(self.page, by) if self.page is not None else None
        if neighbour is not None:
            self.open(neighbour)

    def jump(self, anchor: str) -> None:
        """Go to a section of the document shown."""
        page = self.page
        if page is not None:
            self._is_to_heading = True
            self.open(replace(section_of(self.here or Location(page.doc), page, anchor), place=""))

    def toggle_source(self) -> None:
        """Show the document's own lines in place of its page, or the page again, at the section being read."""
        here = self.here
        if here is not None and self.page is not None:
            self.open(source_of(here, self.anchor))

    def toggle_text(self) -> None:
        """Show the text of a document that has pages of its own, or its pages again, at the section being read."""
        here, page = self.here, self.page
        if here is None or page is None:
            return
        if not self.paged.has_pages(page):
            self.noticed.emit(tr("Only PDFs can be shown as pages."))
            return
        is_paged = self.pages is not None
        self.paged.forgive()
        self.open(text_of(here, self.anchor, is_text=is_paged))

    def reload(self) -> None:
        """Ask for the document shown again, staying where the reader is."""
        place = self.here
        if place is not None and (self.view is not None or self.pages is not None):
            self.remember()
            held = None if is_made_page(place.doc) else self.position.passage  # its names change and stand in lists
            self._requests.renew()
            self.paged.forgive()
            self._go(self.here or place)
            self.position.held = held

    def duplicate(self) -> None:
        """Open what is shown once more, in a tab of its own."""
        if self.here is not None:
            self.open(self.here, in_new_tab=True)

    def close_tab(self, row: int = -1) -> None:
        """Close a tab (the one shown by default); the last one stays."""
        row = self.tabs.current if row < 0 else row
        if len(self.places) < 2:
            self.last_tab_closed.emit()
            return
        if self.history.close(row):
            self.show_current()

    def reopen(self) -> None:
        """Bring back the tab that was closed last, with its trail, where it stood."""
        self.remember()
        place = self.history.reopen()
        if place is not None:
            self._go(place)

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Close the tabs whose documents' collections are gone, perhaps all of them."""
        was_shown = self.history.forget(is_gone)
        if was_shown is None:
            return
        self.trail_changed.emit()
        if was_shown or not self.places:
            self.show_current()

    def show_current(self) -> None:
        """Show the tab in front; without any tab nothing."""
        if self.here is not None:
            self._go(self.here)
            return
        self.calls.drop("page")
        self._requests.forget()
        self.text.expect(None)
        self.paged.hide()
        self.hits.reset()
        self.trail_changed.emit()
        self.outline_came.emit(None)

    def leave(self) -> None:
        """Delete the page before its profile goes, and let go of the file."""
        self.calls.close()
        self.paged.leave()
        self.text.leave()

    def step_zoom(self, by: int) -> None:
        """Show the document a step larger (1) or smaller (-1), or in its usual size (0)."""
        self.active.step_zoom(by)

    def set_own(self, values: WindowSettings) -> None:
        """Set pages in the person's own font, size and measure."""
        self.text.set_own(values)

    def find_again(self, by: int) -> None:
        """F3: the next match of find in page while it is open, else the next hit."""
        if self.finder.isVisible():
            self.finder.seek(by < 0)
        else:
            self.active.step_hit(by)

    def resizeEvent(self, event: object) -> None:  # noqa: N802
        """The page fills the centre."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        for view in (self.view, self.paged.made):
            if view is not None:
                view.setGeometry(self.rect())

    def _go(self, place: Location) -> None:
        self.trail_changed.emit()
        self.position.held = None
        is_to_heading, self._is_to_heading = self._is_to_heading, False
        if not self.is_landing and self._requests.is_shown(place, is_paged=self.pages is not None):
            self.active.land(place, is_to_heading=is_to_heading)
            return
        if self._client is not None:
            self.warm()
            self.text.expect(place)
            self._requests.ask(self._client, place)
            self._outlines.ask(self._client, place.doc)

    _is_to_heading = False

    @property
    def is_landing(self) -> bool:
        """Whether a place is on its way."""
        return self._requests.awaited is not None or self.active.is_landing

    def _show(self, place: Location, answer: PageAnswer, source: str = "") -> None:
        self._requests.take(place, answer)
        pages = None if place.is_source or place.is_text else self.paged.find(answer)
        if pages is None and is_to_find(place):
            place = replace(place, anchor=answer.anchor)
        self.trail.amend(title=answer.title, anchor=place.anchor)
        self.tabs.rename(self.tabs.current, answer.title)
        if pages is None:
            self.paged.hide()
        else:
            self.text.expect(None)
            self.hits.reset()
            self.paged.show(pages)
        self.active.show_document(answer, place, source)
        self._outlines.repeat(answer.doc)
        self.document_opened.emit(answer)

    def _show_error(self, place: Location, error: BookwheelError) -> None:
        self.outline_came.emit(None)
        self.paged.hide()
        self.text.show_error(place, error)
        self.failed.emit(error)

    def show_text(self) -> None:
        """Show the text of the document shown, since its pages cannot be."""
        here, page = self.here, self.page
        if here is not None and page is not None:
            place = at_section(here, self.anchor)
            self.trail.amend(anchor=place.anchor, scroll=-1.0, place=place.place)
            self._show(place, page)

    def _take_outline(self, answer: OutlineAnswer | None, is_new: bool) -> None:
        if is_new:
            self.outline_came.emit(answer)
        if self._requests.awaited is None:
            self.active.set_outline(answer)

    def remember(self) -> None:
        """Note how far the page is scrolled, as before a session is kept."""
        if not (self.is_landing or self.active.is_seeking) and self.here is not None:
            self.trail.amend(**scrolled_to(self.active.offset, self.active.reading_place))

    def _note_fragment(self, anchor: str) -> None:
        """A link within the page moved the engine by itself: keep it in the trail."""
        here = self.here
        if here is not None and self.page is not None and not self.is_landing:
            self.tabs.keep()
            self.trail.push(section_of(here, self.page, anchor))
            self.trail_changed.emit()
            self.position.look_soon()
