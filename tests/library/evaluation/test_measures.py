from __future__ import annotations

import pytest

from bookwheel.library.evaluation.measures import ndcg_of, reciprocal_rank


def test_gain_is_discounted_by_rank_and_held_against_the_best_order():
    # DCG 0/log2(2) + 2/log2(3) + 1/log2(4) = 1.76186; ideal 2/log2(2) + 1/log2(3) = 2.63093.
    assert ndcg_of(["c", "a", "b"], {"a": 2, "b": 1}) == pytest.approx(1.76186 / 2.63093, abs=1e-5)
    assert ndcg_of(["a", "b"], {"a": 2, "b": 1}) == 1.0
    assert ndcg_of([*"0123456789", "a"], {"a": 1}) == 0.0


def test_the_first_right_document_of_ten_counts():
    assert reciprocal_rank(["c", "a", "b"], {"a": 1, "b": 1}) == 0.5
    assert reciprocal_rank([*"0123456789", "a"], {"a": 1}) == 0.0
