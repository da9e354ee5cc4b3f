"""Find in page: counts what stands in the whole document, and goes to what is not set yet."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, QTimer

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import FindAnswer, FindRequest, PageAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.page.lazy_parts import LazyParts
from bookwheel.gui.page.reader import Reader

_RECOUNT_MS = 900
_SHARE = 8
"""A count that takes long is made anew that many times its own time later: parts that come have their turn."""


class FindInPage(QObject):
    """What the find bar asks for. Of parts that are not set the service says how often the words stand in them."""

    def __init__(
        self, reader: Reader, parts: LazyParts, calls: BackgroundCalls, client: Callable[[], Client | None]
    ) -> None:
        super().__init__(reader)
        self._reader, self._parts, self._calls, self._client = reader, parts, calls, client
        self._words = ""
        self._searched = ("", False)
        """The document, and whether its own lines: one that comes again keeps its match, and the step that is owed."""
        self._at = 0
        """The match that is current, from 1, 0 for none."""
        self._counts: dict[int, int] = {}
        self._owed = 0
        """The step that waits for what is not counted or not set yet."""
        self._is_counting = False
        self._is_there = True
        """Whether the page shown is the one to search: of a page that comes, once it was landed on."""
        self._round = 0
        """Counts what makes the answers to come useless: other words or none, and a page that comes."""
        self._under_way = 0
        """Searches of this round whose answer the page owes."""
        self._is_due = False
        self._recounting = QTimer(self, singleShot=True, interval=_RECOUNT_MS)
        self._recounting.timeout.connect(self._seek_again)
        reader.finder.sought.connect(self.seek)
        reader.finder.closed.connect(self.end)
        reader.document_opened.connect(self._forget)
        reader.landed.connect(lambda _place: self._again())
        parts.part_filled.connect(self._recount_soon)

    def _recount_soon(self) -> None:
        if self._words and not self._recounting.isActive():
            self._recounting.start()

    def seek(self, words: str, backwards: bool) -> None:
        """Mark the words on the page; go to the next match, or stay at the one that still fits when they are new.

        Pages of a file are searched by their own view.
        """
        if self._reader.pages is not None:
            return
        self._reader.hits.hide()
        is_new = words != self._words
        self._words = words
        if is_new:
            self._at, self._counts = 0, {}
            self._begin_round()
            self._ask()
        self._owed = -1 if backwards else 1
        self._seek(self._owed)

    def end(self) -> None:
        """Put the marks away; what was found last stays chosen."""
        self._words = ""
        self._begin_round()
        self._recounting.stop()
        if self._reader.pages is not None:
            return
        self._reader.hits.show_again()
        if self._reader.view is not None:
            self._reader.view.call("end_find")
            self._reader.view.setFocus()

    def _forget(self, page: PageAnswer) -> None:
        self._begin_round()
        self._is_there, self._counts = False, {}
        here = self._reader.here
        searched = (page.doc, here is not None and here.is_source)
        if searched != self._searched:
            self._searched, self._at, self._owed = searched, 0, 0
        self._ask()

    def _again(self) -> None:
        self._is_there = True
        if self._words and self._reader.finder.isVisible() and self._reader.pages is None:
            self._seek_again()

    def _begin_round(self) -> None:
        self._round += 1
        self._under_way, self._is_due = 0, False

    def _ask(self) -> None:
        """Have what is not set yet counted."""
        client, page, words = self._client(), self._reader.page, self._words
        self._is_counting = False
        if client is None or page is None or not words.strip() or self._parts.is_whole:
            return

        def count(answer: FindAnswer) -> None:
            if words == self._words and page is self._reader.page:
                self._is_counting = False
                self._counts = dict(enumerate(answer.counts))
                self._seek_again()

        def fail(_error: BookwheelError) -> None:
            self._is_counting = False
            self._seek_again()

        self._is_counting = True
        self._calls.ask(lambda: client.find(FindRequest(page.doc, words)), count, fail, slot="find")

    def _seek_again(self) -> None:
        """Take the step that is owed, once the page has answered the last: it may have been that step."""
        if self._under_way:
            self._is_due = True
        else:
            self._seek(self._owed)

    def _seek(self, by: int) -> None:
        view, words = self._reader.view, self._words
        here = self._reader.here
        if view is None or not self._is_there:
            return
        self._recounting.stop()
        begun, is_counting, round_ = monotonic(), self._is_counting, self._round
        counts = self._counts if here is not None and not here.is_source else {}

        def found(answer: object) -> None:
            if round_ != self._round:
                return
            self._under_way -= 1
            if isinstance(answer, list):
                told(answer)
            if self._is_due and not self._under_way:
                self._is_due = False
                self._seek(self._owed)

        def told(answer: list[object]) -> None:
            at, total, part = (int(str(figure)) for figure in answer)
            self._recounting.setInterval(max(_RECOUNT_MS, round((monotonic() - begun) * 1000 * _SHARE)))
            if at:
                self._at, self._owed = at, 0
            if part:
                self._parts.fetch_first(part, self._seek_again)
            self._reader.finder.show_count(at, total, is_counting=is_counting)

        self._under_way += 1
        view.call("find", words, by, counts, self._at, then=found)
