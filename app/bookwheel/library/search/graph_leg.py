"""The graph leg: what a query names, and what stands near that in the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import words
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, RELATIONS, Graph, Rows
from bookwheel.library.snapshot.graph_tables.name_table import said_name
from bookwheel.library.snapshot.graph_tables.text_table import Ints
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.parsing.stop_words import STOP_WORDS

HOPS = 2
DECAY = 0.5
"""What a hop leaves of a node's score, before it is shared out among its neighbours."""

LONGEST_NAME = 6
"""Words of a name that are looked for in a query."""

MOST_ASKED = 64
"""Words of a query in which names are looked for."""

MOST_NAMED = 30
"""Nodes of one name beyond which the name says nothing: every other page has an Overview."""

MOST_SPREAD = 5000
"""Edges followed at one hop at most, those of the best nodes first."""

MOST_DOCUMENTS = 60

_TIES = {"mentions": 0.25, "coOccursWith": 0.25, "linksTo": 0.5, "imports": 0.5, "calls": 0.5, "hasTag": 0.5}
"""What an edge carries over by its relation; the others carry all: who defines, describes or states a thing."""

_CARRIED = np.array([_TIES.get(relation, 1.0) for relation in RELATIONS], np.float32)

_ASKING = frozenset((
    "adr", "author", "authored", "define", "defined", "defines", "definition", "describe", "described", "describes",
    "document", "documents", "explain", "introduce", "introduced", "introduces", "kep", "maintain", "maintains",
    "mean", "meaning", "means", "own", "owns", "page", "pages", "pep", "propose", "proposes", "review", "reviewed",
    "reviews", "rfc", "stand", "stands", "use", "uses", "write", "written", "wrote",
))  # fmt: skip
"""Words by which a question asks for what a name stands for, beside stop words."""

Keys = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Proximity:
    """How near what the query names documents are: `scores` (float32) by document key, 0 for what is not near.

    `named` are the keys of sections that it names itself, by their documents' keys; `sureness` (0 to 1) is above 0
    where the query asks for what a name stands for and nothing more, the higher the less common the name is.
    """

    scores: Floats
    named: Mapping[int, int]
    sureness: float = 0.0

    def sections(self, document_of: NDArray[np.int32], documents: NDArray[np.integer]) -> Keys:
        """The section that speaks for each document: the one that is named, else the first."""
        keys = np.flatnonzero(np.isin(document_of, documents))
        found, first = np.unique(document_of[keys], return_index=True)
        first_of = dict(zip(found.tolist(), keys[first].tolist(), strict=True))
        return np.array([self.named.get(key) or first_of.get(key, 0) for key in documents.tolist()], np.int64)


def match(text: str, graph: Graph, snapshot: Snapshot, *, is_alone: bool = True) -> Proximity:
    """Names of nodes that stand in a query, spread over two hops; nothing when it names none.

    Beside other legs, which know titles and headings already, it is things, people, labels and other names of documents
    that are looked for.
    """
    by_document = np.zeros(len(snapshot.facets.rank_of), np.float32)
    said = words(text)[:MOST_ASKED]
    found = list(names_in(said, graph, is_alone=is_alone))
    seeds = _worth(found, graph)
    if not seeds:
        return Proximity(by_document, {})
    scores = _spread(graph, seeds)
    sureness = _sureness(said, found, graph)
    reached = np.flatnonzero(scores)
    documents = reached[graph.owner[reached] == reached]
    best = documents[np.argsort(-scores[documents], kind="stable")][:MOST_DOCUMENTS]
    for node in (int(number) for number in best):
        key = snapshot.document_key(graph.ids[node])
        if 0 < key < len(by_document):
            by_document[key] = scores[node]
    return Proximity(by_document, dict(_named(graph, seeds, snapshot)), sureness)


def _named(graph: Graph, seeds: Mapping[int, float], snapshot: Snapshot) -> Iterator[tuple[int, int]]:
    """Documents with the sections of them that are named, by their keys."""
    for node in seeds:
        doc, _, anchor = graph.ids[node].rpartition("#")
        key = snapshot.document_key(doc)
        if key and graph.owner[node] not in (-1, node):
            for section in snapshot.catalogue.sections_of(key):
                if section.anchor == anchor:
                    yield key, section.key


def named_in(text: str, graph: Graph) -> dict[int, float]:
    """Nodes by what their names in the query are worth: the longer and the rarer, the more."""
    return _worth(names_in(words(text)[:MOST_ASKED], graph), graph)


def _worth(names: Iterable[tuple[int, tuple[int, ...]]], graph: Graph) -> dict[int, float]:
    found: dict[int, float] = {}
    for length, nodes in names:
        for node in nodes:
            found[node] = found.get(node, 0.0) + length / len(nodes) ** 0.5
    return found


def _sureness(said: Sequence[str], names: Iterable[tuple[int, tuple[int, ...]]], graph: Graph) -> float:
    """How sure it is that some words ask for what one name stands for; 0 where there are other telling ones."""
    asked = {word.casefold() for word in said} - STOP_WORDS["en"] - _ASKING
    whole = (nodes for length, nodes in names if length >= len(asked))
    return max((_rarity(nodes, graph) for nodes in whole), default=0.0)


def _rarity(nodes: Sequence[int], graph: Graph) -> float:
    """How much a name tells apart: near 1 where its nodes have few ties, 0 with as many as there are documents."""
    documents = int(np.count_nonzero(graph.kinds == DOCUMENT))
    ties = sum(int(graph.degrees[node]) for node in nodes)
    return max(0.0, 1 - float(np.log1p(ties)) / float(np.log1p(documents + 1))) ** 0.5


def names_in(said: Sequence[str], graph: Graph, *, is_alone: bool = True) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The names of nodes among some words, the longest first and no word in two: the length in words, and the nodes."""
    taken = [False] * len(said)
    for length in range(min(LONGEST_NAME, len(said)), 0, -1):
        for start in range(len(said) - length + 1):
            if any(taken[start : start + length]):
                continue
            name = said_name(" ".join(said[start : start + length]))
            nodes = graph.named.get(name, ())
            if not is_alone:
                nodes = tuple(node for node in nodes if not _is_titled(node, name, graph))
            if not nodes or len(nodes) > MOST_NAMED or (length == 1 and name in STOP_WORDS["en"]):
                continue
            taken[start : start + length] = [True] * length
            yield length, nodes


def _is_titled(node: int, name: str, graph: Graph) -> bool:
    """Whether a node is a section or document that has the name for a title."""
    return graph.owner[node] >= 0 and (graph.owner[node] != node or said_name(graph.titles[node]) == name)


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
        givers, takers, ties = _ties(graph, rows, frontier, degrees[frontier])
        whole = np.bincount(givers, ties, len(frontier))
        given = (DECAY * carried[frontier] / np.sqrt(np.maximum(whole, 1)))[givers] * ties
        carried = np.bincount(takers, given, len(total)).astype(np.float32)
        total += carried
    return total


def _ties(graph: Graph, rows: Rows, frontier: Ints, counts: Ints) -> tuple[Ints, Ints, Floats]:
    """Neighbours of some nodes: the place of each node in the frontier, its neighbour, and what the best edge gives."""
    at = rows.at(frontier)
    givers, takers = np.repeat(np.arange(len(frontier), dtype=np.int32), counts), rows.others[at]
    ties = _CARRIED[graph.relations[rows.edges[at]]]
    order = np.lexsort((-ties, takers, givers))
    givers, takers, ties = givers[order], takers[order], ties[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = (givers[1:] != givers[:-1]) | (takers[1:] != takers[:-1])
    return givers[first], takers[first], ties[first]


def _within(degrees: Ints, frontier: Ints) -> Ints:
    """The first nodes whose edges are not too many together."""
    return frontier[np.cumsum(degrees[frontier]) <= MOST_SPREAD]
