"""The rows of one collection, built from what the service sends, in a thread and page by page."""

from __future__ import annotations

from collections.abc import Iterable

from bookwheel.domain.browse import TreeEntry, TreeGroup
from bookwheel.gui.library_tree.node import Kind, Node
from bookwheel.gui.library_tree.sort_order import arrange


class Branch:
    """A collection's rows while they come: groups and documents in the order given, a group's own page as its row."""

    def __init__(self, collection: str, order: str = "book") -> None:
        self.root = Node(Kind.COLLECTION, collection, "")
        self._order = order
        self.pages: dict[str, Node] = {}
        """Every row that opens a page, by the document's id."""
        self._rows: dict[str, Node] = {"": self.root}
        self._known: dict[str, TreeGroup] = {}

    def add(self, entries: Iterable[TreeEntry], groups: Iterable[TreeGroup] = ()) -> None:
        """Go on with these documents, which lie in these groups or in earlier ones."""
        for group in groups:
            self._known.setdefault(group.key, group)
        for entry in entries:
            parent = self._rows.get(entry.group) or self._open(entry.group)
            if entry.doc == parent.doc:
                row = parent
            elif entry.doc in self.pages and self.pages[entry.doc].kind is Kind.DOCUMENT:
                continue
            else:
                row = Node(Kind.DOCUMENT, entry.doc, entry.title or entry.path, parent)
                parent.children.append(row)
                self.pages[entry.doc] = row
            parent.count += 1
            row.languages, row.date = entry.languages, entry.date

    def finish(self) -> Branch:
        """The whole, in its order, with what it shows counted."""
        arrange(self.root, self._order)
        _sum_up(self.root)
        return self

    def _open(self, key: str) -> Node:
        missing: list[TreeGroup] = []
        while key not in self._rows:
            missing.append(self._known[key])
            key = self._known[key].above
        for group in reversed(missing):
            above = self._rows[group.above]
            row = self._rows[group.key] = Node(Kind.GROUP, group.key, group.title, above, group.doc)
            above.children.append(row)
            if group.doc:
                self.pages.setdefault(group.doc, row)
        return self._rows[missing[0].key]


def _sum_up(node: Node) -> None:
    """Count the documents below, and note what the rows below show, so that a branch that stays is known at once."""
    for child in node.children:
        if child.kind is not Kind.DOCUMENT:
            _sum_up(child)
            node.count += child.count
    shown = [
        hash((child.key, child.doc, child.title, child.languages, child.date, child.stamp)) for child in node.children
    ]
    node.stamp = hash(tuple(shown))
