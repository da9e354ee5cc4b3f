"""Pairing the items of two sequences."""

from __future__ import annotations

from bookwheel.gui.page.comparison.alignment import MOST_COMPARED, Pair, align


def pairs(left: str, right: str) -> list[Pair]:
    """Letters are alike when they differ in case alone."""
    return align(left, right, lambda letter: letter, lambda one, other: float(one.lower() == other.lower()))


def test_equal_items_are_paired_and_the_others_stay_in_their_order():
    assert pairs("abc", "abc") == [(0, 0), (1, 1), (2, 2)]
    assert pairs("abc", "ac") == [(0, 0), (1, -1), (2, 1)]
    assert pairs("ac", "abc") == [(0, 0), (-1, 1), (1, 2)]
    assert pairs("", "a") == [(-1, 0)] and pairs("a", "") == [(0, -1)] and pairs("", "") == []


def test_between_equal_items_the_most_alike_are_paired():
    assert pairs("aXYb", "axb") == [(0, 0), (1, 1), (2, -1), (3, 2)]
    assert pairs("aXb", "ayxb") == [(0, 0), (-1, 1), (1, 2), (2, 3)]


def test_every_item_stands_once_and_in_order_also_in_a_gap_too_large_to_compare():
    size = int(MOST_COMPARED**0.5) + 20
    left, right = ["l"] * size, ["r"] * (size + 3)
    found = align(left, right, lambda letter: letter, lambda one, other: 1.0)
    assert [one for one, _ in found if one >= 0] == list(range(size))
    assert [two for _, two in found if two >= 0] == list(range(size + 3))
