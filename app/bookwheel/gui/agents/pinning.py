"""Pinning for agents: sections pinned by the person, and the list of them in the agents' sidebar kept in step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.pins import MovePinRequest, PinRequest, TrayAnswer, UnpinRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.agents.pinned_list import PinsPane
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import refuses_change
from bookwheel.gui.state.locations import Location


class Pinning:
    """What the person pins for agents."""

    def __init__(self, shell: Shell, pins: PinsPane) -> None:
        self._shell = shell
        self._pins = pins
        pins.opened.connect(self._open)
        self._changes: deque[Callable[[Client], TrayAnswer]] = deque()
        """What the person did and the service does not know yet; the first is on its way."""
        pins.view.removed.connect(lambda pin: self._change(lambda client: client.unpin(UnpinRequest((pin,)))))
        pins.view.moved.connect(lambda pin, at: self._change(lambda client: client.move_pin(MovePinRequest(pin, at))))
        shell.event_received.connect(self._on_event)

    def refresh(self) -> None:
        """Ask what is pinned."""
        client = self._shell.client
        if client is not None and not self._changes:
            self._shell.calls.ask(lambda: client.tray(), self._pins.show_tray, slot="tray")

    def pin(self, section: str) -> None:
        """Pin one section."""
        self._pin(PinRequest(section))

    def pin_here(self) -> None:
        """Pin the section being read with all below it."""
        section = self._shell.section
        if section:
            self._pin(PinRequest(section, is_branch=True))

    def clear(self) -> None:
        """Unpin everything."""
        self._change(lambda client: client.unpin(UnpinRequest()))

    def _on_event(self, event: Event) -> None:
        if event.kind in (EventKind.TRAY_CHANGED, EventKind.RESYNC):
            self.refresh()

    def _pin(self, request: PinRequest) -> None:
        def done(answer: TrayAnswer) -> None:
            title = next((entry.title for entry in answer.entries if entry.pin == request.section), "")
            self._shell.notify(tr("“{title}” is pinned for agents.").format(title=title))
            self.refresh()

        client = self._shell.client
        if client is not None and not refuses_change(self._shell, request.section):
            self._shell.calls.ask(lambda: client.pin(request), done)

    def _change(self, change: Callable[[Client], TrayAnswer]) -> None:
        """Make a change after those before it."""
        self._changes.append(change)
        if len(self._changes) == 1:
            self._send()

    def _send(self) -> None:
        client, change = self._shell.client, self._changes[0]
        if client is None:
            self._changes.clear()
        else:
            self._shell.calls.ask(lambda: change(client), lambda _answer: self._sent(), self._failed)

    def _sent(self) -> None:
        self._changes.popleft()
        if self._changes:
            self._send()
        else:
            self.refresh()

    def _failed(self, error: BookwheelError) -> None:
        self._shell.calls.failed.emit(error)
        self._sent()

    def _open(self, section: str) -> None:
        doc, _, anchor = section.partition("#")
        self._shell.open(Location(doc, anchor))
