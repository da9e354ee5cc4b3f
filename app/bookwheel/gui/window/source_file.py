"""The file of the document shown, or of the chosen hit or row: opened in an editor or its program, or its folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.opening.editing import Editing
from bookwheel.gui.opening.links_out import LinksOut
from bookwheel.gui.opening.new_notes import NewNotes
from bookwheel.gui.platform import desktop
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.subscription import explain_no_files, has_own_files
from bookwheel.gui.window.dialogs import Dialogs
from bookwheel.gui.window.splits.split_view import SplitView


class SourceFile:
    """Finds the file on disk."""

    def __init__(
        self,
        shell: Shell,
        library: LibraryDock,
        results: ResultsPanel,
        dialogs: Dialogs,
        split_view: SplitView,
        offer_shared: Callable[[str], bool],
    ) -> None:
        """`offer_shared` offers a published collection that an address names; it says whether there is one."""
        self._shell = shell
        self._library, self._tree = library, library.model
        self._results, self._split_view = results, split_view
        self.focused_task: Callable[[], EditTarget | None] = lambda: None
        """The task that is chosen while the Tasks pane has the keyboard."""
        self.editing = Editing(shell, self.find_path, dialogs.show_settings, self._explain_missing)
        self.new_notes = NewNotes(shell, self.editing, library.focused_folder, self._tree.cards)
        self.links_out = LinksOut(shell, self.new_notes, self._tree.cards, dialogs.add_site, offer_shared)
        library.row_menu.note_wanted.connect(self.new_notes.ask_in)
        dialogs.note_wanted.connect(self.new_notes.ask_for_link)
        results.file_wanted.connect(self._show)
        dialogs.file_wanted.connect(self._show)

    def edit(self) -> None:
        """Open the file in the editor, at the line that is read or of the hit or task that is chosen."""
        row, hit = self._library.focused_path(), self._results.focused_hit() or self.focused_task()
        if self._refuses_row():
            return
        if row:
            self._edit_path(Path(row))
        elif hit is not None:
            self.editing.edit(hit)
        elif self._shell.page is not None:
            reader = self._split_view.reader
            words = reader.position.passage_words if reader.pages is None else ""
            self.editing.edit(EditTarget(self._shell.page.doc, self._shell.section, words=words))

    def _edit_path(self, path: Path) -> None:
        if path.is_dir():
            self._show_path(path, in_folder=False)
        else:
            self.editing.edit_file(path)

    def open(self) -> None:
        """Open the file in the program that the desktop has for it."""
        self._act(in_folder=False)

    def reveal(self) -> None:
        """Show the file in the file manager."""
        self._act(in_folder=True)

    def open_in_browser(self) -> None:
        """Open the page on the web, if it has an address there."""
        page = self._shell.page
        if page is None:
            return
        if page.url:
            self.links_out.open_in_browser(page.url)
        else:
            self._shell.notify(tr("This page has no address on the web."))

    def _act(self, *, in_folder: bool) -> None:
        row = self._library.focused_path()
        if self._refuses_row():
            return
        if row:
            self._show_path(Path(row), in_folder)
        else:
            self._show(self._chosen(), in_folder)

    def _chosen(self) -> str:
        """The document of the chosen hit while the hits have the keyboard, else the one shown."""
        page = self._shell.page
        return self._results.focused_section().partition("#")[0] or (page.doc if page is not None else "")

    def _show(self, doc: str, in_folder: bool) -> None:
        path = self.find_path(doc)
        if path is not None:
            self._show_path(path, in_folder)
        elif doc:
            self._shell.notify(self._explain_missing(doc))

    def _refuses_row(self) -> bool:
        """Say why the chosen row has no file of one's own, where the tree has the keyboard and that is so."""
        card = self._library.focused_collection()
        if card is None or has_own_files(card):
            return False
        self._shell.notify(explain_no_files(card))
        return True

    def _explain_missing(self, doc: str) -> str:
        """Why a document has no file of one's own."""
        card = self._tree.cards().get(doc.partition("/")[0])
        if card is not None and not has_own_files(card):
            return explain_no_files(card)
        return tr("This page has no file that could be edited.")

    def _show_path(self, path: Path, in_folder: bool) -> None:
        if not path.exists():
            self._shell.notify(tr("{file} no longer exists.").format(file=path))
        elif in_folder:
            desktop.reveal(str(path))
        else:
            desktop.open_file(str(path))

    def find_path(self, doc: str) -> Path | None:
        """A document's file; None for what is no document of a folder of the person's own."""
        page = self._shell.page
        slug, _, inner = doc.partition("/")
        card = self._tree.cards().get(slug)
        if card is not None and not has_own_files(card):
            return None
        path = Path(page.source_path) if page is not None and page.doc == doc else Path(inner)
        if path.is_absolute():
            return path
        return Path(card.root) / path if card is not None and doc else None
