"""The file of the document shown: opened in an editor, or shown in its folder."""

from __future__ import annotations

from pathlib import Path

from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.platform import desktop
from bookwheel.gui.shell.shell import Shell


class SourceFile:
    """Finds the file on disk."""

    def __init__(self, shell: Shell, library: LibraryDock) -> None:
        self._shell = shell
        self._tree = library.model

    def open_in_editor(self) -> None:
        """Open the file in the program that the desktop has for it."""
        path = self._find()
        if path is not None:
            desktop.open_file(str(path))

    def reveal(self) -> None:
        """Show the file in the file manager."""
        path = self._find()
        if path is not None:
            desktop.reveal(str(path))

    def _find(self) -> Path | None:
        page = self._shell.page
        if page is None:
            return None
        path = Path(page.source_path)
        if not path.is_absolute():
            card = self._tree.cards().get(page.doc.partition("/")[0])
            path = Path(card.root) / page.source_path if card is not None else path
        return path
