"""Comparisons of values: numbers as numbers, dates as dates, and nothing for the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.library.snapshot.comparisons import comparison_of, fitting


@pytest.mark.parametrize(
    ("wanted", "values"),
    [
        (">3", "4 10 3.5"),
        (">=3", "3 4 10 3.5"),
        ("<3", "-1 0"),
        ("<=3", "-1 0 3"),
        ("3..5", "3 4 3.5"),
        ("..0", "-1 0"),
        ("4..", "4 10"),
    ],
)
def test_numbers_compare_as_numbers(wanted: str, values: str):
    labels = ["-1", "0", "3", "4", "10", "3.5", "high"]
    assert [label for label, fits in zip(labels, fitting(labels, [wanted]), strict=True) if fits] == values.split()


@pytest.mark.parametrize(
    ("wanted", "values"),
    [
        (">2024-03", "2024-04-01 2025"),
        (">=2024-03-01", "2024-03-01 2024-03-31T10:00 2024-04-01 2025"),
        ("<2024-03", "2023-12-31"),
        ("<=2024-03", "2023-12-31 2024-03-01 2024-03-31T10:00"),
        ("2024..2024", "2024-03-01 2024-03-31T10:00 2024-04-01"),
        (">2024", "2025"),
    ],
)
def test_dates_compare_as_dates(wanted: str, values: str):
    labels = ["2023-12-31", "2024-03-01", "2024-03-31T10:00", "2024-04-01", "2025", "soon"]
    assert [label for label, fits in zip(labels, fitting(labels, [wanted]), strict=True) if fits] == values.split()


@pytest.mark.parametrize("text", ["3", "done", ">", ">abc", "..", "a..b", "1..x", "2024-13..", ">2024-02-99"])
def test_what_cannot_be_compared_is_no_comparison(text: str):
    assert comparison_of(text) is None


def test_value_written_like_a_comparison_is_that_value():
    assert fitting(["1..5", "3"], ["1..5"]) == []


@given(st.text(max_size=40), st.lists(st.text(max_size=20), max_size=5))
def test_no_text_is_an_error(wanted: str, labels: list[str]):
    assert len(fitting(labels, [wanted])) in (0, len(labels))
