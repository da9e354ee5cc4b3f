"""The names of things: IRIs of instances and back, and the vocabulary's own."""

from __future__ import annotations

from urllib.parse import quote, unquote

from bookwheel.domain import history, things
from bookwheel.domain.annotations import memory

VOCABULARY = "urn:bookwheel:ontology#"
VOCABULARY_GRAPH = "urn:bookwheel:ontology"
LIBRARY = "urn:bookwheel:library"
DOC = "urn:bookwheel:doc:"
LINK = "urn:bookwheel:link:"
MANUAL_GRAPH = "urn:bookwheel:manual"
"""Holds the manual links, each called like it with a colon and its id."""
SAME_GRAPH = "urn:bookwheel:same"
"""Holds which things the person says are the same, or not."""
TOPICS_GRAPH = "urn:bookwheel:topics:"
"""Begins the name of the graph that holds a collection's topics; the collection's slug ends it."""
SIGN_GRAPH = "urn:bookwheel:signs"
"""Holds a sign of what each document states, once all of it is stated."""
FIELD = "urn:bookwheel:field:"
TOPIC = "urn:bookwheel:topic:"

THINGS = ("entity", "term", "project", "code", "language", "framework")
"""Kinds of things besides people."""

OF_HISTORY = ("commit", "branch", "repository")
"""Kinds of what git knows."""

MEMORIES_GRAPH = "urn:bookwheel:memories"
"""Holds memories where they are stated: in an export or a store of their own, never in the one that all share."""

OF_MEMORY = ("memory", "agent", "session")
"""Kinds of what agents keep; only who may recall a memory sees them."""

CONCEPTS = (
    "tag", "type", "category", "topic", "person", "collection", "broken", *THINGS, *OF_HISTORY, *OF_MEMORY,
)  # fmt: skip
"""Kinds of nodes whose id is `<kind>:<name>` and whose IRI is `urn:bookwheel:<kind>:<name, percent-encoded>`."""

RELATIONS = (
    "containsSection", "follows", "partOf", "linksTo", "brokenLinkTo", "supersedes", "supersededBy", "dependsOn",
    "relatedTo", "references", "replyTo", "inCollection", "hasType", "inCategory", "hasTag", "hasTopic", "broader",
    "author", "owner", "reviewer", *things.RELATIONS, *history.RELATIONS,
    *memory.RELATIONS, "manual",
)  # fmt: skip
"""Every relation between two nodes, by its local name."""

_PREFIX = "urn:bookwheel:"
_SAFE = "/:@!$&'()*+;="
"""Kept as they are besides letters and digits; not the comma, as Oxigraph writes IRIs without quotes into CSV."""


def doc_iri(doc: str) -> str:
    """A document's IRI, which also names its graph."""
    return DOC + quote(doc, safe=_SAFE)


def anchor_part(anchor: str) -> str:
    """What stands after the `#` of a section's IRI."""
    return quote(anchor, safe=_SAFE)


def node_iri(node: str) -> str:
    """The IRI of a node id: `tag:x` and the like, else a document's or a section's id."""
    kind, _, key = node.partition(":")
    if is_label(node):
        return f"{_PREFIX}{kind}:{quote(key, safe=_SAFE)}"
    return doc_iri(node)


def section_iri(doc: str, anchor: str) -> str:
    """A section's IRI."""
    return f"{doc_iri(doc)}#{anchor_part(anchor)}"


def is_label(node: str) -> bool:
    """Whether a node id is that of a label, person or collection, not of a document or section."""
    kind, colon, _ = node.partition(":")
    return bool(colon) and kind in CONCEPTS


def node_of(iri: str) -> str:
    """The node id of an IRI; the IRI itself for what is none of ours."""
    if iri.startswith(DOC):
        return unquote(iri[len(DOC) :])
    if iri.startswith(_PREFIX):
        return unquote(iri[len(_PREFIX) :])
    return iri


def relation_of(iri: str) -> str:
    """The local name of a term of the vocabulary."""
    return iri.removeprefix(VOCABULARY)
