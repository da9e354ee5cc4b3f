"""Paths as short as the first one."""

from __future__ import annotations

from bookwheel.domain.graph import Edge, Node, NodeKind
from bookwheel.library.graph.path_choices import join_ways, other_ways
from bookwheel.library.graph.traversal import Walked


def walked(*ids: str) -> Walked:
    nodes = tuple(Node(id, NodeKind.DOCUMENT, id) for id in ids)
    return Walked(nodes, tuple(Edge(one, "links", other) for one, other in zip(ids, ids[1:], strict=False)), len(ids))


ALL = [walked("a", middle, "z") for middle in "bcdefgh"]


def find(avoided: frozenset[str]) -> Walked | None:
    longer = [walked("a", "m", "n", "z")]
    return next((one for one in (*ALL, *longer) if not avoided & {node.id for node in one.nodes}), None)


def test_paths_as_short_are_found_once_each_and_longer_ones_not() -> None:
    found = other_ways(ALL[0], 5, find)
    assert [one.nodes[1].id for one in found] == ["b", "c", "d", "e", "f"]
    assert len(other_ways(ALL[0], 9, find)) == 7
    assert other_ways(walked("a", "z"), 5, find) == [walked("a", "z")]
    joined = join_ways(found)
    assert joined.total == 7 and len(joined.edges) == 10
