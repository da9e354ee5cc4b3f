"""Edges as sentences: how each relation is said, and where it is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from bookwheel.domain.annotations.manual_links import RELATION as MANUAL
from bookwheel.domain.graph import Edge, Fact, NodeKind
from bookwheel.library.graph.evidence_places import EvidencePlaces
from bookwheel.library.snapshot.graph_arrays import KINDS, Graph

VERBS = {
    "linksTo": "links to", "supersedes": "supersedes", "supersededBy": "is superseded by", "dependsOn": "depends on",
    "relatedTo": "names as related", "references": "refers to", "replyTo": "answers",
    "brokenLinkTo": "has a broken link to",
    "hasTag": "has the tag", "hasTopic": "has the topic", "inCategory": "is in the category",
    "hasType": "is of the type", "author": "is written by",
    "owner": "is owned by", "reviewer": "is reviewed by", "inCollection": "is in the collection",
    "containsSection": "contains", "follows": "follows", "broader": "is narrower than",
    "mentions": "mentions", "describes": "describes", "defines": "defines", "demonstrates": "shows the use of",
    "coOccursWith": "is named with", "childOf": "is part of", "keyMatch": "points to",
    "partOfProject": "is part of the project", "writtenIn": "is written in", "usesFramework": "uses",
    "imports": "imports", "calls": "calls", "inherits": "inherits from", "contains": "contains", "cites": "cites",
    "modifiedBy": "was changed by", "changedIn": "was changed in the commit", "changedWith": "changes together with",
    "authoredBy": "was made by", "committedTo": "is on the branch", "belongsTo": "is of the repository",
    "about": "is about", "recordedBy": "was kept by", "inSession": "was kept in the session",
    MANUAL: "is linked by hand to",
}  # fmt: skip
"""How a sentence says each relation."""

_DOCUMENT = KINDS.index(NodeKind.DOCUMENT)


@dataclass(frozen=True, slots=True)
class Told:
    """A graph, the titles that more than one of its documents has, and where in their files its links stand."""

    graph: Graph
    ambiguous: frozenset[str]
    places: EvidencePlaces

    @classmethod
    def of(cls, graph: Graph, places: EvidencePlaces) -> Told:
        """Look at the titles of a graph."""
        counted = Counter(graph.titles[number] for number in np.flatnonzero(graph.kinds == _DOCUMENT).tolist())
        return cls(graph, frozenset(title for title, count in counted.items() if count > 1), places)

    def fact(self, edge: Edge) -> Fact:
        """An edge as a sentence with its evidence."""
        return self.resting_on(edge, self.said(edge))

    def resting_on(self, edge: Edge, sentence: str) -> Fact:
        """A sentence with the evidence of an edge."""
        return Fact(f"{sentence}.", edge.section, edge.line, self.places.of_edge(edge).place)

    def said(self, edge: Edge) -> str:
        """An edge as words without a full stop."""
        source, target = self.graph.number_of[edge.source], self.graph.number_of[edge.target]
        place = self.places.of_edge(edge).place
        line = f" ({place.words})" if place else f" (line {edge.line})" if edge.line else ""
        if edge.relation == MANUAL:
            line = f" as “{edge.text}” (by {edge.by}, {edge.at[:10]})"
        return f"{self.name(source)} {VERBS[edge.relation]} {self.name(target)}{line}"

    def name(self, number: int) -> str:
        """A title in quotation marks, with its id where others are called the same."""
        title, node = self.graph.titles[number].strip(), self.graph.ids[number]
        return f"“{title or node}” ({node})" if self.graph.titles[number] in self.ambiguous else f"“{title or node}”"
