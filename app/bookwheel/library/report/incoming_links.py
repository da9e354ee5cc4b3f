"""Which documents link to which, and where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from bookwheel.domain.graph import Edge
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, LINKS, Graph


def incoming_links(graph: Graph) -> Mapping[int, Mapping[int, int]]:
    """The first edge from each document that links to another, by the numbers of target and source."""
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    edges: Sequence[int] = np.flatnonzero(np.isin(graph.relations, LINKS)).tolist()
    whole, kinds = graph.whole, graph.kinds
    for edge in edges:
        source, target = int(whole[graph.sources[edge]]), int(whole[graph.targets[edge]])
        if source != target and kinds[source] == DOCUMENT and kinds[target] == DOCUMENT:
            found[target].setdefault(source, edge)
    return found


def place_of(graph: Graph, edge: int) -> tuple[str, int, str]:
    """The section (or document) and the line where an edge is stated, and its words."""
    seen: Edge = graph.edge(edge, is_rolled=True)
    return seen.section or seen.source, seen.line, seen.text
