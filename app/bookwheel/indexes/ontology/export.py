"""The ontology in formats that other programs read, some documents at a time, so that no library is too large."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pyoxigraph as ox
import rdflib
from rdflib.plugins.serializers.jsonld import from_rdf  # pyright: ignore[reportUnknownVariableType]

from bookwheel.domain.errors import BadRequest
from bookwheel.indexes.ontology.iris import (
    CONCEPTS,
    DOC,
    MANUAL_GRAPH,
    MEMORIES_GRAPH,
    SAME_GRAPH,
    TOPICS_GRAPH,
    VOCABULARY,
    doc_iri,
)
from bookwheel.indexes.ontology.sparql_tokens import USUAL
from bookwheel.indexes.ontology.stores import numbered, read_with_retries, stamp_of, version, version_of
from bookwheel.indexes.ontology.topic_triples import topics_graph
from bookwheel.indexes.ontology.triples import PREFIXES

rdflib.NORMALIZE_LITERALS = False
"""An export repeats literals as the store has them: rdflib would write 2024-05-02T10:00:00Z with +00:00."""

FORMATS = ("turtle", "n-quads", "json-ld")
REIFYING = ("turtle", "n-quads")
"""Formats that can hold reifiers: JSON-LD has none yet."""

PORTION = 20
"""Graphs in one part: JSON-LD takes about 10 ms for each, the others 2."""

_PREFIXES = {name: iri for name, iri in USUAL.items() if name in ("bw", "owl", "rdf", "rdfs", "skos", "xsd")}
_BY_PERSON = (MANUAL_GRAPH, SAME_GRAPH)
_CONCEPTS = tuple(f"urn:bookwheel:{kind}:" for kind in (*CONCEPTS, "field"))
_REIFIES = ox.NamedNode(f"{USUAL['rdf']}reifies")
_COMMITS = "urn:bookwheel:commit:"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an export: its text, the name after which the next one begins (empty after the last), the revision."""

    text: str
    after: str
    documents: int
    revision: int


def part(
    folder: Path,
    collection: str,
    format: str,
    after: str,
    *,
    has_titles: bool = True,
    has_reifiers: bool = False,
    memories: Callable[[], str] = str,
) -> Part:
    """The statements of the graphs whose names come after one, documents first: a document's or a label's own graph.

    The parts of one export set down after one another are a whole file; the vocabulary is not repeated in it. Turtle
    has no named graphs, and says what they hold together. Without `has_titles`, commits are not told what they are
    called: that may speak of other collections. With `has_reifiers`, each link also reifies the statement that it is
    evidence of, which is RDF 1.2. `memories` gives statements that the last part has as well.

    Raises:
        BadRequest: for an unknown format, or one that has no reifiers.
        IndexDamaged: when the store cannot be read.
    """
    if has_reifiers and format not in REIFYING:
        raise BadRequest("Only {choices} can hold reifiers.", choices=", ".join(REIFYING), did_you_mean=REIFYING)
    if format not in FORMATS:
        raise BadRequest(
            "{name} must be one of {choices}.", name="format", choices=", ".join(FORMATS), did_you_mean=FORMATS
        )
    asked = (collection, format, after)
    return read_with_retries(
        lambda: _read_part(folder, *asked, has_titles=has_titles, has_reifiers=has_reifiers, memories=memories),
        ". Try again.",
    )


def _read_part(
    folder: Path,
    collection: str,
    format: str,
    after: str,
    *,
    has_titles: bool,
    has_reifiers: bool,
    memories: Callable[[], str],
) -> Part:
    opened = open_newest(folder)
    if opened is None:
        return Part(_framed(format, [], is_first=True, is_last=True), "", 0, 0)
    store, revision = opened
    names = [name for name in _names(store, collection) if not after or _order(name) > _order(after)]
    names = names if has_titles else [name for name in names if not name.startswith(_COMMITS)]
    chosen, rest = names[:PORTION], names[PORTION:]
    written = [_written(store, name, format, has_reifiers=has_reifiers) for name in chosen]
    if not rest and (said := memories()):
        kept = ox.Store()
        kept.load(input=f"{PREFIXES}<{MEMORIES_GRAPH}> {{\n{said}}}".encode(), format=ox.RdfFormat.TRIG)
        written.append(_written(kept, MEMORIES_GRAPH, format, has_reifiers=has_reifiers))
    text = _framed(format, written, is_first=not after, is_last=not rest)
    documents = sum(name.startswith(DOC) for name in chosen)
    return Part(text, chosen[-1] if rest else "", documents, revision)


def open_newest(folder: Path) -> tuple[ox.Store, int] | None:
    """The newest stamped store of this version, read-only, with its revision; None when there is none."""
    for _, place in reversed(numbered(folder)):
        if (place / "CURRENT").exists():
            store = ox.Store.read_only(str(place))
            if stamp_of(store) >= 0 and version_of(store) == version():
                return store, stamp_of(store)
    return None


def _order(name: str) -> tuple[bool, str]:
    return (not name.startswith(DOC), name)


def _names(store: ox.Store, collection: str) -> Iterator[str]:
    """Names of graphs in order: the documents' of a collection (of all), then those of the labels that they name.

    Links made by hand and what is the same, which may join two collections, are among all.
    """
    start = f"{doc_iri(collection)}/" if collection else DOC
    graphs = [graph.value for graph in store.named_graphs() if isinstance(graph, ox.NamedNode)]
    yield from sorted(name for name in graphs if name.startswith(start))
    own, others = topics_graph(collection), (*_CONCEPTS, TOPICS_GRAPH)
    for name in sorted(name for name in graphs if name.startswith(others) or name in _BY_PERSON):
        if not collection or name == own or (name.startswith(_CONCEPTS) and _is_named_by(store, name, start)):
            yield name


def _is_named_by(store: ox.Store, name: str, start: str, depth: int = 0) -> bool:
    """Whether a document of the collection names a label or field, or one that is narrower."""
    node = ox.NamedNode(name)
    for quad in (*store.quads_for_pattern(None, None, node), *store.quads_for_pattern(None, node, None)):
        graph = quad.graph_name.value if isinstance(quad.graph_name, ox.NamedNode) else ""
        if graph.startswith(start):
            return True
        is_label = graph != name and graph.startswith(_CONCEPTS)
        if is_label and depth < 12 and _is_named_by(store, graph, start, depth + 1):
            return True
    return False


def _written(store: ox.Store, name: str, format: str, *, has_reifiers: bool) -> str:
    graph = ox.NamedNode(name)
    if format in REIFYING:
        quads = list(store.quads_for_pattern(None, None, None, graph))
        quads += _reifiers(quads) if has_reifiers else ()
        if format == "n-quads":
            return (ox.serialize(quads, format=ox.RdfFormat.N_QUADS) or b"").decode()
        triples = (quad.triple for quad in quads)
        return (ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=_PREFIXES) or b"").decode()
    triples = store.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=graph) or b""
    told = rdflib.Graph().parse(data=triples, format="nt")
    nodes = cast("dict[str, object] | list[object]", from_rdf(told, context_data=_PREFIXES))
    inside = nodes.get("@graph", [_without_context(nodes)]) if isinstance(nodes, dict) else nodes
    return json.dumps({"@id": name, "@graph": inside}, ensure_ascii=False, separators=(",", ":"))


def _reifiers(quads: Iterable[ox.Quad]) -> Iterator[ox.Quad]:
    """For each link the statement that it is evidence of, as a term."""
    ends: dict[ox.NamedNode, dict[str, ox.NamedNode]] = {}
    graphs: dict[ox.NamedNode, ox.NamedNode | ox.BlankNode | ox.DefaultGraph] = {}
    for quad in quads:
        name = quad.predicate.value.removeprefix(VOCABULARY)
        subject, object = quad.subject, quad.object
        is_end = name in ("from", "relation", "to") and isinstance(object, ox.NamedNode)
        if is_end and isinstance(subject, ox.NamedNode) and isinstance(object, ox.NamedNode):
            ends.setdefault(subject, {})[name] = object
            graphs[subject] = quad.graph_name
    for link, one in ends.items():
        if len(one) == 3:
            triple = ox.Triple(one["from"], one["relation"], one["to"])
            yield ox.Quad(link, _REIFIES, triple, graphs[link])


def _without_context(node: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in node.items() if key != "@context"}


def _framed(format: str, written: Iterable[str], *, is_first: bool, is_last: bool) -> str:
    if format != "json-ld":
        lines = "".join(written)
        if format == "turtle":
            declared = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in _PREFIXES.items())
            lines = "".join(line for line in lines.splitlines(keepends=True) if not line.startswith("@prefix "))
            return (declared if is_first else "") + lines
        return lines
    context = json.dumps(_PREFIXES, separators=(",", ":"))
    joined = ",\n".join(written)
    start = f'{{"@context":{context},"@graph":[\n' if is_first else ",\n" if joined else ""
    return f"{start}{joined}" + ("\n]}\n" if is_last else "")
