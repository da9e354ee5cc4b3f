"""The order of scores, and what of the equally good comes first."""

from __future__ import annotations

import numpy as np

from bookwheel.library.search.score_order import best, best_first

POSITIONS = np.array([9, 7, 3, 1, 5])


def test_equal_scores_follow_their_positions():
    assert best_first(np.array([1.0, 2.0, 2.0, 1.0, 3.0]), POSITIONS).tolist() == [4, 2, 1, 3, 0]


def test_the_best_are_taken_and_of_the_last_ones_those_in_front():
    scores = np.array([1.0, 1.0, 2.0, 1.0, 1.0])
    assert sorted(best(scores, 3, lambda at: POSITIONS[at]).tolist()) == [2, 3, 4]
    assert sorted(best(scores, 5, lambda at: POSITIONS[at]).tolist()) == [0, 1, 2, 3, 4]
