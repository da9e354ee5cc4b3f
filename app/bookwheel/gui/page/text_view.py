"""Rendered text in the web view: one of the reader's views of documents, and the one that every document has."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.domain.annotations.reading_progress import LeftPlace
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.places import FilePlace
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.find_bar import HitCount
from bookwheel.gui.page.html import page_style, page_template
from bookwheel.gui.page.page_position import PagePosition
from bookwheel.gui.page.text_passages import TextPassages
from bookwheel.gui.page.web_view import PageProfile, PageView
from bookwheel.gui.state.locations import Location, address
from bookwheel.gui.state.preferences import WindowSettings
from bookwheel.gui.state.split_layout import LEAST_ZOOM, MOST_ZOOM
from bookwheel.gui.theme.theme import Theme

_STEP = 0.1
_LAY_OUT_MS = 500
"""Rest on a preview after which all of it is laid out, and not only what is seen."""
_TO_SET = re.compile(rb'class="math"|data-language="(?:math|mermaid)"')


class TextView(QObject):
    """See `DocumentView`. The web view is made when it is first needed."""

    section_reached = Signal(str)
    landed = Signal(object)
    link_clicked = Signal(QUrl, bool)
    fragment_reached = Signal(str)
    """A link within the page moved the engine by itself, to this anchor."""
    menu_wanted = Signal()
    view_made = Signal(object)

    def __init__(
        self,
        theme: Theme,
        profile: PageProfile,
        hits: HitCount,
        has_page: Callable[[], bool],
        is_preview: Callable[[], bool],
        parent: QWidget,
    ) -> None:
        """`is_preview` says whether what is shown now is a preview, and has to be there at once."""
        super().__init__(parent)
        self._theme, self._parent, self._hits, self._has_page = theme, parent, hits, has_page
        self._profile, self._is_preview = profile, is_preview
        self._number = profile.take_number()
        self.web: PageView | None = None
        self.zoom = 1.0
        self._own = WindowSettings()
        self._page: PageAnswer | None = None
        self._laying_out = QTimer(self, singleShot=True, interval=_LAY_OUT_MS)
        self._laying_out.timeout.connect(lambda: self.web.call("lay_out_all") if self.web is not None else None)
        self._is_plain = False
        """Whether all of the page was in its HTML, so that another document can take its place."""
        self.has_pages: Callable[[PageAnswer], bool] = lambda _page: False
        """Whether a document has pages of its own, to which its text then leads."""
        self.passages = TextPassages(self)
        self.position = PagePosition(hits, has_page, self)
        self.position.section_reached.connect(self.section_reached)
        self.position.landed.connect(self.landed)
        theme.changed.connect(self._apply_theme)

    @property
    def anchor(self) -> str:
        """See `DocumentView`."""
        return self.position.anchor

    @property
    def offset(self) -> float:
        """Pixels; -1 where what is above may not be as high again, since only parts of the page are there."""
        return -1.0 if self._page is not None and self._page.parts > 1 else self.position.scroll

    @property
    def reading_place(self) -> LeftPlace:
        """See `DocumentView`."""
        return self.position.left

    @property
    def spot(self) -> FilePlace | None:
        """None: the text is not the file's own."""
        return None

    @property
    def is_landing(self) -> bool:
        """See `DocumentView`."""
        return self.position.landing is not None

    @property
    def is_seeking(self) -> bool:
        """See `DocumentView`."""
        return self.position.awaited is not None

    @property
    def selected_text(self) -> str:
        """See `DocumentView`."""
        return self.web.selectedText() if self.web is not None else ""

    def widget(self) -> PageView:
        """The web view, made when first needed."""
        if self.web is None:
            self.web = web = PageView(self._profile.profile(), self._parent)
            web.set_ground(self._theme.colours["page"])
            web.setGeometry(self._parent.rect())
            web.setZoomFactor(self.zoom)
            page_style.apply_to(web.web_page, self._own)
            self.position.follow(web)
            self.passages.set_view(web)
            web.customContextMenuRequested.connect(lambda _at: self.menu_wanted.emit())
            web.web_page.link_clicked.connect(self.link_clicked)
            web.web_page.urlChanged.connect(self._note_fragment)
            self.view_made.emit(web)
        return self.web

    def show_document(self, page: PageAnswer, place: Location, source: str = "") -> None:
        """See `DocumentView`."""
        self._page = page
        has_pages = self.has_pages(page)
        html = page_template.render_page(page, is_dark=self._theme.is_dark, source=source, has_pages=has_pages)
        self._set_html(place, html)

    def show_error(self, place: Location, error: BookwheelError) -> None:
        """Say on a page of our own why there is none."""
        self._page = None
        self._set_html(place, page_template.render_note(tr("Page not available"), error, is_dark=self._theme.is_dark))

    def land(self, place: Location, *, is_to_heading: bool = False) -> None:
        """See `DocumentView`."""
        self.position.is_to_heading = is_to_heading
        self.position.landing = place
        self.position.land()

    def expect(self, place: Location | None) -> None:
        """A place is on its way, or none any more: what was to be landed on before is not."""
        self.position.landing = place

    def set_outline(self, answer: OutlineAnswer | None) -> None:
        """The page knows its sections itself; it says again which is read."""
        if answer is not None:
            self.position.look_soon()

    def step_hit(self, by: int) -> None:
        """See `DocumentView`."""
        self.position.step_hit(by)

    def step_zoom(self, by: int) -> None:
        """See `DocumentView`."""
        self.set_zoom(self.zoom + _STEP * by if by else 1.0)

    def set_zoom(self, factor: float) -> None:
        """Set the page's size, between a half and four times."""
        self.zoom = max(LEAST_ZOOM, min(MOST_ZOOM, round(factor, 2)))
        if self.web is not None:
            self.web.setZoomFactor(self.zoom)

    def set_own(self, values: WindowSettings) -> None:
        """Set pages in the person's own font, size and measure."""
        self._own = values
        if self.web is not None:
            page_style.apply_to(self.web.web_page, values)

    def leave(self) -> None:
        """Delete the page before its profile goes."""
        self._profile.free_number(self._number)
        if self.web is not None:
            self.position.leave()
            self.passages.leave()
            self.web.leave()
            self.web.deleteLater()
            self.web = None

    def _set_html(self, place: Location, html: bytes) -> None:
        web = self.widget()
        query = f"?view={self._number}" if self._number else ""  # two views may show one document in two forms
        self._profile.shelf.put_page(f"/{place.doc}{query}", html)
        self._hits.reset()
        self.position.landing = self.position.loading = place
        self.position.left = LeftPlace()
        url = QUrl(address(place.doc) + query)
        was_plain, self._is_plain = self._is_plain, is_plain(self._page, html)
        if self._is_preview() and was_plain and self._is_plain and web.is_ready:
            web.replace_document(url, html, lambda: self._load(place, url))
            self.position.land()
            self._laying_out.start()
        else:
            web.web_page.show_address(url)

    def _load(self, place: Location, url: QUrl) -> None:
        """The page that was there did not take another document."""
        if self.web is not None and self.position.loading is place:
            self.position.landing = place
            self.web.web_page.show_address(url)

    def _note_fragment(self, url: QUrl) -> None:
        if url.fragment() and self._has_page() and not self.is_landing:
            self.fragment_reached.emit(url.fragment())

    def _apply_theme(self, is_dark: bool) -> None:
        if self.web is not None:
            self.web.set_ground(self._theme.colours["page"])
            self.web.call("theme", "dark" if is_dark else "light")


def is_plain(page: PageAnswer | None, html: bytes) -> bool:
    """Whether a page is whole as it comes: no part follows, and neither formulas nor diagrams are to be set."""
    return page is not None and page.parts == 1 and _TO_SET.search(html) is None
