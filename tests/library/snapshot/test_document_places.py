"""Where documents stand, and what changed of them between two revisions."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.library.snapshot import document_places
from bookwheel.library.snapshot.document_places import changed_places, compare_ranks

_PATHS = st.sampled_from([f"{name}.md" for name in "abcdefgh"])
_EDITS = st.lists(st.tuples(_PATHS, st.integers(0, 3)), max_size=8)


def _ranks(places, newest: int) -> np.ndarray:
    ranks = np.zeros(newest + 1, np.int32)
    ranks[list(places)] = np.arange(1, len(places) + 1)
    return ranks


@given(st.lists(_EDITS, max_size=5), st.sampled_from([0, 100]))
def test_places_stay_those_of_the_documents_in_the_order_of_their_ids(batches, few):
    places, newest = {}, 0
    for edits in batches:
        added, gone, key_of = {}, [], {path: key for key, (_, path, _) in places.items()}
        for path, kind in dict(edits).items():
            if path in key_of:
                gone.append(key_of[path])
            if kind:
                newest += 1
                added[newest] = ("notes", path, 20_260_100 + kind)
        ranks = _ranks(places, newest)
        wanted = {key: place for key, place in places.items() if key not in gone} | added
        with_few, document_places.FEW_CHANGED = document_places.FEW_CHANGED, few
        try:
            now = changed_places(places, ranks, added, gone)
        finally:
            document_places.FEW_CHANGED = with_few
        assert list(now.items()) == sorted(wanted.items(), key=lambda place: place[1])
        assert compare_ranks(ranks, _ranks(now, newest)) == (sorted(gone), sorted(added))
        places = now


def test_documents_that_are_gone_twice_are_taken_out_once():
    places = {1: ("notes", "a.md", 0), 2: ("notes", "b.md", 0)}
    assert changed_places(places, _ranks(places, 2), {}, [1, 1, 7]) == {2: ("notes", "b.md", 0)}


def test_a_library_that_grew_and_one_that_shrank_are_compared_whole():
    assert compare_ranks(np.array([0, 1], np.int32), np.array([0, 1, 2, 0, 3], np.int32)) == ([], [2, 4])
    assert compare_ranks(np.array([0, 1, 2, 3], np.int32), np.array([0, 1], np.int32)) == ([2, 3], [])
