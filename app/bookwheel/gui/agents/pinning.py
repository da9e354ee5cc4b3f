"""Pinning for agents: from the page, from the hits, and what the tray in the agents' side bar shows of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from bookwheel.client.connection import Client
from bookwheel.domain.document import TOP
from bookwheel.domain.pins import MovePinRequest, PinRequest, TrayAnswer, UnpinRequest
from bookwheel.domain.service import Event, EventKind
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.state.places import Place

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window


class Pinning:
    """What the person pins for agents."""

    def __init__(self, window: Window) -> None:
        self._window = window
        tray = window.activity.pins
        tray.opened.connect(self._open)
        tray.view.removed.connect(lambda pin: self._ask(lambda client: client.unpin(UnpinRequest((pin,)))))
        tray.view.moved.connect(lambda pin, at: self._ask(lambda client: client.move_pin(MovePinRequest(pin, at))))
        window.link.event_received.connect(self._hear)
        window.library.collections_came.connect(lambda _answer: self.refresh())
        hits = window.hits.view
        hits.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        hits.customContextMenuRequested.connect(self._show_menu)

    def refresh(self) -> None:
        """Ask what is pinned."""
        self._ask(lambda client: client.tray())

    def pin(self) -> None:
        """Pin the chosen hit where hits have the focus, else the section being read with all below it."""
        window = self._window
        hits = window.hits.view
        hit = window.search.model.hit(hits.currentIndex().row()) if hits.hasFocus() else None
        page = window.reader.page
        if hit is not None:
            self._pin(PinRequest(hit.section))
        elif page is not None:
            anchor = window.reader.anchor
            named = page.doc if anchor in ("", TOP) else f"{page.doc}#{anchor}"
            self._pin(PinRequest(named, is_branch=True))

    def clear(self) -> None:
        """Take everything out of the tray."""
        self._ask(lambda client: client.unpin(UnpinRequest()))

    def menu_of(self, row: int) -> QMenu | None:
        """What can be done with a hit, None where there is none."""
        window = self._window
        hit = window.search.model.hit(row)
        if hit is None:
            return None
        menu = QMenu(window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open in a new tab"), lambda: window.hits.view.opened.emit(True))
        menu.addAction(tr("Pin for agents"), lambda: self._pin(PinRequest(hit.section)))
        menu.addAction(tr("Why this hit ranks"), lambda: window.choosing.reasons())
        return menu

    def _hear(self, event: Event) -> None:
        if event.kind in (EventKind.TRAY_CHANGED, EventKind.RESYNC):
            self.refresh()

    def _show_menu(self, at: QPoint) -> None:
        view = self._window.hits.view
        index = view.indexAt(at) if view.indexAt(at).isValid() else view.currentIndex()
        if index.isValid():
            view.setCurrentIndex(index)
        menu = self.menu_of(index.row())
        if menu is not None:
            menu.popup(view.viewport().mapToGlobal(at))

    def _pin(self, request: PinRequest) -> None:
        def done(answer: TrayAnswer) -> None:
            self._window.activity.pins.show_tray(answer)
            title = next((each.title for each in answer.entries if each.pin == request.section), "")
            self._window.notice.say(tr("“{title}” is pinned for agents.").format(title=title))

        self._ask(lambda client: client.pin(request), done)

    def _ask(self, call: Callable[[Client], TrayAnswer], done: Callable[[TrayAnswer], None] | None = None) -> None:
        client = self._window.client
        if client is not None:
            shown = done or self._window.activity.pins.show_tray
            self._window.calls.ask(lambda: call(client), shown, slot="" if done else "tray")

    def _open(self, section: str) -> None:
        doc, _, anchor = section.partition("#")
        self._window.open(Place(doc, anchor))
