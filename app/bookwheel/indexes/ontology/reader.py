"""The ontology as the graph is read from it: one stamped revision, opened read-only."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

from bookwheel.indexes.ontology.graph_rows import GraphRows, rows_of
from bookwheel.indexes.ontology.iris import DOC, SIGN_GRAPH, node_iri, node_of
from bookwheel.indexes.ontology.stores import (
    DAMAGE,
    REBUILT,
    damaged,
    identity_of,
    numbered,
    read_with_retries,
    stamp_of,
    statings_of,
    topic_signs_of,
    version,
    version_of,
)
from bookwheel.indexes.ontology.triples import PREFIXES

MOST_NODES = 20_000
"""Ids that are remembered by their IRIs: most are named by neighbouring documents alone."""

_SIGNS = f"SELECT ?d ?s {{ GRAPH <{SIGN_GRAPH}> {{ ?d b:statedAs ?s }} }}"
_MANUAL = (
    "SELECT ?m ?f ?t ?l ?n ?b ?a { GRAPH <urn:bookwheel:manual>"
    " { ?m a b:ManualLink; b:from ?f; b:to ?t; r:label ?l; b:by ?b; b:at ?a OPTIONAL { ?m b:note ?n } } }"
)
_TOPICS = "SELECT ?t ?l { ?t a b:Topic; r:label ?l }"
_OF_TOPICS = (
    "SELECT ?s ?r ?o { { ?s b:hasTopic ?o BIND('hasTopic' AS ?r) }"
    " UNION { ?s a b:Topic; b:broader ?o BIND('broader' AS ?r) } }"
)


class OntologyReader:
    """The newest stamped store as it was when opened; any thread. Node ids as in `domain/graph.py`."""

    def __init__(self, store: ox.Store, revision: int, number: int, identity: str = "") -> None:
        self._store = store
        self.revision = revision
        self.number = number
        """Which of the folder's stores this is; one built anew has a greater number."""
        self.identity = identity
        """What tells this store from that of another library."""
        self._nodes: dict[str, str] = {}
        self.statings = statings_of(store)
        """Grows whenever anything but topics and manual links is stated."""
        self.topic_signs = topic_signs_of(store)
        """By the graph of a collection's topics, what tells these topics from others."""

    @classmethod
    def open(cls, folder: Path) -> OntologyReader | None:
        """The newest stamped store in a folder; None when there is none of this version.

        Raises:
            IndexDamaged: when there is one that cannot be read.
        """

        def read() -> OntologyReader | None:
            for number, place in reversed(numbered(folder)):
                if not (place / "CURRENT").exists():
                    continue
                store = ox.Store.read_only(str(place))
                revision = stamp_of(store)
                if revision >= 0 and version_of(store) == version():
                    return cls(store, revision, number, identity_of(place))
            return None

        return read_with_retries(read, REBUILT)

    def close(self) -> None:
        """Let go of the store."""
        del self._store

    def docs(self) -> set[str]:
        """Ids of the documents that have statements."""
        try:
            named = [graph.value for graph in self._store.named_graphs() if isinstance(graph, ox.NamedNode)]
        except DAMAGE as error:
            raise damaged(error, f"The ontology cannot be read ({type(error).__name__}). Try again.") from error
        return {node_of(iri) for iri in named if iri.startswith(DOC)}

    def signs(self) -> dict[str, str]:
        """By document that is stated whole, a sign of its statements; as long as that stays, so do they."""
        return {self._node(iri): sign for iri, sign in self._rows(_SIGNS)}

    def graph(self, node: str) -> GraphRows:
        """What the graph of one document, or of one label, states."""
        if len(self._nodes) > MOST_NODES:
            self._nodes.clear()
        try:
            return rows_of(self._store.quads_for_pattern(None, None, None, ox.NamedNode(node_iri(node))), self._node)
        except DAMAGE as error:
            raise damaged(error, f"The ontology cannot be read ({type(error).__name__}). Try again.") from error

    def _node(self, iri: str) -> str:
        """The id of an IRI, as one string however often it is named."""
        node = self._nodes.get(iri)
        if node is None:
            node = self._nodes[iri] = node_of(iri)
        return node

    def manual(self) -> Iterator[tuple[str, str, str, str, str, str, str]]:
        """Every manual link, in order of its id: that, source, target, what it is called, note, who and when."""
        for iri, source, target, *said in sorted(self._rows(_MANUAL)):
            label, note, by, at = said
            yield iri.rpartition(":")[2], node_of(source), node_of(target), label, note, by, at

    def topics(self) -> Iterator[tuple[str, str]]:
        """Id and label of every topic."""
        return ((node_of(iri), label) for iri, label in self._rows(_TOPICS))

    def of_topics(self) -> Iterator[tuple[str, str, str]]:
        """What documents' topics are, and which are broader than others: source, relation, target."""
        return ((node_of(source), relation, node_of(target)) for source, relation, target in self._rows(_OF_TOPICS))

    def _rows(self, query: str) -> Iterator[list[str]]:
        try:
            found = self._store.query(PREFIXES + query, use_default_graph_as_union=True)
            assert isinstance(found, ox.QuerySolutions)
            content = found.serialize(format=ox.QueryResultsFormat.CSV)
        except DAMAGE as error:
            raise damaged(error, f"The ontology cannot be read ({type(error).__name__}). Try again.") from error
        # As bytes, decoded piece by piece: io.StringIO takes four bytes for each letter.
        rows = csv.reader(io.TextIOWrapper(io.BytesIO(content or b""), "utf-8", newline=""))
        next(rows, None)
        return rows
