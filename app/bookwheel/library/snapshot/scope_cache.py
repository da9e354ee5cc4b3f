"""Snapshot and graph as one caller may see them: what lies outside leaves no trace, not even in a count."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Generic, TypeVar

from bookwheel.domain.annotations.same_things import SameDecision
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.scopes import cuts_collections
from bookwheel.domain.search import Scope
from bookwheel.library.snapshot.coverage import limit_coverage
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.narrowed_graph import narrow
from bookwheel.library.snapshot.same_groups import find_joins
from bookwheel.library.snapshot.same_nodes import join_nodes
from bookwheel.library.snapshot.scoped_catalogue import seen
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot, Visible
from bookwheel.library.snapshot.visible_links import links_without_hidden, names_as_written

T = TypeVar("T")

MOST_KEPT = 8
"""Narrowed graphs, and as many snapshots, that are kept; a client's scope rarely changes. Of vectors the newest."""


class Scoped:
    """Narrows snapshots and graphs to scopes and keeps what was narrowed; any thread."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._snapshots = _Kept[Snapshot]()
        self._graphs, self._unjoined = _Kept[Graph](), _Kept[Graph](1)
        self._joined_whole = _Kept[Graph](1)
        self._meanings = _Kept[Meaning](1)
        self._visible = _Kept[Visible]()
        self.decisions: Callable[[], tuple[SameDecision, ...]] = tuple
        """Which things are the same, asked at every question; the same object until that changes."""

    def snapshot(self, whole: Snapshot, scope: Scope) -> Snapshot:
        """The part of a snapshot that a scope shows; the whole one when that is all."""
        if scope.is_open:
            return whole
        key = (scope.collections, scope.filters, scope.by_collection, tuple(whole.collections))
        part = self._snapshots.of((whole.facets,), key, lambda: seen(whole, scope))
        if part.facets is whole.facets:
            return whole
        collections = {slug: whole.collections[slug] for slug in part.collections}
        return replace(part, collections=collections, readiness=whole.readiness, meaning=whole.meaning)

    def limited(self, whole: Snapshot, scope: Scope) -> Snapshot:
        """The part that a scope shows, with what its caller is told of its freshness; nothing hidden moves that."""
        if scope.is_open:
            return whole
        part, meaning = self.snapshot(whole, scope), whole.meaning
        if not part.facets.is_whole:
            meaning = self._meanings.of((meaning, part.facets), "", lambda: limit_coverage(whole.meaning, part.facets))
        facets = part.facets
        visible = self._visible.of((facets,), "", lambda: Visible(facets.fingerprint, facets.changed_at))
        return replace(part, readiness=told_readiness(whole.readiness, scope), meaning=meaning, visible=visible)

    def graph(self, whole: Graph, snapshot: Snapshot) -> Graph:
        """The graph of what a snapshot shows, in which things that are the same are one node.

        That follows the scope: what joins two things through a name that it hides joins nothing in it.
        """
        decisions = self.decisions()
        if snapshot.facets.is_whole:
            return self._whole(whole, decisions)
        wholes = (whole, snapshot.facets, decisions)
        return self._graphs.of(wholes, "", lambda: _join(_narrowed(whole, snapshot), decisions))

    def prepare(self, whole: Graph) -> None:
        """Join a new graph's nodes and put its edges in order, before the first question comes."""
        self._whole(whole, self.decisions()).warm()

    def unjoined(self, whole: Graph, snapshot: Snapshot) -> Graph:
        """The graph of what a snapshot shows, as it was read; the whole one when that is all of it."""
        if snapshot.facets.is_whole:
            return whole
        return self._unjoined.of((whole, snapshot.facets), "", lambda: _narrowed(whole, snapshot))

    def _whole(self, graph: Graph, decisions: tuple[SameDecision, ...]) -> Graph:
        if graph.joined is not None and not decisions:
            return graph.joined
        return self._joined_whole.of((graph, decisions), "", lambda: _join(graph, decisions))


def _join(graph: Graph, decisions: tuple[SameDecision, ...]) -> Graph:
    return join_nodes(graph, find_joins(graph, decisions))


def told_readiness(whole: Readiness, scope: Scope) -> Readiness:
    """What a caller is told of reading: whether it may see a file in part of a collection is known once it was read."""
    return replace(whole, is_withheld=True) if cuts_collections(scope) else whole


class _Kept(Generic[T]):
    """What was made of something for a key, least recently asked for out first; any thread."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._lock, self._most = threading.Lock(), most
        self._kept: OrderedDict[tuple[tuple[int, ...], Hashable], tuple[tuple[object, ...], T]] = OrderedDict()

    def of(self, wholes: tuple[object, ...], key: Hashable, make: Callable[[], T]) -> T:
        """What is kept; it holds on to the wholes, so that no other thing can have their identity."""
        place = (tuple(id(whole) for whole in wholes), key)
        with self._lock:
            found = self._kept.get(place)
            if found is not None:
                self._kept.move_to_end(place)
                return found[1]
        made = make()
        with self._lock:
            self._kept[place] = (wholes, made)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made


def _narrowed(whole: Graph, snapshot: Snapshot) -> Graph:
    documents = [f"{slug}/{path}" for slug, path, _ in snapshot.facets.places.values()]
    shown = whole.shown_by(documents, tuple(snapshot.collections), snapshot.facets.whole_collections)
    with snapshot.catalogue.snapshot():
        links = links_without_hidden(whole, shown, snapshot)
        cited = [slug for slug in snapshot.collections if snapshot.catalogue.documents_with_references(slug)]
    return narrow(whole, shown, links, names_as_written(snapshot.facets), cited)
