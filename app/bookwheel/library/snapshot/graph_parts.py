"""What each document puts into the graph, in numbers that stay: so that a change costs what changed.

Every node has a key, a number that it keeps while others come and go. A part holds what one document's graph states,
by keys and by rows of a table of names; `graph_loader` puts the parts together into a graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.graph import NodeKind
from bookwheel.indexes.ontology import GraphRows
from bookwheel.library.snapshot.graph_arrays import KIND_STARTS, KINDS, RELATIONS, SECTION
from bookwheel.library.snapshot.graph_tables.blocks import WIDTHS
from bookwheel.library.snapshot.graph_tables.name_table import NameTable
from bookwheel.library.snapshot.graph_tables.text_table import Ints, TextTable

DERIVED = 1
"""Mark of an edge that was found by comparing names."""

Part = dict[str, Ints]
"""What one graph states, by the kind of rows.

nodes: the document and its sections, with their titles; none for a label's graph. edges: source, relation, target,
line, the section that states it (-1 for the source), marks and words (-1 for none). labels: node and what it is called.
aliases: node and another name of it. shared: source, relation and target, which others may state too. concepts: the
labels named here of which there are graphs.
"""

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


class Keys:
    """The keys of nodes: by id, and by key the id, the kind that it says, and the key of its document or -1."""

    def __init__(
        self, ids: TextTable | None = None, kinds: NDArray[np.int8] | None = None, above: Ints | None = None
    ) -> None:
        self.ids = TextTable() if ids is None else ids
        self._kinds = np.zeros(0, np.int8) if kinds is None else kinds
        self._above = np.zeros(0, np.int32) if above is None else above
        self._more_kinds: list[int] = []
        self._more_above: list[int] = []

    def key(self, id: str) -> int:
        """The key of a node, a new one where it has none yet."""
        return self.ids.row(id)

    def kind(self, key: int) -> int:
        """The kind that a key's id says."""
        first = len(self._kinds)
        return int(self._kinds[key]) if key < first else kind_of(self.ids[key])

    @property
    def kinds(self) -> NDArray[np.int8]:
        """The kinds of all keys."""
        self._know_all()
        return np.concatenate([self._kinds, np.array(self._more_kinds, np.int8)]) if self._more_kinds else self._kinds

    @property
    def above(self) -> Ints:
        """The keys of all keys' documents."""
        self._know_all()
        return np.concatenate([self._above, np.array(self._more_above, np.int32)]) if self._more_above else self._above

    def _know_all(self) -> None:
        while (key := len(self._kinds) + len(self._more_kinds)) < len(self.ids):
            id = self.ids[key]
            kind = kind_of(id)
            document, mark, _ = id.rpartition("#") if kind == SECTION else ("", "", "")
            self._more_above.append(self.key(document) if mark else -1)
            self._more_kinds.append(kind)


def part_of(doc: str, rows: GraphRows, keys: Keys, names: NameTable) -> Part:
    """A document's rows, or a label's, as a part: everything in an order that follows from the rows alone."""
    key = keys.key
    titles = sorted(rows.titles, key=lambda row: (row[0] != doc, row))
    if not titles or titles[0][0] != doc:
        titles = []  # half of a document is none
    stated = sorted(set(rows.stated))
    own = doc if titles else ""
    shared = [(key(source), _CODE_OF[name], key(target)) for source, name, target in stated if source != own]
    labels = [(key(node), names.row(label)) for node, label in _once(rows.labels)]
    part: dict[str, Sequence[Sequence[int]]] = {"labels": labels, "shared": shared}
    if titles:
        edges = _edges(doc, rows, [row[1:] for row in stated if row[0] == doc], keys, names)
        named = {row[2] for row in edges} | {row[0] for row in labels} | {row[end] for row in shared for end in (0, 2)}
        part["nodes"] = [(key(node), names.row(title)) for node, title in titles]
        part["edges"] = edges
        part["aliases"] = [(key(node), names.row(alias)) for node, alias in _once(rows.aliases)]
        part["concepts"] = [(one,) for one in sorted(named) if keys.kind(one) in _OWN_GRAPHS]
    return {kind: np.array(part.get(kind, ()), np.int32).reshape(-1, width) for kind, width in WIDTHS.items()}


def _edges(
    doc: str, rows: GraphRows, stated: Sequence[tuple[str, str]], keys: Keys, names: NameTable
) -> list[tuple[int, ...]]:
    key, nothing = keys.key, (0, -1, 0, -1)
    found = [
        (key(above), _CODE_OF["containsSection"], key(section), *nothing) for section, above in _once(rows.parents)
    ]
    found += [(key(section), _CODE_OF["follows"], key(before), *nothing) for section, before in _once(rows.follows)]
    found += [(key(doc), _CODE_OF[name], key(target), *nothing) for name, target in stated]
    for source, relation, target, line, wording, section, is_derived in sorted(rows.links):
        stating = key(section) if section else -1
        marks, said = DERIVED if is_derived else 0, names.row(wording) if wording else -1
        found.append((key(source), _CODE_OF[relation], key(target), line, stating, marks, said))
    return found


def _once(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(set(rows))


def kind_of(id: str) -> int:
    """The kind that an id says: of a document that of a section, which `graph_assembly` puts right."""
    start, colon, _ = id.partition(":")
    return KIND_STARTS.get(start + colon, SECTION)
