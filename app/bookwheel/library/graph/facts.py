"""What the graph says of some documents, as sentences with their evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations

from bookwheel.domain import history
from bookwheel.domain.graph import Fact
from bookwheel.domain.history import LAST_CHANGE
from bookwheel.library.graph.evidence_places import EvidencePlaces
from bookwheel.library.graph.explore import way
from bookwheel.library.graph.node_facts import facts_of_things
from bookwheel.library.graph.told_edges import VERBS, Told
from bookwheel.library.snapshot.graph_arrays import LINKING, MANUAL, RELATIONS, TOPICAL, Bools, Graph

MOST_DOCUMENTS = 8
MOST_FACTS = 24
LONGEST_WAY = 4

_STEP = 0.8
"""What each step of a path after the first leaves of its score."""

_LINK, _SHARED, _LABEL = 0.9, 0.7, 0.6
"""What links of a document, links that several share, and labels have of its score."""

_WEIGHTY = (MANUAL, "supersedes", "supersededBy", "dependsOn", "relatedTo", "references")
_OF_LABELS = {
    "hasTag": "tags", "inCategory": "categories", TOPICAL: "topics", "author": "authors", "owner": "owners",
}  # fmt: skip


def facts_about(
    graph: Graph,
    docs: Mapping[str, float],
    depth: int,
    places: EvidencePlaces,
    shown: Bools | None = None,
    things: Mapping[int, float] | None = None,
) -> list[Fact]:
    """Facts about things that were named and the ways that join these, then about documents; each once.

    Of documents the weightiest come first: what they state of other documents, how they link to each other, and the
    way that joins the first of them; at depth 2 also what several of them link to; then their labels. With `shown`
    (bool by node) only those are named. Documents and things come with their worth, from 0 to 1, best first, of which
    a fact's score is a share: those with the highest come first.
    """
    known = {number: worth for doc, worth in list(docs.items())[:MOST_DOCUMENTS] if (number := graph.find(doc)) >= 0}
    found: dict[str, Fact] = {}
    told = Told.of(graph, places)
    for fact in (*_of_things(told, things or {}, shown), *_all(told, known, depth, shown)):
        if len(found) < MOST_FACTS:
            found.setdefault(fact.sentence, fact)
    return sorted(found.values(), key=lambda fact: -fact.score)


def _scored(fact: Fact, worth: float) -> Fact:
    steps = max(1, len(fact.path) - 1)
    return replace(fact, score=round(min(1.0, worth * _STEP ** (steps - 1)), 3))


def _all_scored(facts: Iterator[Fact], worth: float) -> Iterator[Fact]:
    return (_scored(fact, worth) for fact in facts)


def _of_things(told: Told, things: Mapping[int, float], shown: Bools | None) -> Iterator[Fact]:
    for thing, worth in things.items():
        yield from _all_scored(facts_of_things(told, (thing,), shown), worth)
    for one, other in combinations(list(things)[:3], 2):
        yield from _all_scored(_way(told, one, other, set(), shown), min(things[one], things[other]))


def _all(told: Told, worth: Mapping[int, float], depth: int, shown: Bools | None) -> Iterator[Fact]:
    graph, numbers = told.graph, list(worth)
    edges = {number: _edges(graph, number, shown) for number in numbers}
    for number in numbers:
        for edge, _ in edges[number]:
            if RELATIONS[graph.relations[edge]] in _WEIGHTY:
                yield _scored(told.fact(graph.edge(edge, is_rolled=True)), worth[number])
    inside = set(numbers)
    joined: set[frozenset[int]] = set()
    for number in numbers:
        for edge, other in edges[number]:
            if other in inside and RELATIONS[graph.relations[edge]] in LINKING:
                joined.add(frozenset((number, other)))
                nearer = max(worth[number], worth[other])
                yield _scored(told.fact(graph.edge(edge, is_rolled=True)), nearer * _LINK)
    for other in numbers[1:4]:
        if frozenset((numbers[0], other)) not in joined:
            yield from _all_scored(_way(told, numbers[0], other, inside, shown), min(worth[numbers[0]], worth[other]))
    if depth > 1:
        yield from _all_scored(_shared(told, numbers, edges), max(worth.values(), default=0.0) * _SHARED)
    for number in numbers:
        yield from _all_scored(_labels(told, number, edges[number]), worth[number] * _LABEL)


def _edges(graph: Graph, number: int, shown: Bools | None) -> list[tuple[int, int]]:
    """Edges of a document, each with its other end, where that is shown; the same pair and relation once."""
    rows = graph.rolled
    here = slice(rows.offsets[number], rows.offsets[number + 1])
    found: dict[tuple[int, int, bool], tuple[int, int]] = {}
    for edge, other in zip(rows.edges[here].tolist(), rows.others[here].tolist(), strict=True):
        if shown is not None and not shown[other]:
            continue
        is_out = int(graph.whole[graph.sources[edge]]) == number
        found.setdefault((int(graph.relations[edge]), other, is_out), (edge, other))
    return list(found.values())


def _way(told: Told, start: int, end: int, inside: Set[int], shown: Bools | None) -> Iterator[Fact]:
    """How two documents are joined, unless the links between those that are asked about already say so."""
    walked = way(told.graph, start, end, shown=shown)
    if walked is None or not 2 <= len(walked.edges) <= LONGEST_WAY:
        return
    if any(edge.relation in (*history.RELATIONS, TOPICAL) for edge in walked.edges):
        return  # the same person changed both, or both are about the same: no fact about either
    if all(told.graph.number_of[node.id] in inside for node in walked.nodes):
        return
    said = [told.said(edge) for edge in walked.edges]
    evidence = next((edge for edge in walked.edges if edge.line), walked.edges[0])
    path = tuple(node.id for node in walked.nodes)
    yield replace(told.resting_on(evidence, "; ".join(said)), path=path)


def _shared(told: Told, numbers: Sequence[int], edges: dict[int, list[tuple[int, int]]]) -> Iterator[Fact]:
    graph = told.graph
    linking: dict[int, list[int]] = {}
    for number in numbers:
        for edge, other in edges[number]:
            is_out = int(graph.whole[graph.sources[edge]]) == number
            is_link = RELATIONS[graph.relations[edge]] in LINKING
            if is_out and is_link and other not in numbers and number not in linking.setdefault(other, []):
                linking[other].append(number)
    ranked = sorted((-len(sources), other) for other, sources in linking.items() if len(sources) > 1)
    for _, other in ranked[:6]:
        names = [told.name(number) for number in linking[other]]
        yield Fact(f"{', '.join(names[:-1])} and {names[-1]} link to {told.name(other)}.")


def _labels(told: Told, number: int, edges: Sequence[tuple[int, int]]) -> Iterator[Fact]:
    graph = told.graph
    for relation, plural in _OF_LABELS.items():
        code = RELATIONS.index(relation)
        names = [graph.titles[other] for edge, other in edges if graph.relations[edge] == code][:8]
        if len(names) == 1:
            yield Fact(f"{told.name(number)} {VERBS[relation]} {names[0]}.")
        elif names:
            yield Fact(f"{told.name(number)} has the {plural} {', '.join(names)}.")
    code = RELATIONS.index("modifiedBy")
    for edge, other in edges:
        words = graph.wordings.get(edge, "") if graph.relations[edge] == code else ""
        if words.startswith(LAST_CHANGE) and int(graph.sources[edge]) == number:
            day, _, counts = words.removeprefix(LAST_CHANGE).partition("; ")
            yield Fact(f"{told.name(number)} was last changed by {graph.titles[other]} on {day}, {counts}.")
