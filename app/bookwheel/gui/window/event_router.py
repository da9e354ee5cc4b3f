"""What the service tells as it happens, passed on to the parts of the window that show it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.status import Progress
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.search.search import Search
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.status.status_bar import StatusBar
from bookwheel.gui.window.docks.docks import Docks
from bookwheel.gui.window.docks.related_docks import RelatedDocks
from bookwheel.gui.window.service_status import ServiceStatus
from bookwheel.gui.window.splits.page_refresh import PageRefresh
from bookwheel.gui.window.splits.split_view import SplitView

_PAGES_CHANGED = frozenset(
    (
        EventKind.PUBLISHED, EventKind.PROJECTED, EventKind.SAME_CHANGED, EventKind.TOPICS_CHANGED,
        EventKind.COLLECTIONS_CHANGED, EventKind.SETTINGS_CHANGED, EventKind.RESYNC,
    )
)  # fmt: skip
"""After these a page may be another one than that which was fetched before."""


class EventRouter(QObject):
    """Takes events, in their order, on the window's thread."""

    def __init__(
        self,
        shell: Shell,
        status: ServiceStatus,
        bar: StatusBar,
        docks: Docks,
        related: RelatedDocks,
        split_view: SplitView,
        search: Search,
    ) -> None:
        super().__init__(split_view)
        self._shell = shell
        self._status = status
        self._bar = bar
        self._library = docks.library
        self._related = related
        self._calls_of_agents = docks.activity.model
        self._refreshes: dict[Reader, PageRefresh] = {}
        self._search = search
        self._known = 0, "idle"
        split_view.on_reader(self._add)
        split_view.reader_left.connect(lambda reader: self._refreshes.pop(reader, None))

    def on_event(self, event: Event) -> None:
        """Pass one event on."""
        kind = event.kind
        if kind in _PAGES_CHANGED:
            for reader in self._refreshes:
                reader.ahead.forget()
        if kind is EventKind.PROGRESSED and event.progress is not None:
            self._show_progress(event.progress)
        elif kind is EventKind.PUBLISHED:
            self._on_published(event)
        elif kind is EventKind.EMBEDDED and event.embedding is not None:
            self._bar.show_embedding(event.embedding)
        elif kind is EventKind.PROJECTED:
            self._related.refresh()
            for refresh in self._refreshes.values():
                refresh.reload_if_neighbours_changed()
        elif kind is EventKind.SAME_CHANGED:
            for refresh in self._refreshes.values():
                refresh.reload_thing()
        elif kind is EventKind.TOPICS_CHANGED:
            for refresh in self._refreshes.values():
                refresh.follow_topics()
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

    def _on_published(self, event: Event) -> None:
        self._library.refresh_soon(None if event.is_partial else {doc.partition("/")[0] for doc in event.docs})
        self._status.refresh()
        self._search.refresh()
        self._related.refresh()
        for refresh in self._refreshes.values():
            refresh.on_published(event)

    def _add(self, reader: Reader) -> None:
        self._refreshes[reader] = PageRefresh(self._shell, reader, self._bar)
