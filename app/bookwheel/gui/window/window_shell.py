"""The Shell of a window: what its features may ask of it, answered by its widgets."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QLineEdit, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.document import TOP
from bookwheel.domain.page import PageAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.backend.service_connection import ServiceConnection
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.notification_bar import NotificationBar
from bookwheel.gui.widgets.palette import CommandPalette
from bookwheel.gui.window.centre import Centre
from bookwheel.gui.window.splits.split_view import SplitView


class WindowShell:
    """See `Shell`."""

    def __init__(
        self,
        window: QWidget,
        *,
        calls: BackgroundCalls,
        theme: Theme,
        session: Session,
        connection: ServiceConnection,
        centre: Centre,
        split_view: SplitView,
        library: LibraryDock,
        search_box: QLineEdit,
        notifications: NotificationBar,
        command_palette: CommandPalette,
    ) -> None:
        self.calls = calls
        self.theme = theme
        self.session = session
        self.command_palette = command_palette
        self._window = window
        self._connection = connection
        self._centre = centre
        self._split_view = split_view
        self._library = library
        self._search_box = search_box
        self._notifications = notifications
        self.open_in_editor: Callable[[EditTarget], object] = lambda _target: None
        self.resume: Callable[[Location], Location] = lambda place: place
        """Gives the place at which a document was left."""

    @property
    def connected(self) -> SignalInstance:
        """See `Shell`."""
        return self._connection.connected

    @property
    def event_received(self) -> SignalInstance:
        """See `Shell`."""
        return self._connection.event_received

    @property
    def client(self) -> Client | None:
        """See `Shell`."""
        return self._connection.client

    @property
    def page(self) -> PageAnswer | None:
        """See `Shell`."""
        return self._split_view.reader.page

    @property
    def location(self) -> Location | None:
        """See `Shell`."""
        return self._split_view.reader.here

    @property
    def section(self) -> str:
        """See `Shell`."""
        reader = self._split_view.reader
        page, anchor = reader.page, reader.anchor
        if page is None:
            return ""
        return page.doc if anchor in ("", TOP) else f"{page.doc}#{anchor}"

    def collection_of(self, doc: str) -> CollectionCard | None:
        """See `Shell`."""
        return self._library.model.cards().get(doc.partition("/")[0])

    def collection_names(self) -> dict[str, str]:
        """See `Shell`."""
        return self._library.collection_names()

    def open(self, place: Location, *, in_new_tab: bool = False) -> None:
        """See `Shell`."""
        self._centre.show_reader()
        self._split_view.reader.follow(self.resume(place), in_new_tab)

    def open_beside(self, place: Location) -> None:
        """See `Shell`."""
        self._centre.show_reader()
        self._split_view.open_beside(self.resume(place))

    def edit(self, target: EditTarget) -> None:
        """See `Shell`."""
        self.open_in_editor(target)

    def preview(self, place: Location) -> None:
        """See `Shell`."""
        self._centre.show_reader()
        self._split_view.reader.preview(place)

    def notify(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        """See `Shell`."""
        self._notifications.show_message(text, action, run)

    def withdraw(self, text: str) -> None:
        """See `Shell`."""
        self._notifications.withdraw(text)

    def search_for(self, text: str) -> None:
        """See `Shell`."""
        self._search_box.setText(text)
        self._search_box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search_box.selectAll()

    def leave_search(self) -> None:
        """See `Shell`."""
        self._centre.leave_search()

    def dialog_parent(self) -> QWidget:
        """See `Shell`."""
        return self._window
