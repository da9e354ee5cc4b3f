"""The graph leg: what a query names, and what stands near that in the graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import words
from bookwheel.library.snapshot.graph_arrays import Graph, Ints, said_name
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.parsing.stop_words import STOP_WORDS

HOPS = 2
DECAY = 0.5
"""What a hop leaves of a node's score, before it is shared out among its neighbours."""

LONGEST_NAME = 6
"""Words of a name that are looked for in a query."""

MOST_NAMED = 30
"""Nodes of one name beyond which the name says nothing: every other page has an Overview."""

MOST_SPREAD = 5000
"""Edges followed at one hop at most, those of the best nodes first."""

MOST_DOCUMENTS = 60

Keys = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Proximity:
    """How near what the query names documents are: `scores` (float32) by document key, 0 for what is not near.

    `named` are the keys of sections that it names itself, by their documents' keys.
    """

    scores: Floats
    named: Mapping[int, int]

    def sections(self, document_of: NDArray[np.int32], documents: NDArray[np.integer]) -> Keys:
        """The section that speaks for each document: the one that is named, else the first."""
        keys = (self.named.get(key) or int(np.argmax(document_of == key)) for key in documents.tolist())
        return np.array(list(keys), np.int64)


def match(text: str, graph: Graph, snapshot: Snapshot) -> Proximity:
    """Names of nodes that stand in a query, spread over two hops; nothing when it names none."""
    by_document = np.zeros(int(snapshot.facets.document_of.max(initial=0)) + 1, np.float32)
    seeds = named_in(text, graph)
    if not seeds:
        return Proximity(by_document, {})
    scores = _spread(graph, seeds)
    reached = np.flatnonzero(scores)
    documents = reached[graph.owner[reached] == reached]
    best = documents[np.argsort(-scores[documents], kind="stable")][:MOST_DOCUMENTS]
    if not snapshot.document_keys:
        snapshot.document_keys.update(
            (f"{slug}/{path}", key) for key, (slug, path, _) in snapshot.facets.places.items()
        )
    for node in (int(number) for number in best):
        key = snapshot.document_keys.get(graph.ids[node], 0)
        if 0 < key < len(by_document):
            by_document[key] = scores[node]
    return Proximity(by_document, dict(_named(graph, seeds, snapshot)))


def _named(graph: Graph, seeds: Mapping[int, float], snapshot: Snapshot) -> Iterator[tuple[int, int]]:
    """Documents with the sections of them that are named, by their keys."""
    for node in seeds:
        doc, _, anchor = graph.ids[node].rpartition("#")
        key = snapshot.document_keys.get(doc)
        if key and graph.owner[node] not in (-1, node):
            for section in snapshot.catalogue.sections_of(key):
                if section.anchor == anchor:
                    yield key, section.key


def named_in(text: str, graph: Graph) -> dict[int, float]:
    """Nodes by what their names in the query are worth: the longer and the rarer, the more."""
    said = words(text)[:64]
    found: dict[int, float] = {}
    taken = [False] * len(said)
    for length in range(min(LONGEST_NAME, len(said)), 0, -1):
        for start in range(len(said) - length + 1):
            if any(taken[start : start + length]):
                continue
            name = said_name(" ".join(said[start : start + length]))
            nodes = graph.named.get(name, ())
            if not nodes or len(nodes) > MOST_NAMED or (length == 1 and name in STOP_WORDS["en"]):
                continue
            taken[start : start + length] = [True] * length
            for node in nodes:
                found[node] = found.get(node, 0.0) + length / len(nodes) ** 0.5
    return found


def _spread(graph: Graph, seeds: Mapping[int, float]) -> Floats:
    """Scores by node: each seed's own, and what comes over from its neighbours."""
    total = np.zeros(len(graph.ids), np.float32)
    nodes = graph.whole[np.array(list(seeds), np.int32)]
    np.add.at(total, nodes, np.array(list(seeds.values()), np.float32))
    carried = total.copy()
    rows, degrees = graph.spreading
    for _ in range(HOPS):
        frontier = np.flatnonzero(carried).astype(np.int32)
        frontier = frontier[~graph.ends_walk[frontier]]
        frontier = _within(degrees, frontier[np.argsort(-carried[frontier], kind="stable")])
        if not len(frontier):
            break
        counts = degrees[frontier]
        given = np.repeat(DECAY * carried[frontier] / np.sqrt(np.maximum(counts, 1)), counts)
        carried = np.bincount(rows.others[rows.at(frontier)], given, len(total)).astype(np.float32)
        total += carried
    return total


def _within(degrees: Ints, frontier: Ints) -> Ints:
    """The first nodes whose edges are not too many together."""
    return frontier[np.cumsum(degrees[frontier]) <= MOST_SPREAD]
