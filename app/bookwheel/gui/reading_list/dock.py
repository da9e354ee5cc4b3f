"""The Reading list side bar: what is to be read, in the order in which the person puts it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.reading_list.list_view import ReadingListView
from bookwheel.gui.reading_list.reading_places import ReadingPlaces
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock


class ReadingListDock(Dock):
    """Shows what `follow` gives it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Reading list"), "book-open", parent)
        self.extend_menu: Callable[[QMenu, str], None] = lambda _menu, _doc: None
        """Adds what can be done with a document."""
        self.view = ReadingListView(theme, self._extend)
        self.hold(self.view)
        self.show_message("")

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.view,)

    def follow(self, places: ReadingPlaces) -> None:
        """Show the reading list, now and when it changes."""

        def show() -> None:
            self.view.set_entries(places.listed)
            none = tr("Nothing to read yet. “Add to reading list” is in the menu of every document.")
            self.show_message("" if places.listed else none)

        places.changed.connect(show)
        show()

    def _extend(self, menu: QMenu, doc: str) -> None:
        self.extend_menu(menu, doc)
