"""The page of a place as the service gives it, and which places have one page."""

from __future__ import annotations

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.gui.page.comparison.comparison_page import fetch_comparison_page
from bookwheel.gui.page.html import source_page
from bookwheel.gui.page.html.graph_pages import fetch_graph_page
from bookwheel.gui.state.comparisons import compared_documents
from bookwheel.gui.state.locations import Location, has_graph_page

FetchedPage = tuple[PageAnswer, str]
"""A page, and its source as HTML where that is to be shown."""


def fetch_page(client: Client, place: Location) -> FetchedPage:
    """The page of a place, and its source as HTML where that is to be shown."""
    if compared_documents(place.doc) is not None:
        return fetch_comparison_page(client, place.doc), ""
    if has_graph_page(place.doc):
        return fetch_graph_page(client, place.doc), ""
    page = client.page(PageRequest(place.doc, place.query, place=place.place if is_to_find(place) else ""))
    return page, source_page.render_source(*source_page.fetch_source(client, place.doc)) if place.is_source else ""


def form_of(place: Location) -> tuple[str, bool, bool]:
    """What of a place makes another page of the same document: its hits, its source or its text."""
    return place.query, place.is_source, place.is_text


def is_to_find(place: Location) -> bool:
    """Whether the service has to say which section a place of the file is in."""
    return bool(place.place) and not place.anchor and place.scroll < 0
