"""Paths on the map: one document begins a path, the next one asks for it."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import QObject, Signal

from bookwheel.client.connection import Client
from bookwheel.domain.graph import ExploreRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls


class PathSearch(QObject):
    """Asks for the path between two documents, in a thread."""

    found = Signal(object)
    """An ExploreAnswer."""
    failed = Signal(object)
    """A BookwheelError."""

    def __init__(self, calls: BackgroundCalls, parent: QObject) -> None:
        super().__init__(parent)
        self._calls = calls
        self.client: Client | None = None
        self.start = ""
        """The document that begins the path; empty for none."""

    def choose(self, doc: str, known: Container[str]) -> bool:
        """Begin a path at a document, or ask for the one that ends there; whether a path begins."""
        client, start = self.client, self.start
        if not start or start == doc or start not in known:
            self.start = doc
            return True
        self.start = ""
        if client is not None:
            request = ExploreRequest(start, to=doc)
            self._calls.ask(lambda: client.explore(request), self.found.emit, self.failed.emit, slot="map path")
        return False
