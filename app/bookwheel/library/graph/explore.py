"""Looks into the graph: a node's details and neighbourhood, the way to another, what links to it, and the schema."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from functools import partial

import numpy as np

from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, ExploreView, Node, NodeKind
from bookwheel.domain.messages import Message
from bookwheel.domain.scopes import is_narrow
from bookwheel.domain.search import Scope
from bookwheel.library.graph import traversal
from bookwheel.library.graph.evidence_places import EvidencePlaces
from bookwheel.library.graph.node_lookup import found, partly_named
from bookwheel.library.graph.path_choices import MOST_WAYS, join_ways, other_ways
from bookwheel.library.graph.traversal import Walked
from bookwheel.library.snapshot.graph_arrays import KINDS, LINKING, RELATIONS, STRUCTURE, Bools, Graph
from bookwheel.library.snapshot.index_lag import graph_notices, told_graph_revision
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.unread_files import unread_notices

MOST_HOPS = 3
MOST_NODES = 1000


def explore(request: ExploreRequest, scope: Scope, snapshot: Snapshot, graph: Graph | None) -> ExploreAnswer:
    """What stands around a node, on the way to another, or in the whole graph; `graph` holds the scope's part alone.

    Raises:
        NotFound: for a node that the scope does not show, with near ones.
        BadRequest: for a relation that there is not, or numbers out of range.
    """
    _check(request)
    answer = _explored(request, scope, snapshot, graph)
    with snapshot.catalogue.snapshot():
        places = EvidencePlaces(snapshot.catalogue)
        edges = tuple(places.of_edge(edge) for edge in answer.edges)
        unread = unread_notices(snapshot, (), scope)
        answer = replace(answer, edges=edges, notices=(*answer.notices, *unread))
    if not scope.client or (snapshot.facets.is_whole and not is_narrow(scope)):
        return answer
    return replace(answer, edges=tuple(_without_note(edge, scope.client) for edge in answer.edges))


def _without_note(edge: Edge, client: str) -> Edge:
    """An edge as somebody may see it who sees a part: another's note may speak of what is hidden."""
    return replace(edge, note="") if edge.note and edge.by.partition("/")[0] != client else edge


def _explored(request: ExploreRequest, scope: Scope, snapshot: Snapshot, graph: Graph | None) -> ExploreAnswer:
    notices = [*graph_notices(snapshot, graph)]
    if graph is None:
        return _answer(Walked((), (), 0), snapshot, 0, tuple(notices))
    if request.level == "schema" or not request.node:
        return _answer(_schema(graph, request.node), snapshot, graph.revision, tuple(notices))
    try:
        start = found(request.node, scope, snapshot, graph, notices)
    except NotFound:
        partly = [] if request.to else partly_named(request.node, graph, request.kinds)
        if not partly:
            raise
        said = Message("Nothing is named {name}. Names that contain it:", name=request.node[:60])
        nodes = tuple(graph.node(number) for number in partly[: request.limit])
        return _answer(Walked(nodes, (), len(partly)), snapshot, graph.revision, (*notices, said))
    if request.to:
        end = found(request.to, scope, snapshot, graph, notices)
        walked = way(graph, start, end, request.relation, request.kinds)
        if walked is None:
            ends = f"{graph.ids[start]} to {graph.ids[end]}"
            return _answer(
                Walked((), (), 0),
                snapshot,
                graph.revision,
                (*notices, Message("There is no path from {way}.", way=ends)),
            )
        path = tuple(node.id for node in walked.nodes)
        if request.ways == 1:
            return _answer(walked, snapshot, graph.revision, tuple(notices), path)
        walks = other_ways(walked, request.ways, partial(_way_without, request, graph, start, end))
        answer = _answer(join_ways(walks), snapshot, graph.revision, tuple(notices), path)
        return replace(answer, paths=tuple(tuple(node.id for node in one.nodes) for one in walks))
    return _answer(_walk(request, graph, start), snapshot, graph.revision, tuple(notices))


def _way_without(request: ExploreRequest, graph: Graph, start: int, end: int, avoided: frozenset[str]) -> Walked | None:
    """A path that avoids nodes, by their ids."""
    shown = np.ones(len(graph.ids), bool)
    shown[[graph.number_of[id] for id in avoided]] = False
    return way(graph, start, end, request.relation, request.kinds, shown)


def _walk(request: ExploreRequest, graph: Graph, start: int) -> Walked:
    """Return what the view asked for shows around a node."""
    if request.view is ExploreView.BACKLINKS:
        of_kinds = traversal.mask_of_kinds(graph, None, request.kinds)
        shown = None if of_kinds is None else of_kinds[graph.whole]  # sections come as their documents
        walked = traversal.backlinks(graph, start, shown=shown, limit=request.limit)
        return _only(walked, request.relation) if request.relation else walked
    if request.view is ExploreView.RELATED:
        document = int(graph.owner[start])
        if document < 0:
            raise BadRequest("Related documents are available only for a document or section.", next="view backlinks")
        return traversal.related(graph, document, shown=None, limit=request.limit)
    if not request.hops:
        return _details(graph, start)
    return traversal.neighbourhood(
        graph, start, hops=request.hops, shown=None, relation=request.relation, kinds=request.kinds, limit=request.limit
    )


def way(
    graph: Graph,
    start: int,
    end: int,
    relation: str = "",
    kinds: Collection[NodeKind] = (),
    shown: Bools | None = None,
) -> Walked | None:
    """A shortest way between two nodes; one through documents alone, if it takes at most one step more.

    With `kinds`, it leads through nodes of these kinds alone; with `shown` (bool by node), through these.
    """
    of_kinds = traversal.mask_of_kinds(graph, None if shown is None else shown.copy(), kinds)
    if of_kinds is not None:
        of_kinds[[start, end]] = True
    shortest = traversal.shortest_path(graph, start, end, shown=of_kinds, relation=relation)
    if shortest is None or relation or kinds or len(shortest.nodes) < 3:
        return shortest
    through = np.isin(graph.kinds, (KINDS.index(NodeKind.DOCUMENT), KINDS.index(NodeKind.SECTION)))
    if shown is not None:
        through &= shown
    through[[start, end]] = True
    linked = traversal.shortest_path(graph, start, end, shown=through)
    return linked if linked is not None and len(linked.nodes) <= len(shortest.nodes) + 1 else shortest


def _check(request: ExploreRequest) -> None:
    if not 0 <= request.hops <= MOST_HOPS:
        raise BadRequest("{name} must be between {least} and {most}.", name="hops", least=0, most=MOST_HOPS)
    if not 1 <= request.limit <= MOST_NODES:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_NODES:,}")
    if not 1 <= request.ways <= MOST_WAYS:
        raise BadRequest("{name} must be between {least} and {most}.", name="ways", least=1, most=MOST_WAYS)
    if request.level not in ("data", "schema"):
        raise BadRequest("level must be data or schema.", did_you_mean=("data", "schema"))
    if request.to and not request.node:
        raise BadRequest("A path also needs the node where it starts.")
    if request.to and request.view is not ExploreView.NEIGHBOURS:
        raise BadRequest("A path has no view: leave out {name}, or leave out the view.", name="to")
    if request.level == "schema":
        if request.node and request.node not in tuple(NodeKind):
            near = difflib.get_close_matches(request.node, tuple(NodeKind), 3, 0.5)
            raise BadRequest("The schema has kinds of nodes, not {name}.", name=request.node[:60], did_you_mean=near)
        if request.to or request.relation or request.kinds:
            raise BadRequest("The schema takes a kind of node alone.")
    if request.view is ExploreView.RELATED and (request.relation or request.kinds):
        raise BadRequest("Related documents cannot be filtered by relation or kind. Leave out relation and kinds.")
    known = (*RELATIONS, "partOf")
    if request.relation and request.relation not in known:
        near = difflib.get_close_matches(request.relation, known, 3, 0.5)
        raise BadRequest("Unknown relation {name}.", name=request.relation[:60], did_you_mean=near, next="level schema")


def _answer(
    walked: Walked, snapshot: Snapshot, revision: int, notices: tuple[Message, ...] = (), path: tuple[str, ...] = ()
) -> ExploreAnswer:
    told = told_graph_revision(snapshot, revision)
    return ExploreAnswer(
        *(walked.nodes, walked.edges, walked.total, snapshot.told_revision, told, snapshot.pending, path),
        notices=(*snapshot.notices, *notices),
    )


def _details(graph: Graph, number: int) -> Walked:
    """A node with what is said of it, and its own statements about labels and people."""
    node = graph.node(number)
    rows, _ = graph.rows_for(number)
    edges = rows.edges[rows.offsets[number] : rows.offsets[number + 1]]
    counted: Counter[str] = Counter()
    said: list[Edge] = []
    for edge in edges.tolist():
        relation = RELATIONS[graph.relations[edge]]
        is_out = number in (int(graph.sources[edge]), int(graph.whole[graph.sources[edge]]))
        if is_out and relation not in (*LINKING, *STRUCTURE, "brokenLinkTo"):
            said.append(graph.edge(edge, is_rolled=node.kind is not NodeKind.SECTION))
        counted[f"{'out' if is_out else 'in'} {relation}"] += 1
    parts = [node.detail] if node.detail else []
    if node.kind is NodeKind.DOCUMENT:
        sections = int(np.count_nonzero(graph.owner == number)) - 1
        parts.append(f"{sections:,} section{'' if sections == 1 else 's'}")
    parts += [f"{name} {count:,}" for name, count in sorted(counted.items())]
    shown = Node(node.id, node.kind, node.title, node.doc, "; ".join(parts), 0, node.weight)
    return Walked((shown,), tuple(said), 1)


def _only(walked: Walked, relation: str) -> Walked:
    edges = tuple(edge for edge in walked.edges if edge.relation == relation)
    kept = {edge.source.partition("#")[0] for edge in edges} | {edge.source for edge in edges}
    nodes = (*walked.nodes[:1], *(node for node in walked.nodes[1:] if node.id in kept))
    return Walked(nodes, edges, len(nodes) - 1)


def _schema(graph: Graph, kind: str = "") -> Walked:
    """A node for each kind with its count as weight, and an edge for each relation between kinds, likewise.

    With a kind, that one, its relations and the kinds at their other ends.
    """
    counts = np.bincount(graph.kinds, minlength=len(KINDS)).tolist() if len(graph.kinds) else [0] * len(KINDS)
    nodes = tuple(
        Node(kind.value, kind, kind.value, detail=f"{count:,}", weight=float(count))
        for kind, count in zip(KINDS, counts, strict=True)
        if count
    )
    sources: list[int] = graph.kinds[graph.sources].tolist()
    targets: list[int] = graph.kinds[graph.targets].tolist()
    relations: list[int] = graph.relations.tolist()
    counted = Counter(zip(sources, relations, targets, strict=True))
    edges = tuple(
        Edge(KINDS[source].value, RELATIONS[relation], KINDS[target].value, weight=float(count))
        for (source, relation, target), count in counted.most_common()
    )
    if kind:
        edges = tuple(edge for edge in edges if kind in (edge.source, edge.target))
        near = {kind, *(end for edge in edges for end in (edge.source, edge.target))}
        nodes = tuple(sorted((node for node in nodes if node.id in near), key=lambda node: node.id != kind))
    return Walked(nodes, edges, len(nodes))
