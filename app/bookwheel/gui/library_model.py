"""The tree of collections, folders and documents, filled when a collection is opened and kept in step afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.reading import TreeEntry
from bookwheel.gui.rows import COUNT, ICON

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_MOST_STEPS = 500
"""Documents that may come or go one by one; beyond it a collection's rows are replaced at once."""


class Kind(Enum):
    """What a row stands for."""

    ROOT = "root"
    COLLECTION = "collection"
    FOLDER = "folder"
    DOCUMENT = "document"


_ICONS = {Kind.COLLECTION: "library", Kind.FOLDER: "folder", Kind.DOCUMENT: "file-text"}


class Node:
    """A row. `key` is the collection's slug, the folder's path or the document's id; `order` sorts among siblings."""

    __slots__ = ("children", "count", "is_filled", "key", "kind", "order", "parent", "title")

    def __init__(self, kind: Kind, key: str, title: str, parent: Node | None = None) -> None:
        self.kind = kind
        self.key = key
        self.title = title
        self.parent = parent
        self.children: list[Node] = []
        self.count = 0
        self.is_filled = False
        self.order = (kind is Kind.DOCUMENT, title.casefold(), key)


def branch(collection: str, entries: Iterable[TreeEntry]) -> Node:
    """The folders and documents of a collection, sorted: folders first, then by title."""
    root = Node(Kind.COLLECTION, collection, "")
    folders: dict[str, Node] = {"": root}

    def folder(path: str) -> Node:
        if path not in folders:
            above, _, name = path.rpartition("/")
            parent = folder(above)
            folders[path] = Node(Kind.FOLDER, path, name, parent)
            parent.children.append(folders[path])
        return folders[path]

    for entry in entries:
        parent = folder(entry.path.rpartition("/")[0])
        parent.children.append(Node(Kind.DOCUMENT, entry.doc, entry.title or entry.path, parent))
        step: Node | None = parent
        while step is not None:
            step.count += 1
            step = step.parent
    for each in folders.values():
        each.children.sort(key=lambda node: node.order)
    return root


def _documents(node: Node) -> Iterator[str]:
    if node.kind is Kind.DOCUMENT:
        yield node.key
    for each in node.children:
        yield from _documents(each)


def _rank(name: str, names: Sequence[str]) -> int:
    return names.index(name) if name in names else len(names)


class LibraryModel(QAbstractItemModel):
    """Collections at the top; below each its folders and documents, once asked for."""

    tree_wanted = Signal(str)
    """The slug of a collection whose documents should be brought by `set_tree`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = Node(Kind.ROOT, "", "")
        self._cards: dict[str, CollectionCard] = {}
        self._documents: dict[str, Node] = {}

    def cards(self) -> dict[str, CollectionCard]:
        """The collections by slug."""
        return self._cards

    def set_collections(self, cards: Sequence[CollectionCard]) -> None:
        """Take the list of collections as it is now, keeping what is filled."""
        self._cards = {card.slug: card for card in cards}
        wanted = []
        for card in cards:
            node = Node(Kind.COLLECTION, card.slug, card.name)
            node.count = card.documents
            wanted.append(node)
        self._merge(self._root, sorted(wanted, key=lambda node: node.order), into_documents=False)

    def set_tree(self, collection: str, entries: Iterable[TreeEntry]) -> None:
        """Take a collection's documents as they are now; rows that stay keep their place and their state."""
        self.set_branch(collection, branch(collection, entries))

    def set_branch(self, collection: str, whole: Node) -> None:
        """The same, of a branch that was made elsewhere, such as in a thread."""
        node = next((each for each in self._root.children if each.key == collection), None)
        if node is not None:
            node.is_filled = True
            known = {doc for doc in self._documents if doc.startswith(f"{collection}/")}
            if len(known ^ set(_documents(whole))) > _MOST_STEPS:
                self._merge(node, [], into_documents=True)
            self._merge(node, whole.children, into_documents=True)

    def filled(self) -> list[str]:
        """Slugs of the collections whose documents are here."""
        return [each.key for each in self._root.children if each.is_filled]

    def node(self, index: Index) -> Node:
        """The row behind an index."""
        return index.internalPointer() if index.isValid() else self._root

    def collection_of(self, index: Index) -> CollectionCard | None:
        """The collection in which a row lies."""
        node = self.node(index)
        while node.parent is not None and node.kind is not Kind.COLLECTION:
            node = node.parent
        return self._cards.get(node.key)

    def front_page(self, at: Index) -> str:
        """The document to show first: an index or README at the root of a collection, else its first one."""
        names = ("index.md", "readme.md", "_index.md", "start-here.md", "welcome.md")
        here = [each for each in self.node(at).children if each.kind is Kind.DOCUMENT]
        ranked = sorted(here, key=lambda node: _rank(node.key.rpartition("/")[2].casefold(), names))
        if ranked:
            return ranked[0].key
        return next((self.front_page(self._index(each)) for each in self.node(at).children), "")

    def index_of(self, doc: str) -> QModelIndex:
        """Where a document stands, invalid while it is not here."""
        node = self._documents.get(doc)
        return self._index(node) if node is not None else QModelIndex()

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """See Qt."""
        children = self.node(parent).children
        if column or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        """See Qt."""
        node = self.node(index).parent
        return QModelIndex() if node is None else self._index(node)

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.column() > 0 else len(self.node(parent).children)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """One column."""
        return 1

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:  # noqa: N802
        """A collection can be opened before its documents are here."""
        node = self.node(parent)
        if node.kind is Kind.COLLECTION and not node.is_filled:
            return node.count > 0
        return bool(node.children)

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        """Whether a collection waits to be filled."""
        node = self.node(parent)
        return node.kind is Kind.COLLECTION and not node.is_filled

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        """Ask for a collection's documents; they come later."""
        self.tree_wanted.emit(self.node(parent).key)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A row's words, icon and count."""
        if not index.isValid():
            return None
        node = self.node(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.title
        if role == COUNT:
            return "" if node.kind is Kind.DOCUMENT else f"{node.count:,}"
        if role == ICON:
            return _ICONS.get(node.kind)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(node)
        return None

    def _tip(self, node: Node) -> str:
        if node.kind is Kind.COLLECTION and node.key in self._cards:
            return self._cards[node.key].root
        return f"{node.title}\n{node.key.partition('/')[2]}" if node.kind is Kind.DOCUMENT else node.key

    def _index(self, node: Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.children.index(node), 0, node)

    def _merge(self, old: Node, wanted: list[Node], *, into_documents: bool) -> None:
        """Make the children of `old` those wanted (both sorted by `order`), telling views of every change."""
        here = self._index(old)
        keep = {(each.kind, each.order) for each in wanted}
        last = len(old.children) - 1
        while last >= 0:
            first = last
            while first >= 0 and (old.children[first].kind, old.children[first].order) not in keep:
                first -= 1
            if first < last:
                self.beginRemoveRows(here, first + 1, last)
                for each in old.children[first + 1 : last + 1]:
                    self._forget(each)
                del old.children[first + 1 : last + 1]
                self.endRemoveRows()
            last = first - 1
        row = 0
        while row < len(wanted):
            new = wanted[row]
            if row < len(old.children) and old.children[row].order == new.order:
                self._update(old.children[row], new, into_documents)
                row += 1
                continue
            last = row
            coming = {each.order for each in old.children[row : row + 1]}
            while last + 1 < len(wanted) and wanted[last + 1].order not in coming:
                last += 1
            self.beginInsertRows(here, row, last)
            for each in wanted[row : last + 1]:
                each.parent = old
                self._remember(each)
            old.children[row:row] = wanted[row : last + 1]
            self.endInsertRows()
            row = last + 1

    def _update(self, kept: Node, new: Node, into_documents: bool) -> None:
        if kept.count != new.count:
            kept.count = new.count
            at = self._index(kept)
            self.dataChanged.emit(at, at, [COUNT])
        if into_documents and kept.kind is Kind.FOLDER:
            self._merge(kept, new.children, into_documents=True)

    def _remember(self, node: Node) -> None:
        if node.kind is Kind.DOCUMENT:
            self._documents[node.key] = node
        for each in node.children:
            self._remember(each)

    def _forget(self, node: Node) -> None:
        if node.kind is Kind.DOCUMENT and self._documents.get(node.key) is node:
            del self._documents[node.key]
        for each in node.children:
            self._forget(each)
