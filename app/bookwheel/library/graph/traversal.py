"""Walks through the graph: what is near, the shortest way, what links here, and what has much in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bookwheel.domain.graph import Edge, Node, NodeKind, Reason
from bookwheel.library.snapshot.graph_arrays import (
    KINDS,
    LINKING,
    MANUAL,
    RELATIONS,
    Bools,
    Graph,
    Rows,
    relation_filter,
    without_weak,
)
from bookwheel.library.snapshot.graph_tables.text_table import Ints

SHARE_OF_LABEL = {"hasTag": 1.0, "inCategory": 0.7, "hasTopic": 0.2, "author": 0.5, "owner": 0.3, "reviewer": 0.2,
    "mentions": 0.3, "describes": 0.5, "defines": 0.5, "cites": 0.5}  # fmt: skip

"""How much a label that two documents share counts, times how rare it is (0 to 1)."""

SHARED_AS = {
    "hasTag": "tag", "inCategory": "category", "hasTopic": "topic", "author": "author", "owner": "owner",
    "reviewer": "reviewer", "mentions": "thing", "describes": "thing", "defines": "thing", "cites": "thing",
}  # fmt: skip
"""What is shared by which relation, as a reason's kind."""

SHARE_OF_TARGET = 0.5
"""How much a document counts to which both link, likewise."""

SHARE_OF_HAND = 1.0
"""How much a link made by hand counts, as much as one that a source states."""

COMMONEST = 0.25
"""A label or target that more than this share of all documents has says nothing of two of them."""

_REFERRING = np.array([RELATIONS.index(name) for name in (*LINKING, MANUAL)], np.int8)
_NAMING = ("mentions", "describes", "defines")
"""Relations by which a document speaks of a thing."""


@dataclass(frozen=True, slots=True)
class Walked:
    """Nodes, nearest first, the edges between them, and how many nodes there were before the limit."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    total: int


def neighbourhood(
    graph: Graph,
    start: int,
    *,
    hops: int,
    shown: Bools | None,
    relation: str = "",
    kinds: Collection[NodeKind] = (),
    limit: int = 50,
    most_edges: int = 2000,
) -> Walked:
    """What lies within some hops of a node, whatever the direction of the edges, nearest and best connected first.

    Only nodes that are `shown` (see `Graph.visible`) and of the `kinds` are walked through, and no collections or
    types. Of the edges, `most_edges` are given.
    """
    rows, is_rolled = graph.rows_for(start, relation=relation)
    is_walked = relation_filter(graph, relation)
    hop_of = np.full(len(graph.ids), -1, np.int8)
    hop_of[start] = 0
    frontier = np.array([start], np.int32)
    allowed = mask_of_kinds(graph, shown, kinds)
    for hop in range(1, hops + 1):
        if hop > 1:
            frontier = frontier[~graph.ends_walk[frontier]]
        places = rows.at(frontier)
        others = rows.others[places[is_walked(rows.edges[places])]]
        if allowed is not None:
            others = others[allowed[others]]
        frontier = np.unique(others[hop_of[others] < 0])
        if not len(frontier):
            break
        hop_of[frontier] = hop
    reached = np.flatnonzero(hop_of >= 0)
    order = np.lexsort((reached, -graph.degrees[reached], hop_of[reached]))
    chosen = reached[order][:limit].astype(np.int32)
    edges = _edges_between(graph, rows, chosen, is_walked, most_edges, is_rolled=is_rolled)
    nodes = tuple(graph.node(int(number), int(hop_of[number])) for number in chosen)
    return Walked(nodes, edges, len(reached))


def shortest_path(graph: Graph, start: int, end: int, *, shown: Bools | None, relation: str = "") -> Walked | None:
    """A shortest way between two nodes, whatever the direction of its edges, without collections and types in between.

    One over what git knows, such as who changed a file, or over a topic, is given only where it saves two steps: in
    many folders it joins everything with everything. None when there is no way.
    """
    if start == end:
        return Walked((graph.node(start),), (), 1)
    is_walked = relation_filter(graph, relation)
    if relation or not graph.has_weak:
        return _path_along(graph, start, end, shown, relation, is_walked)
    found = _path_along(graph, start, end, shown, relation, without_weak(graph, is_walked))
    if found is not None and len(found.edges) <= 2:
        return found
    shorter = _path_along(graph, start, end, shown, relation, is_walked)
    return shorter if found is None or (shorter and len(shorter.edges) < len(found.edges) - 1) else found


def _path_along(
    graph: Graph, start: int, end: int, shown: Bools | None, relation: str, is_walked: Callable[[Ints], Bools]
) -> Walked | None:
    """A shortest way along some edges; the search goes from both ends, the smaller frontier first."""
    rows, is_rolled = graph.rows_for(start, end, relation=relation)
    came: tuple[dict[int, tuple[int, int]], ...] = ({start: (-1, -1)}, {end: (-1, -1)})
    frontiers = [[start], [end]]
    while frontiers[0] and frontiers[1]:
        side = 0 if len(frontiers[0]) <= len(frontiers[1]) else 1
        here, there = came[side], came[1 - side]
        following: list[int] = []
        meeting = -1
        for number in frontiers[side]:
            place = rows.of_one(number)
            is_open = is_walked(rows.edges[place])
            pairs = zip(rows.others[place][is_open].tolist(), rows.edges[place][is_open].tolist(), strict=True)
            for other, edge in pairs:
                if other in here or (shown is not None and not shown[other]):
                    continue
                if graph.ends_walk[other] and other not in (start, end):
                    continue
                here[other] = (number, edge)
                if other in there:
                    meeting = other
                    break
                following.append(other)
            if meeting >= 0:
                return _path(graph, came, meeting, is_rolled=is_rolled)
        frontiers[side] = following
    return None


def backlinks(graph: Graph, node: int, *, shown: Bools | None, limit: int = 50) -> Walked:
    """What refers to a document (or to any section of it), to a section, or carries a label; one edge a reference."""
    if graph.kind(node) is NodeKind.SECTION:
        rows, ends = graph.fine, graph.targets
    else:
        rows, ends = graph.rolled, graph.whole[graph.targets]
    edges = rows.edges[rows.of_one(node)]
    edges = np.unique(edges[ends[edges] == node])
    if graph.kind(node) in (NodeKind.DOCUMENT, NodeKind.SECTION):
        edges = edges[np.isin(graph.relations[edges], _REFERRING)]
    if shown is not None:
        edges = edges[shown[graph.sources[edges]]]
    sources = graph.whole[graph.sources[edges]].tolist()
    found = sorted(zip(sources, edges.tolist(), strict=True), key=lambda pair: (graph.titles[pair[0]], pair))
    nodes = list(dict.fromkeys(source for source, _ in found))
    kept = set(nodes[:limit])
    return Walked(
        (graph.node(node), *(graph.node(number, 1) for number in nodes[:limit])),
        tuple(_seen(graph, edge, node) for source, edge in found if source in kept),
        len(nodes),
    )


def _weigh_neighbours(
    graph: Graph, document: int, shown: Bools | None
) -> tuple[dict[int, float], dict[int, list[Reason]]]:
    """The documents that have something in common with one: how much, and the reasons in words."""
    documents = max(2, int(np.count_nonzero(graph.kinds == KINDS.index(NodeKind.DOCUMENT))))
    weights: dict[int, float] = {}
    reasons: dict[int, list[Reason]] = {}
    linked: dict[int, list[int]] = {}
    shared: dict[int, dict[str, list[str]]] = {}
    for edge, other, is_out in _edges_of(graph, document, shown):
        name = graph.relation(edge)
        is_document = graph.kind(other) is NodeKind.DOCUMENT
        if name == MANUAL and is_document:
            weights[other] = weights.get(other, 0.0) + SHARE_OF_HAND
            reasons.setdefault(other, []).append(Reason("linked by hand", (graph.wordings.get(edge, ""),)))
        if name in LINKING and is_document:
            linked.setdefault(other, [0, 0])[0 if is_out else 1] += 1
        share = SHARE_OF_LABEL.get(name, SHARE_OF_TARGET if is_out and is_document and name in LINKING else 0.0)
        if not share or (is_document and linked[other][0] > 1):
            continue
        if name in _NAMING and graph.ends_walk[other]:
            continue
        carriers = _carriers(graph, other, name, shown)
        rarity = math.log(documents / max(1, len(carriers))) / math.log(documents)
        if len(carriers) > COMMONEST * documents and documents > 20:
            continue
        for carrier in carriers:
            if carrier != document:
                weights[carrier] = weights.get(carrier, 0.0) + share * rarity
                shared.setdefault(carrier, {}).setdefault(name, []).append(graph.titles[other])
    for other, (out, back) in linked.items():
        weights[other] = weights.get(other, 0.0) + sum(1 + math.log(count) for count in (out, back) if count)
        reasons.setdefault(other, []).append(_linked(out, back))
    for other, by_relation in shared.items():
        reasons.setdefault(other, []).extend(_shared(name, by_relation[name]) for name in by_relation)
    return weights, reasons


def related(graph: Graph, document: int, *, shown: Bools | None, limit: int = 20) -> Walked:
    """Documents that have most in common with one: links, tags, categories, people, and targets that both link to.

    Each edge is one relatedTo with its weight and the reason in words. A label counts by how rare it is:
    log(documents / carriers) / log(documents).
    """
    weights, reasons = _weigh_neighbours(graph, document, shown)
    best = sorted(weights, key=lambda number: (-weights[number], graph.titles[number], number))[:limit]
    me = graph.ids[document]
    return Walked(
        (graph.node(document), *(graph.node(number, 1) for number in best)),
        tuple(
            Edge(
                *(me, "relatedTo", graph.ids[number]),
                text="; ".join(map(_in_words, reasons[number])),
                weight=round(weights[number], 4),
                related_by=tuple(reasons[number]),
            )
            for number in best
        ),
        len(weights),
    )


def mask_of_kinds(graph: Graph, shown: Bools | None, kinds: Collection[NodeKind]) -> Bools | None:
    """Which nodes are `shown` and of the kinds; None where that is all of them."""
    if not kinds:
        return shown
    of_kind = np.isin(graph.kinds, [KINDS.index(kind) for kind in kinds])
    return of_kind if shown is None else of_kind & shown


def _edges_between(
    graph: Graph, rows: Rows, nodes: Ints, is_walked: Callable[[Ints], Bools], most: int, *, is_rolled: bool
) -> tuple[Edge, ...]:
    """Edges whose both ends are among the nodes: those of the first nodes first, each once."""
    inside = np.zeros(len(graph.ids), np.bool_)
    inside[nodes] = True
    places = rows.at(nodes)
    places = places[inside[rows.others[places]] & is_walked(rows.edges[places])]
    numbers = list(dict.fromkeys(rows.edges[places].tolist()))[:most]
    return tuple(graph.edge(number, is_rolled=is_rolled) for number in numbers)


def _path(graph: Graph, came: Sequence[dict[int, tuple[int, int]]], meeting: int, *, is_rolled: bool) -> Walked:
    nodes, edges = [meeting], list[int]()
    for steps, is_first in zip(came, (True, False), strict=True):
        number = meeting
        while steps[number][0] >= 0:
            number, edge = steps[number]
            nodes.insert(0, number) if is_first else nodes.append(number)
            edges.insert(0, edge) if is_first else edges.append(edge)
    return Walked(
        tuple(graph.node(number, place) for place, number in enumerate(nodes)),
        tuple(graph.edge(number, is_rolled=is_rolled) for number in edges),
        len(nodes),
    )


def _seen(graph: Graph, edge: int, node: int) -> Edge:
    """A reference from the section or document where it is written to the node that was asked about."""
    one = graph.edge(edge, is_rolled=False)
    return replace(one, target=graph.ids[node])


def _edges_of(graph: Graph, document: int, shown: Bools | None) -> Iterator[tuple[int, int, bool]]:
    """A document's edges: number, the other end, and whether they lead out of it."""
    rows = graph.rolled
    place = rows.of_one(document)
    edges, others = rows.edges[place], rows.others[place]
    is_out = graph.whole[graph.sources[edges]] == document
    kept = np.ones(len(edges), np.bool_) if shown is None else shown[others]
    yield from zip(edges[kept].tolist(), others[kept].tolist(), is_out[kept].tolist(), strict=True)


def _carriers(graph: Graph, node: int, relation: str, shown: Bools | None) -> list[int]:
    """Documents from which a relation (any link, for one of those) leads to a node."""
    rows = graph.rolled
    place = rows.of_one(node)
    edges, others = rows.edges[place], rows.others[place]
    alike = LINKING if relation in LINKING else _NAMING if relation in _NAMING else (relation,)
    codes = np.array([RELATIONS.index(name) for name in alike], np.int8)
    kept = (graph.whole[graph.targets[edges]] == node) & np.isin(graph.relations[edges], codes)
    if shown is not None:
        kept &= shown[others]
    return np.unique(others[kept]).tolist()


def _linked(out: int, back: int) -> Reason:
    kind = "linked both ways" if out and back else "linked to" if out else "links here"
    return Reason(kind, count=out + back)


def _shared(relation: str, names: Sequence[str]) -> Reason:
    return Reason(SHARED_AS.get(relation, "link to"), tuple(names[:3]), len(names))


def _in_words(reason: Reason) -> str:
    """A reason as agents and the command line show it."""
    if not reason.names:
        return f"{reason.kind} ({reason.count})"
    names = ", ".join(reason.names)
    if reason.kind == "linked by hand":
        return f"{reason.kind}: {names}"
    more = f" and {reason.count - len(reason.names)} more" if reason.count > len(reason.names) else ""
    return f"same {reason.kind} {names}{more}"
