"""Parts put together into one graph, whose nodes and edges follow the ids of documents and labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.graph import NodeKind
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, KINDS, RELATIONS, SECTION, Bools, Graph
from bookwheel.library.snapshot.graph_parts import DERIVED, Keys
from bookwheel.library.snapshot.graph_tables.blocks import Block
from bookwheel.library.snapshot.graph_tables.name_table import Aliases, NameTable
from bookwheel.library.snapshot.graph_tables.text_table import Ints, Numbers, TextColumn, Wordings

_BROKEN, _COLLECTION = KINDS.index(NodeKind.BROKEN), KINDS.index(NodeKind.COLLECTION)
_BROKEN_LINK = RELATIONS.index("brokenLinkTo")
_NO_KEYS = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True)
class _Nodes:
    """The nodes in order, by keys, with the rows of their titles; the number of documents and of their sections."""

    keys: Ints
    titles: Ints
    docs: int
    sections: Ints


def assemble(documents: Block, concepts: Block, keys: Keys, names: NameTable) -> Graph:
    """The graph of what documents and labels state, without a revision and what changes apart from documents."""
    stated = documents.rows["edges"]
    nodes = _nodes(documents, concepts, keys, names)
    known_kinds, above = keys.kinds, keys.above
    numbers = np.full(len(keys.ids) + 1, -1, np.int32)  # the last stands for -1
    numbers[nodes.keys] = np.arange(len(nodes.keys), dtype=np.int32)
    ids = TextColumn(keys.ids, nodes.keys)
    owner = _owners(nodes)
    kinds = known_kinds[nodes.keys]
    kinds[owner >= 0] = SECTION
    kinds[: nodes.docs] = DOCUMENT
    slugs, collection_of = _collections(ids, kinds, nodes)
    left = _Edges(stated, numbers, above)
    shared = _Edges(_shared(documents, concepts), numbers, above)
    order = np.lexsort((shared.targets, shared.relations, shared.sources))
    return Graph(
        revision=-1,
        ids=ids,
        titles=TextColumn(names, nodes.titles),
        kinds=kinds,
        owner=owner,
        collection_of=collection_of,
        collections=slugs,
        sources=np.concatenate([left.sources, shared.sources[order]]),
        targets=np.concatenate([left.targets, shared.targets[order]]),
        relations=np.concatenate([left.relations, shared.relations[order]]).astype(np.int8),
        lines=np.concatenate([left.lines, shared.lines]),
        evidence=np.concatenate([left.evidence, shared.evidence]),
        derived=np.concatenate([left.derived, shared.derived]),
        wordings=Wordings(names, np.concatenate([left.words, shared.words])),
        number_of=Numbers(keys.ids, numbers[:-1]),
        aliases=_aliases(documents, numbers, names),
    )


class _Edges:
    """The columns of edges between nodes that are there, by their numbers; `above` is each key's document.

    A link to a heading that has gone since leads to its document.
    """

    def __init__(self, rows: Ints, numbers: Ints, above: Ints) -> None:
        sources, targets = numbers[rows[:, 0]], numbers[rows[:, 2]]
        lost = np.flatnonzero(targets < 0)
        targets[lost] = numbers[above[rows[lost, 2]]]
        is_left: Bools = (sources >= 0) & (targets >= 0)
        self.sources, self.targets = sources[is_left], targets[is_left]
        self.relations, self.lines = rows[is_left, 1], rows[is_left, 3]
        self.evidence, self.derived = numbers[rows[is_left, 4]], (rows[is_left, 5] & DERIVED) > 0
        self.words = rows[is_left, 6]


def _nodes(documents: Block, concepts: Block, keys: Keys, names: NameTable) -> _Nodes:
    """Documents, their sections, labels, and what links lead to that is not there."""
    rows, counts = documents.rows["nodes"], documents.counts("nodes")
    is_first = np.zeros(len(rows), np.bool_)
    is_first[documents.starts["nodes"][:-1][counts > 0]] = True
    labels, label_titles = _labels(np.concatenate([documents.rows["labels"], concepts.rows["labels"]]), names)
    by_id = np.array(sorted(range(len(labels)), key=list(TextColumn(keys.ids, labels)).__getitem__), np.int64)
    stated = documents.rows["edges"]
    targets: list[int] = np.unique(stated[stated[:, 1] == _BROKEN_LINK, 2]).tolist()
    broken = [key for key in targets if keys.kind(key) == _BROKEN]
    broken.sort(key=keys.ids.__getitem__)
    called = [names.row(keys.ids[key].partition("/")[2]) for key in broken]
    return _Nodes(
        np.concatenate([rows[is_first, 0], rows[~is_first, 0], labels[by_id], np.array(broken, np.int32)]),
        np.concatenate([rows[is_first, 1], rows[~is_first, 1], label_titles[by_id], np.array(called, np.int32)]),
        int(is_first.sum()),
        counts[counts > 0] - 1,
    )


def _labels(rows: Ints, names: NameTable) -> tuple[Ints, Ints]:
    """Each label once, with what it is called: of several spellings, one in small letters first."""
    pairs = np.unique(rows[:, 0].astype(np.int64) << 32 | rows[:, 1])
    said = (pairs & 0xFFFFFFFF).astype(np.int32)
    labels, firsts, counts = np.unique(pairs >> 32, return_index=True, return_counts=True)
    titles = said[firsts]
    for place in np.flatnonzero(counts > 1).tolist():
        spellings: list[int] = said[firsts[place] : firsts[place] + counts[place]].tolist()
        titles[place] = min(spellings, key=lambda row: (names[row].isupper(), names[row]))
    return labels.astype(np.int32), titles


def _shared(documents: Block, concepts: Block) -> Ints:
    """What several may state, once, as edges without a line."""
    rows = np.concatenate([documents.rows["shared"], concepts.rows["shared"]])
    once = np.unique(rows, axis=0) if len(rows) else rows
    made = np.zeros((len(once), 7), np.int32)
    made[:, :3], made[:, 4], made[:, 6] = once, -1, -1
    return made


def _owners(nodes: _Nodes) -> Ints:
    """By node: the document of a section, a document itself, else -1."""
    docs = np.arange(nodes.docs, dtype=np.int32)
    owner = np.full(len(nodes.keys), -1, np.int32)
    owner[: nodes.docs] = docs
    sections = np.repeat(docs, nodes.sections)
    owner[nodes.docs : nodes.docs + len(sections)] = sections
    return owner


def _collections(ids: TextColumn, kinds: NDArray[np.int8], nodes: _Nodes) -> tuple[tuple[str, ...], Ints]:
    """The collections, and by node the place of its own among them, -1 for what is of none."""
    codes: dict[str, int] = {}
    docs = np.array([codes.setdefault(doc.partition("/")[0], len(codes)) for doc in ids[: nodes.docs]], np.int32)
    count = nodes.docs + int(nodes.sections.sum())
    collection_of = np.full(len(kinds), -1, np.int32)
    collection_of[: nodes.docs], collection_of[nodes.docs : count] = docs, np.repeat(docs, nodes.sections)
    for place in np.flatnonzero(np.isin(kinds[count:], (_COLLECTION, _BROKEN))).tolist():
        slug = ids[count + place].partition(":")[2].partition("/")[0]
        collection_of[count + place] = codes.setdefault(slug, len(codes))
    return tuple(codes), collection_of


def _aliases(documents: Block, numbers: Ints, names: NameTable) -> Aliases:
    rows, counts = documents.rows["aliases"], documents.counts("aliases")
    is_document = documents.counts("nodes") > 0
    docs = np.repeat(np.cumsum(is_document) - 1, counts).astype(np.int32)
    nodes = numbers[rows[:, 0]]
    there = np.flatnonzero(nodes >= 0)
    found = zip(nodes[there].tolist(), rows[there, 1].tolist(), docs[there].tolist(), strict=True)
    ordered = sorted(found, key=lambda row: (row[0], names[row[1]], row[2]))
    made = np.array(ordered, np.int32).reshape(-1, 3)
    return Aliases(made[:, 0].copy(), TextColumn(names, made[:, 1].copy()), made[:, 2].copy())
