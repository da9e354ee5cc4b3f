"""The tree of collections, folders and documents, filled when a collection is opened and kept in step afterwards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.reading import TreeEntry, TreeGroup
from bookwheel.gui.rows import COUNT, ICON, NOTE

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_MOST_STEPS = 500
"""Documents that may come or go one by one; beyond it a collection's rows are replaced at once."""


class Kind(Enum):
    """What a row stands for."""

    ROOT = "root"
    COLLECTION = "collection"
    GROUP = "group"
    DOCUMENT = "document"


_ICONS = {Kind.COLLECTION: "library", Kind.GROUP: "folder", Kind.DOCUMENT: "file-text"}


class Node:
    """A row. `key` is the collection's slug, the group's key or the document's id; `doc` the page that it opens."""

    __slots__ = ("children", "count", "doc", "is_filled", "key", "kind", "languages", "parent", "title")

    def __init__(self, kind: Kind, key: str, title: str, parent: Node | None = None, doc: str = "") -> None:
        self.kind = kind
        self.key = key
        self.title = title
        self.parent = parent
        self.doc = key if kind is Kind.DOCUMENT else doc
        self.children: list[Node] = []
        self.count = 0
        self.languages: tuple[str, ...] = ()
        self.is_filled = False

    @property
    def name(self) -> tuple[Kind, str]:
        """What tells a row from every other one of its collection."""
        return self.kind, self.key

    @property
    def folder(self) -> str:
        """The folder in which what it stands for lies, relative to the collection's root."""
        if self.kind is Kind.GROUP and not self.key.startswith("#"):
            return self.key
        return self.doc.partition("/")[2].rpartition("/")[0]


def branch(collection: str, entries: Iterable[TreeEntry], groups: Iterable[TreeGroup] = ()) -> Node:
    """The groups and documents of a collection, in the order given; a group's own page is the group's row."""
    root = Node(Kind.COLLECTION, collection, "")
    rows: dict[str, Node] = {"": root}
    known = {group.key: group for group in groups}

    def opened(key: str) -> Node:
        missing: list[TreeGroup] = []
        while key not in rows:
            missing.append(known[key])
            key = known[key].above
        for group in reversed(missing):
            above = rows[group.above]
            rows[group.key] = Node(Kind.GROUP, group.key, group.title, above, group.doc)
            above.children.append(rows[group.key])
        return rows[missing[0].key] if missing else rows[key]

    for entry in {entry.doc: entry for entry in entries}.values():
        parent = opened(entry.group)
        row = parent
        if entry.doc != parent.doc:
            row = Node(Kind.DOCUMENT, entry.doc, entry.title or entry.path, parent)
            parent.children.append(row)
        row.languages = entry.languages
        step: Node | None = parent
        while step is not None:
            step.count += 1
            step = step.parent
    return root


def _shown(node: Node) -> tuple[int, str, str, tuple[str, ...]]:
    return node.count, node.title, node.doc, node.languages


def _documents(node: Node) -> Iterator[str]:
    if node.doc:
        yield node.doc
    for each in node.children:
        yield from _documents(each)


def _staying(old: Sequence[Node], wanted: Sequence[Node]) -> set[tuple[Kind, str]]:
    """Names of the most rows that need not move: a longest run of the old ones whose places rise in what is wanted."""
    place = {node.name: at for at, node in enumerate(wanted)}
    common = [node for node in old if node.name in place]
    ends: list[int] = []
    rows: list[int] = []
    before = [-1] * len(common)
    for row, node in enumerate(common):
        at = bisect_left(ends, place[node.name])
        before[row] = rows[at - 1] if at else -1
        ends[at : at + 1] = [place[node.name]]
        rows[at : at + 1] = [row]
    staying: set[tuple[Kind, str]] = set()
    row = rows[-1] if rows else -1
    while row >= 0:
        staying.add(common[row].name)
        row = before[row]
    return staying


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
        wanted.sort(key=lambda node: (node.title.casefold(), node.key))
        self._merge(self._root, wanted, into_documents=False)

    def set_tree(self, collection: str, entries: Iterable[TreeEntry], groups: Iterable[TreeGroup] = ()) -> None:
        """Take a collection's documents as they are now; rows that stay keep their place and their state."""
        self.set_branch(collection, branch(collection, entries, groups))

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
        """The document to show first: an index or README at the root of a collection, else the first one there."""
        names = ("index.md", "readme.md", "_index.md", "start-here.md", "welcome.md")
        here = [each for each in self.node(at).children if each.kind is Kind.DOCUMENT]
        ranked = sorted(here, key=lambda node: _rank(node.key.rpartition("/")[2].casefold(), names))
        if ranked:
            return ranked[0].key
        first = self.node(at).children[:1]
        return next((each.doc or self.front_page(self._index(each)) for each in first), "")

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
        if role == NOTE:
            return f"{len(node.languages)} languages" if node.languages else None
        if role == ICON:
            return "file-text" if node.key.startswith("#") and node.doc else _ICONS.get(node.kind)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(node)
        return None

    def _tip(self, node: Node) -> str:
        if node.kind is Kind.COLLECTION and node.key in self._cards:
            return self._cards[node.key].root
        return f"{node.title}\n{node.doc.partition('/')[2] or node.folder}"

    def _index(self, node: Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.children.index(node), 0, node)

    def _merge(self, old: Node, wanted: list[Node], *, into_documents: bool) -> None:
        """Make the children of `old` those wanted, in their order, telling views of every change."""
        here = self._index(old)
        keep = _staying(old.children, wanted)
        last = len(old.children) - 1
        while last >= 0:
            first = last
            while first >= 0 and old.children[first].name not in keep:
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
            if wanted[row].name in keep:
                self._update(old.children[row], wanted[row], into_documents)
                row += 1
                continue
            last = row
            while last + 1 < len(wanted) and wanted[last + 1].name not in keep:
                last += 1
            self.beginInsertRows(here, row, last)
            for each in wanted[row : last + 1]:
                each.parent = old
                self._remember(each)
            old.children[row:row] = wanted[row : last + 1]
            self.endInsertRows()
            row = last + 1

    def _update(self, kept: Node, new: Node, into_documents: bool) -> None:
        if _shown(kept) != _shown(new):
            self._forget_page(kept)
            kept.count, kept.title, kept.doc, kept.languages = _shown(new)
            self._remember_page(kept)
            at = self._index(kept)
            self.dataChanged.emit(at, at, [COUNT, NOTE, Qt.ItemDataRole.DisplayRole])
        if into_documents and kept.kind is Kind.GROUP:
            self._merge(kept, new.children, into_documents=True)

    def _remember(self, node: Node) -> None:
        self._remember_page(node)
        for each in node.children:
            self._remember(each)

    def _forget(self, node: Node) -> None:
        self._forget_page(node)
        for each in node.children:
            self._forget(each)

    def _remember_page(self, node: Node) -> None:
        if node.doc:
            self._documents[node.doc] = node

    def _forget_page(self, node: Node) -> None:
        if node.doc and self._documents.get(node.doc) is node:
            del self._documents[node.doc]
