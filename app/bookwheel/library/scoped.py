"""The graph as one caller may see it: what lies outside leaves no trace, not even in a count or an order."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection as Several

import numpy as np

from bookwheel.library.graph import Bools, Graph

MOST_KEPT = 8
"""Narrowed graphs that are kept; a client's scope rarely changes."""


class Scoped:
    """Narrows a graph to collections and keeps what was narrowed; any thread."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, tuple[str, ...]], tuple[Graph, Graph]] = OrderedDict()

    def graph(self, whole: Graph, collections: Several[str]) -> Graph:
        """The graph of these collections alone; the whole one when they are all of it."""
        shown = whole.visible(collections)
        if shown is None:
            return whole
        key = (id(whole), tuple(sorted(collections)))
        with self._lock:
            found = self._kept.get(key)
            if found is not None and found[0] is whole:
                self._kept.move_to_end(key)
                return found[1]
        narrowed = narrow(whole, shown)
        with self._lock:
            self._kept[key] = (whole, narrowed)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return narrowed


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
    )
