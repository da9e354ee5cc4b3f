"""Adding sites, feeds and git repositories to the library of one window, and refreshing one from its row."""

from __future__ import annotations

from bookwheel.domain.sources import AddSourceAnswer, RefreshAnswer, RefreshRequest
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.window.dialogs import Dialogs


class AddSource:
    """Shows in the tree what was added, and says that it is on its way."""

    def __init__(self, shell: Shell, library: LibraryDock, dialogs: Dialogs) -> None:
        self._shell, self._library, self._dialogs = shell, library, dialogs
        dialogs.source_added.connect(self._on_added)
        dialogs.collection_wanted.connect(library.focus_collection)
        library.row_menu.refresh_wanted.connect(self._refresh)
        library.row_menu.sources_wanted.connect(dialogs.show_sources)

    def _on_added(self, answer: AddSourceAnswer) -> None:
        self._library.refresh()
        name = answer.collection.name
        said = tr("“{name}” is already in the library.") if answer.is_known else tr("Fetching “{name}”…")
        self._shell.notify(said.format(name=name), tr("Show sources"), self._dialogs.show_sources)

    def _refresh(self, slug: str) -> None:
        client, shell = self._shell.client, self._shell
        if client is None:
            return
        name = shell.collection_names().get(slug, slug)

        def done(_answer: RefreshAnswer) -> None:
            shell.notify(tr("Refreshing “{name}”…").format(name=name), tr("Show sources"), self._dialogs.show_sources)

        shell.calls.ask(
            lambda: client.refresh(RefreshRequest(slug)),
            done,
            lambda error: shell.notify(translate_message(error.message)),
        )
