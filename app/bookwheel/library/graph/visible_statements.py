"""What SPARQL asks for a narrow scope: the statements of what that scope shows, and of nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from bookwheel.domain.annotations.same_things import SameDecision
from bookwheel.domain.errors import NotReady
from bookwheel.domain.graph import QueryAnswer, QueryPart, QueryRequest
from bookwheel.domain.search import Scope
from bookwheel.indexes.ontology import DescribedManual, DescribedPair
from bookwheel.indexes.ontology.iris import OF_HISTORY, node_iri, section_iri
from bookwheel.indexes.ontology.part_store import PartEdge, part_text
from bookwheel.library.graph.query_pages import QueryPages
from bookwheel.library.snapshot.graph_arrays import MANUAL, Graph
from bookwheel.library.snapshot.index_lag import GRAPH_MISSING, graph_notices
from bookwheel.library.snapshot.snapshot import Snapshot


def visible_query(
    queries: QueryPages,
    request: QueryRequest,
    scope: Scope,
    snapshot: Snapshot | None,
    graph: Graph | None,
    decisions: Sequence[SameDecision],
    folder: Path,
) -> Future[QueryAnswer]:
    """The rows of a query over what a snapshot and its graph show.

    Raises:
        NotReady: while there is no graph.
    """
    if snapshot is None or graph is None:
        raise NotReady(GRAPH_MISSING)
    part = visible_part(graph, snapshot, folder, decisions)
    return page_of_part(queries, request, scope, snapshot, graph, part)


def page_of_part(
    queries: QueryPages, request: QueryRequest, scope: Scope, snapshot: Snapshot, graph: Graph, part: QueryPart
) -> Future[QueryAnswer]:
    """The rows of a query over a part of what a snapshot and its graph show."""
    notices, revision = graph_notices(snapshot, graph), graph.revision

    def dress(answer: QueryAnswer) -> QueryAnswer:
        return replace(answer, graph_revision=revision, notices=(*notices, *answer.notices))

    return queries.page(request, scope, part, dress)


def visible_part(graph: Graph, snapshot: Snapshot, folder: Path, decisions: Sequence[SameDecision] = ()) -> QueryPart:
    """The statements that a snapshot and its graph show; both are narrowed to a scope."""
    docs = sorted(f"{slug}/{path}" for slug, path, _ in snapshot.facets.places.values())
    said = "\n".join((*docs, "", *sorted(snapshot.collections), str(snapshot.facets.fingerprint)))
    shown = [one for one in decisions if one.first.id in graph.number_of and one.other.id in graph.number_of]
    state = f"{graph.revision} {graph.statings} {snapshot.revision} {[one.id for one in shown]}"
    key = hashlib.blake2b(f"{state}\n{said}".encode(), digest_size=16).hexdigest()
    return QueryPart(key, lambda: part_text_of(graph, folder, shown), tuple(sorted(snapshot.collections)))


def part_text_of(graph: Graph, folder: Path, decisions: Sequence[SameDecision] = (), memories: str = "") -> str:
    """The statements that a graph shows, in TriG, with decisions about its things and those of memories.

    Raises:
        BadRequest: when there are too many.
        IndexDamaged: when the store cannot be read.
    """
    there = [graph.ids[node] for node, owner in enumerate(graph.owner.tolist()) if owner == node]
    labels = {
        node: _label(node, graph.titles[number]) for number, node in enumerate(graph.ids) if graph.owner[number] < 0
    }
    pairs = [DescribedPair(node_iri(one.first.id), node_iri(one.other.id), one.is_same) for one in decisions]
    return part_text(folder, there, labels, list(_edges(graph)), list(_by_hand(graph)), pairs, memories)


def _label(node: str, title: str) -> str:
    """What a node is called; what git calls it may speak of what is hidden, or of places."""
    kind, _, key = node.partition(":")
    return (key.partition("/")[2] or key) if kind in OF_HISTORY else title


def _edges(graph: Graph) -> Iterator[PartEdge]:
    for number in range(len(graph.relations) - len(graph.by_hand)):
        source, target = int(graph.sources[number]), int(graph.targets[number])
        stating = int(graph.evidence[number])
        owner = int(graph.owner[stating if stating >= 0 else source])
        yield PartEdge(
            graph.ids[owner] if owner >= 0 else "",
            iri_of(graph, source),
            graph.relation(number),
            iri_of(graph, target),
            int(graph.lines[number]),
            graph.wordings.get(number, ""),
            iri_of(graph, stating) if stating >= 0 else "",
            bool(graph.derived[number]),
        )


def _by_hand(graph: Graph) -> Iterator[DescribedManual]:
    for edge, made in graph.by_hand.items():
        source, target = (iri_of(graph, int(ends[edge])) for ends in (graph.sources, graph.targets))
        label = graph.wordings.get(edge, MANUAL)
        yield DescribedManual(made.id, source, target, label, made.note, made.by, made.at)


def iri_of(graph: Graph, node: int) -> str:
    """The IRI of a node: a section's by its document."""
    owner, id = int(graph.owner[node]), graph.ids[node]
    if owner < 0 or owner == node:
        return node_iri(id)
    doc = graph.ids[owner]
    return section_iri(doc, id[len(doc) + 1 :])
