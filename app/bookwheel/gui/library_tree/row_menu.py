"""The context menu of the tree's rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.i18n.language_names import language_name
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.library_tree.node import Kind, Node
from bookwheel.gui.platform import desktop
from bookwheel.gui.shell.collection_removal import ask_to_remove
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.shell.subscription import explain_no_files, has_own_files, is_subscription
from bookwheel.gui.state.likeness import Likeness


def path_of(node: Node, card: CollectionCard) -> str:
    """The file of a document's row, the folder of any other one."""
    if node.kind is Kind.DOCUMENT:
        return f"{card.root}/{node.doc.partition('/')[2]}"
    return f"{card.root}/{node.folder}" if node.folder else card.root


def folder_of(node: Node, card: CollectionCard) -> str:
    """The folder of a row, or that of its document, after the collection's slug."""
    if node.kind is Kind.DOCUMENT:
        return node.doc.rpartition("/")[0]
    below = "" if node.kind is Kind.COLLECTION else node.folder
    return f"{card.slug}/{below}"


class RowMenu(QObject):
    """Builds the menu of a row; what concerns the library is told by signals."""

    document_chosen = Signal(str, bool)
    """A document's id, and whether it should open in a new tab."""
    edit_wanted = Signal(object)
    """An EditTarget."""
    like_wanted = Signal(object)
    """A Likeness: what is like a document is to be searched for."""
    note_wanted = Signal(str)
    """A collection's slug and a folder in it, where a note is to be made."""
    scope_chosen = Signal(str)
    """A collection's slug and a folder in it, to search in alone."""
    language_chosen = Signal(str, str)
    """A collection's slug, and the language in which its titles should stand."""
    rebuild_wanted = Signal(str)
    """A collection's slug."""
    unread_wanted = Signal()
    publish_wanted = Signal(str)
    """The slug of a collection that is to be published."""
    refresh_wanted = Signal(str)
    """The slug of a collection that is fetched from an address."""
    sources_wanted = Signal()
    teams_wanted = Signal()
    remove_wanted = Signal(str)
    """A collection's slug, once the person agreed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.extend: Callable[[QMenu, str], None] = lambda _menu, _doc: None
        """Adds what else can be done with a document."""

    def build(self, node: Node, card: CollectionCard) -> QMenu:
        """What can be done with a row of this collection."""
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        page = f"{card.root}/{node.doc.partition('/')[2]}"
        path = path_of(node, card)
        if node.doc:
            menu.addAction(tr("Open in new tab"), lambda: self.document_chosen.emit(node.doc, True))
            menu.addAction(tr("More like this"), lambda: self.like_wanted.emit(Likeness(node.doc, node.title)))
            if has_own_files(card):
                menu.addAction(tr("Open in editor"), lambda: self.edit_wanted.emit(EditTarget(node.doc)))
                menu.addAction(tr("Open in default app"), lambda: desktop.open_file(page))
            elif is_subscription(card):
                self._disable(menu, tr("Open in editor"), card)
            self.extend(menu, node.doc)
        if node.kind is not Kind.DOCUMENT:
            menu.addAction(tr("Search here"), lambda: self.scope_chosen.emit(folder_of(node, card)))
        if has_own_files(card):
            menu.addAction(tr("New note here…"), lambda: self.note_wanted.emit(folder_of(node, card)))
        elif is_subscription(card):
            self._disable(menu, tr("New note here…"), card)
        if len(node.languages) > 1:
            within = menu.addMenu(tr("Show titles in"))
            for code in node.languages:
                within.addAction(language_name(code), partial(self.language_chosen.emit, card.slug, code))
        if has_own_files(card):
            menu.addAction(tr("Reveal in folder"), lambda: desktop.reveal(path))
            menu.addAction(tr("Copy path"), lambda: QGuiApplication.clipboard().setText(path))
        elif is_subscription(card):
            self._disable(menu, tr("Reveal in folder"), card)
        if node.kind is Kind.COLLECTION:
            self._add_of_collection(menu, card)
        return menu

    def _add_of_collection(self, menu: QMenu, card: CollectionCard) -> None:
        """Add what can be done with a collection as a whole."""
        if card.team:
            menu.addAction(tr("Teams…"), self.teams_wanted.emit)
            return
        if card.address:
            self._offer_source(menu, card)
        menu.addSeparator()
        if card.files.found > card.files.read:
            menu.addAction(tr("Show files not read"), self.unread_wanted.emit)
        menu.addAction(tr("Rebuild"), lambda: self.rebuild_wanted.emit(card.slug))
        if not is_subscription(card):
            menu.addAction(tr("Publish collection…"), lambda: self.publish_wanted.emit(card.slug))
        remove = tr("Unsubscribe…") if is_subscription(card) else tr("Remove from library…")
        menu.addAction(remove, lambda: self._ask_to_remove(card))

    def _disable(self, menu: QMenu, name: str, card: CollectionCard) -> None:
        """Add what cannot be done with files of others, with the reason."""
        action = menu.addAction(name)
        action.setEnabled(False)
        action.setToolTip(explain_no_files(card))

    def _offer_source(self, menu: QMenu, card: CollectionCard) -> None:
        if is_web_address(card.address) and not is_subscription(card):
            menu.addAction(tr("Open in browser"), lambda: desktop.open_address(card.address))
        if is_web_address(card.address) or is_subscription(card):
            menu.addAction(tr("Copy address"), lambda: QGuiApplication.clipboard().setText(card.address))
            menu.addAction(tr("Refresh now"), lambda: self.refresh_wanted.emit(card.slug))
        menu.addAction(tr("Sources…"), self.sources_wanted.emit)

    def _ask_to_remove(self, card: CollectionCard) -> None:
        confirmed = lambda: self.remove_wanted.emit(card.slug)  # noqa: E731
        ask_to_remove(self._parent, card.name, card.address, confirmed, is_shared=is_subscription(card))
