"""Other paths between two nodes that are as short as the first one found."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.library.graph.traversal import Walked

MOST_WAYS = 5
_MOST_SEARCHES = 24


def other_ways(first: Walked, most: int, find: Callable[[frozenset[str]], Walked | None]) -> list[Walked]:
    """The first path, then others as short, at most so many; `find` looks for one that avoids nodes by their ids."""
    found = [first]
    known = {tuple(node.id for node in first.nodes)}
    pending: list[tuple[Walked, frozenset[str]]] = [(first, frozenset())]
    searches = 0
    while pending and len(found) < most:
        walked, avoided = pending.pop(0)
        for node in walked.nodes[1:-1]:
            if searches == _MOST_SEARCHES or len(found) == most:
                return found
            searches += 1
            without = avoided | {node.id}
            other = find(without)
            if other is None or len(other.nodes) != len(first.nodes):
                continue
            path = tuple(one.id for one in other.nodes)
            if path not in known:
                known.add(path)
                found.append(other)
                pending.append((other, without))
    return found


def join_ways(ways: list[Walked]) -> Walked:
    """The nodes and edges of some paths, each once."""
    nodes = tuple({node.id: node for walked in ways for node in walked.nodes}.values())
    edges = tuple(dict.fromkeys(edge for walked in ways for edge in walked.edges))
    return Walked(nodes, edges, len(nodes))
