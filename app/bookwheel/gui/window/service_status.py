"""How the service is and what agents did: asked for, and shown in the status bar and the Activity dock."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable, TeamUnavailable
from bookwheel.domain.service.activity import ActivityRequest
from bookwheel.domain.service.agents import PauseAgentsRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.status import StatusAnswer
from bookwheel.gui.agents.activity_dock import ActivityDock
from bookwheel.gui.agents.activity_model import MOST_CALLS
from bookwheel.gui.backend.service_connection import ServiceConnection
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.status.status_bar import StatusBar

_AGAIN_MS = 300
"""Between two looks at a service that is starting."""


class ServiceStatus(QObject):
    """Keeps the status bar and the list of agents' calls up to date."""

    def __init__(self, shell: Shell, connection: ServiceConnection, bar: StatusBar, activity: ActivityDock) -> None:
        super().__init__(connection)
        self._shell = shell
        self._connection = connection
        self._bar = bar
        self._activity = activity
        shell.calls.failed.connect(self.show_error)
        connection.lost.connect(bar.show_lost)
        activity.pause_wanted.connect(self._pause_agents)

    def on_connected(self, client: Client) -> None:
        """Ask a new service for everything."""
        self.refresh()
        self._fetch_activity(client, ActivityRequest())

    def on_event(self, event: Event) -> None:
        """Fetch the agents' calls again when a setting or a collection changed which of them are kept."""
        client = self._shell.client
        if event.kind in (EventKind.COLLECTIONS_CHANGED, EventKind.SETTINGS_CHANGED) and client is not None:
            self._fetch_activity(client, ActivityRequest(MOST_CALLS))

    def refresh(self) -> None:
        """Ask how the service is."""
        client = self._shell.client
        if client is not None:
            self._shell.calls.ask(lambda: client.status(), self._show, self.show_error, slot="status")

    def show_error(self, error: BookwheelError) -> None:
        """Say what went wrong with a call; look for the service again where it cannot be reached."""
        if isinstance(error, ServiceUnavailable) and not isinstance(error, TeamUnavailable):
            self._bar.show_lost(error.message)
            self._connection.reconnect()
        else:
            self._shell.notify(error.message)

    def _show(self, status: StatusAnswer) -> None:
        self._bar.show_status(status)
        if status.state == "starting":
            QTimer.singleShot(_AGAIN_MS, self, self.refresh)
        self._activity.set_paused(status.agents_paused)

    def _fetch_activity(self, client: Client, request: ActivityRequest) -> None:
        calls = self._activity.model
        self._shell.calls.ask(lambda: client.activity(request), lambda answer: calls.set_calls(answer.activity))

    def _pause_agents(self, is_paused: bool) -> None:
        client = self._shell.client
        if client is not None:
            request = PauseAgentsRequest(is_paused)
            self._shell.calls.ask(lambda: client.pause_agents(request), lambda _done: self.refresh())
