"""Fusion: how the legs' rankings become one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest
from bookwheel.library.search.fusion import Leg, fuse
from bookwheel.settings import FusionSettings

USUAL = FusionSettings()


def leg(name: str, scores: dict[int, float], weight: float = 1.0, lifts: dict[int, float] | None = None) -> Leg:
    keys = np.array(list(scores), np.int64)
    return Leg(name, keys, np.array(list(scores.values()), np.float32), weight, lifts)


def test_one_leg_passes_through():
    words = leg("keyword", {5: 9.0, 3: 4.0})
    fused = fuse([words, leg("semantic", {})], USUAL)
    assert fused.keys.tolist() == [5, 3]
    assert fused.scores.tolist() == [9.0, 4.0]


def test_meaning_beside_words_that_found_nothing_ranks_by_nearness():
    fused = fuse([leg("keyword", {}), leg("semantic", {1: 0.4, 2: 0.8, 3: 0.6})], USUAL)
    assert fused.keys.tolist() == [2, 3, 1] and fused.scores.tolist() == pytest.approx([0.8, 0.6, 0.4])


def test_agreement_of_two_legs_wins():
    words = leg("keyword", {1: 10.0, 2: 9.0, 3: 1.0}, 0.5)
    meaning = leg("semantic", {1: 0.2, 2: 0.8, 3: 0.7}, 0.5)
    assert fuse([words, meaning], USUAL).keys.tolist() == [2, 1, 3]


def test_equal_totals_keep_the_order_of_first_appearance():
    words, meaning = leg("keyword", {9: 2.0, 3: 2.0, 5: 2.0}), leg("semantic", {5: 0.5, 9: 0.5, 3: 0.5, 1: 0.5})
    assert fuse([words, meaning], USUAL).keys.tolist() == [9, 3, 5, 1]


def test_section_of_one_leg_alone_has_its_place():
    words = leg("keyword", {1: 10.0, 2: 1.0}, 0.3)
    meaning = leg("semantic", {1: 0.5, 2: 0.1, 7: 0.6}, 0.7)
    assert fuse([words, meaning], USUAL).keys.tolist() == [1, 7, 2]


@given(st.lists(st.floats(0.125, 1000, width=16), min_size=1, max_size=40, unique=True), st.floats(0, 1))
def test_where_meaning_cannot_tell_words_rank(scores: list[float], weight: float):
    ordered = sorted(scores, reverse=True)
    words = leg("keyword", dict(enumerate(ordered)), 1 - weight)
    unknown = leg("semantic", dict.fromkeys(range(len(ordered)), float("nan")), weight)
    assert fuse([words, unknown], USUAL).keys.tolist() == words.keys.tolist()


def test_unknown_meaning_does_not_hold_a_section_back():
    words = leg("keyword", {1: 10.0, 2: 8.0, 3: 7.0}, 0.3)
    some = leg("semantic", {1: float("nan"), 2: 0.6, 3: 0.1}, 0.7)
    assert fuse([words, some], USUAL).keys.tolist() == [1, 2, 3]


def test_exact_name_stands_above_every_weight():
    words = leg("keyword", {1: 10.0, 2: 27.0}, 0.1, {2: 20.0})
    meaning = leg("semantic", {1: 0.9, 2: 0.0}, 0.9)
    fused = fuse([words, meaning], USUAL)
    assert fused.keys.tolist() == [2, 1]
    assert fused.scores[0] > 2


def test_ranks_can_be_summed_instead_of_scores():
    words = leg("keyword", {1: 100.0, 2: 1.0, 3: 0.9}, 0.5)
    meaning = leg("semantic", {3: 0.5, 2: 0.49, 1: 0.48}, 0.5)
    by_ranks = fuse([words, meaning], replace(USUAL, method="ranks"))
    assert by_ranks.scores[0] - by_ranks.scores[-1] < 0.01
    assert fuse([words, meaning], USUAL).keys[0] == 1


def test_presets_are_weights_by_name():
    assert FusionSettings(preset="balanced").weights[:2] == (0.5, 0.5)
    assert FusionSettings(keyword=0.2).weights[0] == 0.2
    with pytest.raises(BadRequest, match="fusion.preset"):
        FusionSettings(preset="loud")
    with pytest.raises(BadRequest, match="fusion.method"):
        FusionSettings(method="votes")
