"""What the service tells as it happens, passed on to the parts of the window that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from bookwheel.domain.reading import PageAnswer, PageRequest
from bookwheel.domain.service import Event, EventKind
from bookwheel.gui.i18n.service_messages import heard
from bookwheel.gui.i18n.translation import tr

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window

_MEND_MS = 1500
"""Rest after documents came, until a page with broken links is asked for again: they may lead there."""
_HAS_BROKEN_LINK = 'class="broken"'


class Hearing(QObject):
    """Takes events, in their order, on the window's thread."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._known = 0, "idle"
        self._looked_at: PageAnswer | None = None
        self._mending = QTimer(self, singleShot=True, interval=_MEND_MS)
        self._mending.timeout.connect(window.reader.reload)

    def hear(self, event: Event) -> None:
        """Pass one event on."""
        w, kind = self._window, event.kind
        if kind is EventKind.PROGRESSED and event.progress is not None:
            w.status.show_progress(event.progress)
            w.status.show_problems(event.progress.problems)
            known = event.progress.problems, event.progress.phase
            if known != self._known:  # A folder may be gone, or there again, or be counted now.
                self._known = known
                w.library.refresh_soon(())
        elif kind is EventKind.PUBLISHED:
            self._published(event)
        elif kind is EventKind.EMBEDDED and event.embedding is not None:
            w.status.show_embedding(event.embedding)
        elif kind is EventKind.PROJECTED:
            w.around.refresh()
            self._look_at_foot()
        elif kind is EventKind.COLLECTIONS_CHANGED:
            w.library.refresh_soon()
            w.refresh_status()
            w.setting.refresh()
        elif kind is EventKind.SETTINGS_CHANGED:
            w.search.refresh()
            w.setting.refresh()
        elif kind is EventKind.ACTIVITY_LOGGED and event.activity is not None:
            w.activity.model.add(event.activity)
            if not w.status.names_agent(event.activity.client):
                w.refresh_status()
        elif kind is EventKind.AGENTS_CHANGED:
            w.refresh_status()
        elif kind is EventKind.NOTICE_RAISED:
            if event.message:
                w.notice.say(heard(event.message))
            w.refresh_status()
        elif kind is EventKind.STORAGE_RECOVERED:
            w.refresh_status()
        elif kind is EventKind.STOPPING:
            w.status.show_lost(heard(event.message) if event.message else tr("The background service is stopping."))
        elif kind is EventKind.RESYNC:
            w.library.refresh_soon()
            w.refresh_status()

    def _look_at_foot(self) -> None:
        """Ask once whether ways on from the page shown were found since: its collection may still have been read."""
        w = self._window
        shown, client = w.reader.page, w.client
        if shown is None or client is None or shown is self._looked_at or w.status.is_reading:
            return
        self._looked_at = shown

        def done(page: PageAnswer) -> None:
            if w.reader.page is shown and _ways(page) != _ways(shown):
                w.reader.reload()

        w.calls.ask(lambda: client.page(PageRequest(shown.doc)), done, lambda _error: None, slot="foot")

    def _published(self, event: Event) -> None:
        w = self._window
        w.status.show_revision(event.revision)
        w.library.refresh_soon(None if event.is_partial else {doc.partition("/")[0] for doc in event.docs})
        w.refresh_status()
        w.search.refresh()
        w.around.refresh()
        shown = w.reader.page
        if (shown is None and w.reader.here is not None) or (shown is not None and shown.doc in event.docs):
            w.reader.reload()
        elif shown is not None and event.docs and _HAS_BROKEN_LINK in shown.html:
            self._mending.start()


def _ways(page: PageAnswer) -> tuple[object, ...]:
    return page.previous, page.next, page.languages
