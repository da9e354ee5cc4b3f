"""Which way the nearest vectors are found, by how many there are and how many may be asked."""

from __future__ import annotations

import pytest

from bookwheel.library.embedding.nearest_rule import (
    FEWEST_COMPARED,
    MOST_IN_CHROMA,
    Way,
    asks_chroma,
    choose,
    count_compared,
    fits_chroma,
    keeps_full,
)


def _way(size: int, asked: int, *, has_chroma: bool = True) -> Way:
    return choose(size, asked, 100, is_full=keeps_full(size, 384), has_chroma=has_chroma)


@pytest.mark.parametrize(
    ("size", "asked", "way"),
    [
        (43_690, 43_690, Way.EACH),
        (43_690, 10, Way.EACH),
        (43_691, 43_691, Way.CHROMA),
        (MOST_IN_CHROMA, MOST_IN_CHROMA, Way.CHROMA),
        (MOST_IN_CHROMA + 1, MOST_IN_CHROMA + 1, Way.CODES),
        (80_000, 800, Way.EACH),
        (80_000, 79_999, Way.CODES),
        (750_000, 7_500, Way.EACH),
        (750_000, 62_500, Way.EACH),
        (750_000, 63_000, Way.CODES),
    ],
)
def test_few_are_compared_each_and_chroma_is_asked_for_everything_alone(size: int, asked: int, way: Way):
    assert _way(size, asked) is way


def test_codes_stand_for_chroma_while_it_is_not_built():
    assert _way(80_000, 80_000, has_chroma=False) is Way.CODES


def test_nobody_asks_chroma_of_few_vectors_and_it_is_not_built_of_very_many():
    assert not asks_chroma(43_690, is_full=True) and asks_chroma(43_691, is_full=False)
    assert fits_chroma(1) and not fits_chroma(MOST_IN_CHROMA + 1)
    assert not asks_chroma(MOST_IN_CHROMA + 1, is_full=False)


def test_more_vectors_are_compared_after_their_codes_where_there_are_more_or_more_is_wanted():
    assert count_compared(80_000, 100) == FEWEST_COMPARED
    assert count_compared(400_000, 100) == 8_000
    assert count_compared(80_000, 300) == 6_000
