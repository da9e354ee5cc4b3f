from __future__ import annotations

import numpy as np
import pytest

from bookwheel.library.evaluation.paired_tests import adjust, estimate, p_of_difference


def test_the_interval_of_a_mean_is_that_of_the_normal_approximation():
    values = np.random.default_rng(1).normal(0.5, 0.1, 400)
    found = estimate(values.tolist())
    half = 1.96 * values.std() / 20
    assert found.value == pytest.approx(values.mean())
    assert (found.least, found.most) == pytest.approx((values.mean() - half, values.mean() + half), abs=0.002)


def test_equal_values_have_no_width_and_none_are_nothing():
    assert estimate([0.25] * 9) == estimate([0.25])
    assert estimate([]).value == 0.0


def test_every_sign_of_few_differences_is_counted():
    # Of the 16 ways to swap four equal differences two are as far from nothing: p is 1/8.
    assert p_of_difference([0.0] * 4, [0.5] * 4) == pytest.approx(1 / 8, abs=0.01)


def test_no_difference_is_no_finding_and_a_clear_one_is():
    chance = np.random.default_rng(2)
    first = chance.random(200)
    assert p_of_difference(first.tolist(), first.tolist()) == 1.0
    assert p_of_difference(first.tolist(), (first + chance.normal(0, 0.1, 200)).tolist()) > 0.05
    assert p_of_difference(first.tolist(), (first + chance.normal(0.1, 0.1, 200)).tolist()) < 0.001


def test_several_tests_are_adjusted_by_holm():
    assert adjust([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert adjust([0.9, 0.5]) == [1.0, 1.0]
