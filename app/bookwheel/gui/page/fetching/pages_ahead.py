"""Pages that are fetched before they are asked for: those of the next hits, while one reads a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bookwheel.client.connection import Client
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.page.fetching.page_fetch import FetchedPage, fetch_page, form_of, is_to_find
from bookwheel.gui.state.locations import Location

_MOST = 6
"""Pages kept at once."""


class PagesAhead:
    """Fetches one page after the other, and keeps them until the library changes."""

    def __init__(self, calls: BackgroundCalls) -> None:
        self._calls = calls
        self._pages: dict[object, FetchedPage] = {}
        self._wanted: list[Location] = []
        self._coming: object = None
        self._waiting: Callable[[FetchedPage | None], object] | None = None

    def expect(self, client: Client, places: Sequence[Location]) -> None:
        """Fetch the pages of places that are likely to be asked for soon, the likeliest first."""
        self._wanted = [place for place in places if _key(place) not in {*self._pages, self._coming}]
        self._fetch_next(client)

    def claim(self, place: Location, then: Callable[[FetchedPage | None], object]) -> bool:
        """Whether the page of a place is there or on its way; then `then` gets it, or None where that has failed."""
        key = _key(place)
        page = self._pages.pop(key, None)
        if page is not None:
            self._keep(key, page)
            then(page)
            return True
        if key != self._coming:
            return False
        self._waiting = then
        return True

    def forget(self) -> None:
        """The library has changed: what was fetched may be out of date. Whoever waits for a page has to ask anew."""
        self._calls.drop("page ahead")
        self._pages.clear()
        self._wanted.clear()
        self._coming = None
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting(None)

    def has(self, place: Location) -> bool:
        """Whether the page of a place is there."""
        return _key(place) in self._pages

    def _fetch_next(self, client: Client) -> None:
        if self._coming is not None or not self._wanted:
            return
        place = self._wanted.pop(0)
        key = self._coming = _key(place)

        def come(page: FetchedPage | None) -> None:
            self._coming = None
            if page is not None:
                self._keep(key, page)
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                waiting(page)
            self._fetch_next(client)

        self._calls.ask(lambda: fetch_page(client, place), come, lambda _error: come(None), slot="page ahead")

    def _keep(self, key: object, page: FetchedPage) -> None:
        self._pages[key] = page
        while len(self._pages) > _MOST:
            self._pages.pop(next(iter(self._pages)))


def _key(place: Location) -> object:
    return place.doc, form_of(place), place.place if is_to_find(place) else ""
