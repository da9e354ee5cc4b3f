"""Shared runs are those that comparing two texts run by run finds."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword.analysis import UNSPACED, normalised
from bookwheel.library.search.similar.shared_runs import RUN, SharedRuns

LEAST, SHARE, DISTANCE = 3, 0.6, 5
TEXTS = st.lists(
    st.sampled_from(["a", "b", "Pump", "valve,", "ÄRGER", "é", "snake_case", "泵", "阀 门", "\u00ad"]), max_size=14
)
FOUND = st.sets(st.sampled_from(["a", "b", "ab", "pump", "ärger", "泵阀", "门", "snake_case", "éa"]))


def words_of(text: str) -> list[str]:
    return re.findall(rf"[{UNSPACED}]|[^\W{UNSPACED}]+", normalised(text).lower())


def is_same(text: str, other: str, found: set[str]) -> bool:
    """What the class says, by the rule as it is told: run by run, and word by word about those that differ."""
    words = words_of(text)
    runs, others = ([tuple(own[at : at + RUN]) for at in range(len(own) - RUN + 1)] for own in (words, words_of(other)))
    fewer, more = sorted((len(set(runs)), len(set(others))))
    if fewer < LEAST or len(set(runs) & set(others)) < SHARE * more:
        return False
    for place in (place for place, run in enumerate(runs) if run not in others):
        window = words[max(0, place + RUN - 1 - DISTANCE) : place + 1 + DISTANCE]
        pairs = {one + two for one, two in zip(window, window[1:], strict=False) if len(one) == len(two) == 1}
        if found & {*window, *pairs}:
            return False
    return True


@given(st.lists(TEXTS, min_size=1, max_size=4), FOUND)
def test_texts_are_the_same_by_the_runs_that_they_share(pieces: list[list[str]], found: set[str]):
    texts = [" ".join(words) for words in pieces]
    runs = SharedRuns(texts, found.intersection, DISTANCE)
    ones, others = np.divmod(np.arange(len(texts) ** 2), len(texts))
    expected = [is_same(text, other, found) for text in texts for other in texts]
    assert runs.same(ones, others, LEAST, SHARE).tolist() == expected


def test_texts_without_runs_are_like_none():
    runs = SharedRuns(["", "pump", "pump"], lambda words: (), DISTANCE)
    assert not runs.same(np.array([1, 1]), np.array([0, 2]), 1, SHARE).any()
    nothing = np.zeros(0, np.intp)
    assert not len(SharedRuns([], lambda words: (), DISTANCE).same(nothing, nothing, 1, SHARE))
