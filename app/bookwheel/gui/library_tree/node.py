"""Rows of the tree: a collection, a folder or a document, and what lies below it."""

from __future__ import annotations

from enum import Enum

_NONE: list[Node] = []
"""What lies under a document: one list for all, never written to, for a library may hold a hundred thousand."""


class Kind(Enum):
    """What a row stands for."""

    ROOT = "root"
    COLLECTION = "collection"
    GROUP = "group"
    DOCUMENT = "document"


class Node:
    """A row. `key` is the collection's slug, the group's key or the document's id; `doc` the page that it opens."""

    __slots__ = (
        "children", "count", "date", "doc", "is_filled", "key", "kind", "languages", "name", "parent", "stamp", "title",
    )  # fmt: skip

    def __init__(self, kind: Kind, key: str, title: str, parent: Node | None = None, doc: str = "") -> None:
        self.kind = kind
        self.key = key
        self.name = key if kind is Kind.DOCUMENT else f"{key}/"
        """What tells a row from every other one of its collection: no document's id ends in a slash."""
        self.title = title
        self.parent = parent
        self.doc = key if kind is Kind.DOCUMENT else doc
        self.children: list[Node] = _NONE if kind is Kind.DOCUMENT else []
        self.count = 0
        self.languages: tuple[str, ...] = ()
        self.is_filled = False
        self.date = ""
        self.stamp = 0
        """A hash of all that the rows below show."""

    @property
    def folder(self) -> str:
        """The folder in which what it stands for lies, relative to the collection's root."""
        if self.kind is Kind.GROUP and not self.key.startswith("#"):
            return self.key
        return self.doc.partition("/")[2].rpartition("/")[0]
