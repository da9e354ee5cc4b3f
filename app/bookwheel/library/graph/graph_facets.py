"""Lists that the graph gives: people, and what kinds of things and relations there are; with counts."""

from __future__ import annotations

from collections import Counter

import numpy as np

from bookwheel.domain.graph import NodeKind
from bookwheel.domain.search import FacetCount
from bookwheel.library.snapshot.facet_column import Bools
from bookwheel.library.snapshot.graph_arrays import KINDS, RELATIONS, Graph
from bookwheel.library.snapshot.scope_cache import narrow
from bookwheel.library.snapshot.snapshot import Snapshot

_PERSON = KINDS.index(NodeKind.PERSON)
_NAMING = np.array([RELATIONS.index(name) for name in ("author", "owner", "reviewer")], np.int8)


def part(graph: Graph, snapshot: Snapshot, mask: Bools | None) -> Graph:
    """The graph of the documents that a mask (bool by document key) leaves; the whole one without a mask."""
    if mask is None:
        return graph
    places = [(slug, path) for key, (slug, path, _) in snapshot.facets.places.items() if mask[key]]
    return narrow(graph, graph.shown_by([f"{slug}/{path}" for slug, path in places], {slug for slug, _ in places}))


def people(graph: Graph) -> list[FacetCount]:
    """People by name with the number of documents that name them, those of most documents first."""
    edges = np.flatnonzero((graph.kinds[graph.targets] == _PERSON) & np.isin(graph.relations, _NAMING))
    documents: list[int] = graph.whole[graph.sources[edges]].tolist()
    persons: list[int] = graph.targets[edges].tolist()
    pairs = set(zip(documents, persons, strict=True))
    counted = Counter(graph.titles[person] for _, person in pairs)
    found = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0].casefold()))
    return [FacetCount("person", name, count) for name, count in found]


def schema(graph: Graph) -> list[FacetCount]:
    """Kinds of nodes, then relations, each with how many there are, the most first."""
    of_nodes: list[int] = graph.kinds.tolist()
    of_edges: list[int] = graph.relations.tolist()
    kinds = Counter(KINDS[code].value for code in of_nodes)
    relations = Counter(RELATIONS[code] for code in of_edges)
    return [
        FacetCount(field, name, count)
        for field, counted in (("class", kinds), ("relation", relations))
        for name, count in counted.most_common()
    ]
