"""The parts of a large document: those near what is seen first, then one after the other, until the page is whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from PySide6.QtCore import QObject, QTimer, Signal

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError, NotFound
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_notice
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.state.locations import Location

_TO_SET = re.compile(r'class="math"|data-language="(?:math|mermaid)"')
_AGAIN_MS = 2000
"""After the service could not answer."""
_REST_MS = 120
"""Between parts that are not near what is seen, so that the service has time for other questions."""


def part_of(html: str, anchor: str) -> int:
    """The part of a large document in which an anchor will stand, 0 for what is there already."""
    place = html.rfind(f'<span id="{escape(anchor)}"></span>') if anchor else -1
    found = re.match(r'<div class="part" data-part="(\d+)"', html[html.rfind('<div class="part"', 0, place) :])
    return int(found[1]) if place >= 0 and found is not None else 0


class LazyParts(QObject):
    """Asks for one part at a time and puts it in its place; where the reader goes is reached again once it is there."""

    part_filled = Signal(str)
    """A part was set: its HTML."""

    def __init__(self, reader: Reader, calls: BackgroundCalls, client: Callable[[], Client | None]) -> None:
        super().__init__(reader)
        self._reader, self._calls, self._client = reader, calls, client
        self._page: PageAnswer | None = None
        self._filled = {0}
        """The parts that are there."""
        self._waiting: list[Callable[[], object]] = []
        self._first: tuple[int, Callable[[], object]] | None = None
        self._is_asking = False
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._look)
        reader.document_opened.connect(self._forget)
        reader.landed.connect(self._begin)
        reader.section_reached.connect(lambda _anchor: self._hurry())

    def when_whole(self, act: Callable[[], object]) -> None:
        """Do something with the page once every part of it is there: now, if it is."""
        if self._page is None:
            act()
        else:
            self._waiting.append(act)

    @property
    def is_whole(self) -> bool:
        """Whether every part of the page is there."""
        return self._page is None

    def fetch_first(self, part: int, then: Callable[[], object]) -> None:
        """Set one part before all others, and then do something; another wish takes the place of this one."""
        if self._page is not None:
            self._first = (part, then)
            self._hurry()

    def _forget(self, page: PageAnswer) -> None:
        self._next.stop()
        self._first = None
        self._calls.drop("part")
        self._is_asking = False
        self._waiting.clear()
        self._filled = {0}
        self._reader.position.awaited = None
        self._page = page if page.parts > 1 and self._reader.pages is None else None

    def _begin(self, place: Location) -> None:
        if self._page is not None:
            is_to_come = place.scroll < 0 and part_of(self._page.html, place.anchor) not in self._filled
            self._reader.position.awaited = place if is_to_come else None
            self._hurry()

    def _hurry(self) -> None:
        if self._page is not None and not self._is_asking:
            self._next.start(0)

    def _look(self) -> None:
        view = self._reader.view
        if view is not None and self._page is not None and not self._is_asking:
            self._is_asking = True
            page = self._page
            view.call("wanted", then=lambda found: self._ask(page, found))

    def _ask(self, page: PageAnswer, found: object) -> None:
        client = self._client()
        if page is not self._page or client is None or not isinstance(found, list):
            self._is_asking = False
            return
        number, is_near = int(found[0]), bool(found[1])
        first, self._first = self._first, None
        if first is not None and number > 0:
            number, is_near = first[0], True
        if number <= 0:
            self._page, self._is_asking = None, False
            self._reader.position.awaited = None
            if self._reader.view is not None:
                self._reader.view.typeset()
            waiting, self._waiting = [*self._waiting, *(first[1:] if first is not None else ())], []
            for act in waiting:
                act()
            return
        here = self._reader.here
        request = PageRequest(page.doc, here.query if here is not None else "", number)
        self._calls.ask(
            lambda: client.page(request),
            lambda part: self._put(page, part, number, 0 if is_near else _REST_MS, first[1] if first else None),
            lambda error: self._fail(page, error, first),
            slot="part",
        )

    def _fail(self, page: PageAnswer, error: BookwheelError, first: tuple[int, Callable[[], object]] | None) -> None:
        """Ask again in a moment, except where the document has changed: it is asked for again as a whole."""
        if page is self._page:
            self._is_asking = False
            if not isinstance(error, NotFound):
                self._first = self._first or first
                self._next.start(_AGAIN_MS)

    def _put(
        self, page: PageAnswer, part: PageAnswer, number: int, rest_ms: int, then: Callable[[], object] | None
    ) -> None:
        view = self._reader.view
        if view is None or page is not self._page:
            return
        aim = self._reader.position.awaited

        def filled(is_reached: object) -> None:
            if page is self._page:
                self._is_asking = False
                self._filled.add(number)
                self._next.start(rest_ms)
                if not rest_ms and _TO_SET.search(part.html):
                    view.typeset()
                self.part_filled.emit(part.html)
                reached = aim if is_reached and self._reader.position.awaited is aim else None
                if reached is not None:
                    self._reader.position.awaited = None
                if then is not None:
                    then()
                elif reached is not None:
                    self._reader.open(reached)
                elif part.hits:
                    view.call("marks_now", then=self._reader.hits.show_answer)

        view.call("fill", number, translate_notice(part.html), aim.anchor if aim is not None else "", then=filled)
