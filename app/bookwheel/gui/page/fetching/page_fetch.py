"""The page of a place as the service gives it, and which places have one page."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.page.comparison.comparison_page import fetch_comparison
from bookwheel.gui.page.html import source_page
from bookwheel.gui.page.html.graph_pages import fetch_graph_page
from bookwheel.gui.state.comparisons import compared_documents
from bookwheel.gui.state.locations import Location, has_graph_page


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page, its source as HTML where that is to be shown, and its sections where they come with it."""

    page: PageAnswer
    source: str = ""
    outline: OutlineAnswer | None = None


def fetch_page(client: Client, place: Location) -> FetchedPage:
    """The page of a place, with what belongs to it."""
    if compared_documents(place.doc) is not None:
        page, outline = fetch_comparison(client, place.doc)
        return FetchedPage(page, outline=outline)
    if has_graph_page(place.doc):
        return FetchedPage(fetch_graph_page(client, place.doc))
    page = client.page(PageRequest(place.doc, place.query, place=place.place if is_to_find(place) else ""))
    if not place.is_source:
        return FetchedPage(page)
    return FetchedPage(page, source_page.render_source(*source_page.fetch_source(client, place.doc)))


def form_of(place: Location) -> tuple[str, bool, bool]:
    """What of a place makes another page of the same document: its hits, its source or its text."""
    return place.query, place.is_source, place.is_text


def is_to_find(place: Location) -> bool:
    """Whether the service has to say which section a place of the file is in."""
    return bool(place.place) and not place.anchor and place.scroll < 0
