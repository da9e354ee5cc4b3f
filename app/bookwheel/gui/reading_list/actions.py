"""What a person does with the reading list: documents added, moved, removed, and marked as read or unread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from bookwheel.domain.annotations.reading_progress import ReadingAction, ReadingChange, ReadingEntry
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.reading_list.dock import ReadingListDock
from bookwheel.gui.reading_list.reading_places import ReadingPlaces, locate
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import is_team_document, refuses_change
from bookwheel.gui.state.locations import is_made_page


class ReadingActions(QObject):
    """Serves one window."""

    def __init__(self, shell: Shell, places: ReadingPlaces, dock: ReadingListDock) -> None:
        super().__init__(dock)
        self._shell, self._places = shell, places
        dock.extend_menu = self.extend_menu
        dock.follow(places)
        self._unread: set[str] = set()
        """The documents of the reading list that are not read."""
        places.changed.connect(self._offer_removal)
        view = dock.view
        view.opened.connect(self.open)
        view.removed.connect(lambda entry: self.remove(entry.doc))
        view.moved.connect(self.move)
        view.left.connect(shell.leave_search)

    def open(self, entry: ReadingEntry, in_new_tab: bool) -> None:
        """Open a document where it was left."""
        if entry.is_lost:
            self._shell.notify(tr("“{title}” is no longer in the library.").format(title=entry.title))
        else:
            self._shell.open(locate(entry), in_new_tab=in_new_tab)

    def extend_menu(self, menu: QMenu, doc: str) -> None:
        """Add to a menu what can be done with a document."""
        if not doc or is_made_page(doc) or is_team_document(self._shell, doc):
            return
        entry = self._places.entry(doc)
        if entry is not None and entry.rank >= 0:
            menu.addAction(tr("Remove from reading list"), lambda: self.remove(doc))
        else:
            menu.addAction(tr("Add to reading list"), lambda: self.add(doc))
        if entry is not None and entry.is_lost:
            return
        if entry is None or not entry.is_read:
            menu.addAction(tr("Mark as read"), lambda: self.mark(doc, is_read=True))
        if entry is not None and entry.left_at:
            menu.addAction(tr("Mark as unread"), lambda: self.mark(doc, is_read=False))

    def add(self, doc: str) -> None:
        """Put a document at the end of the reading list."""
        if (entry := self._places.entry(doc)) is not None and entry.rank >= 0:
            self._shell.notify(tr("This document is already in the reading list."))
            return
        self._change(ReadingAction.ADD, doc, lambda: self._shell.notify(tr("Added to the reading list.")))

    def remove(self, doc: str) -> None:
        """Take a document out of the reading list; the notice puts it back where it was."""
        entry = self._places.entry(doc)
        if entry is None or entry.rank < 0:
            self._shell.notify(tr("This document is not in the reading list."))
            return
        rank = entry.rank

        def restore() -> None:
            self._places.change(ReadingChange(ReadingAction.ADD, (doc,), position=rank))

        def done() -> None:
            if entry.is_lost:
                self._shell.notify(tr("Removed from the reading list."))
            else:
                self._shell.notify(tr("Removed from the reading list."), tr("Undo"), restore)

        self._change(ReadingAction.REMOVE, doc, done)

    def move(self, doc: str, position: int) -> None:
        """Put a document at another place in the reading list, counted from 0."""
        self._places.change(ReadingChange(ReadingAction.MOVE, (doc,), position=position))

    def mark(self, doc: str, *, is_read: bool) -> None:
        """Mark a document as read or unread."""
        action = ReadingAction.READ if is_read else ReadingAction.UNREAD
        said = tr("Marked as read.") if is_read else tr("Marked as unread.")
        self._change(action, doc, lambda: self._shell.notify(said))

    def with_page(self, act: Callable[[str], object]) -> None:
        """Do something with the document that is read."""
        page = self._shell.page
        if page is None or is_made_page(page.doc):
            self._shell.notify(tr("Open a document first."))
        elif not refuses_change(self._shell, page.doc):
            act(page.doc)

    def _offer_removal(self) -> None:
        """Offer to take the document that is shown out of the list, once it is read to its end."""
        before, page = self._unread, self._shell.page
        self._unread = {entry.doc for entry in self._places.listed if not entry.is_read}
        entry = self._places.entry(page.doc) if page is not None else None
        if entry is not None and entry.doc in before and entry.is_read and entry.rank >= 0:
            said = tr("You have read “{title}”.").format(title=entry.title)
            self._shell.notify(said, tr("Remove from reading list"), lambda: self.remove(entry.doc))

    def _change(self, action: ReadingAction, doc: str, done: Callable[[], object]) -> None:
        """Have it changed; `done` says so once the service did it, which says itself why it did not."""
        self._places.change(ReadingChange(action, (doc,)), done)
