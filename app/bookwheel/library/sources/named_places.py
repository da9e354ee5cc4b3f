"""Which documents of a collection state a name that links use, and which of them is meant."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from functools import cached_property

from bookwheel.domain.links.named_links import Address, NameKind
from bookwheel.indexes.catalogue import CatalogueReader

_ABOUT_THEMSELVES = (NameKind.DOI, NameKind.ARXIV)
"""Kinds of names whose links lead to the web in the very document that states them."""

Place = tuple[str, str]
"""A path and the anchor of a section, empty for the whole document."""


class NamedPlaces:
    """Finds the places of names in one collection; each name is looked up once."""

    def __init__(self, catalogue: CatalogueReader, collection: str) -> None:
        """Look up in `catalogue`."""
        self._catalogue, self._collection = catalogue, collection
        self._known: dict[tuple[NameKind, str], _Stated] = {}

    @cached_property
    def has_references(self) -> bool:
        """Whether a document states works by their keys."""
        return bool(self._catalogue.documents_with_references(self._collection))

    def find(self, from_path: str, address: Address) -> Place | None:
        """The nearest place of the first of an address's names that is stated, one in the document itself first."""
        for name in address.names:
            stated = self._stated(address.kind, name)
            if from_path in stated.anchors:
                return None if address.kind in _ABOUT_THEMSELVES else (from_path, stated.anchors[from_path])
            if stated.anchors:
                path = stated.nearest(from_path)
                return path, stated.anchors[path]
        return None

    def _stated(self, kind: NameKind, name: str) -> _Stated:
        found = self._known.get((kind, name))
        if found is None:
            rows = self._catalogue.places_named(self._collection, kind, name)
            found = self._known[kind, name] = _Stated(rows)
        return found


class _Stated:
    """The documents that state one name, with the anchors of its sections; the nearest one is found by its folders."""

    def __init__(self, rows: Sequence[Place]) -> None:
        self.anchors = dict(rows)

    @cached_property
    def _best_below(self) -> dict[tuple[str, ...], tuple[int, int, str]]:
        """By folder: the document below it that lies in the fewest folders, with their number."""
        best: dict[tuple[str, ...], tuple[int, int, str]] = {}
        for path in self.anchors:
            folders = _folders(path)
            rank = (len(folders), path.count("/"), path)
            for count in range(len(folders) + 1):
                above = folders[:count]
                if above not in best or rank < best[above]:
                    best[above] = rank
        return best

    def nearest(self, from_path: str) -> str:
        """The path that is the fewest folders away, then in the fewest folders, as for links by file name."""
        if len(self.anchors) == 1:
            return next(iter(self.anchors))
        here = _folders(from_path)
        ranks = [
            (len(here) + below[0] - 2 * count, *below[1:])
            for count in range(len(here) + 1)
            if (below := self._best_below.get(here[:count])) is not None
        ]
        return min(ranks)[-1]


def _folders(path: str) -> tuple[str, ...]:
    return tuple(posixpath.dirname(path).split("/"))
