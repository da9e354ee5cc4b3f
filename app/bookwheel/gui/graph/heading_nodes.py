"""A document's headings as nodes of its graph, below one another as they are written."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.client.connection import Client
from bookwheel.domain.document import TOP
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, Node, NodeKind
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry, OutlineRequest

MOST = 80
"""Headings that are shown, those of the highest levels first: more would crowd everything else out."""

COLOURS = ("region_5", "region_1", "region_3", "region_2", "region_4", "region_7")
"""The token of each level's colour, level 1 first; headings are told apart by their words and their place as well."""


def explore_with_headings(client: Client, request: ExploreRequest) -> tuple[ExploreAnswer, dict[str, int]]:
    """What is connected with a node, with its headings if it is a document; their levels by section."""
    answer = client.explore(request)
    if not any(node.id == request.node and node.kind is NodeKind.DOCUMENT for node in answer.nodes):
        return answer, {}
    return with_headings(answer, client.outline(OutlineRequest(request.node)))


def with_headings(answer: ExploreAnswer, outline: OutlineAnswer) -> tuple[ExploreAnswer, dict[str, int]]:
    """The answer with the document's headings, and the level of each by its id; as it was when there is none."""
    doc = outline.doc
    known = {node.id for node in answer.nodes}
    if doc not in known:
        return answer, {}
    entries = [entry for entry in outline.sections if entry.section != f"{doc}#{TOP}"]
    kept = {entry.section for entry in sorted(entries, key=lambda one: (one.level, one.lines))[:MOST]}
    above: list[OutlineEntry] = []
    nodes: list[Node] = []
    edges: list[Edge] = []
    for entry in entries:
        if entry.section not in kept:
            continue
        while above and above[-1].level >= entry.level:
            above.pop()
        if entry.section not in known:
            nodes.append(Node(entry.section, NodeKind.SECTION, entry.title, doc, "", len(above) + 1, 7.0 - entry.level))
        source = above[-1].section if above else doc
        edges.append(Edge(source, "containsSection", entry.section, entry.section, entry.lines[0], place=entry.place))
        above.append(entry)
    levels = {entry.section: entry.level for entry in entries if entry.section in kept}
    return replace(answer, nodes=(*answer.nodes, *nodes), edges=(*answer.edges, *edges)), levels
