"""The ontology as the graph is read from it: one stamped revision, opened read-only."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pyoxigraph as ox

from bookwheel.indexes.ontology.graph_rows import STATED, GraphRows, rows_of
from bookwheel.indexes.ontology.iris import DOC, SIGN_GRAPH, is_label, node_iri, node_of, relation_of
from bookwheel.indexes.ontology.row_columns import Columns, RowColumns
from bookwheel.indexes.ontology.stores import (
    DAMAGE,
    REBUILT,
    damaged,
    numbered,
    read_with_retries,
    stamp_of,
    statings_of,
    topic_signs_of,
    version,
    version_of,
)
from bookwheel.indexes.ontology.triples import PREFIXES

T = TypeVar("T")

_LABELS = "SELECT ?s ?o ?g { GRAPH ?g { ?s r:label ?o } }"
_ALIASES = "SELECT ?s ?o ?g { GRAPH ?g { ?s b:alias ?o } }"
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

    def __init__(self, store: ox.Store, revision: int, number: int) -> None:
        self._store = store
        self.revision = revision
        self.number = number
        """Which of the folder's stores this is; one built anew has a greater number."""
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
                    return cls(store, revision, number)
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

    def titles(self) -> Iterator[tuple[str, str, str]]:
        """Id, document's id and title of every document and section, in no order."""
        for iri, title in self._pairs("title"):
            yield self._node(iri), self._node(iri.partition("#")[0]), title

    def parents(self) -> Iterator[tuple[str, str]]:
        """Every section with what is directly above it: a section or its document."""
        return ((self._node(iri), self._node(above)) for iri, above in self._pairs("partOf"))

    def followed(self) -> Iterator[tuple[str, str]]:
        """Every section but its document's first, with the one before it."""
        return ((self._node(iri), self._node(before)) for iri, before in self._pairs("follows"))

    def labels(self) -> Iterator[tuple[str, str, str]]:
        """Id and label of every tag, person, thing and the like, and whose graph says so; one may have several."""
        for iri, label, graph in self._rows(_LABELS):
            node = self._node(iri)
            if is_label(node):
                yield node, label, self._node(graph)

    def aliases(self) -> Iterator[tuple[str, str, str]]:
        """Other names: the id of a document or thing, the name and the id of the document that gives it."""
        for iri, alias, graph in self._rows(_ALIASES):
            yield self._node(iri), alias, self._node(graph)

    def stated(self) -> Iterator[tuple[str, str, str, str]]:
        """What is stated of labels, people and commits without a place: source, relation, target, whose graph."""
        for relation in STATED:
            for source, target, graph in self._rows(f"SELECT ?s ?o ?g {{ GRAPH ?g {{ ?s b:{relation} ?o }} }}"):
                yield self._node(source), relation, self._node(target), self._node(graph)

    def signs(self) -> dict[str, str]:
        """By document that is stated whole, a sign of its statements; as long as that stays, so do they."""
        return {self._node(iri): sign for iri, sign in self._rows(_SIGNS)}

    def graph(self, node: str) -> GraphRows:
        """What the graph of one document, or of one label, states."""
        try:
            return rows_of(self._store.quads_for_pattern(None, None, None, ox.NamedNode(node_iri(node))), self._node)
        except DAMAGE as error:
            raise damaged(error, f"The ontology cannot be read ({type(error).__name__}). Try again.") from error

    def graphs(self) -> RowColumns:
        """What every graph states, by the document or label that it is of."""
        numbers: dict[str, int] = {}
        doc_of: dict[str, int] = {}

        def number(graph: str) -> int:
            return numbers.setdefault(graph, len(numbers))

        def of_sections(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[int, tuple[str, str]]]:
            return ((doc_of[section], (section, other)) for section, other in pairs if section in doc_of)

        def of_documents() -> Iterator[tuple[int, tuple[str, str]]]:
            for node, doc, title in self.titles():
                doc_of[node] = number(doc)
                yield doc_of[node], (node, title)

        columns = RowColumns(
            numbers,
            Columns(of_documents()),
            Columns(of_sections(self.parents())),
            Columns(of_sections(self.followed())),
            Columns((number(graph), (node, label)) for node, label, graph in self.labels()),
            Columns((number(graph), (node, alias)) for node, alias, graph in self.aliases()),
            Columns((number(graph), (source, name, to)) for source, name, to, graph in self.stated()),
            Columns((doc_of[link[5] or link[0]], link) for link in self.links() if (link[5] or link[0]) in doc_of),
        )
        self._nodes.clear()  # as much as the columns themselves, and few are named again
        return columns

    def _node(self, iri: str) -> str:
        """The id of an IRI, as one string however often it is named."""
        node = self._nodes.get(iri)
        if node is None:
            node = self._nodes[iri] = node_of(iri)
        return node

    def links(self) -> Iterator[tuple[str, str, str, int, str, str, bool]]:
        """Every link and statement with its evidence: source, relation, target, line of the text, wording, section.

        The section is empty where the source is that section, or its document. The last says whether it is derived.
        """
        # One look at each property, because joining them in a query takes twice as long; in columns, because a table
        # of each by the IRIs of links took 100 MB.
        rows: dict[str, int] = {}
        sources: list[str] = []
        for link, source in self._pairs("from"):
            rows[link] = len(sources)
            sources.append(self._node(source))
        targets = self._column("to", rows, self._node)
        relations = self._column("relation", rows, lambda iri: sys.intern(relation_of(iri)))
        lines, text_lines = self._column("line", rows, int), self._column("textLine", rows, int)
        wordings, sections = self._column("wording", rows, sys.intern), self._column("inSection", rows, self._node)
        derived = {rows.get(link) for (link,) in self._rows("SELECT ?m { ?m a b:Mention }")}
        del rows
        for row, source in enumerate(sources):
            wording, relation, target = wordings[row], relations[row], targets[row]
            if wording is None or relation is None or target is None:  # made by hand
                continue
            line = text_lines[row] if text_lines[row] is not None else lines[row]  # a history stands in no line
            yield source, relation, target, line or 0, wording, sections[row] or "", row in derived

    def _column(self, name: str, rows: dict[str, int], read: Callable[[str], T]) -> list[T | None]:
        """The values of one property, each in the row of its subject; None where a subject has none."""
        column: list[T | None] = [None] * len(rows)
        for subject, value in self._pairs(name):
            row = rows.get(subject)
            if row is not None:
                column[row] = read(value)
        return column

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

    def _pairs(self, name: str) -> Iterator[list[str]]:
        """Subjects and objects of one property of the vocabulary."""
        return self._rows(f"SELECT ?s ?o {{ ?s b:{name} ?o }}")

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
