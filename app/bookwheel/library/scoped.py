"""Snapshot and graph as one caller may see them: what lies outside leaves no trace, not even in a count."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np

from bookwheel.domain.query import Scope
from bookwheel.library.graph import Bools, Graph
from bookwheel.library.seen import seen
from bookwheel.library.snapshots import Snapshot

T = TypeVar("T")

MOST_KEPT = 8
"""Narrowed graphs, and as many snapshots, that are kept; a client's scope rarely changes."""


class Scoped:
    """Narrows snapshots and graphs to scopes and keeps what was narrowed; any thread."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._snapshots = _Kept[Snapshot]()
        self._graphs = _Kept[Graph]()

    def snapshot(self, whole: Snapshot, scope: Scope) -> Snapshot:
        """The part of a snapshot that a scope shows; the whole one when that is all."""
        if scope.collections is None and not scope.filters:
            return whole
        key = (scope.collections, scope.filters, tuple(whole.collections))
        part = self._snapshots.of((whole.facets,), key, lambda: seen(whole, scope))
        if part.facets is whole.facets:
            return whole
        collections = {slug: whole.collections[slug] for slug in part.collections}
        return replace(part, collections=collections, pending=whole.pending, meaning=whole.meaning)

    def graph(self, whole: Graph, snapshot: Snapshot) -> Graph:
        """The graph of what a snapshot shows; the whole one when that is all of it."""
        if snapshot.facets.is_whole:
            return whole
        return self._graphs.of((whole, snapshot.facets), "", lambda: _narrowed(whole, snapshot))


class _Kept(Generic[T]):
    """What was made of something for a key, least recently asked for out first; any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[tuple[int, ...], Hashable], tuple[tuple[object, ...], T]] = OrderedDict()

    def of(self, wholes: tuple[object, ...], key: Hashable, make: Callable[[], T]) -> T:
        """What is kept; it holds on to the wholes, so that no other thing can have their identity."""
        place = (tuple(id(each) for each in wholes), key)
        with self._lock:
            found = self._kept.get(place)
            if found is not None:
                self._kept.move_to_end(place)
                return found[1]
        made = make()
        with self._lock:
            self._kept[place] = (wholes, made)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made


def _narrowed(whole: Graph, snapshot: Snapshot) -> Graph:
    documents = [f"{slug}/{path}" for slug, path, _ in snapshot.facets.places.values()]
    return narrow(whole, whole.shown_by(documents, tuple(snapshot.collections)))


def narrow(whole: Graph, shown: Bools) -> Graph:
    """The nodes that are shown and the edges between them; labels are called by their key.

    A label's spelling may be that of a document which is not shown.
    """
    numbers = np.flatnonzero(shown)
    place_of = np.full(len(shown) + 1, -1, np.int32)  # the last stands for -1
    place_of[numbers] = np.arange(len(numbers), dtype=np.int32)
    edges = np.flatnonzero(shown[whole.sources] & shown[whole.targets])
    ids = [whole.ids[number] for number in numbers.tolist()]
    slugs = sorted({int(code) for code in whole.collection_of[numbers] if code >= 0})
    code_of = np.full(len(whole.collections) + 1, -1, np.int32)
    code_of[slugs] = np.arange(len(slugs), dtype=np.int32)
    titles = [
        whole.titles[number] if whole.collection_of[number] >= 0 else whole.ids[number].partition(":")[2]
        for number in numbers.tolist()
    ]
    return Graph(
        revision=whole.revision,
        ids=ids,
        titles=titles,
        kinds=whole.kinds[numbers],
        owner=place_of[whole.owner[numbers]],
        collection_of=code_of[whole.collection_of[numbers]],
        collections=tuple(whole.collections[code] for code in slugs),
        sources=place_of[whole.sources[edges]],
        targets=place_of[whole.targets[edges]],
        relations=whole.relations[edges],
        lines=whole.lines[edges],
        wordings={place: whole.wordings[edge] for place, edge in enumerate(edges.tolist()) if edge in whole.wordings},
        number_of={node: number for number, node in enumerate(ids)},
        by_hand={place: whole.by_hand[edge] for place, edge in enumerate(edges.tolist()) if edge in whole.by_hand},
    )
