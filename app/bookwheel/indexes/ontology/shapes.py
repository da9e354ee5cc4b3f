"""SHACL shapes: the library's own over its statements, and a person's own over the front matter of a collection.

pySHACL reads rdflib's graphs alone in useful time, and follows a pattern for as long as it takes: run it in a child.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pyoxigraph as ox
import pyshacl
import rdflib
from rdflib.namespace import SH
from rdflib.term import Node

from bookwheel import paths
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.shapes import ShapeFinding, ShapeReport, ShapeTask
from bookwheel.indexes.ontology.export import open_newest
from bookwheel.indexes.ontology.iris import DOC, FIELD, MANUAL_GRAPH, TOPICS_GRAPH, VOCABULARY, doc_iri, node_of
from bookwheel.indexes.ontology.stores import DAMAGE, damaged

MOST_STATEMENTS = 30_000
"""Statements that are checked at once, which takes some 4 s of a processor; of more, a sample of documents."""

MOST_FRONT_MATTER = 100_000
"""Statements of front matter that are checked at once."""

MOST_FINDINGS = 500
LARGEST_SHAPES, MOST_SHAPE_TRIPLES = 256 * 1024, 5_000
"""Bytes and triples of a person's shapes."""

LONGEST_REASON = 300

_LABEL = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
_IMPORTS = "http://www.w3.org/2002/07/owl#imports"
_CORE = frozenset(
    """
    NodeShape PropertyShape PropertyGroup targetClass targetNode targetObjectsOf targetSubjectsOf path property node
    class datatype nodeKind minCount maxCount minExclusive minInclusive maxExclusive maxInclusive minLength maxLength
    pattern flags languageIn uniqueLang equals disjoint lessThan lessThanOrEquals not and or xone qualifiedValueShape
    qualifiedValueShapesDisjoint qualifiedMinCount qualifiedMaxCount closed ignoredProperties hasValue in severity
    message deactivated name description order group defaultValue alternativePath inversePath zeroOrMorePath
    oneOrMorePath zeroOrOnePath IRI BlankNode Literal BlankNodeOrIRI BlankNodeOrLiteral IRIOrLiteral Violation Warning
    Info
    """.split()  # noqa: SIM905 - shorter than a list of strings
)
"""The terms of SHACL Core: what needs SPARQL, JavaScript or rules is refused."""


def shapes_path() -> Path:
    """The file with the library's own shapes."""
    return paths.resources() / "ontology" / "shapes.ttl"


def check(folder: Path, task: ShapeTask, most: int = 0) -> ShapeReport:
    """What breaks the shapes in the newest store of a folder; an empty report while there is none.

    Raises:
        BadRequest: for shapes that cannot be used.
        IndexDamaged: when the store cannot be read.
    """
    text = task.shapes if task.collection else shapes_path().read_text(encoding="utf-8")
    shapes = _shapes(text, is_own=not task.collection)
    try:
        opened = open_newest(folder)
        if opened is None:
            return ShapeReport()
        sample = _Sample(opened[0], most or (MOST_FRONT_MATTER if task.collection else MOST_STATEMENTS))
        sample.take_front_matter(task.collection) if task.collection else sample.take_documents()
        graph = rdflib.Graph().parse(data=sample.text(), format="nt")
    except DAMAGE as error:
        raise damaged(error, f"The ontology cannot be read ({type(error).__name__}). Try again.") from error
    found = list(_findings(graph, shapes))
    order = sorted(found, key=lambda one: (one.node, str(one.reason)))
    return ShapeReport(sample.documents, sample.all_documents, tuple(order[:MOST_FINDINGS]), len(order))


def _shapes(text: str, *, is_own: bool) -> rdflib.Graph:
    """Shapes from Turtle. Nothing that they import is fetched, and nothing in them is run."""
    if len(text.encode()) > LARGEST_SHAPES:
        raise BadRequest("The shapes are larger than {size} KB.", size=LARGEST_SHAPES // 1024)
    try:
        parsed = cast("Iterator[ox.Quad]", ox.parse(input=text, format=ox.RdfFormat.TURTLE))
        triples = [quad.triple for quad in itertools.islice(parsed, MOST_SHAPE_TRIPLES + 1)]
    except (SyntaxError, ValueError) as error:
        reason = " ".join(str(error).split())[:LONGEST_REASON]
        raise BadRequest("The shapes are not valid Turtle ({reason}).", reason=reason) from None
    if len(triples) > MOST_SHAPE_TRIPLES:
        raise BadRequest("The shapes have more than {count} statements.", count=f"{MOST_SHAPE_TRIPLES:,}")
    for term in (
        () if is_own else {term.value for triple in triples for term in triple if isinstance(term, ox.NamedNode)}
    ):
        name = term.removeprefix(str(SH))
        if term == _IMPORTS:
            raise BadRequest("The shapes import others with owl:imports, which Bookwheel does not download.")
        if name != term and name not in _CORE:
            raise BadRequest("The shapes use sh:{name}. Only SHACL Core can be used.", name=name[:40])
    plain = ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b""
    return rdflib.Graph().parse(data=plain, format="nt")


class _Sample:
    """Statements of some documents, and of all that these name, as one graph."""

    def __init__(self, store: ox.Store, most: int) -> None:
        self._store, self._left = store, most
        self._triples: dict[ox.Triple, None] = {}
        self._named: dict[ox.NamedNode, None] = {}
        self.documents = self.all_documents = 0

    def take_documents(self) -> None:
        """Take documents in an order that says nothing of them until there are enough statements, and manual links."""
        names = [graph.value for graph in self._store.named_graphs() if isinstance(graph, ox.NamedNode)]
        docs = [name for name in names if name.startswith(DOC)]
        self.all_documents = len(docs)
        for name in sorted(docs, key=lambda name: hashlib.blake2b(name.encode(), digest_size=8).digest()):
            if self._take(ox.NamedNode(name), None):
                self.documents += 1
        for name in (MANUAL_GRAPH, *(name for name in names if name.startswith(TOPICS_GRAPH))):
            self._take(ox.NamedNode(name), None)
        self._take_named()

    def take_front_matter(self, collection: str) -> None:
        """Take what a collection's documents say of themselves, in order of their names."""
        start = f"{doc_iri(collection)}/"
        names = [graph.value for graph in self._store.named_graphs() if isinstance(graph, ox.NamedNode)]
        docs = sorted(name for name in names if name.startswith(start))
        self.all_documents = len(docs)
        for name in docs:
            node = ox.NamedNode(name)
            if self._take(node, node):
                self.documents += 1
        self._take_named()

    def text(self) -> bytes:
        """The statements as N-Triples."""
        return ox.serialize(self._triples, format=ox.RdfFormat.N_TRIPLES) or b""

    def _take(self, graph: ox.NamedNode, subject: ox.NamedNode | None) -> bool:
        """Take a graph's statements, if there are no more than may be taken still."""
        quads = list(itertools.islice(self._store.quads_for_pattern(subject, None, None, graph), self._left + 1))
        if len(quads) > self._left:
            return False
        self._left -= len(quads)
        for quad in quads:
            self._triples[quad.triple] = None
            for term in (quad.subject, quad.object):
                if isinstance(term, ox.NamedNode) and not term.value.startswith(DOC):
                    self._named[term] = None
        return True

    def _take_named(self) -> None:
        """Take what is said of labels, people and things that are named, and one label of each."""
        waiting = list(self._named)
        while waiting:
            node = waiting.pop()
            labels = itertools.islice(self._store.quads_for_pattern(node, _LABEL, None), 1)
            for quad in (*self._store.quads_for_pattern(node, None, None, node), *labels):
                self._triples[quad.triple] = None
                above = quad.object
                if isinstance(above, ox.NamedNode) and above not in self._named and not above.value.startswith(DOC):
                    self._named[above] = None
                    waiting.append(above)


def _findings(graph: rdflib.Graph, shapes: rdflib.Graph) -> Iterator[ShapeFinding]:
    normalizes = rdflib.NORMALIZE_LITERALS
    try:
        validate = cast("Callable[..., tuple[bool, object, str]]", vars(pyshacl)["validate"])
        _, report, _ = validate(graph, shacl_graph=shapes, inplace=True)
    except RecursionError:
        raise BadRequest("The shapes are nested too deeply.") from None
    except Exception as error:  # pySHACL raises what it likes over shapes that it cannot use
        reason = " ".join(str(error).split())[:LONGEST_REASON] or type(error).__name__
        raise BadRequest("The shapes cannot be used ({reason}).", reason=reason) from error
    finally:
        rdflib.NORMALIZE_LITERALS = normalizes  # which pySHACL changes for the whole process
    if not isinstance(report, rdflib.Graph):
        raise BadRequest("The shapes cannot be used ({reason}).", reason=" ".join(str(report).split())[:LONGEST_REASON])
    own_words = frozenset(str(said) for said in shapes.objects(None, SH.message))
    for result in report.subjects(rdflib.RDF.type, SH.ValidationResult):
        node = node_of(str(report.value(result, SH.focusNode)))
        yield ShapeFinding(node, _reason(report, own_words, result))


def _reason(report: rdflib.Graph, own_words: frozenset[str], result: Node) -> Message:
    """What is wrong, in the shape's own words if it has some."""
    for said in report.objects(result, SH.resultMessage):
        if str(said) in own_words:
            return Message.verbatim(_cut(said))
    path, value = report.value(result, SH.resultPath), report.value(result, SH.value)
    field = _field(path)
    text = _cut(node_of(str(value)).removeprefix("ontology#") if isinstance(value, rdflib.URIRef) else value or "")
    match str(report.value(result, SH.sourceConstraintComponent)).removeprefix(str(SH)):
        case "MinCountConstraintComponent":
            return Message("{field} is missing.", field=field)
        case "MaxCountConstraintComponent":
            return Message("{field} has too many values.", field=field)
        case "InConstraintComponent":
            return Message("{field} is “{value}”, which is not one of the allowed values.", field=field, value=text)
        case component:
            broken = component.removesuffix("ConstraintComponent")
            return Message("{field} is “{value}”, which breaks the rule {rule}.", field=field, value=text, rule=broken)


def _field(path: object) -> str:
    """How a path is called: the field of front matter, or the term of the vocabulary."""
    name = str(path) if isinstance(path, rdflib.URIRef) else ""
    for start in (FIELD, VOCABULARY):
        if name.startswith(start):
            return node_of(name).removeprefix("field:").removeprefix("ontology#")
    return _cut(name) or "?"


def _cut(text: object) -> str:
    plain = " ".join(str(text).split())
    return plain if len(plain) <= LONGEST_REASON else f"{plain[: LONGEST_REASON - 1]}…"
