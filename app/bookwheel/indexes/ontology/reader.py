"""The ontology as the graph is read from it: one stamped revision, opened read-only."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

from bookwheel.indexes.ontology.iris import DOC, node_of, relation_of
from bookwheel.indexes.ontology.stores import (
    DAMAGE,
    damaged,
    numbered,
    stamp_of,
    statings_of,
    topic_signs_of,
    version,
    version_of,
)
from bookwheel.indexes.ontology.triples import PREFIXES

_TRIES = 10
_BETWEEN_S = 0.02

_LABELS = (
    "SELECT ?c ?l { VALUES ?k { b:Tag b:Type b:Category b:Person b:Collection b:Entity b:Term b:Project"
    " b:CodeEntity b:ProgrammingLanguage b:ProgrammingFramework b:Commit b:Branch b:Repository } ?c a ?k; r:label ?l }"
)
_MANUAL = (
    "SELECT ?m ?f ?t ?l ?n ?b ?a { GRAPH <urn:bookwheel:manual>"
    " { ?m a b:ManualLink; b:from ?f; b:to ?t; r:label ?l; b:by ?b; b:at ?a OPTIONAL { ?m b:note ?n } } }"
)
_TOPICS = "SELECT ?t ?l { ?t a b:Topic; r:label ?l }"
_OF_TOPICS = (
    "SELECT ?s ?r ?o { { ?s b:hasTopic ?o BIND('hasTopic' AS ?r) }"
    " UNION { ?s a b:Topic; b:broader ?o BIND('broader' AS ?r) } }"
)
_EVIDENCE = ("from", "relation", "to", "line", "wording", "textLine", "inSection")
_STATED = (
    "inCollection", "hasType", "inCategory", "hasTag", "author", "owner", "reviewer", "broader", "changedIn",
    "authoredBy", "committedTo", "belongsTo",
)  # fmt: skip


class OntologyReader:
    """The newest stamped store as it was when opened; any thread. Node ids as in `domain/graph.py`."""

    def __init__(self, store: ox.Store, revision: int, number: int) -> None:
        self._store = store
        self.revision = revision
        self.number = number
        """Which of the folder's stores this is; one built anew has a greater number."""
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
        for attempt in range(_TRIES):
            try:
                for number, place in reversed(numbered(folder)):
                    if not (place / "CURRENT").exists():
                        continue
                    store = ox.Store.read_only(str(place))
                    revision = stamp_of(store)
                    if revision >= 0 and version_of(store) == version():
                        return cls(store, revision, number)
                return None
            except DAMAGE as error:
                # Compaction may have removed a file between the reading of the list and its opening.
                if attempt + 1 == _TRIES:
                    sentence = f"The ontology cannot be read ({type(error).__name__}); it is rebuilt at the next start."
                    raise damaged(error, sentence) from error
                time.sleep(_BETWEEN_S)
        return None

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
            yield node_of(iri), node_of(iri.partition("#")[0]), title

    def parents(self) -> Iterator[tuple[str, str]]:
        """Every section with what is directly above it: a section or its document."""
        return ((node_of(iri), node_of(above)) for iri, above in self._pairs("partOf"))

    def followed(self) -> Iterator[tuple[str, str]]:
        """Every section but its document's first, with the one before it."""
        return ((node_of(iri), node_of(before)) for iri, before in self._pairs("follows"))

    def labels(self) -> Iterator[tuple[str, str]]:
        """Id and label of every tag, type, category, person and collection; one may have several spellings."""
        return ((node_of(iri), label) for iri, label in self._rows(_LABELS))

    def aliases(self) -> Iterator[tuple[str, str, str]]:
        """Other names: the id of a document or thing, the name and the id of the document that gives it."""
        for iri, alias, graph in self._rows("SELECT ?s ?o ?g { GRAPH ?g { ?s b:alias ?o } }"):
            yield node_of(iri), alias, node_of(graph)

    def stated(self) -> Iterator[tuple[str, str, str]]:
        """What documents state of their labels and people, and labels of broader ones: source, relation, target."""
        for relation in _STATED:
            for source, target in self._pairs(relation):
                yield node_of(source), relation, node_of(target)

    def links(self) -> Iterator[tuple[str, str, str, int, str, str, bool]]:
        """Every link and statement with its evidence: source, relation, target, line of the text, wording, section.

        The section is empty where the source is that section, or its document. The last says whether it is derived.
        """
        # One look at each property, because joining them in a query takes twice as long.
        of_link = [dict(self._pairs(name)) for name in _EVIDENCE]
        sources, relations, targets, lines, wordings, text_lines, sections = of_link
        lines |= text_lines
        derived = {link for (link,) in self._rows("SELECT ?m { ?m a b:Mention }")}
        for link, source in sources.items():
            if link not in wordings:  # made by hand
                continue
            target, line = node_of(targets[link]), int(lines.get(link, 0))  # a history stands in no line
            section = node_of(sections[link]) if link in sections else ""
            yield node_of(source), relation_of(relations[link]), target, line, wordings[link], section, link in derived

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
        rows = csv.reader(io.StringIO((content or b"").decode(), newline=""))
        next(rows, None)
        return rows
