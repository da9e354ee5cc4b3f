"""What the service tells as it happens, passed on to the parts of the window that show it."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject, QTimer

from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.status import Progress
from bookwheel.domain.things import is_thing
from bookwheel.domain.topics import is_topic
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.search.search import Search
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.comparisons import compared_documents
from bookwheel.gui.state.locations import is_made_page
from bookwheel.gui.status.status_bar import StatusBar
from bookwheel.gui.window.docks.docks import Docks
from bookwheel.gui.window.docks.related_docks import RelatedDocks
from bookwheel.gui.window.service_status import ServiceStatus

_RELOAD_MS = 1500
"""Rest after documents came, until a page with broken links is asked for again: they may lead there."""
_HAS_BROKEN_LINK = 'class="broken"'


class EventRouter(QObject):
    """Takes events, in their order, on the window's thread."""

    def __init__(
        self,
        shell: Shell,
        status: ServiceStatus,
        bar: StatusBar,
        docks: Docks,
        related: RelatedDocks,
        reader: Reader,
        search: Search,
    ) -> None:
        super().__init__(reader)
        self._shell = shell
        self._status = status
        self._bar = bar
        self._library = docks.library
        self._related = related
        self._calls_of_agents = docks.activity.model
        self._reader = reader
        self._search = search
        self._known = 0, "idle"
        self._checked: PageAnswer | None = None
        self._reloading = QTimer(self, singleShot=True, interval=_RELOAD_MS)
        self._reloading.timeout.connect(reader.reload)

    def on_event(self, event: Event) -> None:
        """Pass one event on."""
        kind = event.kind
        if kind is EventKind.PROGRESSED and event.progress is not None:
            self._show_progress(event.progress)
        elif kind is EventKind.PUBLISHED:
            self._on_published(event)
        elif kind is EventKind.EMBEDDED and event.embedding is not None:
            self._bar.show_embedding(event.embedding)
        elif kind is EventKind.PROJECTED:
            self._related.refresh()
            self._reload_if_neighbours_changed()
        elif kind is EventKind.SAME_CHANGED:
            if self._reader.page is not None and is_thing(self._reader.page.doc):
                self._reader.reload()
        elif kind is EventKind.TOPICS_CHANGED:
            self._follow_topics()
        elif kind is EventKind.COLLECTIONS_CHANGED:
            self._library.refresh_soon()
            self._status.refresh()
        elif kind is EventKind.SETTINGS_CHANGED:
            self._search.refresh()
        elif kind is EventKind.ACTIVITY_LOGGED and event.activity is not None:
            self._calls_of_agents.add(event.activity)
            if not self._bar.names_agent(event.activity.client):
                self._status.refresh()
        elif kind is EventKind.NOTICE_RAISED:
            if event.message:
                self._shell.notify(translate_message(event.message))
            self._status.refresh()
        elif kind in (EventKind.AGENTS_CHANGED, EventKind.STORAGE_RECOVERED):
            self._status.refresh()
        elif kind is EventKind.STOPPING:
            self._bar.show_lost(
                translate_message(event.message) if event.message else tr("The background service is stopping.")
            )
        elif kind is EventKind.RESYNC:
            self._library.refresh_soon()
            self._status.refresh()

    def _show_progress(self, progress: Progress) -> None:
        self._bar.show_progress(progress)
        self._bar.show_problems(progress.problems)
        known = progress.problems, progress.phase
        if known != self._known:  # A folder may be gone, or there again, or be counted now.
            self._known = known
            self._library.refresh_soon(())

    def _reload_if_neighbours_changed(self) -> None:
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

        self._shell.calls.ask(lambda: client.page(PageRequest(shown.doc)), done, lambda _error: None, slot="foot")

    def _follow_topics(self) -> None:
        """Show the page of a topic again, or a document whose topics are others now."""
        self._checked = None
        if self._reader.page is not None and is_topic(self._reader.page.doc):
            self._reader.reload()
        else:
            self._reload_if_neighbours_changed()

    def _on_published(self, event: Event) -> None:
        reader = self._reader
        self._library.refresh_soon(None if event.is_partial else {doc.partition("/")[0] for doc in event.docs})
        self._status.refresh()
        self._search.refresh()
        self._related.refresh()
        shown = reader.page
        if (shown is None and reader.here is not None) or (shown is not None and _shows_any(shown.doc, event.docs)):
            reader.reload()
        elif shown is not None and event.docs and _HAS_BROKEN_LINK in shown.html:
            self._reloading.start()


def _shows_any(id: str, docs: Collection[str]) -> bool:
    return any(doc in docs for doc in compared_documents(id) or (id,))


def _list_neighbours(page: PageAnswer) -> tuple[object, ...]:
    return page.previous, page.next, page.languages, page.topics
