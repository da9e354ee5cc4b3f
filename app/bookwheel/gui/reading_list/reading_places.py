"""What the service keeps of the person's reading, as a window knows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.reading_progress import (
    ReadingAnswer,
    ReadingChange,
    ReadingEntry,
    ReadingRequest,
)
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.state.locations import Location

_REFRESH_MS = 1500
"""Rest after documents changed, which may have been renamed, until all is asked for again."""


def locate(entry: ReadingEntry, title: str = "") -> Location:
    """The place at which a document was left; its beginning where it was read to the end."""
    title = title or entry.title
    if not 0 < entry.fraction < 1:
        return Location(entry.doc, title=title)
    if entry.page >= 0:
        return Location(entry.doc, title=title, scroll=entry.page)
    return Location(entry.doc, entry.anchor, title=title, depth=entry.depth)


class ReadingPlaces(QObject):
    """Knows where documents were left and what is listed; it asks once, and then for what changed."""

    changed = Signal()

    def __init__(self, calls: BackgroundCalls, parent: QObject) -> None:
        super().__init__(parent)
        self._calls = calls
        self._client: Client | None = None
        self._entries: dict[str, ReadingEntry] = {}
        self.is_read_only: Callable[[str], bool] = lambda _doc: False
        """Whether a document is a team's, of which nothing is kept."""
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self.refresh)

    @property
    def entries(self) -> Mapping[str, ReadingEntry]:
        """What is kept, by document; the one left last comes first."""
        return self._entries

    @property
    def listed(self) -> list[ReadingEntry]:
        """The reading list in its order."""
        return sorted((entry for entry in self._entries.values() if entry.rank >= 0), key=lambda entry: entry.rank)

    def entry(self, doc: str) -> ReadingEntry | None:
        """What is kept of a document."""
        return self._entries.get(doc)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client
        self.refresh()

    def on_event(self, event: Event) -> None:
        """Follow what changes, here or elsewhere."""
        if event.kind is EventKind.READING_CHANGED and event.docs:
            self._ask(event.docs)
        elif event.kind in (EventKind.READING_CHANGED, EventKind.RESYNC, EventKind.COLLECTIONS_CHANGED):
            self.refresh()
        elif event.kind is EventKind.PUBLISHED and self._entries:
            self._refreshing.start()

    def refresh(self) -> None:
        """Ask for all."""
        client = self._client
        if client is not None:
            self._calls.ask(lambda: client.reading(ReadingRequest()), self._take_all, lambda _: None, slot="reading")

    def change(self, change: ReadingChange, done: Callable[[], object] = lambda: None) -> None:
        """Have something changed, then call `done`; the service's event, which all windows get, has it shown."""
        client = self._client

        def changed(_answer: ReadingAnswer) -> None:
            done()

        if client is not None and not any(map(self.is_read_only, change.docs)):
            self._calls.ask(lambda: client.change_reading(change), changed)

    def _ask(self, docs: tuple[str, ...]) -> None:
        client = self._client
        if client is not None:
            self._calls.ask(
                lambda: client.reading(ReadingRequest(docs)), lambda answer: self._take(answer, docs), lambda _: None
            )

    def _take_all(self, answer: ReadingAnswer) -> None:
        self._show({entry.doc: entry for entry in answer.entries})

    def _take(self, answer: ReadingAnswer, docs: Collection[str]) -> None:
        found = {entry.doc: entry for entry in answer.entries}
        rest = {doc: entry for doc, entry in self._entries.items() if doc not in docs and doc not in found}
        self._show(found | rest)

    def _show(self, entries: dict[str, ReadingEntry]) -> None:
        if entries != self._entries:
            self._entries = entries
            self.changed.emit()
