"""What a graph has besides what documents state: topics and links made by hand, which change without any document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.snapshot.graph_arrays import MANUAL, RELATIONS, TOPIC, ByHand, Graph, TopicPart
from bookwheel.library.snapshot.graph_tables.text_table import (
    Ints,
    extend,
    extend_numbers,
    insert_wordings,
    pick_wordings,
    renumber,
)

_BY_HAND = RELATIONS.index(MANUAL)

_OF_NODES = ("whole", "named", "topics_named", "ends_walk", "aliases_of")
_OF_DOCUMENTS = ("named", "aliases_of")
"""What is known of nodes alone, once it was asked for, and what no topic changes of it."""


def with_additions(graph: Graph, reader: OntologyReader) -> Graph:
    """A graph at the reader's revision with the topics and the links made by hand as they are now.

    Raises:
        IndexDamaged: when the store cannot be read.
    """
    signs = frozenset(reader.topic_signs.items())
    told = graph if graph.topic_part.signs == signs else _with_topics(_without_additions(graph), reader, signs)
    made = _with_links(told, reader)
    known = _OF_NODES if told is graph else _OF_DOCUMENTS
    if made.sources is graph.sources:  # nothing but the revision is another one
        known = [name for name in graph.__dict__ if name not in Graph.__dataclass_fields__]
    made.__dict__.update({name: graph.__dict__[name] for name in known if name in graph.__dict__})
    return made


def _without_additions(graph: Graph) -> Graph:
    """A graph with what documents state alone."""
    nodes = len(graph.ids) - graph.topic_part.nodes
    edges = len(graph.relations) - graph.topic_part.edges - len(graph.by_hand)
    kept = replace(
        graph,
        ids=graph.ids[:nodes],
        titles=graph.titles[:nodes],
        kinds=graph.kinds[:nodes],
        owner=graph.owner[:nodes],
        collection_of=graph.collection_of[:nodes],
        number_of=renumber(graph.number_of, _first(nodes, len(graph.ids)))
        if graph.topic_part.nodes
        else graph.number_of,
        topic_part=TopicPart(),
    )
    return _with_edges(kept, edges, [])


def _with_topics(graph: Graph, reader: OntologyReader, signs: frozenset[tuple[str, str]]) -> Graph:
    """A graph that has no topics with those of a store: each is of its collection."""
    code_of = {slug: code for code, slug in enumerate(graph.collections)}
    topics = [
        (node, label, code)
        for node, label in sorted(reader.topics())
        if (code := code_of.get(_slug_of(node), -1)) >= 0 and node not in graph.number_of
    ]
    first = len(graph.ids)
    added = {node: first + place for place, (node, _, _) in enumerate(topics)}
    number_of = extend_numbers(graph.number_of, added)
    edges = [
        (number_of[source], RELATIONS.index(relation), number_of[target])
        for source, relation, target in sorted(reader.of_topics())
        if source in number_of and target in number_of
    ]
    codes = [code for _, _, code in topics]
    made = replace(
        graph,
        ids=extend(graph.ids, list(added)),
        titles=extend(graph.titles, [label for _, label, _ in topics]),
        kinds=np.concatenate([graph.kinds, np.full(len(topics), TOPIC, np.int8)]),
        owner=np.concatenate([graph.owner, np.full(len(topics), -1, np.int32)]),
        collection_of=np.concatenate([graph.collection_of, np.array(codes, np.int32)]),
        number_of=number_of,
        topic_part=TopicPart(len(topics), len(edges), signs),
    )
    return _with_edges(made, len(graph.relations), edges)


def _with_links(graph: Graph, reader: OntologyReader) -> Graph:
    """A graph with the links made by hand that a store has, in place of its own."""
    kept, numbers = len(graph.relations) - len(graph.by_hand), graph.number_of
    found = [row for row in reader.manual() if row[1] in numbers and row[2] in numbers]
    if not found and not graph.by_hand:
        joined = graph.joined
        if joined is not None:
            kept, joined = joined.__dict__, replace(joined, revision=reader.revision)
            joined.__dict__.update({name: kept[name] for name in kept if name not in Graph.__dataclass_fields__})
        return replace(graph, revision=reader.revision, joined=joined)
    edges = [(numbers[row[1]], _BY_HAND, numbers[row[2]]) for row in found]
    made = _with_edges(graph, kept, edges, [row[3] for row in found])
    by_hand = {edge: ByHand(row[0], *row[4:]) for edge, row in enumerate(found, kept)}
    return replace(made, revision=reader.revision, by_hand=by_hand)


def _with_edges(
    graph: Graph, kept: int, added: Sequence[tuple[int, int, int]], words: Sequence[str] | None = None
) -> Graph:
    """A graph with its first edges and others (source, relation, target), which stand in no line; none by hand."""
    rows = np.array(added, np.int32).reshape(-1, 3)
    nothing = np.zeros(len(rows), np.int32)
    wordings = pick_wordings(graph.wordings, np.arange(kept, dtype=np.int32))
    return replace(
        graph,
        sources=np.concatenate([graph.sources[:kept], rows[:, 0]]),
        targets=np.concatenate([graph.targets[:kept], rows[:, 2]]),
        relations=np.concatenate([graph.relations[:kept], rows[:, 1].astype(np.int8)]),
        lines=np.concatenate([graph.lines[:kept], nothing]),
        evidence=np.concatenate([graph.evidence[:kept], nothing - 1]),
        derived=np.concatenate([graph.derived[:kept], nothing > 0]),
        wordings=insert_wordings(wordings, kept, [None] * len(rows) if words is None else words),
        by_hand={},
        joined=None,
    )


def _first(count: int, size: int) -> Ints:
    """Of so many numbers the first ones as they are, and -1 for the others and, at the end, for none."""
    numbers = np.arange(size + 1, dtype=np.int32)
    numbers[count:] = -1
    return numbers


def _slug_of(topic: str) -> str:
    return topic.partition(":")[2].partition("/")[0]
