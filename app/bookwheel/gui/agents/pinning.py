"""Pinning for agents: sections pinned by the person, and the list of them in the agents' sidebar kept in step."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.pins import MovePinRequest, PinRequest, TrayAnswer, UnpinRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.agents.pinned_list import PinsPane
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location


class Pinning:
    """What the person pins for agents."""

    def __init__(self, shell: Shell, pins: PinsPane) -> None:
        self._shell = shell
        self._pins = pins
        pins.opened.connect(self._open)
        pins.view.removed.connect(lambda pin: self._call(lambda client: client.unpin(UnpinRequest((pin,)))))
        pins.view.moved.connect(lambda pin, at: self._call(lambda client: client.move_pin(MovePinRequest(pin, at))))
        shell.event_received.connect(self._on_event)

    def refresh(self) -> None:
        """Ask what is pinned."""
        self._call(lambda client: client.tray())

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
        self._call(lambda client: client.unpin(UnpinRequest()))

    def _on_event(self, event: Event) -> None:
        if event.kind in (EventKind.TRAY_CHANGED, EventKind.RESYNC):
            self.refresh()

    def _pin(self, request: PinRequest) -> None:
        def done(answer: TrayAnswer) -> None:
            self._pins.show_tray(answer)
            title = next((entry.title for entry in answer.entries if entry.pin == request.section), "")
            self._shell.notify(tr("“{title}” is pinned for agents.").format(title=title))

        self._call(lambda client: client.pin(request), done)

    def _call(self, call: Callable[[Client], TrayAnswer], done: Callable[[TrayAnswer], None] | None = None) -> None:
        client = self._shell.client
        if client is not None:
            show = done or self._pins.show_tray
            self._shell.calls.ask(lambda: call(client), show, slot="" if done else "tray")

    def _open(self, section: str) -> None:
        doc, _, anchor = section.partition("#")
        self._shell.open(Location(doc, anchor))
