"""The Library side bar: the tree of collections, what can be done with them, and which row the reader is in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu, QTreeView, QWidget

from bookwheel import gc_tuning
from bookwheel.client.connection import Client
from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.collection import CollectionCard, CollectionsAnswer, RebuildRequest, RemoveRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.service.requests import Empty
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.library_tree.branch import Branch
from bookwheel.gui.library_tree.filter import LibraryFilter
from bookwheel.gui.library_tree.model import LibraryModel
from bookwheel.gui.library_tree.node import Kind, Node
from bookwheel.gui.library_tree.row_menu import RowMenu, folder_of, path_of
from bookwheel.gui.library_tree.sort_order import ORDERS
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock, IconButton
from bookwheel.gui.widgets.row_delegate import RowTree

_SETTLE_MS = 400
_MOST_PAGES = 10_000
"""Pages of a tree that are asked for at most: twenty million documents."""


class LibraryDock(Dock):
    """Collections, their folders and documents."""

    document_chosen = Signal(str, bool)
    """A document's id, and whether it should open in a new tab."""
    add_wanted = Signal()
    scope_chosen = Signal(str)
    """A collection's slug and a folder in it, to search in alone."""
    order_chosen = Signal(str)
    collections_came = Signal(object)
    """A CollectionsAnswer."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Library"), "library", parent)
        self._calls = calls
        self._client: Client | None = None
        self._followed = ""
        self._has_come = False
        self._changed: set[str] = set()
        self._has_all_changed = True
        self._languages: dict[str, str] = {}
        self.model = LibraryModel(self)
        self.tree = RowTree(theme, cut=Qt.TextElideMode.ElideMiddle)
        self.tree.setAccessibleName(tr("Library"))
        self.tree.setModel(self.model)
        self.filter = LibraryFilter(theme, calls)
        for tree in (self.tree, self.filter.tree):
            tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            tree.customContextMenuRequested.connect(partial(self._show_menu, tree))
            tree.clicked.connect(partial(self._choose, tree))
        self.row_menu = menu = RowMenu(self)
        menu.document_chosen.connect(self.document_chosen)
        menu.scope_chosen.connect(self.scope_chosen)
        menu.language_chosen.connect(self._set_language)
        menu.rebuild_wanted.connect(self._rebuild)
        menu.remove_wanted.connect(self._remove)
        self.filter.narrowed.connect(self._narrow)
        self.filter.said.connect(self._show_message)
        self.filter.ended.connect(self._end_filter)
        self.filter.document_chosen.connect(self.document_chosen)
        self.model.tree_wanted.connect(self._fetch_tree)
        self._order = "book"
        self._orders = {order: QAction(tr(words), self, checkable=True) for order, words in ORDERS.items()}
        self._build_title(theme)
        self.hold(self.filter, stretch=0)
        self.hold(self.filter.tree)
        self.hold(self.tree)
        self._show_message("")
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.refresh)

    def _build_title(self, theme: Theme) -> None:
        self.narrow = IconButton(theme, "filter", tr("Filter documents"))
        self.narrow.setCheckable(True)
        self.narrow.clicked.connect(lambda is_on: self.show_filter() if is_on else self.filter.end())
        self.add_to_title(self.narrow)
        by = IconButton(theme, "arrow-down-up", tr("Sort documents"))
        by.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        menu, group = QMenu(by), QActionGroup(by)
        for order, action in self._orders.items():
            menu.addAction(group.addAction(action))
            action.triggered.connect(lambda _is_on, order=order: self.order_chosen.emit(order))
        by.setMenu(menu)
        self.add_to_title(by)
        add = IconButton(theme, "plus", tr("Add folder (Ctrl+O)"))
        add.clicked.connect(self.add_wanted)
        self.add_to_title(add)

    def set_order(self, order: str) -> None:
        """Show the documents in another order (one of ORDERS)."""
        self._orders[order].setChecked(True)
        if order != self._order:
            self._order = order
            for slug in self.model.filled():
                self._fetch_tree(slug)
            self.filter.refresh()

    def collection_names(self) -> dict[str, str]:
        """The names of all collections, by slug."""
        return {slug: card.name for slug, card in self.model.cards().items()}

    def show_row(self, index: QModelIndex) -> None:
        """Show the whole tree, open a row and go there."""
        self.show()
        self.filter.end()
        self.tree.expand(index)
        self.tree.setCurrentIndex(index)
        self.tree.scrollTo(index)
        self.tree.setFocus()

    def show_filter(self) -> None:
        """Show the line that filters the tree, and go there."""
        self.show()
        self.narrow.setChecked(True)
        self.filter.begin()

    def _narrow(self, is_narrow: bool) -> None:
        """Show what fits the filter, or the whole tree."""
        had_focus = self.filter.tree.hasFocus() and not is_narrow
        self.filter.tree.setVisible(is_narrow)
        self.tree.setVisible(not is_narrow)
        self.setFocusProxy(self.filter.tree if is_narrow else self.tree)
        if had_focus:
            self.tree.setFocus()

    def _end_filter(self) -> None:
        self.narrow.setChecked(False)
        self.tree.setFocus(Qt.FocusReason.TabFocusReason)
        self.follow(self._followed)

    def _show_message(self, sentence: str) -> None:
        is_empty = self._has_come and not self.model.cards()
        self.show_message(sentence or (tr("Add a folder to begin.") if is_empty else ""))

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.tree, self.filter.tree)

    def set_client(self, client: Client | None) -> None:
        """Ask this client from now on, and look at everything again."""
        self._client = client
        self.filter.follow(client, lambda: (self._order, self._languages))
        if client is not None:
            self._has_all_changed = True
            self.refresh()

    def refresh_soon(self, slugs: Iterable[str] | None = None) -> None:
        """Look again after a moment, at all documents or at those of these collections; many changes make one look."""
        if slugs is None:
            self._has_all_changed = True
        else:
            self._changed.update(slugs)
        if not self._settle.isActive():
            self._settle.start()

    def refresh(self) -> None:
        """Bring the collections, and the documents of those that are open."""
        client = self._client
        if client is None:
            return
        self._calls.ask(lambda: client.collections(Empty()), self._on_collections, slot="collections")

    def follow_page(self, page: PageAnswer) -> None:
        """Show in which row the reader is, with the tree in the language that is read."""
        own = next((way.language for way in page.languages if way.doc == page.doc), "")
        slug = page.doc.partition("/")[0]
        if own and self._languages.get(slug) != own and not self.model.index_of(page.doc).isValid():
            self._languages[slug] = own
            if slug in self.model.filled():
                self._fetch_tree(slug)
        self.follow(page.doc)

    def follow(self, doc: str) -> None:
        """Show in which row the reader is."""
        self._followed = doc
        at = self.model.index_of(doc)
        if at.isValid():
            self.tree.setCurrentIndex(at)
            if not self.tree.viewport().rect().contains(self.tree.visualRect(at).center()):
                self.tree.scrollTo(at, QTreeView.ScrollHint.PositionAtCenter)  # with what stands around it
            self.tree.scrollTo(at)
        else:
            self.tree.clearSelection()
            slug = doc.partition("/")[0]
            if slug in self.model.cards() and slug not in self.model.filled():
                self._fetch_tree(slug)

    def index_of(self, slug: str) -> QModelIndex | None:
        """Where a collection stands, None while it is not here."""
        rows = (self.model.index(row, 0) for row in range(self.model.rowCount()))
        return next((at for at in rows if self.model.node(at).key == slug), None)

    def focus_collection(self, slug: str) -> None:
        """Choose a collection's row and open it."""
        at = self.index_of(slug)
        if at is not None:
            self.tree.expand(at)
            if slug not in self.model.filled():
                self._fetch_tree(slug)
            self.tree.setCurrentIndex(at)
            self.tree.scrollTo(at)

    def _on_collections(self, answer: CollectionsAnswer) -> None:
        is_first = not self.model.cards()
        self.model.set_collections(answer.collections)
        self._has_come = True
        self._show_message("")
        self.filter.set_cards(answer.collections)
        self.collections_came.emit(answer)
        for slug in self.model.filled():
            if self._has_all_changed or slug in self._changed:
                self._fetch_tree(slug)
        self._has_all_changed = False
        self._changed.clear()
        if is_first and len(answer.collections) == 1:
            self.focus_collection(answer.collections[0].slug)
        if self._followed:
            self.follow(self._followed)

    def _fetch_tree(self, slug: str) -> None:
        client = self._client
        if client is None:
            return
        language, order = self._languages.get(slug, ""), self._order

        def fetch(most: int) -> tuple[Branch, bool]:
            """The rows of as many pages, and whether they are all; each page is let go of as soon as it is taken."""
            made, cursor = Branch(slug, order), ""
            with gc_tuning.gc_paused():
                for _ in range(most):
                    answer = client.tree(TreeRequest(slug, cursor, language, is_dated=order == "date"))
                    made.add(answer.entries, answer.groups)
                    cursor = answer.cursor
                    if not cursor:
                        break
                return made.finish(), not cursor

        def done(found: tuple[Branch, bool]) -> None:
            whole, is_all = found
            self._let_go_of_current(whole)
            self.model.set_branch(whole)
            self._open_only_child(slug)
            if self._followed.startswith(f"{slug}/") and self.model.index_of(self._followed).isValid():
                self.follow(self._followed)
            if not is_all:
                self._calls.ask(lambda: fetch(_MOST_PAGES), done, fail, slot=f"tree {slug}")

        def fail(error: BookwheelError) -> None:
            card = self.model.cards().get(slug)
            if card is None or not card.team:  # that a team is away is said beside its collections
                self._calls.failed.emit(error)

        first = _MOST_PAGES if slug in self.model.filled() else 1
        self._calls.ask(lambda: fetch(first), done, fail, slot=f"tree {slug}")

    def _let_go_of_current(self, whole: Branch) -> None:
        """Leave a row that is about to go: with each run that goes the view would move on, and lay itself out anew."""
        node = self.model.node(self.tree.currentIndex())
        if node.doc.startswith(f"{whole.root.key}/") and node.doc not in whole.pages:
            self.tree.setCurrentIndex(QModelIndex())

    def _open_only_child(self, slug: str) -> None:
        """A folder that is alone in its collection is no choice: open it."""
        at = self.index_of(slug)
        if at is not None and self.tree.isExpanded(at) and self.model.rowCount(at) == 1:
            self.tree.expand(self.model.index(0, 0, at))

    def _choose(self, tree: RowTree, at: QModelIndex) -> None:
        """Open a row's page; one that holds others opens with it, and shuts when its page is shown already."""
        node = self.model.node(at)
        is_shown = not node.doc or node.doc == self._followed
        if node.children or node.kind is Kind.COLLECTION:
            tree.setExpanded(at, not (is_shown and tree.isExpanded(at)))
        if node.doc and not (is_shown and node.children):
            modifiers = QGuiApplication.keyboardModifiers()
            self.document_chosen.emit(node.doc, bool(modifiers & Qt.KeyboardModifier.ControlModifier))

    def _show_menu(self, tree: RowTree, point: QPoint) -> None:
        at = tree.indexAt(point)
        card = self.model.collection_of(at)
        if not at.isValid() or card is None:
            return
        self.row_menu.build(self.model.node(at), card).popup(tree.viewport().mapToGlobal(point))

    def focused_path(self) -> str:
        """The file or folder of the chosen row while the tree has the keyboard, else nothing."""
        row = self._focused_row()
        return path_of(*row) if row is not None else ""

    def focused_collection(self) -> CollectionCard | None:
        """The collection of the chosen row while the tree has the keyboard."""
        row = self._focused_row()
        return row[1] if row is not None else None

    def focused_folder(self) -> str:
        """The collection's slug and the folder of the chosen row while the tree has the keyboard, else nothing."""
        row = self._focused_row()
        return folder_of(*row) if row is not None else ""

    def _focused_row(self) -> tuple[Node, CollectionCard] | None:
        tree = next((tree for tree in (self.tree, self.filter.tree) if tree.hasFocus()), None)
        at = tree.currentIndex() if tree is not None else QModelIndex()
        card = self.model.collection_of(at)
        return (self.model.node(at), card) if at.isValid() and card is not None else None

    def _set_language(self, slug: str, language: str) -> None:
        self._languages[slug] = language
        self._fetch_tree(slug)

    def _rebuild(self, slug: str) -> None:
        client = self._client
        if client is not None:
            self._calls.ask(lambda: client.rebuild(RebuildRequest(slug)))

    def _remove(self, slug: str) -> None:
        client = self._client
        if client is not None:
            self._calls.ask(lambda: client.remove(RemoveRequest(slug)), lambda _done: self.refresh())
