"""Pages that are made of what the graph knows, not of a file: those of things and of topics."""

from __future__ import annotations

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.domain.topics import is_topic
from bookwheel.gui.page.html.thing_page import fetch_thing_outline, fetch_thing_page
from bookwheel.gui.page.html.topic_page import fetch_topic_outline, fetch_topic_page


def fetch_graph_page(client: Client, id: str) -> PageAnswer:
    """The page of a thing or a topic."""
    return fetch_topic_page(client, id) if is_topic(id) else fetch_thing_page(client, id)


def fetch_graph_outline(client: Client, id: str) -> OutlineAnswer:
    """The sections of such a page."""
    return fetch_topic_outline(client, id) if is_topic(id) else fetch_thing_outline(client, id)
