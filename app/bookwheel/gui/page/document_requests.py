"""What the reader asks the service for to show a document: its page and its sections."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.domain.reading import OutlineAnswer, OutlineRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.page import source_page
from bookwheel.gui.page.thing_page import fetch_thing_page, is_thing
from bookwheel.gui.state.locations import Location


class OutlineRequests:
    """Asks for sections; `take` gets them, or None where there are none, and whether they have just come."""

    def __init__(self, calls: BackgroundCalls, take: Callable[[OutlineAnswer | None, bool], None]) -> None:
        self._calls, self._take = calls, take
        self._came: tuple[str, OutlineAnswer | None] | None = None
        """The document that was asked about last, and what came; None while that is on its way."""

    def ask(self, client: Client, doc: str) -> None:
        """Ask for a document's sections."""
        self._came = None

        def done(answer: OutlineAnswer | None) -> None:
            self._came = doc, answer
            self._take(answer, True)

        self._calls.ask(lambda: client.outline(OutlineRequest(doc)), done, lambda _error: done(None), slot="outline")

    def repeat(self, doc: str) -> None:
        """Give what has come of a document once more, to a view that shows it only now."""
        if self._came is not None and self._came[0] == doc:
            self._take(self._came[1], False)


def form_of(place: Location) -> tuple[str, bool, bool]:
    """What of a place makes another page of the same document: its hits, its source or its text."""
    return place.query, place.is_source, place.is_text


def fetch_page(client: Client, place: Location) -> tuple[PageAnswer, str]:
    """The page of a place, and its source as HTML where that is to be shown."""
    if is_thing(place.doc):
        return fetch_thing_page(client, place.doc), ""
    page = client.page(PageRequest(place.doc, place.query, place=place.place if is_to_find(place) else ""))
    return page, source_page.render_source(*source_page.fetch_source(client, place.doc)) if place.is_source else ""


def is_to_find(place: Location) -> bool:
    """Whether the service has to say which section a place of the file is in."""
    return bool(place.place) and not place.anchor and place.scroll < 0
