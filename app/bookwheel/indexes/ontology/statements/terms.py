"""Reads statements that go into a store: checked, without blank nodes, and signed by what they say."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

import pyoxigraph as ox

from bookwheel.domain.errors import BadRequest
from bookwheel.indexes.ontology.iris import VOCABULARY_GRAPH
from bookwheel.indexes.ontology.stores import vocabulary_path

BLANK = "urn:bookwheel:blank:"
"""Begins the IRI that stands for a blank node."""

LONGEST_NAME = 200
"""Characters of a collection's name at most."""

_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^<>\"{}|^`\\\x00-\x20]*")
_FORBIDDEN = re.compile(r"[<>\"{}|^`\\\x00-\x20]+")


@dataclass(frozen=True, slots=True)
class GraphText:
    """A graph's statements as sorted lines of N-Triples, and a sign that is the same for the same statements."""

    lines: tuple[str, ...]
    sign: str


def read_graph(name: str, text: str) -> GraphText:
    """Return the statements of a graph from N-Triples.

    Raises:
        BadRequest: for a name that is no IRI, and for text that is no N-Triples.
    """
    check_name(name)
    try:
        quads = list(ox.parse(text.encode(), format=ox.RdfFormat.N_TRIPLES))
    except (SyntaxError, ValueError, UnicodeError) as error:
        raise BadRequest("The statements of {name} cannot be read ({reason}).", name=name, reason=error) from None
    return _graph_text(name, (quad.triple for quad in quads))


def graphs_of_part(text: str) -> Mapping[str, str]:
    """Return the graphs of a part in TriG, and that of the vocabulary, as N-Triples by name.

    Letters that no IRI has are escaped, for the statements of a document may name what it likes.
    """
    vocabulary = ox.parse(path=str(vocabulary_path()), format=ox.RdfFormat.TURTLE)
    found: dict[str, list[ox.Triple]] = {VOCABULARY_GRAPH: [quad.triple for quad in vocabulary]}
    for quad in ox.parse(text.encode(), format=ox.RdfFormat.TRIG, lenient=True):
        if isinstance(quad.graph_name, ox.NamedNode):
            found.setdefault(_escaped(quad.graph_name.value), []).append(quad.triple)
    return {name: "".join(_graph_text(name, triples).lines) for name, triples in found.items()}


def check_name(name: str) -> None:
    """Refuse the name of a graph that is no IRI.

    Raises:
        BadRequest: for such a name.
    """
    if not is_iri(name):
        raise BadRequest("{name} is not an IRI. Name a graph by a complete IRI.", name=repr(name[:100]))


def is_iri(text: str) -> bool:
    """Whether a text can stand between angle brackets as a complete IRI."""
    return _IRI.fullmatch(text) is not None


def check_collection(name: str) -> None:
    """Refuse a collection's name that is empty or too long.

    Raises:
        BadRequest: for such a name.
    """
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadRequest("Name a collection with 1 to {most} characters.", most=LONGEST_NAME)


def literal(text: str) -> str:
    """Return a text as N-Triples and SPARQL write it."""
    return str(ox.Literal(text))


def _graph_text(name: str, triples: Iterable[ox.Triple]) -> GraphText:
    own = hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
    plain = (ox.Triple(_node(t.subject, own), _plain_iri(t.predicate), _plain(t.object, own)) for t in triples)
    content = (ox.serialize(plain, format=ox.RdfFormat.N_TRIPLES) or b"").decode()
    lines = sorted({f"{line}\n" for line in content.split("\n") if line})
    return GraphText(tuple(lines), hashlib.blake2b("".join(lines).encode(), digest_size=16).hexdigest())


def _plain(term: object, own: str) -> ox.NamedNode | ox.Literal:
    if isinstance(term, ox.Literal):
        if is_iri(term.datatype.value):
            return term
        return ox.Literal(term.value, datatype=_plain_iri(term.datatype))
    return _node(term, own)


def _node(term: object, own: str) -> ox.NamedNode:
    if isinstance(term, ox.NamedNode):
        return _plain_iri(term)
    if isinstance(term, ox.BlankNode):
        return ox.NamedNode(f"{BLANK}{own}:{quote(term.value, safe='')}")
    raise BadRequest("A statement about a statement cannot be stored. Leave it out.")


def _plain_iri(node: ox.NamedNode) -> ox.NamedNode:
    return node if is_iri(node.value) else ox.NamedNode(_escaped(node.value))


def _escaped(iri: str) -> str:
    return _FORBIDDEN.sub(lambda found: quote(found[0], safe=""), iri)
