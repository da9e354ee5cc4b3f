"""The view of files' own pages in the reader: built when the first such document is opened, shown over the text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.domain.page import PageAnswer
from bookwheel.gui.page.find_bar import FindBar, HitCount
from bookwheel.gui.shell.document_view import PagedView


class PagedViews(QObject):
    """Has one view of pages, and connects it with the reader's count of hits and its find bar while it is shown."""

    switched = Signal()
    """Pages are shown in place of text, or text in place of pages."""

    def __init__(self, reader: QWidget, hits: HitCount, finder: FindBar) -> None:
        super().__init__(reader)
        self._reader = reader
        self._hits, self._finder = hits, finder
        self._view: PagedView | None = None
        self._build: Callable[[QWidget], PagedView] | None = None
        self._has_pages: Callable[[PageAnswer], bool] = lambda _page: False
        self._given_up = ""
        """The document whose pages could not be shown."""
        self.shown: PagedView | None = None
        """The view while it shows the document."""
        finder.sought.connect(self._seek)
        finder.closed.connect(self._end_find)

    @property
    def made(self) -> QWidget | None:
        """The view's widget, once there is one."""
        return self._view.widget() if self._view is not None else None

    def offer(self, build: Callable[[QWidget], PagedView], has_pages: Callable[[PageAnswer], bool]) -> None:
        """Show documents that have pages in the view that `build` makes for the reader."""
        self._build, self._has_pages = build, has_pages

    def has_pages(self, page: PageAnswer) -> bool:
        """Whether a document has pages of its own that can be shown."""
        return self._build is not None and self._has_pages(page)

    def find(self, page: PageAnswer) -> PagedView | None:
        """The view for a document's pages; None for one without, or whose pages could not be shown."""
        if page.doc == self._given_up or self._build is None or not self._has_pages(page):
            return None
        self._given_up = ""
        if self._view is None:
            self._view = self._build(self._reader)
        return self._view

    def give_up(self, doc: str) -> None:
        """The pages of a document cannot be shown: it has its text until that is asked for again."""
        self._given_up = doc

    def forgive(self) -> None:
        """Try all documents again."""
        self._given_up = ""

    def show(self, view: PagedView) -> None:
        """Lay the pages over the text; the keyboard goes along."""
        widget = view.widget()
        if self.shown is view:
            return
        had_focus = self._has_focus()
        self.shown = view
        widget.setGeometry(self._reader.rect())
        widget.show()
        widget.raise_()
        self._finder.inset = view.bar_height
        for child in (self._hits, self._finder):
            child.place()
        self.switched.emit()
        if had_focus:
            widget.setFocus()

    def hide(self) -> None:
        """Show the text again."""
        view, self.shown = self.shown, None
        if view is None:
            return
        had_focus = self._has_focus()
        view.widget().hide()
        view.show_nothing()
        self._finder.inset = 0
        self._finder.place()
        self._hits.reset()
        self.switched.emit()
        if had_focus:
            self._reader.setFocus()

    def leave(self) -> None:
        """The window closes."""
        if self._view is not None:
            self._view.leave()

    def _has_focus(self) -> bool:
        focus = self._reader.window().focusWidget()
        return focus is not None and self._reader.isAncestorOf(focus)

    def show_hits(self, at: int, total: int) -> None:
        """Say which hit is shown, from 1 or 0 for none, and how many there are."""
        if self.shown is None:
            return
        self._hits.at, self._hits.total = at, total
        if not self._finder.isVisible():
            self._hits.show_again()

    def show_matches(self, at: int, total: int, is_counting: bool) -> None:
        """Say which match of find is shown, how many there are, and whether it still counts."""
        if self.shown is not None:
            self._finder.show_count(at, total, is_counting=is_counting)

    def _seek(self, words: str, backwards: bool) -> None:
        if self.shown is not None:
            self._hits.hide()
            self.shown.find_words(words, backwards=backwards)

    def _end_find(self) -> None:
        if self.shown is not None:
            self.shown.end_find()
            self._hits.show_again()
            self._reader.setFocus()
