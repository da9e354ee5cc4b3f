"""“New note here…”: makes a note beside what is read or chosen, or for a link that leads nowhere, and opens it."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.formats import MARKDOWN, TEXT, format_of
from bookwheel.domain.notes import NewNoteAnswer
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.opening.editing import Editing
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.subscription import explain_no_files, has_own_files

if TYPE_CHECKING:
    from bookwheel.gui.opening.new_note_dialog import NewNoteDialog


class NewNotes:
    """Makes notes from one window."""

    def __init__(
        self,
        shell: Shell,
        editing: Editing,
        focused_folder: Callable[[], str],
        cards: Callable[[], Mapping[str, CollectionCard]],
    ) -> None:
        """`focused_folder` gives a collection's slug with the folder of the row that has the keyboard, or nothing.

        `cards` are the collections by slug.
        """
        self._shell = shell
        self._editing = editing
        self._focused_folder, self._cards = focused_folder, cards
        self.dialog: NewNoteDialog | None = None

    def ask_here(self) -> None:
        """Ask for a note in the folder of the chosen row, else of the page."""
        page = self._shell.page
        folder = self._focused_folder() or (page.doc.rpartition("/")[0] if page is not None else "")
        self.ask_in(folder)

    def ask_in(self, place: str, name: str = "") -> None:
        """Ask for a note in a folder, which is named as `slug/folder`."""
        from bookwheel.gui.opening.new_note_dialog import NewNoteDialog  # noqa: PLC0415 - rarely needed

        shell, cards = self._shell, self._cards()
        names = {slug: card.name for slug, card in cards.items() if has_own_files(card)}
        slug, _, folder = place.partition("/")
        if slug in cards and slug not in names:
            shell.notify(explain_no_files(cards[slug]))
            return
        if not names:
            shell.notify(tr("Add a folder first. Notes are created in your own folders."))
            return
        if self.dialog is None:
            self.dialog = NewNoteDialog(shell.theme, shell.calls, shell.dialog_parent())
            self.dialog.made.connect(self._open)
            shell.connected.connect(self.dialog.on_connected)
        self.dialog.ask_for(shell.client, names, slug, folder, name)

    def ask_for_link(self, doc: str, target: str) -> None:
        """Ask for the note that a broken link in a document leads to."""
        if is_note(target):
            self.ask_in(*note_of_link(doc, target))
        else:
            said = tr("“{target}” is not a note. Use “Open in editor” to go to the link.")
            self._shell.notify(said.format(target=target[:120]))

    def _open(self, answer: NewNoteAnswer) -> None:
        said = (tr("{file} was created.").format(file=Path(answer.path).name), *map(translate_message, answer.notices))
        self._shell.notify(" ".join(said))
        self._editing.edit_file(Path(answer.path), answer.line)


def note_of_link(doc: str, target: str) -> tuple[str, str]:
    """The folder (`slug/folder`) and name of the note that a link in a document would lead to.

    What leads out of the collection keeps its name and gets the document's own folder.
    """
    slug, _, inner = doc.partition("/")
    path = unquote(target).partition("#")[0].partition("?")[0].replace("\\", "/").strip()
    beside = posixpath.dirname(inner)
    folder, name = posixpath.split(posixpath.normpath(posixpath.join(beside, path)))
    if folder.startswith(".."):
        folder = beside
    return f"{slug}/{folder.lstrip('/')}".rstrip("/"), name


def is_note(target: str) -> bool:
    """Whether the target of a broken link could be a note: not an address, nor a file of another kind."""
    path = target.partition("#")[0].partition("?")[0]
    kind = format_of(path)
    return bool(path) and ":" not in path and (kind in (MARKDOWN, TEXT) or "." not in posixpath.basename(path))
