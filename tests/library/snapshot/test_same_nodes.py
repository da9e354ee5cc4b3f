"""Things that are the same as one node: every edge is kept once, and every id leads somewhere."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.annotations.same_things import NamedThing, SameDecision
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, KIND_STARTS, MANUAL, RELATIONS, ByHand, Graph
from bookwheel.library.snapshot.same_groups import Groups, find_joins
from bookwheel.library.snapshot.same_nodes import join_nodes

IDS = ("notes/a.md", "notes/b.md", "term:a", "term:b", "term:c", "term:d")
_MENTIONS, _MANUAL = RELATIONS.index("mentions"), RELATIONS.index(MANUAL)

_edges = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 2), st.integers(-1, 1)), max_size=12)
_pairs = st.lists(st.tuples(st.sampled_from(IDS[2:]), st.sampled_from(IDS[2:]), st.booleans()), max_size=6)


def graph_of(edges: list[tuple[int, int, int, int]]) -> Graph:
    """A graph of two documents and four terms; its last edge is made by hand."""
    rows = np.array([*edges, (0, 1, 0, -1)], np.int32)
    return Graph(
        revision=1,
        ids=IDS,
        titles=[id.upper() for id in IDS],
        kinds=np.array([DOCUMENT, DOCUMENT, *[KIND_STARTS["term:"]] * 4], np.int8),
        owner=np.array([0, 1, -1, -1, -1, -1], np.int32),
        collection_of=np.array([0, 0, -1, -1, -1, -1], np.int32),
        collections=("notes",),
        sources=rows[:, 0].copy(),
        targets=rows[:, 1].copy(),
        relations=np.array([_MENTIONS] * len(edges) + [_MANUAL], np.int8),
        lines=rows[:, 2].copy(),
        evidence=rows[:, 3].copy(),
        derived=np.zeros(len(rows), np.bool_),
        wordings={edge: f"word {edge}" for edge in range(len(rows))},
        number_of={id: number for number, id in enumerate(IDS)},
        by_hand={len(edges): ByHand("l1", "", "the person", "")},
        aliases=((2, "alpha", 0),),
    )


def decided(pairs: list[tuple[str, str, bool]]) -> list[SameDecision]:
    """Decisions as they are kept: one of each pair."""
    kept: dict[frozenset[str], SameDecision] = {}
    for number, (one, other, is_same) in enumerate(pairs):
        if one != other:
            kept[frozenset((one, other))] = SameDecision(
                f"s{number}", NamedThing(one, one), NamedThing(other, other), is_same, ""
            )
    return list(kept.values())


@given(edges=_edges, pairs=_pairs)
def test_what_is_joined_says_what_its_parts_said(
    edges: list[tuple[int, int, int, int]], pairs: list[tuple[str, str, bool]]
):
    graph, decisions = graph_of(edges), decided(pairs)
    joins = find_joins(graph, decisions)
    joined = join_nodes(graph, joins)
    groups = Groups(decisions)
    assert set(joined.number_of) == set(IDS)
    for id in IDS:
        assert joined.ids[joined.number_of[id]] == groups.first(id)

    def rows(of: Graph) -> set[tuple[object, ...]]:
        ends = ((of.ids[int(of.sources[edge])], of.ids[int(of.targets[edge])], edge) for edge in range(len(of.sources)))
        return {
            (groups.first(source), groups.first(target), int(of.lines[edge]), int(of.evidence[edge]))
            for source, target, edge in ends
            if source == target or groups.first(source) != groups.first(target)
        }

    assert rows(joined) == rows(graph)
    assert all(int(joined.relations[edge]) == _MANUAL for edge in joined.by_hand) and len(joined.by_hand) == 1
    assert set(joined.wordings) == set(range(len(joined.sources)))
    named = {alias for aliases in joined.aliases_of.values() for alias in aliases}
    assert named == {"alpha", *(id.upper() for id in IDS if groups.first(id) != id)}


@given(pairs=_pairs)
def test_nothing_that_was_told_apart_is_joined_and_the_rest_holds(pairs: list[tuple[str, str, bool]]):
    decisions = decided(pairs)
    groups = Groups(decisions)
    for one in decisions:
        is_joined = groups.first(one.first.id) == groups.first(one.other.id)
        if not one.is_same:
            assert not is_joined
        elif one not in groups.refused:
            assert is_joined
