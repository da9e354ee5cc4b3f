"""A document's headings as nodes of its graph, below one another as they are written."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.document import TOP
from bookwheel.domain.graph import Edge, ExploreAnswer, Node, NodeKind
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry

MOST = 80
"""Headings that are shown, those of the highest levels first: more would crowd everything else out."""

COLOURS = ("region_5", "region_1", "region_3", "region_2", "region_4", "region_7")
"""The token of each level's colour, level 1 first; headings are told apart by their words and their place as well."""


def with_headings(answer: ExploreAnswer, outline: OutlineAnswer) -> tuple[ExploreAnswer, dict[str, int]]:
    """The answer with the document's headings, and the level of each by its id; as it was when there is none."""
    doc = outline.doc
    known = {node.id for node in answer.nodes}
    if doc not in known:
        return answer, {}
    entries = [each for each in outline.sections if each.section != f"{doc}#{TOP}"]
    kept = {each.section for each in sorted(entries, key=lambda one: (one.level, one.lines))[:MOST]}
    above: list[OutlineEntry] = []
    nodes: list[Node] = []
    edges: list[Edge] = []
    for each in entries:
        if each.section not in kept:
            continue
        while above and above[-1].level >= each.level:
            above.pop()
        if each.section not in known:
            nodes.append(Node(each.section, NodeKind.SECTION, each.title, doc, "", len(above) + 1, 7.0 - each.level))
        source = above[-1].section if above else doc
        edges.append(Edge(source, "containsSection", each.section, each.section, each.lines[0]))
        above.append(each)
    levels = {each.section: each.level for each in entries if each.section in kept}
    return replace(answer, nodes=(*answer.nodes, *nodes), edges=(*answer.edges, *edges)), levels
