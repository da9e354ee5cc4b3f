"""Taking folders and files into the library: picked, dropped, or the sample."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddAnswer, AddRequest, CollectionCard, CollectionsAnswer, ConfigureRequest
from bookwheel.domain.errors import BookwheelError, ProtectedFile
from bookwheel.domain.formats import FORMATS, Form, Format
from bookwheel.domain.links.lone_files import lone_id
from bookwheel.domain.page import ResolveRequest
from bookwheel.domain.readiness import name_formats_off, name_programs, name_types
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.file_dialogs import build_dialog
from bookwheel.gui.window.docks.dock_layout import DockLayout
from bookwheel.gui.window.tour import Tour

_LOOK_MS, _LOOKS = 150, 60
_SAME = 8
"""Looks that find the same page: the tree follows what was read last by most of a second."""
_PATIENCE = 20
"""Looks at a collection's front page while its files still come in: a book's first page may not be its first file."""
_STATES_OF_READING = ("counting", "indexing")
_TYPES_OF_DOCUMENTS = {
    *(suffix for kind in FORMATS if kind.is_on for suffix in kind.suffixes),
    ".azw3", ".djvu", ".dot", ".mobi", ".numbers", ".one", ".pages",
}  # fmt: skip
"""Types whose files a person may miss in a folder that has documents; not those of pictures, settings and programs."""
_MANY = 10
"""Of so many documents one skipped file with words is told of."""
_SAMPLE_NAME = "The craft of reading"


def _sample() -> Path:
    return paths.resources() / "sample"


class AddFolder:
    """Adds folders and files to the library of one window."""

    def __init__(
        self,
        shell: Shell,
        library: LibraryDock,
        layout: DockLayout,
        tour: Callable[[], Tour],
        later: Callable[[list[str]], None],
        settings: Callable[[str], object],
    ) -> None:
        """`later` takes paths while there is no service yet; `settings` shows those of a collection, by its name."""
        self._shell = shell
        self._library = library
        self._tree = library.model
        self._layout = layout
        self._build_tour = tour
        self._later = later
        self._show_settings = settings
        self._tour: Tour | None = None
        self._greeting = ""
        self._is_new = False
        self._added: set[str] = set()
        """Collections whose first reading is not over."""
        if shell.session.docks.isEmpty():
            layout.set_bare(True)
        library.add_wanted.connect(self.ask_for_folder)
        library.collections_came.connect(self._greet)
        library.collections_came.connect(self._tell_skipped)

    @property
    def tour(self) -> Tour:
        """The tour of the window."""
        if self._tour is None:
            self._tour = self._build_tour()
        return self._tour

    def show_tour(self) -> None:
        """Lead around the window."""
        self._shell.session.is_shown_around = True
        self.tour.begin()

    def _greet(self, answer: CollectionsAnswer) -> None:
        """While the library is empty the window says one thing; with the first documents it offers to lead around."""
        self._layout.set_bare(not answer.collections)
        if answer.collections and self._is_new and not self._shell.session.is_shown_around:
            self._shell.session.is_shown_around = True
            self._greeting = tr("You can search documents while indexing is still running.")
            self._shell.notify(self._greeting, tr("Start tour"), self.show_tour)
        elif self._greeting and all(card.state not in _STATES_OF_READING for card in answer.collections):
            self._shell.withdraw(self._greeting)
            self._greeting = ""
        self._is_new = not answer.collections

    def _tell_skipped(self, answer: CollectionsAnswer) -> None:
        """Say which files of a new collection were not read, once the others were."""
        for card in answer.collections:
            if card.slug not in self._added or card.state in _STATES_OF_READING:
                continue
            self._added.discard(card.slug)
            if card.skipped_types and (_is_missed(card) or not card.documents):
                said = tr("“{name}”: Some files were skipped because of their type: {types}.")
                if not card.documents:
                    said = tr("“{name}” has no files that can be read. Skipped because of their type: {types}.")
                sentence = said.format(name=card.name, types=name_types(card.skipped_types))
                sentence = " ".join((sentence, *map(translate_message, name_programs(card.skipped_types))))
                if off := name_formats_off(card.skipped_types):
                    self._shell.notify(sentence, tr("Index them"), partial(self._switch_on, card.slug, off))
                else:
                    title = tr("Collection: {name}").format(name=card.name)
                    self._shell.notify(sentence, tr("Choose files to index"), partial(self._show_settings, title))

    def _switch_on(self, slug: str, formats: Sequence[Format]) -> None:
        """Let a collection read formats that it leaves out."""
        client = self._shell.client
        if client is None:
            return

        def configure() -> None:
            known = client.configure(ConfigureRequest(slug)).collection.formats
            client.configure(ConfigureRequest(slug, formats=(*known, *(f"{kind.name}=on" for kind in formats))))

        self._shell.calls.ask(configure, lambda _: None)

    def ask_for_folder(self) -> None:
        """Let the person pick a folder to add."""
        box = build_dialog(self._shell.dialog_parent(), tr("Add folder"))
        box.setFileMode(QFileDialog.FileMode.Directory)
        box.setOption(QFileDialog.Option.ShowDirsOnly)
        box.fileSelected.connect(self.add)
        box.open()

    def add_sample(self) -> None:
        """Add the bundled sample library and open its front page."""
        self._send(str(_sample()))

    def add(self, *paths: str) -> None:
        """Add folders and open files; a folder or file that the library has is shown there."""
        if self._shell.client is None:
            self._later([*paths])
            return
        for path in paths:
            self._take(self._shell.client, path, is_one_of_many=len(paths) > 1)

    def _take(self, client: Client, path: str, *, is_one_of_many: bool) -> None:
        shell = self._shell

        def look() -> str:
            """The document that the file is read as, empty for a folder and for what is not there."""
            is_file = os.path.exists(path) and not os.path.isdir(path)
            return client.resolve(ResolveRequest(lone_id(os.path.abspath(path)), "")).doc if is_file else ""

        def done(doc: str) -> None:
            here = shell.location
            if doc:
                place = Location(doc, title=os.path.basename(path))
                shell.open(place, in_new_tab=here is not None and here.doc != doc)
            else:
                self._send(path, in_new_tab=is_one_of_many)

        def fail(error: BookwheelError) -> None:
            if isinstance(error, ProtectedFile):  # its tab asks for the password
                done(lone_id(os.path.realpath(path)))
            else:
                shell.notify(translate_message(error.message))

        shell.calls.ask(look, done, fail)

    def offer_folder(self, file: str) -> None:
        """Offer to add the folder of a file that is read outside the library."""
        box = QMessageBox(self._shell.dialog_parent())
        box.setText(tr("Add the folder “{folder}” to your library?").format(folder=Path(file).parent))
        box.setInformativeText(tr("Its documents are indexed in place; nothing is copied or changed."))
        yes = box.addButton(tr("Add folder"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(yes)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(lambda button: button is yes and self._send(file))
        box.open()

    def _send(self, path: str, *, in_new_tab: bool = False) -> None:
        shell, client = self._shell, self._shell.client
        if client is None:
            self._later([path])
            return

        def done(answer: AddAnswer) -> None:
            self._library.refresh()
            slug = answer.collection.slug
            if answer.is_known and not answer.document:
                shell.notify(tr("“{name}” is already in the library.").format(name=answer.collection.name))
            if not answer.is_known:
                self._added.add(slug)
            if answer.document:
                shell.open(Location(answer.document), in_new_tab=in_new_tab)
            self.show(slug, opens=not answer.document and (not answer.is_known or shell.location is None))

        name = _SAMPLE_NAME if Path(path) == _sample() else ""

        def failed(error: BookwheelError) -> None:
            shell.notify(error.message, tr("Choose another folder"), self.ask_for_folder)

        shell.calls.ask(lambda: client.add(AddRequest(path, name)), done, failed)

    def show(self, slug: str, *, opens: bool, looks: int = 0, seen: tuple[str, ...] = ()) -> None:
        """Focus a collection once its row is here, and open its front page once that stays the same.

        `seen` are the front pages found in earlier looks.
        """
        at = self._library.index_of(slug)
        if at is not None:
            self._library.focus_collection(slug)
            if not opens:
                return
            first = self._tree.front_page(at)
            is_read = self._tree.cards()[slug].state not in _STATES_OF_READING
            is_settled = seen[-_SAME:] == (first,) * _SAME and is_read
            if first and (is_settled or len(seen) >= _PATIENCE):
                title = str(self._tree.index_of(first).data() or "")
                self._shell.open(Location(first, title=title), in_new_tab=True)
                return
            seen = (*seen, first) if first else seen
        if looks < _LOOKS:
            again = partial(self.show, slug, opens=opens, looks=looks + 1, seen=seen)
            QTimer.singleShot(_LOOK_MS, self._library, again)


def _is_missed(card: CollectionCard) -> bool:
    """Whether a person may miss files that were skipped: documents, or many with words beside the documents.

    Pictures beside documents are what one expects of a folder.
    """
    if any(kind.extension in _TYPES_OF_DOCUMENTS for kind in card.skipped_types):
        return True
    off = (kind.count for kind in card.skipped_types if any(one.form is Form.CODE for one in name_formats_off((kind,))))
    return sum(off) * _MANY >= card.documents
