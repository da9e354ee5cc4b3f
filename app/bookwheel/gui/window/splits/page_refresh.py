"""When the page of a reader is asked for again, since the library has changed."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject, QTimer

from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.domain.service.events import Event
from bookwheel.domain.things import is_thing
from bookwheel.domain.topics import is_topic
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.comparisons import compared_documents
from bookwheel.gui.state.locations import is_made_page
from bookwheel.gui.status.status_bar import StatusBar

_RELOAD_MS = 1500
"""Rest after documents came, until a page with broken links or queries is asked for again."""
_HAS_BROKEN_LINK = 'href="bookwheel://broken/?'
_HAS_ANSWER = 'class="answer"'
"""In a page with queries, which any document of its collection may change."""


class PageRefresh(QObject):
    """Follows the events that concern one reader."""

    def __init__(self, shell: Shell, reader: Reader, bar: StatusBar) -> None:
        super().__init__(reader)
        self._shell, self._reader, self._bar = shell, reader, bar
        self._checked: PageAnswer | None = None
        self._reloading = QTimer(self, singleShot=True, interval=_RELOAD_MS)
        self._reloading.timeout.connect(reader.reload)

    def on_published(self, event: Event) -> None:
        """Documents changed: perhaps the one shown, or one that it links to."""
        reader, shown = self._reader, self._reader.page
        if (shown is None and reader.here is not None) or (shown is not None and _shows_any(shown.doc, event.docs)):
            reader.reload()
        elif shown is not None and may_be_changed(shown, event.docs):
            self._reloading.start()

    def reload_thing(self) -> None:
        """Which things are the same has changed."""
        if self._reader.page is not None and is_thing(self._reader.page.doc):
            self._reader.reload()

    def follow_topics(self) -> None:
        """Show the page of a topic again, or a document whose topics are others now."""
        self._checked = None
        if self._reader.page is not None and is_topic(self._reader.page.doc):
            self._reader.reload()
        else:
            self.reload_if_neighbours_changed()

    def reload_if_neighbours_changed(self) -> None:
        """Ask once whether ways on from the page shown were found since: its collection may still have been read."""
        reader = self._reader
        shown, client = reader.page, self._shell.client
        if shown is None or client is None or shown is self._checked or self._bar.is_reading:
            return
        if is_made_page(shown.doc):  # it has no neighbours in a tree
            return
        self._checked = shown

        def done(page: PageAnswer) -> None:
            if reader.page is shown and _list_neighbours(page) != _list_neighbours(shown):
                reader.reload()

        reader.calls.ask(lambda: client.page(PageRequest(shown.doc)), done, lambda _error: None, slot="foot")


def _shows_any(id: str, docs: Collection[str]) -> bool:
    return any(doc in docs for doc in compared_documents(id) or (id,))


def may_be_changed(page: PageAnswer, docs: Collection[str]) -> bool:
    """Whether other documents may change a page: what its broken links lead to, or what its queries find."""
    if docs and _HAS_BROKEN_LINK in page.html:
        return True
    return _HAS_ANSWER in page.html and _is_of(page.doc, docs)


def _is_of(doc: str, others: Collection[str]) -> bool:
    """Whether one of the others is of the same collection."""
    collection = f"{doc.partition('/')[0]}/"
    return any(other.startswith(collection) for other in others)


def _list_neighbours(page: PageAnswer) -> tuple[object, ...]:
    return page.previous, page.next, page.languages, page.topics
