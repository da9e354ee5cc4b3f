"""The graph of a store as arrays: whole at first, then by what changed."""

from __future__ import annotations

from itertools import chain, compress

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.graph import NodeKind
from bookwheel.indexes.ontology import OntologyReader, RowColumns
from bookwheel.library.snapshot.graph_additions import with_additions
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, KINDS, RELATIONS, SECTION, Bools, Graph, Ints
from bookwheel.library.snapshot.graph_parts import DERIVED, WORDED, Keys, Part, Tally, part_of

FEW, SMALL_SHARE = 50, 10
"""Documents that are read one by one when they changed, or this part of all; more are read faster all together."""

SPARE_KEYS = 10_000
"""Keys that may be given out, besides twice as many as at first, until everything is read again."""

_BROKEN, _COLLECTION = KINDS.index(NodeKind.BROKEN), KINDS.index(NodeKind.COLLECTION)
_BROKEN_LINK = RELATIONS.index("brokenLinkTo")


def load_graph(reader: OntologyReader) -> Graph:
    """All nodes and edges of a store.

    Raises:
        IndexDamaged: when the store cannot be read, or was replaced meanwhile.
    """
    return GraphLoader().load(reader)


class GraphLoader:
    """Keeps what each document puts into the graph; of one thread.

    Whatever came before, the graph is the one that is read from the same store at once.
    """

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._forget()

    def load(self, reader: OntologyReader) -> Graph:
        """The graph of a store: only documents whose sign is another one than before are read.

        Raises:
            IndexDamaged: when the store cannot be read, or was replaced meanwhile; the next look reads everything.
        """
        try:
            self._take(reader, reader.signs())
        except BaseException:
            self._forget()
            raise
        return with_additions(_Assembly(self._keys, self._parts, self._tally).graph(reader), reader)

    def _forget(self) -> None:
        self._keys, self._tally = Keys(), Tally()
        self._parts: dict[str, Part] = {}
        self._concepts: dict[int, Part] = {}
        self._signs: dict[str, str] = {}
        self._keys_at_first = 0

    def _take(self, reader: OntologyReader, signs: dict[str, str]) -> None:
        """Bring the parts to what the store states now."""
        changed = [doc for doc, sign in signs.items() if self._signs.get(doc) != sign]
        has_garbage = len(self._keys.ids) > 2 * self._keys_at_first + SPARE_KEYS
        rows: RowColumns | None = None
        if has_garbage or len(changed) > max(FEW, len(signs) // SMALL_SHARE):
            self._forget()
            changed, rows = list(signs), reader.graphs()
        for doc in [doc for doc in self._parts if doc not in signs]:
            self._tally.count(self._parts.pop(doc), -1)
        for doc in changed:
            if doc in self._parts:
                self._tally.count(self._parts.pop(doc), -1)
            said = rows.of(doc) if rows is not None else reader.graph(doc)
            part = self._parts[doc] = part_of(doc, said, self._keys)
            self._tally.count(part, 1)
        self._take_concepts(reader, rows)
        self._signs = signs
        self._keys_at_first = self._keys_at_first or len(self._keys.ids)

    def _take_concepts(self, reader: OntologyReader, rows: RowColumns | None) -> None:
        """Read the graphs of labels that are named now and were not before; what they state never changes."""
        named = self._tally.named
        for key in [key for key in self._concepts if key not in named]:
            self._tally.count(self._concepts.pop(key), -1)
        for key in [key for key in named if key not in self._concepts]:
            id = self._keys.ids[key]
            said = rows.of(id) if rows is not None else reader.graph(id)
            part = self._concepts[key] = part_of(id, said, self._keys)
            self._tally.count(part, 1)


class _Assembly:
    """Parts on their way into one graph, whose nodes and edges follow the ids of documents and labels."""

    def __init__(self, keys: Keys, parts: dict[str, Part], tally: Tally) -> None:
        self._keys, self._tally = keys, tally
        self._docs = sorted(doc for doc, part in parts.items() if part.titles)
        self._parts = [parts[doc] for doc in self._docs]
        self._label_titles = tally.spell()
        self._labels = sorted(self._label_titles, key=keys.ids.__getitem__)

    def graph(self, reader: OntologyReader) -> Graph:
        """The graph without what changes apart from documents."""
        stated, shared = self._edges()
        keys = self._order(stated)
        names = self._keys.ids
        numbers = np.full(len(names) + 1, -1, np.int32)  # the last stands for -1
        numbers[keys] = np.arange(len(keys), dtype=np.int32)
        left_keys: list[int] = keys.tolist()
        ids = [names[key] for key in left_keys]
        owner = self._owners(len(ids))
        kinds = np.array(self._keys.kinds, np.int8)[keys]
        kinds[owner >= 0] = SECTION
        kinds[: len(self._docs)] = DOCUMENT
        slugs, collection_of = self._collections(ids, kinds)
        above = np.array(self._keys.above, np.int32)
        left, is_left = _renumbered(stated, numbers, above)
        shared, _ = _renumbered(shared, numbers, above)
        edges = np.concatenate([left, shared[np.lexsort((shared[:, 2], shared[:, 1], shared[:, 0]))]])
        return Graph(
            revision=reader.revision,
            ids=ids,
            titles=self._titles(ids),
            kinds=kinds,
            owner=owner,
            collection_of=collection_of,
            collections=slugs,
            sources=edges[:, 0].copy(),
            targets=edges[:, 2].copy(),
            relations=edges[:, 1].astype(np.int8),
            lines=edges[:, 3].copy(),
            evidence=edges[:, 4].copy(),
            derived=(edges[:, 5] & DERIVED) > 0,
            wordings=self._wordings(stated, is_left),
            aliases=self._aliases(numbers),
            number_of={node: number for number, node in enumerate(ids)},
            statings=(reader.number, reader.statings),
        )

    def _edges(self) -> tuple[Ints, Ints]:
        """All edges by keys: those of documents in their order, and those that several may state."""
        none = np.zeros((0, 6), np.int32)
        stated = np.concatenate([none, *(part.edges for part in self._parts)])
        shared = np.array([(*row, 0, -1, 0) for row in self._tally.shared], np.int32).reshape(-1, 6)
        return stated, shared

    def _order(self, stated: Ints) -> Ints:
        """The keys of all nodes: documents, their sections, labels, and what links lead to that is not there."""
        docs = np.array([part.nodes[0] for part in self._parts], np.int32)
        sections = (part.nodes[1:] for part in self._parts)
        targets: list[int] = np.unique(stated[stated[:, 1] == _BROKEN_LINK, 2]).tolist()
        broken = [key for key in targets if self._keys.kinds[key] == _BROKEN]
        broken.sort(key=self._keys.ids.__getitem__)
        return np.concatenate([docs, *sections, np.array(self._labels, np.int32), np.array(broken, np.int32)])

    def _titles(self, ids: list[str]) -> list[str]:
        titles = [part.titles[0] for part in self._parts]
        titles += chain.from_iterable(part.titles[1:] for part in self._parts)
        titles += [self._label_titles[key] for key in self._labels]
        return titles + [node.partition("/")[2] for node in ids[len(titles) :]]

    def _owners(self, size: int) -> Ints:
        """By node: the document of a section, a document itself, else -1."""
        docs = np.arange(len(self._docs), dtype=np.int32)
        sections = np.repeat(docs, [len(part.titles) - 1 for part in self._parts])
        others = np.full(size - len(docs) - len(sections), -1, np.int32)
        return np.concatenate([docs, sections.astype(np.int32), others])

    def _collections(self, ids: list[str], kinds: NDArray[np.int8]) -> tuple[tuple[str, ...], Ints]:
        """The collections, and by node the place of its own among them, -1 for what is of none."""
        codes: dict[str, int] = {}
        docs = [codes.setdefault(doc.partition("/")[0], len(codes)) for doc in self._docs]
        sections = np.repeat(np.array(docs, np.int32), [len(part.titles) - 1 for part in self._parts])
        count = len(docs) + len(sections)
        others = np.full(len(ids) - count, -1, np.int32)
        for place in np.flatnonzero(np.isin(kinds[count:], (_COLLECTION, _BROKEN))).tolist():
            slug = ids[count + place].partition(":")[2].partition("/")[0]
            others[place] = codes.setdefault(slug, len(codes))
        return tuple(codes), np.concatenate([np.array(docs, np.int32), sections, others])

    def _wordings(self, stated: Ints, is_left: Bools) -> dict[int, str]:
        """The words of the edges that are left, by their numbers."""
        is_worded = (stated[:, 5] & WORDED) > 0
        numbers = (np.cumsum(is_left) - 1)[is_worded & is_left].tolist()
        words = chain.from_iterable(part.wordings for part in self._parts)
        return dict(zip(numbers, compress(words, is_left[is_worded].tolist()), strict=True))

    def _aliases(self, numbers: Ints) -> tuple[tuple[int, str, int], ...]:
        rows = (
            (int(numbers[key]), alias, place)
            for place, part in enumerate(self._parts)
            for key, alias in part.aliases
            if numbers[key] >= 0
        )
        return tuple(sorted(rows))


def _renumbered(edges: Ints, numbers: Ints, above: Ints) -> tuple[Ints, Bools]:
    """Edges between nodes that are there, by their numbers, and which of them are left; `above` is each key's document.

    A link to a heading that has gone since leads to its document.
    """
    sources, targets = numbers[edges[:, 0]], numbers[edges[:, 2]]
    targets = np.where(targets < 0, numbers[above[edges[:, 2]]], targets)
    is_left = (sources >= 0) & (targets >= 0)
    made = edges[is_left]
    made[:, 0], made[:, 2], made[:, 4] = sources[is_left], targets[is_left], numbers[made[:, 4]]
    return made, is_left
