"""The middle of the window: the page, the map or the empty page, with the search results beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from bookwheel.gui.reading_list.start_page import StartPage
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.search.search import Search
from bookwheel.gui.widgets.empty_state import EmptyState
from bookwheel.gui.window.docks.dock_layout import DockLayout
from bookwheel.gui.window.splits.split_view import SplitView

_ROOM_FOR_BOTH = 1040
"""Pixels in which the list of hits and a page of full measure stand side by side."""
_LEAST = QSize(240, 110)
"""Pixels that the page keeps when the window is small."""


class Centre(QWidget):
    """Shows one of the pages of its stack, and the results beside it while one searches."""

    def __init__(
        self,
        search: Search,
        results: ResultsPanel,
        split_view: SplitView,
        empty: EmptyState,
        start: StartPage,
        layout: DockLayout,
    ) -> None:
        super().__init__()
        self._search = search
        self._results = results
        self._split_view = split_view
        self._empty, self._start = empty, start
        self._has_library = False
        self._layout = layout
        self.stack = QStackedWidget()
        self.stack.addWidget(empty)
        self.stack.addWidget(start)
        self.stack.addWidget(split_view)
        self.stack.setMinimumSize(_LEAST)  # of its own accord it asks for what the widest tools of the map need
        results.setMinimumHeight(_LEAST.height())
        results.hide()
        split_view.reader.tabs.hide()
        self.split = QSplitter()
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(results)
        self.split.addWidget(self.stack)
        self.split.setStretchFactor(0, 0)
        self.split.setStretchFactor(1, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.split, 1)
        search.answered.connect(lambda _answer: search.is_left or self.show_results())
        search.failed.connect(lambda _error: search.is_left or self.show_results())
        search.cleared.connect(self.hide_results)
        results.left.connect(self.leave_search)
        split_view.wanted.connect(lambda: split_view.reader.here is not None and self.show_reader())

    def set_lines(self, lines: Sequence[QWidget]) -> None:
        """Put these above the page, from the top."""
        for row, line in enumerate(lines):
            self._column.insertWidget(row, line)

    @property
    def is_reading(self) -> bool:
        """Whether the stack shows documents."""
        return self.stack.currentWidget() is self._split_view

    def show_reader(self) -> None:
        """Show documents; the keyboard goes with the empty page that had it."""
        focus = self.window().focusWidget()
        is_left = focus is not None and any(
            page is focus or page.isAncestorOf(focus) for page in (self._empty, self._start)
        )
        self.stack.setCurrentWidget(self._split_view)
        self._split_view.reader.tabs.show()
        if is_left:
            self._split_view.setFocus()

    def show_empty(self) -> None:
        """Show the start page, or in an empty library what to do first; without documents there are no tabs of them."""
        page = self._start if self._has_library else self._empty
        self.stack.setCurrentWidget(page)
        self._split_view.reader.tabs.setVisible(self._split_view.reader.here is not None)
        page.setFocus()

    def set_library(self, *, has_library: bool) -> None:
        """Whether the library has a collection; the page that is shown without documents follows."""
        self._has_library = has_library
        shown = self.stack.currentWidget()
        if shown in (self._empty, self._start):
            focus = self.window().focusWidget()
            had_focus = focus is not None and (shown is focus or shown.isAncestorOf(focus))
            page = self._start if has_library else self._empty
            self.stack.setCurrentWidget(page)
            if had_focus:
                page.setFocus()

    def show_results(self) -> None:
        """Put the list beside the page; where both would be narrow, the right side bars make room meanwhile."""
        if self._results.isVisible() or not self._search.is_asking:
            return
        self._search.is_left = False
        width = self.split.width()
        if width < _ROOM_FOR_BOTH:
            width += self._layout.tuck()
        self._results.show()
        wanted = min(520, width * 2 // 5 + 60)
        self.split.setSizes([wanted, width - wanted])

    def hide_results(self) -> None:
        """Hide the list; the side bars that made room come back."""
        self._results.hide()
        self._layout.untuck()

    def leave_search(self) -> None:
        """Hide the list and go back to the page."""
        self._search.is_left = True
        (self.stack.currentWidget() or self._empty).setFocus()
        self.hide_results()

    def escape_page(self) -> None:
        """Escape on the page: hide the list, if it is shown."""
        if self._results.isVisible():
            self.leave_search()
