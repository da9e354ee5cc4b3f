"""Opens the manual, a collection of the program's own that is added when it is first asked for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from bookwheel import paths
from bookwheel.domain.collection import AddAnswer, AddRequest, CollectionCard, RemoveRequest
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.manual_page import ManualWindow, open_manual
from bookwheel.gui.window.process_signals import ProcessSignals

_MISSING = "missing"


class Manual:
    """The manual of one window, in the window's language."""

    def __init__(self, window: ManualWindow, shell: Shell, library: LibraryDock, process: ProcessSignals) -> None:
        self._window = window
        self._shell = shell
        self._library = library
        self._process = process
        window.manual_wanted.connect(self.open)

    def open_for_focus(self) -> None:
        """Open the page about what has the keyboard."""
        open_manual(QApplication.focusWidget() or self._window)

    def open(self, page: str, is_beside: bool) -> None:
        """Open a page, such as `search.md` or `settings.md#this-window`; beside this window, in a window of its own."""
        shell, client, root = self._shell, self._shell.client, _root()
        if client is None:
            shell.notify(tr("Reconnecting to the background service…"))
            return
        file, _, anchor = page.partition("#")
        cards = self._library.model.cards().values()
        known = next((card.slug for card in cards if Path(card.root) == root), "")
        if known:
            self._show(Location(f"{known}/{file}", anchor), is_beside)
            return
        moved = [card.slug for card in cards if _is_moved_manual(card)]
        name = tr("Bookwheel manual")

        def add() -> AddAnswer:
            for slug in moved:
                client.remove(RemoveRequest(slug))
            return client.add(AddRequest(str(root / file), name, in_search=False))

        def done(answer: AddAnswer) -> None:
            self._library.refresh()
            self._show(Location(answer.document, anchor), is_beside)

        shell.calls.ask(add, done, lambda error: shell.notify(error.message))

    def _show(self, place: Location, is_beside: bool) -> None:
        if is_beside:
            self._process.window_requested.emit(place)
        else:
            self._shell.open(place, in_new_tab=self._is_elsewhere())

    def _is_elsewhere(self) -> bool:
        """Whether a document of the person's is open, which is not to go away."""
        place = self._shell.location
        if place is None:
            return False
        card = self._library.model.cards().get(place.doc.partition("/")[0])
        return card is None or Path(card.root) != _root()


def _root() -> Path:
    """The folder of the manual in the window's language, else in English."""
    own = paths.manuals() / QLocale().name().partition("_")[0]
    return own if own.is_dir() else paths.manuals() / "en"


def _is_moved_manual(card: CollectionCard) -> bool:
    """Whether a collection is the manual of a program that has moved since, as after an upgrade."""
    return card.state == _MISSING and Path(card.root).parts[-3:-1] == ("resources", "manual")
