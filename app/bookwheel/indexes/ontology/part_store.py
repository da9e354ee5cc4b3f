"""The statements that a narrow scope shows, as text for a store of their own: what is hidden is in no statement of it.

What documents say of themselves in words comes from their graphs; what leads from node to node, and the evidence of it,
is given, for that depends on what else is shown.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.indexes.ontology.export import open_newest
from bookwheel.indexes.ontology.iris import (
    DOC,
    FIELD,
    LINK,
    MANUAL_GRAPH,
    MEMORIES_GRAPH,
    SAME_GRAPH,
    TOPIC,
    VOCABULARY,
    doc_iri,
    node_iri,
    node_of,
)
from bookwheel.indexes.ontology.stores import DAMAGE, damaged
from bookwheel.indexes.ontology.topic_triples import topics_graph
from bookwheel.indexes.ontology.triples import (
    PREFIXES,
    DescribedManual,
    DescribedPair,
    manual_statements,
    quoted,
    same_statements,
)

MOST_STATEMENTS = 300_000
"""Statements of a part at most: some 3 s to load, and 100 MB."""

_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_TEXT_LINE = ox.NamedNode(f"{VOCABULARY}textLine")
_BROADER = f"{VOCABULARY}broader"
_TOO_LARGE = Message(
    "Queries over a part of the library cover up to {count} statements, and your part has more.",
    count=f"{MOST_STATEMENTS:,}",
)


@dataclass(frozen=True, slots=True)
class PartEdge:
    """An edge between two nodes by their IRIs. One that a text states has words; `section` is empty for the source's.

    `doc` is the id of the document in whose graph it stands, empty for what labels say of each other.
    """

    doc: str
    source: str
    relation: str
    target: str
    line: int = 0
    words: str = ""
    section: str = ""
    is_derived: bool = False


def part_text(
    folder: Path,
    docs: Sequence[str],
    labels: Mapping[str, str],
    edges: Sequence[PartEdge],
    by_hand: Sequence[DescribedManual],
    pairs: Sequence[DescribedPair] = (),
    memories: str = "",
) -> str:
    """The statements of a part in TriG; `labels` are its nodes besides documents and sections, with their names.

    `memories` are statements of what agents keep.

    Raises:
        BadRequest: when there are too many.
        IndexDamaged: when the store cannot be read.
    """
    if len(edges) > MOST_STATEMENTS // 3:
        raise BadRequest(_TOO_LARGE, next="explore, search")
    try:
        opened = open_newest(folder)
        store = opened[0] if opened is not None else ox.Store()
        return _Part(store).text(docs, labels, edges, by_hand, pairs, memories)
    except DAMAGE as error:
        raise damaged(error, f"The ontology cannot be read ({type(error).__name__}). Try again.") from error


class _Part:
    """One part on its way into text."""

    def __init__(self, store: ox.Store) -> None:
        self._store, self._left = store, MOST_STATEMENTS
        self._graphs: dict[str, list[str]] = {}
        self._fields: dict[str, None] = {}
        self._labelled: set[str] = set()
        self._text_lines: set[str] = set()

    def text(
        self,
        docs: Sequence[str],
        labels: Mapping[str, str],
        edges: Sequence[PartEdge],
        by_hand: Sequence[DescribedManual],
        pairs: Sequence[DescribedPair],
        memories: str,
    ) -> str:
        shown = {node_iri(node) for node in labels}
        for doc in sorted(docs):
            self._take_document(doc, shown)
        for node, title in sorted(labels.items()):
            self._take_label(node, title)
        for iri in self._fields:
            self._take_own(iri, iri)
        self._take_edges(sorted(edges, key=_order))
        if by_hand:
            self._say(MANUAL_GRAPH, manual_statements(by_hand))
        if pairs:
            self._say(SAME_GRAPH, same_statements(pairs))
        if memories:
            self._say(MEMORIES_GRAPH, memories)
        blocks = (f"<{name}> {{\n{''.join(lines)}}}\n" for name, lines in self._graphs.items())
        return PREFIXES + "".join(blocks)

    def _say(self, graph: str, said: str) -> None:
        self._left -= said.count("\n")
        if self._left < 0:
            raise BadRequest(_TOO_LARGE, next="explore, search")
        self._graphs.setdefault(graph, []).append(said)

    def _take_document(self, doc: str, shown: Container[str]) -> None:
        """Take what a document says in words: of itself, its sections, and the things that are shown."""
        me = doc_iri(doc)
        taken: list[ox.Triple] = []
        for quad in self._store.quads_for_pattern(None, None, None, ox.NamedNode(me)):
            subject = quad.subject.value if isinstance(quad.subject, ox.NamedNode) else ""
            is_own = subject == me or subject.startswith(f"{me}#")
            if not (is_own or subject in shown) or not (isinstance(quad.object, ox.Literal) or quad.predicate == _TYPE):
                continue
            taken.append(quad.triple)
            name = quad.predicate.value
            if name.startswith(FIELD):
                self._fields[name] = None
            elif name == _LABEL:
                self._labelled.add(subject)
            elif quad.predicate == _TEXT_LINE:
                self._text_lines.add(doc)
        lines = (ox.serialize(taken, format=ox.RdfFormat.N_TRIPLES) or b"").decode()
        self._say(me, "".join(sorted(lines.splitlines(keepends=True))))

    def _take_label(self, node: str, title: str) -> None:
        """Take what a label is, and what it is called where no document that is shown says so."""
        iri = node_iri(node)
        if node.startswith("broken:"):
            return
        graph = _topics_of(iri)
        self._take_own(iri, graph or iri)
        if graph:
            self._say(graph, f"<{iri}> r:label {quoted(title)}.\n")
        elif iri not in self._labelled:
            self._say(iri, f"<{iri}> r:label {quoted(title)}.\n")

    def _take_own(self, iri: str, graph: str) -> None:
        """Take what follows from a name alone; how commits are called may speak of what is hidden."""
        node = ox.NamedNode(iri)
        is_field = iri.startswith(FIELD)
        quads = self._store.quads_for_pattern(node, None, None, ox.NamedNode(graph))
        taken = [q.triple for q in quads if is_field or q.predicate.value not in (_LABEL, _BROADER)]
        lines = (ox.serialize(taken, format=ox.RdfFormat.N_TRIPLES) or b"").decode()
        self._say(graph, "".join(sorted(lines.splitlines(keepends=True))))

    def _take_edges(self, edges: Iterable[PartEdge]) -> None:
        counts: dict[str, int] = {}
        for edge in edges:
            source, target = edge.source, edge.target
            graph = _topics_of(target) or (doc_iri(edge.doc) if edge.doc else source)
            self._say(graph, f"<{source}> b:{edge.relation} <{target}>.\n")
            if edge.relation == "containsSection":
                self._say(graph, f"<{target}> b:partOf <{source}>.\n")
            if edge.words and edge.doc:
                counts[graph] = number = counts.get(graph, -1) + 1
                name = "textLine" if edge.doc in self._text_lines else "line"
                line = f";b:{name} {edge.line}" if edge.line else ""
                inside = f";b:inSection <{edge.section}>" if edge.section else ""
                kind = "Mention" if edge.is_derived else "Link"
                self._say(
                    graph,
                    f"<{LINK}{graph.removeprefix(DOC)}#P{number}> a b:{kind};b:from <{source}>;b:relation "
                    f"b:{edge.relation};b:to <{target}>{inside}{line};b:wording {quoted(edge.words)}.\n",
                )


def _topics_of(iri: str) -> str:
    """The graph in which a topic stands; empty for what is none."""
    return topics_graph(node_of(iri).partition(":")[2].partition("/")[0]) if iri.startswith(TOPIC) else ""


def _order(edge: PartEdge) -> tuple[object, ...]:
    return (edge.doc, edge.line, edge.source, edge.relation, edge.target, edge.words, edge.section, edge.is_derived)
