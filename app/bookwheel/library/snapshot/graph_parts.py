"""What each document puts into the graph, in numbers that stay: so that a change costs what changed.

Every node has a key, a number that it keeps while others come and go. A part holds what one document's graph states,
by keys; `graph_loader` puts the parts together into a graph.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from bookwheel.domain.graph import NodeKind
from bookwheel.indexes.ontology import GraphRows
from bookwheel.library.snapshot.graph_arrays import KIND_STARTS, KINDS, RELATIONS, SECTION, Ints

T = TypeVar("T")

DERIVED, WORDED = 1, 2
"""Marks of an edge: it was found by comparing names; it has words of the text."""

_CODE_OF = {relation: code for code, relation in enumerate(RELATIONS)}
_OWN_GRAPHS = [
    KINDS.index(kind)
    for kind in (
        NodeKind.TAG,
        NodeKind.CATEGORY,
        NodeKind.COLLECTION,
        NodeKind.COMMIT,
        NodeKind.BRANCH,
        NodeKind.REPOSITORY,
    )
]
"""Kinds of labels of which a graph of their own says something that the graph is made of."""


@dataclass(slots=True)
class Part:
    """What one graph states. `nodes` are the document and its sections, with `titles`; both are empty for a label's.

    `edges` (n, 6): source, relation, target, line, the section that states it (-1 for the source) and marks; `wordings`
    are those of the edges that have words, in their order. `shared` may be stated by others too: source, relation,
    target. `concepts` are the labels named here of which there are graphs.
    """

    nodes: Ints
    titles: list[str]
    edges: Ints
    wordings: list[str]
    labels: tuple[tuple[int, str], ...]
    aliases: tuple[tuple[int, str], ...]
    shared: tuple[tuple[int, int, int], ...]
    concepts: tuple[int, ...] = ()


@dataclass(slots=True)
class Keys:
    """The keys of nodes: by id, and by key the id, the kind that it says, and the key of its document or -1."""

    of: dict[str, int] = field(default_factory=dict[str, int])
    ids: list[str] = field(default_factory=list[str])
    kinds: list[int] = field(default_factory=list[int])
    above: list[int] = field(default_factory=list[int])

    def key(self, id: str) -> int:
        """The key of a node, a new one where it has none yet."""
        found = self.of.get(id)
        if found is None:
            kind = _kind_of(id)
            document, mark, _ = id.rpartition("#") if kind == SECTION else ("", "", "")
            above = self.key(document) if mark else -1
            found = self.of[id] = len(self.ids)
            self.ids.append(id)
            self.kinds.append(kind)
            self.above.append(above)
        return found


def part_of(doc: str, rows: GraphRows, keys: Keys) -> Part:
    """A document's rows, or a label's, as a part: everything in an order that follows from the rows alone."""
    key = keys.key
    titles = sorted(rows.titles, key=lambda row: (row[0] != doc, row))
    if not titles or titles[0][0] != doc:
        titles = []  # half of a document is none
    edges = [
        (key(above), _CODE_OF["containsSection"], key(section), 0, -1, 0) for section, above in _once(rows.parents)
    ]
    edges += [(key(section), _CODE_OF["follows"], key(before), 0, -1, 0) for section, before in _once(rows.follows)]
    stated = sorted(set(rows.stated))
    own = doc if titles else ""
    edges += [(key(doc), _CODE_OF[name], key(target), 0, -1, 0) for source, name, target in stated if source == own]
    shared = [(key(source), _CODE_OF[name], key(target)) for source, name, target in stated if source != own]
    wordings: list[str] = []
    for source, relation, target, line, wording, section, is_derived in sorted(rows.links):
        marks = (DERIVED if is_derived else 0) | (WORDED if wording else 0)
        stating = key(section) if section else -1
        edges.append((key(source), _CODE_OF[relation], key(target), line, stating, marks))
        if wording:
            wordings.append(sys.intern(wording))
    labels = tuple((key(node), label) for node, label in _once(rows.labels))
    aliases = tuple((key(node), alias) for node, alias in _once(rows.aliases))
    named = {row[2] for row in edges} | {row[0] for row in labels} | {row[end] for row in shared for end in (0, 2)}
    return Part(
        np.array([key(node) for node, _ in titles], np.int32),
        [title for _, title in titles],
        np.array(edges, np.int32).reshape(-1, 6),
        wordings,
        labels,
        aliases,
        tuple(shared),
        tuple(one for one in named if keys.kinds[one] in _OWN_GRAPHS) if titles else (),
    )


def _once(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(set(rows))


def _kind_of(id: str) -> int:
    start, colon, _ = id.partition(":")
    return KIND_STARTS.get(start + colon, SECTION)


class Tally:
    """What several graphs state of one label: how it is written, what it is related to, and who names it."""

    def __init__(self) -> None:
        self._spellings: dict[int, dict[str, int]] = {}
        self._titles: dict[int, str] = {}
        self.shared: dict[tuple[int, int, int], int] = {}
        self.named: dict[int, int] = {}

    def spell(self) -> dict[int, str]:
        """By the key of each label what it is called: of several spellings, one in small letters first."""
        for key in [key for key in self._spellings if key not in self._titles]:
            self._titles[key] = min(self._spellings[key], key=lambda label: (label.isupper(), label))
        return self._titles

    def count(self, part: Part, step: int) -> None:
        """Take a part in (1), or out again (-1)."""
        for key, label in part.labels:
            spellings = self._spellings.setdefault(key, {})
            _step(spellings, label, step)
            self._titles.pop(key, None)
            if not spellings:
                del self._spellings[key]
        for row in part.shared:
            _step(self.shared, row, step)
        for key in part.concepts:
            _step(self.named, key, step)


def _step(counts: dict[T, int], value: T, step: int) -> None:
    counts[value] = counts.get(value, 0) + step
    if not counts[value]:
        del counts[value]
