"""What the reader asks the service for to show a document: its page and its sections."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer, OutlineRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.page.fetching.page_fetch import FetchedPage, fetch_page, form_of, is_to_find
from bookwheel.gui.page.fetching.pages_ahead import PagesAhead
from bookwheel.gui.page.html.graph_pages import fetch_graph_outline
from bookwheel.gui.state.comparisons import compared_documents
from bookwheel.gui.state.locations import Location, has_graph_page


class OutlineRequests:
    """Asks for sections; `take` gets them, or None where there are none, and whether they have just come."""

    def __init__(self, calls: BackgroundCalls, take: Callable[[OutlineAnswer | None, bool], None]) -> None:
        self._calls, self._take = calls, take
        self._came: tuple[str, OutlineAnswer | None] | None = None
        """The document that was asked about last, and what came; None while that is on its way."""

    def ask(self, client: Client, doc: str) -> None:
        """Ask for a document's sections; those of a comparison come with its page."""
        if compared_documents(doc) is not None:
            self._calls.drop("outline")
            return
        self._came = None

        def done(answer: OutlineAnswer | None) -> None:
            self.give(doc, answer)

        self._calls.ask(lambda: fetch_outline(client, doc), done, lambda _error: done(None), slot="outline")

    def give(self, doc: str, answer: OutlineAnswer | None) -> None:
        """Take the sections of a document, as they come."""
        self._came = doc, answer
        self._take(answer, True)

    def of(self, doc: str) -> OutlineAnswer | None:
        """What has come of a document."""
        return self._came[1] if self._came is not None and self._came[0] == doc else None

    def repeat(self, doc: str) -> None:
        """Give what has come of a document once more, to a view that shows it only now."""
        if self._came is not None and self._came[0] == doc:
            self._take(self._came[1], False)


class PageRequests:
    """Asks for the page of a place, and knows which document is shown and which place is on its way."""

    def __init__(
        self,
        calls: BackgroundCalls,
        outlines: OutlineRequests,
        show: Callable[[Location, PageAnswer, str], None],
        fail: Callable[[Location, BookwheelError], None],
    ) -> None:
        self._calls, self._outlines, self._show, self._fail = calls, outlines, show, fail
        self.shown: PageAnswer | None = None
        """The document shown."""
        self.awaited: Location | None = None
        """The place whose document was asked for."""
        self._form: tuple[str, bool, bool] = ("", False, False)
        self.ahead = PagesAhead(calls)

    def ask(self, client: Client, place: Location) -> None:
        """Ask for the document of a place, or show the page that was fetched ahead; an older wish is dropped."""
        self.awaited = place
        self._calls.drop("page")

        def come(found: FetchedPage | None) -> None:
            if self.awaited is not place:
                return
            if found is not None:
                self._come(place, found)
            else:
                self._fetch(client, place)

        if not self.ahead.claim(place, come):
            self._fetch(client, place)

    def _fetch(self, client: Client, place: Location) -> None:
        def failed(error: BookwheelError) -> None:
            self.forget()
            self._fail(place, error)

        self._calls.ask(lambda: fetch_page(client, place), lambda found: self._come(place, found), failed, slot="page")

    def _come(self, place: Location, found: FetchedPage) -> None:
        if found.outline is not None:
            self._outlines.give(place.doc, found.outline)
        self._show(place, found.page, found.source)

    def has_page(self) -> bool:
        """Whether a document is shown."""
        return self.shown is not None

    def is_shown(self, place: Location, *, is_paged: bool) -> bool:
        """Whether the document shown is that of a place, in the form in which the place wants it."""
        if self.shown is None or self.shown.doc != place.doc:
            return False
        return form_of(place) == self._form and (is_paged or not is_to_find(place))

    def take(self, place: Location, answer: PageAnswer) -> None:
        """Note the document that is shown now."""
        self.shown, self.awaited, self._form = answer, None, form_of(place)

    def renew(self) -> None:
        """Show no page that was fetched before now."""
        self.shown = None
        self.ahead.forget()

    def forget(self) -> None:
        """Show no document, and wait for none."""
        self.shown = self.awaited = None


def fetch_outline(client: Client, id: str) -> OutlineAnswer:
    """The sections of a document, or of the page of a thing."""
    return fetch_graph_outline(client, id) if has_graph_page(id) else client.outline(OutlineRequest(id))
