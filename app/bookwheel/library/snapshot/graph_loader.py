"""The graph of a store, read into arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bookwheel.domain.graph import NodeKind
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.snapshot.graph_additions import with_additions
from bookwheel.library.snapshot.graph_arrays import KIND_STARTS, KINDS, RELATIONS, SECTION, Graph


def load_graph(reader: OntologyReader) -> Graph:
    """All nodes and edges of a store. Takes about a quarter of a second for 8,000 sections.

    Raises:
        IndexDamaged: when the store cannot be read, or was replaced meanwhile.
    """
    return _GraphLoader().graph(reader)


class _GraphLoader:
    """Nodes and edges on their way into arrays."""

    def __init__(self) -> None:
        self._number_of: dict[str, int] = {}
        self._titles: list[str] = []
        self._owner: list[int] = []
        self._edges: list[tuple[int, int, int, int, int, bool]] = []
        self._wordings: dict[int, str] = {}
        self._same: dict[str, str] = {}

    def graph(self, reader: OntologyReader) -> Graph:
        """Read everything."""
        titles = sorted(reader.titles())  # the store has its own order, and equally near nodes follow their numbers
        for node, doc, title in titles:
            if node == doc:
                self._add(node, title, len(self._titles))
        for node, doc, title in titles:
            if node != doc:
                self._add(node, title, self._number_of.get(doc, -1))
        for node, label in sorted(reader.labels(), key=lambda pair: (pair[0], pair[1].isupper(), pair[1])):
            self._add(node, label, -1)
        code_of = {relation: code for code, relation in enumerate(RELATIONS)}
        for section, above in sorted(reader.parents()):
            self._join(above, code_of["containsSection"], section)
        for section, before in sorted(reader.followed()):
            self._join(section, code_of["follows"], before)
        for source, relation, target in sorted(set(reader.stated())):
            self._join(source, code_of[relation], target)
        for source, relation, target, line, wording, section, is_derived in sorted(reader.links()):
            if target not in self._number_of and target.startswith("broken:"):
                self._add(target, target.partition("/")[2], -1)
            self._join(source, code_of[relation], target, line, wording, section, is_derived=is_derived)
        return with_additions(self._graph(reader), reader)

    def _add(self, node: str, title: str, owner: int) -> None:
        if node not in self._number_of:
            self._number_of[node] = len(self._titles)
            self._titles.append(title)
            self._owner.append(owner)

    def _join(
        self,
        source: str,
        relation: int,
        target: str,
        line: int = 0,
        wording: str = "",
        section: str = "",
        *,
        is_derived: bool = False,
    ) -> None:
        here, there = self._number_of.get(source), self._number_of.get(target)
        if there is None and "#" in target:  # its heading has gone since the link was looked at
            there = self._number_of.get(target.rpartition("#")[0])
        if here is None or there is None:
            return
        if wording:
            self._wordings[len(self._edges)] = self._same.setdefault(wording, wording)
        self._edges.append((here, there, relation, line, self._number_of.get(section, -1), is_derived))

    def _aliases(self, reader: OntologyReader) -> Iterator[tuple[int, str, int]]:
        for node, alias, doc in sorted(reader.aliases()):
            here, stating = self._number_of.get(node), self._number_of.get(doc)
            if here is not None and stating is not None:
                yield here, alias, stating

    def _graph(self, reader: OntologyReader) -> Graph:
        ids = list(self._number_of)
        owner = np.array(self._owner, np.int32)
        kinds = np.array([_kind_of(node, owner[number], number) for number, node in enumerate(ids)], np.int8)
        slugs = [_slug_of(node, kind) for node, kind in zip(ids, kinds.tolist(), strict=True)]
        code_of = {slug: code for code, slug in enumerate(dict.fromkeys(slug for slug in slugs if slug))}
        edges = np.array(self._edges, np.int32).reshape(-1, 6)
        return Graph(
            revision=reader.revision,
            ids=ids,
            titles=self._titles,
            kinds=kinds,
            owner=owner,
            collection_of=np.array([code_of.get(slug, -1) for slug in slugs], np.int32),
            collections=tuple(code_of),
            sources=edges[:, 0].copy(),
            targets=edges[:, 1].copy(),
            relations=edges[:, 2].astype(np.int8),
            lines=edges[:, 3].copy(),
            evidence=edges[:, 4].copy(),
            derived=edges[:, 5].astype(np.bool_),
            wordings=self._wordings,
            aliases=tuple(self._aliases(reader)),
            number_of=self._number_of,
            statings=(reader.number, reader.statings),
        )


def _kind_of(node: str, owner: int, number: int) -> int:
    if owner == number:
        return KINDS.index(NodeKind.DOCUMENT)
    if owner >= 0:
        return SECTION
    return next((code for start, code in KIND_STARTS.items() if node.startswith(start)), SECTION)


def _slug_of(node: str, kind: int) -> str:
    """The collection that a node is of, empty for labels and people."""
    match KINDS[kind]:
        case NodeKind.DOCUMENT | NodeKind.SECTION:
            return node.partition("/")[0]
        case NodeKind.COLLECTION:
            return node.partition(":")[2]
        case NodeKind.BROKEN:
            return node.partition(":")[2].partition("/")[0]
        case _:
            return ""
