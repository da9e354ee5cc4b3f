"""The view of a PDF's pages: see `PagedView`, which the reader shows in its tabs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from bookwheel.domain.annotations.reading_progress import LeftPlace
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.pdf.bar import PdfBar, page_named
from bookwheel.gui.pdf.find import PdfFind
from bookwheel.gui.pdf.hit_words import hit_words
from bookwheel.gui.pdf.idle_work import IdleWork
from bookwheel.gui.pdf.links import PageLinks
from bookwheel.gui.pdf.locked_page import LockedPage
from bookwheel.gui.pdf.page_images import PageImages
from bookwheel.gui.pdf.page_search import PageSearch, PageTexts
from bookwheel.gui.pdf.pages_view import PagesView
from bookwheel.gui.pdf.passages import PdfPassages
from bookwheel.gui.pdf.pdf_file import PdfFile
from bookwheel.gui.pdf.pointer import PagePointer
from bookwheel.gui.pdf.position import PdfPosition
from bookwheel.gui.pdf.selection import Selection
from bookwheel.gui.pdf.zoom import POINTS_AN_INCH, Zoom, zoom_of
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.manual_page import set_manual_page

_READ_AHEAD_MS = 300
"""After which the texts of all pages are read, so that find in page need not wait for them."""


class PdfView(QWidget):
    """Pages with their bar; opens one file at a time."""

    landed = Signal(object)
    section_reached = Signal(str)
    hits_counted = Signal(int, int)
    matches_counted = Signal(int, int, bool)
    location_chosen = Signal(object, bool)
    external_link_clicked = Signal(str)
    text_wanted = Signal()
    failed = Signal(str)
    menu_wanted = Signal()
    zoom_changed = Signal(str)
    """As it is kept."""
    dark_toggled = Signal(bool)
    noticed = Signal(str)
    password_wanted = Signal(str)
    """The document that wants a password; whoever knows it calls `unlock`."""
    left = Signal()
    """Escape was pressed on the pages."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(parent)
        set_manual_page(self, "pdf.md")
        self._theme = theme
        self._page: PageAnswer | None = None
        self._place: Location | None = None
        self._outline: tuple[OutlineAnswer | None] | None = None
        """The sections, once it is known whether there are any."""
        self._is_dark_wanted = True
        self.file = file = PdfFile(self)
        self._images = PageImages(file.document, calls, self)
        self._work = IdleWork(lambda: self._images.is_busy, self)
        self._texts = PageTexts(file.document)
        self.pages = PagesView(theme, self._images, self)
        self.hits, self.matches = (
            PageSearch(name, file.document, self._texts, self._work, self) for name in ("hits", "matches")
        )
        self.selection = Selection(file.document, self._texts)
        self.pages.searches, self.pages.selection = (self.hits, self.matches), self.selection
        self.pointer = PagePointer(self.pages, file.document, self.selection)
        self.passages = PdfPassages(file.document, self._texts, self._work, self.pages, self.selection)
        self.pointer.selected.connect(self.passages.selection_changed)
        self.pointer.pressed.connect(self.passages.press)
        self._links = PageLinks(file.document, self.pointer, lambda: self._page)
        self.position = PdfPosition(self.pages, self.hits)
        self._finder = PdfFind(self.pages, self.matches)
        self.bar = PdfBar(theme, self)
        self.locked = LockedPage(self)
        self._reading = QTimer(self, singleShot=True, interval=_READ_AHEAD_MS)
        self._reading.timeout.connect(self._read_ahead)
        self._lay_out()
        self._connect()
        self._apply_theme()

    def _lay_out(self) -> None:
        self._stack = QStackedLayout()
        self._stack.addWidget(self.pages)
        self._stack.addWidget(self.locked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addLayout(self._stack, 1)
        self.setFocusProxy(self.pages)
        for keys, run in (
            (QKeySequence.StandardKey.Copy, self.copy),
            (QKeySequence.StandardKey.SelectAll, self.select_all),
        ):
            action = QAction(self.pages)
            action.setShortcut(keys)
            action.triggered.connect(run)
            self.pages.addAction(action)

    def _connect(self) -> None:
        file, pages, bar, position = self.file, self.pages, self.bar, self.position
        file.loaded.connect(self._on_loaded)
        file.failed.connect(self._on_failed)
        file.locked.connect(self._on_locked)
        position.landed.connect(self.landed)
        position.section_reached.connect(self.section_reached)
        position.hits_counted.connect(self.hits_counted)
        self._finder.counted.connect(self.matches_counted)
        pages.scrolled.connect(lambda: bar.show_page(pages.page))
        pages.zoomed.connect(self._show_zoom)
        pages.hit_wanted.connect(self.step_hit)
        pages.left.connect(self.left)
        self._links.location_chosen.connect(self.location_chosen)
        self._links.external_link_clicked.connect(self.external_link_clicked)
        self._links.menu_wanted.connect(self.menu_wanted)
        bar.page_wanted.connect(self.go_to_page)
        bar.zoom_wanted.connect(self.set_zoom)
        bar.zoom_stepped.connect(self.step_zoom)
        bar.text_wanted.connect(self.text_wanted)
        bar.dark_toggled.connect(self.dark_toggled)
        bar.left.connect(pages.setFocus)
        self.locked.password_given.connect(file.unlock)
        self._theme.changed.connect(self._apply_theme)

    @property
    def anchor(self) -> str:
        """See `DocumentView`."""
        return self.position.anchor

    @property
    def offset(self) -> float:
        """Pages from the start."""
        return self.pages.pages_above

    @property
    def reading_place(self) -> LeftPlace:
        """See `DocumentView`."""
        bar = self.pages.verticalScrollBar()
        is_at_end = bar.value() >= bar.maximum()
        return LeftPlace(self.anchor, 0.0, self.offset, self.pages.layout_of_pages.count, is_at_end)

    @property
    def is_landing(self) -> bool:
        """See `DocumentView`."""
        return self._place is not None or self.position.is_landing

    @property
    def is_seeking(self) -> bool:
        """See `DocumentView`."""
        return self.position.is_seeking

    @property
    def selected_text(self) -> str:
        """See `DocumentView`."""
        return self.selection.text

    @property
    def spot(self) -> FilePlace | None:
        """The page on which the selection begins, else the one that is read."""
        if not self.file.is_open:
            return None
        page = self.selection.first_page if not self.selection.is_empty else self.pages.page
        return FilePlace(PlaceKind.PAGE, page + 1, page + 1, self.file.document.pageLabel(page))

    @property
    def bar_height(self) -> int:
        """See `PagedView`."""
        return self.bar.height()

    def widget(self) -> QWidget:
        """See `DocumentView`."""
        return self

    def show_document(self, page: PageAnswer, place: Location, source: str = "") -> None:
        """See `DocumentView`."""
        if self._page is None or self._page.doc != page.doc:
            self.passages.show_annotations(())
        self._page, self._place, self._outline = page, place, None
        self.file.open(page.doc, Path(page.source_path))

    def show_nothing(self) -> None:
        """See `PagedView`."""
        self._page = self._place = None
        self._forget()
        self.file.close()
        self.pages.set_document(self.file.document)

    def land(self, place: Location, *, is_to_heading: bool = False) -> None:
        """See `DocumentView`."""
        self.position.land(place, is_to_heading=is_to_heading)

    def mark_section(self, anchor: str) -> None:
        """See `PagedView`."""
        self.position.mark_section(anchor)

    def set_outline(self, answer: OutlineAnswer | None) -> None:
        """See `DocumentView`."""
        self._outline = (answer,)
        if self._place is None:
            self.position.set_outline(answer)

    def step_hit(self, by: int) -> None:
        """See `DocumentView`."""
        self.position.step_hit(by)

    def step_zoom(self, by: int) -> None:
        """See `DocumentView`."""
        self.set_zoom(self.pages.zoom.stepped(self.pages.scale, by, self.logicalDpiX()) if by else Zoom())

    def find_words(self, words: str, *, backwards: bool) -> None:
        """See `PagedView`."""
        self._finder.seek(words, backwards=backwards)

    def link_address(self) -> QUrl:
        """See `PagedView`."""
        return self._links.menu_address

    def end_find(self) -> None:
        """See `PagedView`."""
        self._finder.end()

    def leave(self) -> None:
        """See `DocumentView`."""
        self._forget()
        self.file.close()

    def set_zoom(self, zoom: Zoom) -> None:
        """Show pages in this size."""
        self.pages.set_zoom(zoom)
        self.zoom_changed.emit(zoom.text)

    def restore_zoom(self, text: str) -> None:
        """Show pages in the size that was kept."""
        self.pages.set_zoom(zoom_of(text))

    def set_dark(self, is_wanted: bool) -> None:
        """Show dark pages in the dark theme, or light ones in every theme."""
        self._is_dark_wanted = is_wanted
        self._apply_theme()

    def unlock(self, doc: str, password: str) -> None:
        """Open a document that wants a password, if it is still the one that is shown."""
        if password and self.file.doc == doc and not self.file.is_open:
            self.file.unlock(password)

    def go_to_page(self, name: str) -> None:
        """Go to the page with a label, or else with that number."""
        page = page_named(self.file.labels, name)
        if page < 0:
            self.bar.show_label()
            self.noticed.emit(tr("There is no page {name} in this PDF.").format(name=name))
        else:
            self._links.choose(page, float(page), in_new_tab=False)
            self.pages.setFocus()

    def copy(self) -> None:
        """Put what is selected on the clipboard, its lines joined."""
        if not self.selection.is_empty:
            QGuiApplication.clipboard().setText(self.selection.text)

    def select_all(self) -> None:
        """Select the whole document."""
        self.selection.select_all()
        self.pages.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Another width may be another size."""
        super().resizeEvent(event)
        self._show_zoom()

    def _forget(self) -> None:
        self._reading.stop()
        self._work.end()
        self._images.clear()
        self._texts.clear()
        self.selection.forget()
        self.pointer.forget()
        self.hits.end()
        self.matches.end()

    def _on_loaded(self, is_same: bool) -> None:
        place, page = self._place, self._page
        depth = self.pages.pages_above
        self._stack.setCurrentWidget(self.pages)
        self._forget()
        self.pages.set_document(self.file.document)
        labels = self.file.labels
        self.bar.set_labels(labels)
        self._show_zoom()
        if is_same:
            self.position.restart(labels)
            self.pages.scroll_to(depth)
        elif page is not None and place is not None:
            self.pages.scroll_to(0.0)
            self.position.begin(labels, hit_words(page.html) if place.query else ())
            if self._outline is not None:
                self.position.set_outline(*self._outline)
            self.position.land(place, is_to_heading=False)
        self._place = None
        self._work.begin("sizes", self.pages.measure(self.file.document))
        self._finder.again()
        self.passages.find()
        self._reading.start()

    def _on_failed(self, reason: str) -> None:
        name = self.file.path.name if self.file.path is not None else ""
        gone = tr("{file} no longer exists; its indexed text is shown.")
        broken = tr("{file} cannot be shown as pages ({reason}); its text is shown.")
        self._place = None
        self.failed.emit((broken if reason else gone).format(file=name, reason=reason))

    def _on_locked(self, is_wrong: bool) -> None:
        self._forget()
        self.pages.set_document(self.file.document)
        self.bar.set_labels(())
        self.locked.ask(self.file.path.name if self.file.path is not None else "", is_wrong=is_wrong)
        self._stack.setCurrentWidget(self.locked)
        if not is_wrong:
            self.password_wanted.emit(self.file.doc)

    def _read_ahead(self) -> None:
        self._work.begin("texts", self._texts.read_all(self.pages.page))

    def _show_zoom(self) -> None:
        percent = round(self.pages.scale * POINTS_AN_INCH / self.logicalDpiX() * 100)
        self.bar.show_zoom(self.pages.zoom, percent)

    def _apply_theme(self, _is_dark: bool = False) -> None:
        colours = self._theme.colours
        is_dark = self._theme.is_dark and self._is_dark_wanted
        self.pages.is_dark = is_dark
        self._images.set_colours((colours["page"], colours["text"]) if is_dark else None)
        self.bar.show_dark(is_offered=self._theme.is_dark, is_dark=is_dark)
        self.pages.viewport().update()
