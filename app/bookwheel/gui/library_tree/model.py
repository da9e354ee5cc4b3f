"""The tree of collections, folders and documents, filled when a collection is opened and kept in step afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QAbstractItemModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal

from bookwheel.client.teams.team_reader import AWAY, SIGNED_OUT
from bookwheel.domain.annotations.reading_progress import ReadingEntry
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.readiness import describe_files, name_types
from bookwheel.gui.i18n.publication_texts import describe_shared
from bookwheel.gui.i18n.reading_texts import describe_progress
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.team_texts import describe_team, note_team
from bookwheel.gui.i18n.translation import QT_TR_NOOP, day, number, tr
from bookwheel.gui.library_tree.branch import Branch
from bookwheel.gui.library_tree.node import Kind, Node
from bookwheel.gui.library_tree.row_diff import count_runs, find_kept_rows
from bookwheel.gui.library_tree.sort_order import when
from bookwheel.gui.shell.subscription import is_subscription
from bookwheel.gui.widgets.row_delegate import COUNT, ICON, KEEPS_NOTE, NOTE, PROGRESS

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_GONE_MS = 2000
"""Time for views to forget rows that are gone; an index holds no reference of its own."""
_MOST_STEPS = 40
"""Runs of rows that may come or go in one folder one by one; beyond it only folders that stay are kept."""


_STATES = {
    "missing": QT_TR_NOOP("folder is missing"),
    "counting": QT_TR_NOOP("counting files"),
    "indexing": QT_TR_NOOP("indexing"),
    "paused": QT_TR_NOOP("indexing paused"),
}
_ICONS = {Kind.COLLECTION: "library", Kind.GROUP: "folder", Kind.DOCUMENT: "file-text"}


def _shown(node: Node) -> tuple[int, str, str, tuple[str, ...], str]:
    return node.count, node.title, node.doc, node.languages, node.date


def _noted(card: CollectionCard) -> tuple[object, ...]:
    return card.state, card.files, card.address, card.publication, card.team


def _rows(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        if child.children:
            yield from _rows(child)


def _release(node: Node) -> None:
    """Part a branch that is not wanted, but for what was taken out of it, so that it goes at once."""
    for child in node.children:
        if child.children and child.parent is node:
            _release(child)
    if node.children:
        node.children = []


def _rank(name: str, names: Sequence[str]) -> int:
    return names.index(name) if name in names else len(names)


class LibraryModel(QAbstractItemModel):
    """Collections at the top; below each its folders and documents, once asked for."""

    tree_wanted = Signal(str)
    """The slug of a collection whose documents should be brought by `set_branch`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = Node(Kind.ROOT, "", "")
        self._cards: dict[str, CollectionCard] = {}
        self._pages: dict[str, dict[str, Node]] = {}
        self._gone: list[Node] = []
        self._reading: Mapping[str, ReadingEntry] = {}

    def set_reading(self, reading: Mapping[str, ReadingEntry]) -> None:
        """Show how far documents are read."""
        before, self._reading = self._reading, reading
        for doc in before.keys() | reading.keys():
            if before.get(doc) != reading.get(doc) and (at := self.index_of(doc)).isValid():
                self.dataChanged.emit(at, at, [PROGRESS, Qt.ItemDataRole.ToolTipRole])

    def cards(self) -> dict[str, CollectionCard]:
        """The collections by slug."""
        return self._cards

    def set_collections(self, cards: Sequence[CollectionCard]) -> None:
        """Take the list of collections as it is now, keeping what is filled."""
        self._pages = {slug: pages for slug, pages in self._pages.items() if any(card.slug == slug for card in cards)}
        before, self._cards = self._cards, {card.slug: card for card in cards}
        wanted = []
        for card in cards:
            node = Node(Kind.COLLECTION, card.slug, card.name)
            node.count = card.documents
            wanted.append(node)
        wanted.sort(key=lambda node: (self._team_of(node).casefold(), node.title.casefold(), node.key))
        self._merge(self._root, wanted, into_documents=False)
        for row, node in enumerate(self._root.children):
            old, new = before.get(node.key), self._cards[node.key]
            if old is not None and _noted(old) != _noted(new):
                at = self.index(row, 0)
                self.dataChanged.emit(at, at, [NOTE, ICON, Qt.ItemDataRole.ToolTipRole])
        if self._gone:
            QTimer.singleShot(_GONE_MS, self, self._forget)

    def set_branch(self, whole: Branch) -> None:
        """Take a collection's documents as they are now; rows that stay keep their place and their state."""
        root, slug = whole.root, whole.root.key
        node = next((node for node in self._root.children if node.key == slug), None)
        if node is None or (node.is_filled and node.stamp == root.stamp):
            _release(root)
            return
        node.is_filled = True
        node.stamp = root.stamp
        if node.children:
            before, were_gone = self.pages_of(slug), len(self._gone)
            self._merge(node, root.children, into_documents=True)
            gone = {row for top in self._gone[were_gone:] for row in (top, *_rows(top))}
            self._pages[slug] = whole.pages | {row.doc: row for row in before.values() if row.doc and row not in gone}
            _release(root)
            if self._gone:
                QTimer.singleShot(_GONE_MS, self, self._forget)
        elif root.children:
            self.beginInsertRows(self._index(node), 0, len(root.children) - 1)
            for row in root.children:
                row.parent = node
            node.children = root.children
            self._pages[slug] = whole.pages
            self.endInsertRows()

    def _forget(self) -> None:
        """Let go of rows that are gone, now that no view remembers them."""
        for node in self._gone:
            node.parent = None
            _release(node)
        self._gone = []

    def filled(self) -> list[str]:
        """Slugs of the collections whose documents are here."""
        return [node.key for node in self._root.children if node.is_filled]

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
        """The document to show first: an index or README at the root of a collection, else the first one there.

        Of a site in several languages it is the one in the folder of the language that the window speaks.
        """
        names = ("index.md", "readme.md", "_index.md", "start-here.md", "welcome.md")
        here = [child for child in self.node(at).children if child.kind is Kind.DOCUMENT]
        ranked = sorted(here, key=lambda node: _rank(node.key.rpartition("/")[2].casefold(), names))
        if ranked:
            return ranked[0].key
        groups, tongue = self.node(at).children, QLocale().name().partition("_")[0]
        spoken = [group for group in groups if group.key.rpartition("/")[2].casefold() == tongue]
        return next((group.doc or self.front_page(self._index(group)) for group in [*spoken, *groups][:1]), "")

    def index_of(self, doc: str) -> QModelIndex:
        """Where a document stands, invalid while it is not here."""
        node = self.pages_of(doc.partition("/")[0]).get(doc)
        return self._index(node) if node is not None else QModelIndex()

    def pages_of(self, slug: str) -> dict[str, Node]:
        """The rows of a collection that open a page, by the document's id."""
        if slug not in self._pages:
            collection = next((node for node in self._root.children if node.key == slug), None)
            rows = _rows(collection) if collection is not None else ()
            self._pages[slug] = {row.doc: row for row in rows if row.doc}
        return self._pages[slug]

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
            if self._team_of(node) and not node.count:
                return None  # how many there are is not known before the team has answered
            return when(node.date) if node.kind is Kind.DOCUMENT else number(node.count)
        if role == NOTE and node.kind is Kind.COLLECTION:
            return self._note_of(node)
        if role == KEEPS_NOTE:
            return self._is_unreachable(node)
        if role == NOTE:
            return tr("%Ln language(s)", "", len(node.languages)) if node.languages else None
        if role == PROGRESS:
            return self._progress_of(node)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return describe_progress(self._reading[node.doc]) if node.doc in self._reading else self._shared(node)
        if role == ICON and self._team_of(node):
            return "unplug" if self._is_unreachable(node) else "users"
        if role == ICON and node.kind is Kind.COLLECTION and self._shared(node):
            return "share-2"
        if role == ICON:
            return "file-text" if node.key.startswith("#") and node.doc else _ICONS.get(node.kind)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(node)
        return None

    def _team_of(self, node: Node) -> str:
        """The team whose collection a row stands for; empty for any other one."""
        return self._cards[node.key].team if node.kind is Kind.COLLECTION and node.key in self._cards else ""

    def _is_unreachable(self, node: Node) -> bool:
        """Whether a row stands for a collection of a team that does not answer, or wants the person to sign in."""
        return bool(self._team_of(node)) and self._state_of(node) in (AWAY, SIGNED_OUT)

    def _note_of(self, node: Node) -> str | None:
        """What stands beside a collection's name: whose it is, or what is done with it."""
        if self._team_of(node):
            return note_team(self._cards[node.key])
        note = _STATES.get(self._state_of(node))
        return tr(note) if note else None

    def _state_of(self, node: Node) -> str:
        return self._cards[node.key].state if node.key in self._cards else ""

    def _tip(self, node: Node) -> str:
        if node.kind is Kind.COLLECTION and node.key in self._cards:
            card, is_missing = self._cards[node.key], self._state_of(node) == "missing"
            if is_missing:
                return tr("{folder} is missing; its documents stay in the index.").format(folder=card.root)
            files = translate_message(describe_files(card.files)) if card.files.found > card.files.read else ""
            types = name_types(card.skipped_types)
            others = tr("Other types: {types}").format(types=types) if types else ""
            where = "" if card.team else card.address or card.root
            return "\n".join(part for part in (self._shared(node), where, files, others) if part)
        read = describe_progress(self._reading[node.doc]) if node.doc in self._reading else ""
        lines = (node.title, node.doc.partition("/")[2] or node.folder, day(node.date) if node.date else "", read)
        return "\n".join((*lines[:2], *(line for line in lines[2:] if line)))

    def _shared(self, node: Node) -> str:
        """Who shares or shows a collection; empty for a person's own."""
        card = self._cards.get(node.key) if node.kind is Kind.COLLECTION else None
        if card is not None and card.team:
            return describe_team(card)
        if card is None or not is_subscription(card):
            return ""
        return describe_shared(card.publication) if card.publication is not None else tr("Shared collection")

    def _progress_of(self, node: Node) -> tuple[float, bool] | None:
        """How far a document is read; None for one that was not begun."""
        entry = self._reading.get(node.doc)
        return (entry.fraction, entry.is_read) if entry is not None and (entry.fraction > 0 or entry.is_read) else None

    def _index(self, node: Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.children.index(node), 0, node)

    def _merge(self, old: Node, wanted: list[Node], *, into_documents: bool) -> None:
        """Make the children of `old` those wanted, in their order, telling views of every change."""
        here = self._index(old)
        keep = find_kept_rows(old.children, wanted)
        if count_runs(old.children, keep) + count_runs(wanted, keep) > _MOST_STEPS:
            keep = {node.name for node in old.children if node.children and node.name in keep}
        last = len(old.children) - 1
        while last >= 0:
            first = last
            while first >= 0 and old.children[first].name not in keep:
                first -= 1
            if first < last:
                self.beginRemoveRows(here, first + 1, last)
                self._gone += old.children[first + 1 : last + 1]
                del old.children[first + 1 : last + 1]
                self.endRemoveRows()
            last = first - 1
        row = 0
        changed: list[int] = []
        while row < len(wanted):
            if wanted[row].name in keep:
                if self._is_updated(old.children[row], wanted[row], into_documents):
                    changed.append(row)
                row += 1
                continue
            last = row
            while last + 1 < len(wanted) and wanted[last + 1].name not in keep:
                last += 1
            self.beginInsertRows(here, row, last)
            for node in wanted[row : last + 1]:
                node.parent = old
            old.children[row:row] = wanted[row : last + 1]
            self.endInsertRows()
            row = last + 1
        if changed:
            first, last = (self.createIndex(at, 0, old.children[at]) for at in (changed[0], changed[-1]))
            self.dataChanged.emit(first, last, [COUNT, NOTE, Qt.ItemDataRole.DisplayRole])

    def _is_updated(self, kept: Node, new: Node, into_documents: bool) -> bool:
        """Let a row that stays say what the new one does, and tell whether that is anything else."""
        is_other = _shown(kept) != _shown(new)
        if is_other:
            kept.count, kept.title, kept.doc, kept.languages, kept.date = _shown(new)
        if into_documents and kept.kind is Kind.GROUP and kept.stamp != new.stamp:
            kept.stamp = new.stamp
            self._merge(kept, new.children, into_documents=True)
        return is_other
