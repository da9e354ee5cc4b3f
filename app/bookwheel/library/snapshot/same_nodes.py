"""A graph in which things that are the same are one node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bookwheel.library.snapshot.graph_arrays import MANUAL, RELATIONS, Bools, Graph
from bookwheel.library.snapshot.graph_tables.name_table import Aliases
from bookwheel.library.snapshot.graph_tables.text_table import Ints, TextColumn, pick, pick_wordings, renumber
from bookwheel.library.snapshot.same_groups import Joins

_MANUAL = RELATIONS.index(MANUAL)


def join_nodes(graph: Graph, joins: Joins) -> Graph:
    """The graph with each group of nodes as its first; the names of the others are aliases, their ids lead to it.

    An edge between two nodes of one group goes, and so does one that says the same at the same place as another.
    """
    if not joins.first_of:
        return graph
    size = len(graph.ids)
    first = np.arange(size + 1, dtype=np.int32)
    first[list(joins.first_of)] = list(joins.first_of.values())
    kept = np.flatnonzero(first[:-1] == np.arange(size))
    numbers = np.full(size + 1, -1, np.int32)  # the last stands for -1
    numbers[kept] = np.arange(len(kept), dtype=np.int32)
    numbers[:-1] = numbers[first[:-1]]
    of_group = np.zeros(size, np.bool_)
    of_group[[*joins.first_of, *joins.first_of.values()]] = True
    chosen = _different(graph, first, of_group)
    wordings, by_hand = graph.wordings, graph.by_hand
    if len(chosen) < len(graph.sources):
        number_of = {edge: number for number, edge in enumerate(chosen.tolist())} if by_hand else {}
        wordings = pick_wordings(wordings, chosen)
        by_hand = {number_of[edge]: made for edge, made in by_hand.items() if edge in number_of}
    return replace(
        graph,
        ids=pick(graph.ids, kept),
        titles=pick(graph.titles, kept),
        kinds=graph.kinds[kept],
        owner=numbers[graph.owner[kept]],
        collection_of=graph.collection_of[kept],
        sources=numbers[graph.sources[chosen]],
        targets=numbers[graph.targets[chosen]],
        relations=graph.relations[chosen],
        lines=graph.lines[chosen],
        evidence=numbers[graph.evidence[chosen]],
        derived=graph.derived[chosen],
        wordings=wordings,
        number_of=renumber(graph.number_of, numbers),
        by_hand=by_hand,
        aliases=_aliases(graph, joins, numbers),
        joined=None,
    )


def _different(graph: Graph, first: Ints, of_group: Bools) -> Ints:
    """The edges that are left when nodes go by the first of their group, in their order."""
    sources, targets = first[graph.sources], first[graph.targets]
    left = (sources != targets) | (graph.sources == graph.targets)
    moved = np.flatnonzero(left & (of_group[graph.sources] | of_group[graph.targets]) & (graph.relations != _MANUAL))
    said = (sources, targets, graph.relations, graph.lines, graph.evidence)
    _, once = np.unique(np.stack([part[moved] for part in said], axis=1), axis=0, return_index=True)
    left[moved] = False
    left[moved[once]] = True
    return np.flatnonzero(left).astype(np.int32)


def _aliases(graph: Graph, joins: Joins, numbers: Ints) -> Sequence[tuple[int, str, int]]:
    """The aliases of a graph, and the names of the nodes that go by another's id."""
    naming, titles, known = _naming(graph, joins), graph.titles, graph.aliases
    called = [node for node, first in sorted(joins.first_of.items()) if titles[node] != titles[first]]
    docs = [naming.get(node, -1) for node in called]
    if isinstance(known, Aliases) and isinstance(titles, TextColumn):
        return Aliases(
            np.concatenate([numbers[known.nodes], numbers[called]]),
            TextColumn(titles.table, np.concatenate([known.names.rows, titles.rows[called]])),
            np.concatenate([numbers[known.docs], numbers[docs]]),
        )
    rows = (*known, *zip(called, (titles[node] for node in called), docs, strict=True))
    return tuple((int(numbers[node]), alias, int(numbers[doc])) for node, alias, doc in rows)


def _naming(graph: Graph, joins: Joins) -> dict[int, int]:
    """By each node that goes by another's id, the first document that names it."""
    wanted = np.zeros(len(graph.ids), np.bool_)
    wanted[list(joins.first_of)] = True
    found: dict[int, int] = {}
    for edge in np.flatnonzero(wanted[graph.sources] | wanted[graph.targets]).tolist():
        ends = int(graph.sources[edge]), int(graph.targets[edge])
        stating = int(graph.evidence[edge])
        doc = int(graph.owner[stating if stating >= 0 else ends[0]])
        if doc >= 0:
            for end in ends:
                if wanted[end]:
                    found.setdefault(end, doc)
    for node, _, doc in graph.aliases:
        if wanted[node]:
            found.setdefault(node, doc)
    return found
