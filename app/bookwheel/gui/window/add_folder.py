"""Taking folders and files into the library: picked, dropped, or the sample."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QMessageBox

from bookwheel import paths
from bookwheel.domain.collection import AddAnswer, AddRequest, CollectionsAnswer
from bookwheel.domain.errors import BookwheelError
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.state.places import Place
from bookwheel.gui.widgets.file_dialogs import asked
from bookwheel.gui.window.tour import Tour

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window

_LOOK_MS, _LOOKS = 150, 60
_SAME = 8
"""Looks that find the same page: the tree follows what was read last by most of a second."""
_PATIENCE = 20
"""Looks at a collection's front page while its files still come in: a book's first page may not be its first file."""
_STATES_OF_READING = ("counting", "indexing")
_SAMPLE_NAME = "The craft of reading"


def _sample() -> Path:
    return paths.resources() / "sample"


class Adding:
    """Adds to the library of one window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._tour: Tour | None = None
        self._is_new = False
        if window.session.docks.isEmpty():
            window.side_bars.set_bare(True)
        window.library.collections_came.connect(self._look)

    @property
    def tour(self) -> Tour:
        """The tour of the window."""
        if self._tour is None:
            self._tour = Tour(self._window)
        return self._tour

    def show_tour(self) -> None:
        """Lead around the window."""
        self._window.session.is_shown_around = True
        self.tour.begin()

    def _look(self, answer: CollectionsAnswer) -> None:
        """While the library is empty the window says one thing; with the first documents it offers to lead around."""
        window = self._window
        window.side_bars.set_bare(not answer.collections)
        if answer.collections and self._is_new and not window.session.is_shown_around:
            window.session.is_shown_around = True
            sentence = tr("Documents can be searched as soon as they come in.")
            window.notice.offer(sentence, tr("Show me around"), self.show_tour)
        self._is_new = not answer.collections

    def ask_for_folder(self) -> None:
        """Let the person pick a folder to add."""
        box = asked(self._window, tr("Add a folder"))
        box.setFileMode(QFileDialog.FileMode.Directory)
        box.setOption(QFileDialog.Option.ShowDirsOnly)
        box.fileSelected.connect(self.add)
        box.open()

    def add_sample(self) -> None:
        """Add the bundled sample library and open its front page."""
        self._send(str(_sample()))

    def add(self, *paths: str) -> None:
        """Add folders; of lone files, offer their folder, once for all of them; a known folder is focused."""
        lone: dict[Path, list[Path]] = {}
        for path in paths:
            place = Path(path)
            if place.is_file() and not self._is_known(place):
                lone.setdefault(place.parent, []).append(place)
            else:
                self._send(path, in_new_tab=len(paths) > 1)
        for folder, files in lone.items():
            self._offer_folder(folder, files)

    def _is_known(self, file: Path) -> bool:
        real = file.resolve()
        return any(
            real.is_relative_to(Path(card.root).resolve()) for card in self._window.library.model.cards().values()
        )

    def _offer_folder(self, folder: Path, files: list[Path]) -> None:
        box = QMessageBox(self._window)
        if len(files) == 1:
            asking = tr("Add the folder “{folder}” to open “{file}”?").format(folder=folder.name, file=files[0].name)
        else:
            asking = tr("Add the folder “{folder}” to open %Ln file(s)?", "", len(files)).format(folder=folder.name)
        box.setText(asking)
        box.setInformativeText(tr("Its documents are indexed in place; nothing is copied or changed."))
        yes = box.addButton(tr("Add folder"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(yes)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def answered(button: QAbstractButton) -> None:
            for file in files if button is yes else ():
                self._send(str(file), in_new_tab=len(files) > 1)

        box.buttonClicked.connect(answered)
        box.open()

    def _send(self, path: str, *, in_new_tab: bool = False) -> None:
        window = self._window
        client = window.client
        if client is None:
            window.begin([path])
            return

        def done(answer: AddAnswer) -> None:
            window.library.refresh()
            slug = answer.collection.slug
            if answer.is_known and not answer.document:
                window.notice.say(tr("“{name}” is in the library already.").format(name=answer.collection.name))
            if answer.document:
                window.open(Place(answer.document), in_new_tab=in_new_tab)
            self._show(slug, opens=not answer.document and (not answer.is_known or window.reader.here is None))

        name = _SAMPLE_NAME if Path(path) == _sample() else ""

        def failed(error: BookwheelError) -> None:
            window.notice.offer(error.message, tr("Choose another folder"), self.ask_for_folder)

        window.calls.ask(lambda: client.add(AddRequest(path, name)), done, failed)

    def _show(self, slug: str, *, opens: bool, looks: int = 0, seen: tuple[str, ...] = ()) -> None:
        """Focus a collection once its row is here, and open its front page once that stays the same.

        `seen` are the front pages found in earlier looks.
        """
        library = self._window.library
        at = library.index_of(slug)
        if at is not None:
            library.focus_collection(slug)
            if not opens:
                return
            first = library.model.front_page(at)
            is_read = library.model.cards()[slug].state not in _STATES_OF_READING
            is_settled = seen[-_SAME:] == (first,) * _SAME and is_read
            if first and (is_settled or len(seen) >= _PATIENCE):
                title = str(library.model.index_of(first).data() or "")
                self._window.open(Place(first, title=title), in_new_tab=True)
                return
            seen = (*seen, first) if first else seen
        if looks < _LOOKS:
            again = partial(self._show, slug, opens=opens, looks=looks + 1, seen=seen)
            QTimer.singleShot(_LOOK_MS, self._window, again)
