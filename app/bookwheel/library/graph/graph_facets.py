"""Lists that the graph gives: people and things, and what kinds of things and relations there are; with counts."""

from __future__ import annotations

from collections import Counter

import numpy as np

from bookwheel.domain.annotations.manual_links import RELATION as MANUAL
from bookwheel.domain.browse import View
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.search import FacetCount
from bookwheel.library.snapshot.facet_column import Bools
from bookwheel.library.snapshot.graph_arrays import KINDS, RELATIONS, TOPIC, Graph
from bookwheel.library.snapshot.graph_tables.text_table import Ints
from bookwheel.library.snapshot.narrowed_graph import narrow
from bookwheel.library.snapshot.snapshot import Snapshot

_KINDS = {
    View.PEOPLE: KINDS.index(NodeKind.PERSON),
    View.ENTITIES: KINDS.index(NodeKind.ENTITY),
    View.TERMS: KINDS.index(NodeKind.TERM),
    View.PROJECTS: KINDS.index(NodeKind.PROJECT),
    View.TOPICS: TOPIC,
}
"""The lists of things, and the kind that each shows."""
_BY_HAND, _BROADER = RELATIONS.index(MANUAL), RELATIONS.index("broader")


def part(graph: Graph, snapshot: Snapshot, mask: Bools | None) -> Graph:
    """The graph of the documents that a mask (bool by document key) leaves; the whole one without a mask."""
    if mask is None:
        return graph
    places = [(slug, path) for key, (slug, path, _) in snapshot.facets.places.items() if mask[key]]
    documents, collections = [f"{slug}/{path}" for slug, path in places], {slug for slug, _ in places}
    return narrow(graph, graph.shown_by(documents, collections, whole=None))


def things(graph: Graph, view: View) -> list[FacetCount]:
    """The things of a list with the number of documents that name each, those of most documents first.

    The field is what the thing is: person, term, project, topic (whose narrower ones count too), or an entity's type.
    """
    kind = _KINDS[view]
    of_kind = graph.kinds[graph.targets] == kind
    edges = np.flatnonzero(of_kind & (graph.owner[graph.sources] >= 0) & (graph.relations != _BY_HAND))
    pairs = np.unique(np.stack([graph.whole[graph.sources[edges]], graph.targets[edges]], axis=1), axis=0)
    pairs = _with_broader(graph, pairs) if kind == TOPIC else pairs
    counts = np.bincount(pairs[:, 1], minlength=len(graph.ids)) if len(pairs) else np.zeros(len(graph.ids), np.int64)
    found = [
        FacetCount(_field(graph, number), graph.titles[number], int(counts[number]), graph.ids[number])
        for number in np.flatnonzero(graph.kinds == kind).tolist()
    ]
    return sorted(found, key=lambda one: (-one.count, one.value.casefold(), one.field))


def _with_broader(graph: Graph, pairs: Ints) -> Ints:
    """Pairs of documents and topics, and of the same documents and the topics that are broader."""
    broader = np.flatnonzero((graph.relations == _BROADER) & (graph.kinds[graph.sources] == TOPIC))
    above = np.full(len(graph.ids), -1, np.int32)
    above[graph.sources[broader]] = graph.targets[broader]
    for _ in range(len(broader)):  # as deep as topics nest, should there be circles
        wider = pairs[above[pairs[:, 1]] >= 0]
        wider = np.stack([wider[:, 0], above[wider[:, 1]]], axis=1)
        known = len(pairs)
        pairs = np.unique(np.concatenate([pairs, wider]), axis=0)
        if len(pairs) == known:
            break
    return pairs


def _field(graph: Graph, number: int) -> str:
    kind = graph.kind(number)
    type = graph.ids[number].partition(":")[2].partition("/")[0] if kind is NodeKind.ENTITY else ""
    return type or kind.value


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
