"""The graph of a store as arrays: what was read before stays, in memory or in a mapped file, and the rest is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.snapshot.graph_additions import with_additions
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_assembly import assemble
from bookwheel.library.snapshot.graph_parts import Keys, part_of
from bookwheel.library.snapshot.graph_tables.blocks import Block, Fresh, StatedGraphs
from bookwheel.library.snapshot.graph_tables.name_table import NameTable
from bookwheel.library.snapshot.graph_tables.text_table import Ints

SPARE_KEYS = 10_000
"""Keys that may be given out, besides twice as many as at first, until everything is read again."""

Known = tuple[Keys, NameTable, Block, Block]
"""The keys of nodes, the names, and what documents and labels state."""


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

    def __init__(self, known: Known | None = None) -> None:
        """Go on from what was read before, if anything."""
        self._begin(*(_nothing() if known is None else known))

    def _begin(self, keys: Keys, names: NameTable, documents: Block, concepts: Block) -> None:
        self.keys, self.names = keys, names
        self._documents = StatedGraphs(documents, keys.ids.__getitem__)
        self._concepts = StatedGraphs(concepts, keys.ids.__getitem__)
        self._keys_at_first = len(keys.ids)

    def load(self, reader: OntologyReader, signs: Mapping[str, str] | None = None) -> Graph:
        """The graph of a store: only documents whose sign is another one than before are read.

        `signs` are the store's, where they are known.

        Raises:
            IndexDamaged: when the store cannot be read, or was replaced meanwhile; the next look reads everything.
        """
        try:
            self._take(reader, reader.signs() if signs is None else signs)
            documents = self._documents.gathered()
            self._take_concepts(reader, np.unique(documents.rows["concepts"]))
        except BaseException:
            self._begin(*_nothing())
            raise
        self._keys_at_first = self._keys_at_first or len(self.keys.ids)
        graph = assemble(documents, self._concepts.gathered(), self.keys, self.names)
        return with_additions(replace(graph, statings=(reader.number, reader.statings)), reader)

    def lag(self, signs: Mapping[str, str]) -> int:
        """How many documents are, or will be, in memory because they are others than where this began."""
        fresh = {self.keys.ids[owner] for owner in self._documents.fresh}
        return len(fresh.union(self._changed(signs)))

    def blocks(self) -> tuple[Block, Block]:
        """What documents and labels state."""
        return self._documents.gathered(), self._concepts.gathered()

    def _changed(self, signs: Mapping[str, str]) -> list[str]:
        find = self.keys.ids.find
        return [doc for doc, sign in signs.items() if self._documents.sign(find(doc)) != sign.encode()]

    def _take(self, reader: OntologyReader, signs: Mapping[str, str]) -> None:
        """Bring the parts to what the store states now."""
        if len(self.keys.ids) > 2 * self._keys_at_first + SPARE_KEYS:
            self._begin(*_nothing())
        changed = self._changed(signs)
        if len(self._documents) > len(signs) - len(changed):
            there = {self.keys.ids.find(doc) for doc in signs}
            for owner in self._documents.owners().tolist():
                if owner not in there:
                    self._documents.drop(owner)
        for doc in changed:
            self._read(reader, doc, self._documents, signs[doc].encode())

    def _take_concepts(self, reader: OntologyReader, named: Ints) -> None:
        """Read the graphs of labels that are named now and were not before; what they state never changes."""
        known = self._concepts.owners()
        for key in np.setdiff1d(known, named).tolist():
            self._concepts.drop(key)
        for key in np.setdiff1d(named, known).tolist():
            self._read(reader, self.keys.ids[key], self._concepts, b"")

    def _read(self, reader: OntologyReader, node: str, graphs: StatedGraphs, sign: bytes) -> None:
        rows = part_of(node, reader.graph(node), self.keys, self.names)
        graphs.put(Fresh(self.keys.key(node), sign, rows))


def _nothing() -> Known:
    return Keys(), NameTable(), Block.empty(), Block.empty()
