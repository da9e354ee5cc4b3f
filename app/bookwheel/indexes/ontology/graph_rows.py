"""What one named graph states, as rows of ids of nodes, in no order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pyoxigraph as ox

from bookwheel.indexes.ontology.iris import LINK, VOCABULARY, is_label, relation_of

STATED = (
    "inCollection", "hasType", "inCategory", "hasTag", "author", "owner", "reviewer", "broader", "changedIn",
    "authoredBy", "committedTo", "belongsTo",
)  # fmt: skip
"""Relations that stand in no place of a text."""

LinkRow = tuple[str, str, str, int, str, str, bool]
"""Source, relation, target, line of the text, wording, section (empty for the source's), and whether it is derived."""

_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_MENTION = f"{VOCABULARY}Mention"


@dataclass(slots=True)
class GraphRows:
    """Rows of a document's graph; that of a label has labels and statements alone."""

    titles: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    parents: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    follows: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    labels: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    aliases: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    stated: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    links: list[LinkRow] = field(default_factory=list[LinkRow])


def rows_of(quads: Iterable[ox.Quad], node: Callable[[str], str]) -> GraphRows:
    """The rows of one graph's quads; `node` gives the id of an IRI."""
    rows = GraphRows()
    links: dict[str, dict[str, str]] = {}
    for quad in quads:
        if isinstance(quad.subject, ox.NamedNode) and not isinstance(quad.object, ox.BlankNode | ox.Triple):
            subject, predicate, value = quad.subject.value, quad.predicate.value, quad.object.value
            if subject.startswith(LINK):
                links.setdefault(subject, {})[relation_of(predicate)] = value
            else:
                _take(rows, subject, predicate, value, node)
    rows.links = [_link(said, node) for said in links.values() if "wording" in said]
    return rows


def _take(rows: GraphRows, subject: str, predicate: str, value: str, node: Callable[[str], str]) -> None:
    if predicate == _LABEL:
        if is_label(node(subject)):
            rows.labels.append((node(subject), value))
        return
    match name := relation_of(predicate):
        case "title":
            rows.titles.append((node(subject), value))
        case "partOf":
            rows.parents.append((node(subject), node(value)))
        case "follows":
            rows.follows.append((node(subject), node(value)))
        case "alias":
            rows.aliases.append((node(subject), value))
        case _ if name in STATED:
            rows.stated.append((node(subject), name, node(value)))
        case _:
            pass


def _link(said: dict[str, str], node: Callable[[str], str]) -> LinkRow:
    line = int(said.get("textLine") or said.get("line") or 0)
    section = node(said["inSection"]) if "inSection" in said else ""
    source, target = node(said["from"]), node(said["to"])
    return source, relation_of(said["relation"]), target, line, said["wording"], section, said.get(_TYPE) == _MENTION
