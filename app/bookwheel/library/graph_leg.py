"""The graph leg: what a query names, and what stands near that in the graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import fold_name
from bookwheel.indexes.keyword.analysis import words
from bookwheel.library.graph import Graph, Ints
from bookwheel.library.snapshots import Snapshot
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
    """Documents near what the query names: their keys with scores, and the section of each that speaks for it."""

    scores: Mapping[int, float]
    sections: Mapping[int, int]

    def of(self, documents: NDArray[np.int32]) -> Floats:
        """The scores of some documents, 0 where they are not near."""
        return np.array([self.scores.get(key, 0.0) for key in documents.tolist()], np.float32)


def match(text: str, graph: Graph, snapshot: Snapshot) -> Proximity:
    """Names of nodes that stand in a query, spread over two hops; nothing when it names none."""
    seeds = _seeds(text, graph)
    if not seeds:
        return Proximity({}, {})
    scores = _spread(graph, seeds)
    reached = np.flatnonzero(scores)
    documents = reached[graph.owner[reached] == reached]
    best = documents[np.argsort(-scores[documents], kind="stable")][:MOST_DOCUMENTS]
    named = {int(graph.owner[node]): node for node in seeds if graph.owner[node] not in (-1, node)}
    found: dict[int, float] = {}
    sections: dict[int, int] = {}
    for node in best.tolist():
        row = snapshot.catalogue.document(graph.ids[node])
        if row is None:
            continue
        own = snapshot.catalogue.sections_of(row.key)
        anchor = graph.ids[named[node]].rpartition("#")[2] if node in named else ""
        chosen = next((section for section in own if section.anchor == anchor), own[0] if own else None)
        if chosen is not None:
            found[row.key] = float(scores[node])
            sections[row.key] = chosen.key
    return Proximity(found, sections)


def _seeds(text: str, graph: Graph) -> dict[int, float]:
    """Nodes by what their names in the query are worth: the longer and the rarer, the more."""
    said = words(text)[:64]
    found: dict[int, float] = {}
    taken = [False] * len(said)
    for length in range(min(LONGEST_NAME, len(said)), 0, -1):
        for start in range(len(said) - length + 1):
            if any(taken[start : start + length]):
                continue
            name = fold_name(" ".join(said[start : start + length]))
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
    rows = graph.rolled
    for _ in range(HOPS):
        frontier = np.flatnonzero(carried).astype(np.int32)
        frontier = frontier[~graph.ends_walk[frontier]]
        frontier = _within(graph, frontier[np.argsort(-carried[frontier], kind="stable")])
        if not len(frontier):
            break
        counts = graph.degrees[frontier]
        given = np.repeat(DECAY * carried[frontier] / np.sqrt(np.maximum(counts, 1)), counts)
        carried = np.bincount(rows.others[rows.at(frontier)], given, len(total)).astype(np.float32)
        total += carried
    return total


def _within(graph: Graph, frontier: Ints) -> Ints:
    """The first nodes whose edges are not too many together."""
    return frontier[np.cumsum(graph.degrees[frontier]) <= MOST_SPREAD]
