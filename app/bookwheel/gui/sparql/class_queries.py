"""Ready SPARQL queries for each class of the graph, and for each relation between two classes."""

from __future__ import annotations

from bookwheel.domain.annotations.manual_links import RELATION as MANUAL
from bookwheel.domain.graph import Edge, NodeKind

_CLASSES = {
    NodeKind.COLLECTION: "Collection", NodeKind.DOCUMENT: "Document", NodeKind.SECTION: "Section",
    NodeKind.TYPE: "Type", NodeKind.CATEGORY: "Category", NodeKind.TAG: "Tag",
    NodeKind.TOPIC: "Topic", NodeKind.PERSON: "Person",
    NodeKind.ENTITY: "Entity", NodeKind.TERM: "Term", NodeKind.PROJECT: "Project", NodeKind.CODE: "CodeEntity",
    NodeKind.LANGUAGE: "ProgrammingLanguage", NodeKind.FRAMEWORK: "ProgrammingFramework", NodeKind.COMMIT: "Commit",
    NodeKind.BRANCH: "Branch", NodeKind.REPOSITORY: "Repository", NodeKind.MEMORY: "Memory",
    NodeKind.AGENT: "Agent", NodeKind.SESSION: "Session",
}  # fmt: skip
_BROKEN = (
    "SELECT ?section ?line ?words {\n"
    "  ?link bw:relation bw:brokenLinkTo ; bw:from ?section ; bw:line ?line ; bw:wording ?words\n"
    "} ORDER BY ?section ?line LIMIT 500"
)
_MANUAL = "SELECT ?link ?label { ?link a bw:ManualLink ; rdfs:label ?label } LIMIT 500"


def query_of_class(kind: NodeKind) -> str:
    """A query that lists the nodes of a class with their names."""
    if kind not in _CLASSES:
        return _BROKEN
    return (
        f"SELECT ?node (SAMPLE(?called) AS ?name) {{\n  ?node a bw:{_CLASSES[kind]} .\n"
        "  OPTIONAL { ?node bw:title|rdfs:label ?called }\n} GROUP BY ?node ORDER BY ?name LIMIT 500"
    )


def query_of_examples(kind: NodeKind, most: int) -> str:
    """A query for the names of some nodes of a class; empty where the nodes have none."""
    if kind not in _CLASSES:
        return ""
    return f"SELECT DISTINCT ?name {{ ?node a bw:{_CLASSES[kind]} ; bw:title|rdfs:label ?name }} LIMIT {most}"


def query_of_relation(edge: Edge) -> str:
    """A query that lists what a relation of the schema connects."""
    source, target = (_CLASSES.get(NodeKind(end), "") for end in (edge.source, edge.target))
    if edge.relation == MANUAL:
        return _MANUAL
    if not source or not target:
        return _BROKEN
    return (
        f"SELECT DISTINCT ?from ?to {{\n  ?from a bw:{source} ; bw:{edge.relation} ?to .\n  ?to a bw:{target}\n"
        "} LIMIT 500"
    )
