"""Links to documents that others have replaced."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.messages import Message
from bookwheel.library.report.incoming_links import incoming_links, place_of
from bookwheel.library.report.inspection import Found, Inspection
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, RELATIONS, Graph

_SUPERSEDES, _SUPERSEDED_BY = RELATIONS.index("supersedes"), RELATIONS.index("supersededBy")


def find_replaced(asked: Inspection) -> Found:
    """Links to a document that another has replaced, from documents that do not link to that other as well.

    Who links to both knows both, and what is replaced itself belongs to the past.
    """
    graph = asked.graph
    replacing = _replacing(graph)
    links = incoming_links(graph)
    found: list[LinkFinding] = []
    for old, by in replacing.items():
        new, stated = next(iter(by.items()))
        for source, edge in links.get(old, {}).items():
            knows = source in replacing or any(one == source or source in links.get(one, {}) for one in by)
            if knows or not asked.covers(graph.ids[source]):
                continue
            section, line, text = place_of(graph, edge)
            other_section, other_line, other_text = place_of(graph, stated)
            note = Message(
                "{document} was replaced by {other}.",
                document=cleaned(graph.titles[old]),
                other=cleaned(graph.titles[new]),
            )
            found.append(
                LinkFinding(
                    graph.ids[source], cleaned(graph.titles[source]), section, line, text, graph.ids[old],
                    cleaned(graph.titles[old]), other_section=other_section, other_line=other_line,
                    other_text=other_text, near=tuple(graph.ids[one] for one in by), note=note,
                )
            )  # fmt: skip
    return Found(sorted(found, key=lambda finding: (finding.other.casefold(), finding.doc.casefold())))


def _replacing(graph: Graph) -> dict[int, dict[int, int]]:
    """By the number of each replaced document, those that replaced it, with the edge that states it.

    Two documents that replace each other do not: one of them is wrong, but which is not said.
    """
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for edge in np.flatnonzero(np.isin(graph.relations, (_SUPERSEDES, _SUPERSEDED_BY))).tolist():
        ends = int(graph.whole[graph.sources[edge]]), int(graph.whole[graph.targets[edge]])
        new, old = ends if graph.relations[edge] == _SUPERSEDES else ends[::-1]
        if new != old and graph.kinds[new] == DOCUMENT and graph.kinds[old] == DOCUMENT:
            found[old].setdefault(new, edge)
    both = [(old, new) for old, by in found.items() for new in by if old in found.get(new, {})]
    for old, new in both:
        del found[old][new]
    return {old: by for old, by in sorted(found.items()) if by}
