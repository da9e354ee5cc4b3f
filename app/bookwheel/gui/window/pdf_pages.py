"""Pages of PDFs in this window: their view, built for the first one that is opened, and its commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.domain.service.passwords import PasswordAnswer, ProtectedRequest
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.lazy_parts import part_of
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.pdf.zoom import Zoom
from bookwheel.gui.shell.document_view import PagedView
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location

if TYPE_CHECKING:
    from bookwheel.gui.pdf.view import PdfView

_FORMAT = "pdf"


class PdfPages(QObject):
    """Offers the view to the reader, and keeps its size and its colours as the person wants them."""

    view_built = Signal(object)
    """The PdfView, once there is one."""

    def __init__(self, shell: Shell, reader: Reader, leave: Callable[[], object]) -> None:
        super().__init__(reader)
        self._shell, self._reader, self._leave = shell, reader, leave
        self._view: PdfView | None = None
        reader.paged.offer(self._build, has_pages)
        reader.noticed.connect(shell.notify)
        reader.landed.connect(self._mark_later_hits)
        shell.session.preferences.changed.connect(self._apply_preferences)

    @property
    def view(self) -> PdfView | None:
        """The view, once there is one."""
        return self._view

    def go_to_page(self) -> None:
        """Let the person type a page to go to."""
        if self._is_shown() and self._view is not None:
            self._view.bar.focus_page()

    def fit_width(self) -> None:
        """Show pages as wide as there is room."""
        if self._is_shown() and self._view is not None:
            self._view.set_zoom(Zoom("width"))

    def fit_page(self) -> None:
        """Show whole pages."""
        if self._is_shown() and self._view is not None:
            self._view.set_zoom(Zoom("page"))

    def toggle_dark(self) -> None:
        """Show pages dark in the dark theme, or as they are on paper."""
        preferences = self._shell.session.preferences
        preferences.set("dark_pages", "false" if preferences.values.dark_pages else "true")
        if not self._shell.theme.is_dark:
            is_dark = preferences.values.dark_pages
            dark, light = tr("PDFs will be dark in the dark theme."), tr("PDFs will be light in the dark theme.")
            self._shell.notify(dark if is_dark else light)

    def _is_shown(self) -> bool:
        is_shown = self._reader.pages is not None
        if not is_shown:
            self._shell.notify(tr("Open a PDF to use this command."))
        return is_shown

    def _build(self, parent: QWidget) -> PagedView:
        from bookwheel.gui.pdf.view import PdfView  # noqa: PLC0415 - deferred_imports has loaded it

        shell, reader = self._shell, self._reader
        view = self._view = PdfView(shell.theme, reader.calls, parent)
        view.password_wanted.connect(self._ask_password)
        view.restore_zoom(shell.session.pdf_zoom)
        view.zoom_changed.connect(shell.session.keep_pdf_zoom)
        view.dark_toggled.connect(lambda is_on: shell.session.preferences.set("dark_pages", str(is_on).lower()))
        view.landed.connect(lambda place: self._relay(reader.landed.emit, place))
        view.section_reached.connect(lambda anchor: self._relay(reader.section_reached.emit, anchor))
        view.hits_counted.connect(reader.paged.show_hits)
        view.matches_counted.connect(reader.paged.show_matches)
        view.location_chosen.connect(reader.follow)
        view.external_link_clicked.connect(reader.external_link_clicked)
        view.text_wanted.connect(reader.toggle_text)
        view.menu_wanted.connect(reader.menu_wanted)
        view.noticed.connect(shell.notify)
        view.left.connect(self._leave)
        view.failed.connect(self._show_text)
        self._apply_preferences()
        self.view_built.emit(view)
        return view

    def _relay(self, emit: Callable[[object], object], value: object) -> None:
        """What the view says while it is shown: something may still come from it after."""
        if self._reader.pages is not None:
            emit(value)

    def _mark_later_hits(self, place: Location) -> None:
        """Mark the words of a hit in a later part of a large document, whose HTML comes by parts."""
        client, view, page = self._shell.client, self._view, self._reader.page
        if client is None or view is None or page is None or not place.query or self._reader.pages is None:
            return
        part = part_of(page.html, place.anchor)
        if not part:
            return

        def done(answer: PageAnswer) -> None:
            if self._reader.page is page and self._reader.pages is not None:
                view.position.add_words(hit_words(answer.html))

        from bookwheel.gui.pdf.hit_words import hit_words  # noqa: PLC0415 - loads QtPdf, unless deferred_imports has

        request = PageRequest(page.doc, place.query, part)
        self._reader.calls.ask(lambda: client.page(request), done, lambda _error: None, slot="pdf hits")

    def _ask_password(self, doc: str) -> None:
        """Open a protected document with the password that the service keeps; without one its view asks the person."""
        client, view = self._shell.client, self._view
        if client is None or view is None:
            return

        def done(answer: PasswordAnswer) -> None:
            view.unlock(doc, answer.password)

        self._reader.calls.ask(
            lambda: client.password(ProtectedRequest(doc)), done, lambda _error: None, slot="pdf password"
        )

    def _apply_preferences(self) -> None:
        if self._view is not None:
            self._view.set_dark(self._shell.session.preferences.values.dark_pages)

    def _show_text(self, sentence: str) -> None:
        page = self._reader.page
        self._shell.notify(sentence)
        if page is not None:
            self._reader.paged.give_up(page.doc)
            self._reader.show_text()


def has_pages(page: PageAnswer) -> bool:
    """Whether a document is a PDF whose file is here; one in an archive is a section of that, a team's is elsewhere."""
    return page.format == _FORMAT and bool(page.source_path)
