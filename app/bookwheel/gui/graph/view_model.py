"""What of an answer is shown: kinds and relations filtered, hubs folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bookwheel.domain.graph import Edge, ExploreAnswer, Node, NodeKind
from bookwheel.gui.graph.vocabulary import HIDDEN_AT_FIRST, KINDS

HUB = 30
"""A node with more edges than this shows only the heaviest of its own leaves until it is unfolded."""
_LEFT_OPEN = 12
_ORDER = tuple(KINDS)


@dataclass(frozen=True, slots=True)
class Filters:
    """What is hidden, and which hubs are shown whole."""

    kinds: frozenset[NodeKind] = HIDDEN_AT_FIRST
    relations: frozenset[str] = frozenset()
    unfolded: frozenset[str] = frozenset()

    def turned(self, kind: NodeKind) -> Filters:
        """With a kind shown that was hidden, or the other way round."""
        return replace(self, kinds=self.kinds ^ {kind})

    def turned_relation(self, relation: str) -> Filters:
        """With a relation shown that was hidden, or the other way round."""
        return replace(self, relations=self.relations ^ {relation})


@dataclass(frozen=True, slots=True)
class Tie:
    """Everything of one relation between two nodes: their places among the nodes, and the edges behind it."""

    source: int
    target: int
    relation: str
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes in the answer's order, what ties them, and how many leaves each node has folded.

    `centre` is a place among the nodes, -1 when it is not there. `kinds` and `relations` count what there is, hidden or
    not.
    """

    nodes: tuple[Node, ...] = ()
    ties: tuple[Tie, ...] = ()
    centre: int = -1
    folded: tuple[int, ...] = ()
    kinds: dict[NodeKind, int] = field(default_factory=dict[NodeKind, int])
    relations: dict[str, int] = field(default_factory=dict[str, int])

    def degrees(self) -> list[int]:
        """How many ties each node has, the folded ones too."""
        counts = list(self.folded)
        for tie in self.ties:
            counts[tie.source] += 1
            counts[tie.target] += 1
        return counts

    def around(self, row: int) -> tuple[Tie, ...]:
        """The ties of one node."""
        return tuple(tie for tie in self.ties if row in (tie.source, tie.target))

    def row(self, node: str) -> int:
        """The place of a node by its id, -1 when it is not there."""
        return next((at for at, own in enumerate(self.nodes) if own.id == node), -1)


def build_picture(answer: ExploreAnswer, centre: str, filters: Filters) -> Picture:
    """The part of an answer to show around a node."""
    kinds = Counter(node.kind for node in answer.nodes)
    relations = Counter(edge.relation for edge in answer.edges)
    shown = {node.id: node for node in answer.nodes if node.kind not in filters.kinds or node.id == centre}
    ties = _ties(edge for edge in answer.edges if edge.relation not in filters.relations)
    ties = {key: found for key, found in ties.items() if key[0] in shown and key[2] in shown and key[0] != key[2]}
    ties, shown = _reached(ties, shown, centre)
    folded = _fold(ties, shown, centre, filters.unfolded)
    kept = tuple(shown.values())
    rows = {node.id: row for row, node in enumerate(kept)}
    return Picture(
        kept,
        tuple(
            Tie(rows[source], rows[target], relation, tuple(found))
            for (source, relation, target), found in ties.items()
            if source in rows and target in rows
        ),
        rows.get(centre, -1),
        tuple(folded.get(node.id, 0) for node in kept),
        dict(sorted(kinds.items(), key=lambda kind: _ORDER.index(kind[0]))),
        dict(relations.most_common()),
    )


_Key = tuple[str, str, str]


def _ties(edges: Iterable[Edge]) -> dict[_Key, list[Edge]]:
    found: dict[_Key, list[Edge]] = {}
    for edge in edges:
        found.setdefault((edge.source, edge.relation, edge.target), []).append(edge)
    return found


def _reached(
    ties: dict[_Key, list[Edge]], shown: dict[str, Node], centre: str
) -> tuple[dict[_Key, list[Edge]], dict[str, Node]]:
    """Without the nodes that the filters cut off from the centre."""
    if centre not in shown:
        return ties, shown
    beside: dict[str, set[str]] = {}
    for source, _, target in ties:
        beside.setdefault(source, set()).add(target)
        beside.setdefault(target, set()).add(source)
    reached, border = {centre}, [centre]
    while border:
        border = [
            neighbour for here in border for neighbour in sorted(beside.get(here, ())) if neighbour not in reached
        ]
        reached.update(border)
    return (
        {key: found for key, found in ties.items() if key[0] in reached},
        {key: node for key, node in shown.items() if key in reached},
    )


def _fold(
    ties: dict[_Key, list[Edge]], shown: dict[str, Node], centre: str, unfolded: frozenset[str]
) -> dict[str, int]:
    """Take the lightest leaves of each hub out of `shown`; how many, by hub."""
    beside: dict[str, set[str]] = {node: set() for node in shown}
    for source, _, target in ties:
        beside[source].add(target)
        beside[target].add(source)
    folded: dict[str, int] = {}
    for hub, others in beside.items():
        if len(others) <= HUB or hub in unfolded:
            continue
        leaves = [leaf for leaf in others if len(beside[leaf]) == 1 and leaf != centre]
        leaves.sort(key=lambda leaf: (-shown[leaf].weight, shown[leaf].title, leaf))
        taken = leaves[max(0, HUB if hub == centre else _LEFT_OPEN) :]
        for leaf in taken:
            del shown[leaf]
        if taken:
            folded[hub] = len(taken)
    return folded
