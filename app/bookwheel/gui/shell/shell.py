"""What a feature may ask of the window it lives in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.page import PageAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.palette import CommandPalette


class Shell(Protocol):
    """A window as its features see it. Thread: the window's."""

    calls: BackgroundCalls
    theme: Theme
    session: Session
    command_palette: CommandPalette

    @property
    def connected(self) -> SignalInstance:
        """Emitted with the Client once there is one, and again with the next after it was lost."""
        ...

    @property
    def event_received(self) -> SignalInstance:
        """Emitted with each Event of the service, in their order."""
        ...

    @property
    def client(self) -> Client | None:
        """The client while there is one."""
        ...

    @property
    def page(self) -> PageAnswer | None:
        """The document shown, once it has come."""
        ...

    @property
    def location(self) -> Location | None:
        """Where the reader is, also while the document is still on its way."""
        ...

    @property
    def section(self) -> str:
        """The section being read: the document's id, with `#anchor` below its top; empty without a document."""
        ...

    def collection_of(self, doc: str) -> CollectionCard | None:
        """The collection of a document, None for what belongs to none that is known."""
        ...

    def collection_names(self) -> dict[str, str]:
        """The names of all collections, by slug."""
        ...

    def open(self, place: Location, *, in_new_tab: bool = False) -> None:
        """Go to a place and read: here, in a new tab, or in the other split while Ctrl and Alt are held as well."""
        ...

    def open_beside(self, place: Location) -> None:
        """Show a place in the other split, which is made if there is none; the focused one stays."""
        ...

    def edit(self, target: EditTarget) -> None:
        """Open a line of a document's file in the editor that the person chose."""
        ...

    def preview(self, place: Location) -> None:
        """Show a place in a tab that the next preview takes, unless the person keeps it."""
        ...

    def notify(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        """Show a sentence over the foot of the page, with a button where there is an action."""
        ...

    def withdraw(self, text: str) -> None:
        """Hide a sentence that does not hold any more, if it is the one shown."""
        ...

    def search_for(self, text: str) -> None:
        """Search for a text, as if typed."""
        ...

    def leave_search(self) -> None:
        """Hide the results and go back to the page."""
        ...

    def dialog_parent(self) -> QWidget:
        """What dialogs and menus of a feature belong to."""
        ...
