"""Which things are the same: by what a person decided, and by the names and aliases that documents give."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bookwheel.domain.annotations.same_things import SameDecision
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.things import WORK, ThingKind, fold
from bookwheel.library.snapshot.graph_arrays import KINDS, Graph

_PERSON_KIND = KINDS.index(NodeKind.PERSON)
_PERSON = f"{ThingKind.PERSON}:"
_JOINED = (_PERSON, f"{ThingKind.ENTITY}:", f"{ThingKind.TERM}:")
_WORKS = f"{ThingKind.ENTITY}:{WORK}/"


@dataclass(frozen=True, slots=True)
class Joins:
    """By the number of a node that goes by another's id, that other; and which of them a person decided on."""

    first_of: Mapping[int, int]
    decided: frozenset[int]

    def group(self, node: int) -> list[int]:
        """All nodes of one thing, the one by whose id they go first."""
        first = self.first_of.get(node, node)
        return [first, *(other for other, one in self.first_of.items() if one == first)]


class Groups:
    """Ids of one thing each; no two that a person told apart are in one group.

    `refused` are the decisions that contradict others, and so do not hold.
    """

    def __init__(self, decisions: Sequence[SameDecision] = ()) -> None:
        """Apply decisions in their order; what comes first names the group."""
        self._first: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        self._apart: defaultdict[str, set[str]] = defaultdict(set)
        for one in decisions:
            if not one.is_same:
                self._apart[one.first.id].add(one.other.id)
                self._apart[one.other.id].add(one.first.id)
        self.refused = [one for one in decisions if one.is_same and not self.join(one.first.id, one.other.id)]

    @property
    def first_of(self) -> Mapping[str, str]:
        """By each id that goes by another, that other."""
        return self._first

    def first(self, id: str) -> str:
        """The id by which a thing goes."""
        return self._first.get(id, id)

    def members(self, id: str) -> list[str]:
        """All ids of a thing, the one by which it goes first."""
        first = self.first(id)
        return self._members.get(first, [first])

    def conflict(self, one: str, other: str) -> tuple[str, str] | None:
        """Two ids, one of each thing, that a person told apart; None where there are none."""
        theirs = set(self.members(other))
        found = ((id, apart) for id in self.members(one) for apart in sorted(self._apart.get(id, ())))
        return next(((id, apart) for id, apart in found if apart in theirs), None)

    def join(self, one: str, other: str) -> bool:
        """Let both go by the first one's id; False where they are told apart."""
        first, second = self.first(one), self.first(other)
        if first == second:
            return True
        if self.conflict(first, second) is not None:
            return False
        gone = self._members.pop(second, [second])
        self._members.setdefault(first, [first]).extend(gone)
        self._first.update(dict.fromkeys(gone, first))
        return True


def find_joins(graph: Graph, decisions: Sequence[SameDecision]) -> Joins:
    """Which nodes of a graph are one; of the decisions those hold of which the graph has both things."""
    numbers = graph.number_of
    groups = Groups([one for one in decisions if one.first.id in numbers and one.other.id in numbers])
    decided = frozenset(numbers[id] for id in groups.first_of)
    for one, other in _pairs_by_name(graph, groups):
        groups.join(one, other)
    return Joins({numbers[id]: numbers[first] for id, first in groups.first_of.items()}, decided)


def _pairs_by_name(graph: Graph, groups: Groups) -> Iterator[tuple[str, str]]:
    """Things of one kind and type whose names say that they are one.

    People's ids keep accents and punctuation, so those that differ in these alone are one. A name that just one thing
    has as an alias, and another one as its own, is of both; where several have it as an alias, nobody can tell.
    """
    people: defaultdict[str, list[str]] = defaultdict(list)
    for node in np.flatnonzero(graph.kinds == _PERSON_KIND).tolist():
        id = graph.ids[node]
        people[_PERSON + fold(id.removeprefix(_PERSON))].append(id)
    for alike in people.values():
        alike.sort(reverse=True)  # a name with its accents and full stops before one without
        yield from ((alike[0], other) for other in alike[1:])
    owners: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for node, alias, _ in graph.aliases:
        id = graph.ids[node]
        if start := _start_of(id):
            owners[start + fold(alias)].setdefault(id)
    for name, having in sorted(owners.items()):
        named = people.get(name, [name] if name in graph.number_of else [])
        others = [one for one in having if one not in named]
        if named and others and len({groups.first(one) for one in others}) == 1:
            yield others[0], named[0]


def _start_of(id: str) -> str:
    """What stands before a thing's name in its id; empty where aliases say too little, as titles of works do."""
    if not id.startswith(_JOINED) or id.startswith(_WORKS):
        return ""
    kind, _, key = id.partition(":")
    type, slash, _ = key.partition("/")
    return f"{kind}:{type}/" if slash and kind == ThingKind.ENTITY else f"{kind}:"
