"""What the graph says of things that a question names, as sentences: what each is, and its ties, most first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bookwheel.domain.annotations.manual_links import RELATION as MANUAL
from bookwheel.domain.graph import Fact, NodeKind
from bookwheel.indexes.keyword.analysis import words
from bookwheel.library.graph.told_edges import VERBS, Told
from bookwheel.library.snapshot.graph_arrays import KINDS, RELATIONS, STRUCTURE, Bools, Graph
from bookwheel.library.snapshot.graph_tables.name_table import said_name

MOST_NAMED = 4
"""Things of one question that are told about."""

MOST_TOPICS, _LONGEST_TOPIC = 2, 8
"""Topics of one question that are told about, and words of a topic's name that are looked for."""

MOST_NAMES = 8
"""Names in one sentence; what is more is counted."""

_OF = {
    NodeKind.PERSON: "a person", NodeKind.TERM: "a term", NodeKind.PROJECT: "a project", NodeKind.TAG: "a tag",
    NodeKind.TOPIC: "a topic",
    NodeKind.CATEGORY: "a category", NodeKind.LANGUAGE: "a programming language",
    NodeKind.FRAMEWORK: "a programming framework", NodeKind.CODE: "a definition in code",
}  # fmt: skip
"""What a node is, by its kind."""

_TURNED = {
    "linksTo": "is linked to by", "supersedes": "is superseded by", "supersededBy": "supersedes",
    "dependsOn": "is needed by", "relatedTo": "is named as related by", "references": "is referred to by",
    "replyTo": "is answered by", "hasTag": "is the tag of", "hasTopic": "is the topic of",
    "inCategory": "is the category of",
    "hasType": "is the type of", "author": "wrote", "owner": "owns", "reviewer": "reviews",
    "broader": "is broader than", "mentions": "is mentioned in", "describes": "is described in",
    "defines": "is defined in", "demonstrates": "is shown in", "coOccursWith": "is named with",
    "childOf": "has the part", "keyMatch": "is pointed to by", "partOfProject": "is the project of",
    "writtenIn": "is the language of", "usesFramework": "is used by", "imports": "is imported by",
    "calls": "is called by", "inherits": "is inherited by", "contains": "is inside", "cites": "is cited in",
    "modifiedBy": "changed",
    "changedIn": "changed", "changedWith": "changes together with", "authoredBy": "made", "committedTo": "contains",
    "belongsTo": "has the branch", MANUAL: "is linked by hand to",
    "about": "is the subject of", "recordedBy": "kept", "inSession": "is the session of",
}  # fmt: skip
"""How a sentence says each relation from its target."""

_SYMMETRIC = frozenset(("coOccursWith", MANUAL))
_FIRST = ("defines", "describes", "author", "owner", "reviewer", "coOccursWith")
"""Relations that say most of a thing; the others follow by the number of their ties."""

_UNSAID = frozenset((*STRUCTURE, "inCollection", "brokenLinkTo", "authoredBy"))


def is_thing(graph: Graph, node: int) -> bool:
    """Whether a node is told about as a thing: a person, entity, term or label, not a document or what is below it."""
    kind = graph.kind(node)
    return kind in _OF or kind is NodeKind.ENTITY


def things_named(graph: Graph, worth: dict[int, float]) -> list[int]:
    """The things among named nodes, those worth most first; not the ones that half of the library speaks of.

    A question that names nothing but a common thing asks about that.
    """
    things = sorted((node for node in worth if is_thing(graph, node)), key=lambda node: (-worth[node], node))
    documents = int(np.count_nonzero(graph.kinds == KINDS.index(NodeKind.DOCUMENT)))
    rare = [node for node in things if graph.degrees[node] <= 20 + documents // 10]
    return (rare or things[:1])[:MOST_NAMED]


def topics_said(text: str, graph: Graph) -> list[int]:
    """Topics whose whole names stand in a text, the longest first."""
    said = words(text)[:64]
    found: dict[int, None] = {}
    for length in range(min(_LONGEST_TOPIC, len(said)), 0, -1) if graph.topics_named else ():
        for start in range(len(said) - length + 1):
            name = said_name(" ".join(said[start : start + length]))
            found.update(dict.fromkeys(graph.topics_named.get(name, ())))
    return list(found)[:MOST_TOPICS]


def facts_of_things(told: Told, nodes: Sequence[int], shown: Bools | None) -> Iterator[Fact]:
    """What each thing is and what it has to do with, a sentence for each relation with its first place."""
    for node in nodes:
        yield from _facts(told, node, shown)


def _facts(told: Told, node: int, shown: Bools | None) -> Iterator[Fact]:
    graph = told.graph
    others: dict[tuple[str, bool], dict[int, int]] = {}
    rows = graph.rolled
    place = rows.of_one(node)
    for edge, other in zip(rows.edges[place].tolist(), rows.others[place].tolist(), strict=True):
        relation = RELATIONS[graph.relations[edge]]
        if relation in _UNSAID or (shown is not None and not shown[other]):
            continue
        is_out = int(graph.whole[graph.sources[edge]]) == node and relation not in _SYMMETRIC
        others.setdefault((relation, is_out), {}).setdefault(other, edge)
    if said := _what(graph, node):
        yield Fact(f"{told.name(node)} is {said}.")
    order = {relation: place for place, relation in enumerate(_FIRST)}
    for (relation, is_out), ties in sorted(
        others.items(), key=lambda item: (order.get(item[0][0], len(order)), -len(item[1]), item[0])
    ):
        best = sorted(ties, key=lambda other: (-int(graph.degrees[other]), other))
        names = [told.name(other) for other in best[:MOST_NAMES]]
        more = len(best) - len(names)
        verb = VERBS[relation] if is_out else _TURNED[relation]
        edge = graph.edge(ties[best[0]], is_rolled=True)
        yield told.resting_on(edge, f"{told.name(node)} {verb} {_listed(names, more)}")


def _what(graph: Graph, node: int) -> str:
    """What a thing is: `a company`, `a person`; other names that it has."""
    kind = graph.kind(node)
    said = _OF.get(kind, "")
    if kind is NodeKind.ENTITY:
        type = graph.ids[node].partition(":")[2].rpartition("/")[0]
        said = f"{'an' if type[:1] in 'aeiou' else 'a'} {type}" if type else "an entity"
    others = sorted({alias for alias in graph.aliases_of.get(node, ()) if alias != graph.titles[node]})[:4]
    return f"{said}, also called {', '.join(others)}" if others else said


def _listed(names: Sequence[str], more: int) -> str:
    if more:
        return f"{', '.join(names)} and {more:,} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
