from __future__ import annotations

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.library.snapshot import filter_values

PAGE = ("notes", "Guides/Setup.md", 20260102)


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ("guides", True),
        ("/Guides/", True),
        ("notes/guides", True),
        ("*.md", True),
        ("setup.md", False),
        ("g*/s*.md", True),
        ("notes/**/setup.md", True),
        ("guides/*.txt", False),
        ("guide/", False),
        ("setup", False),
    ],
)
def test_a_path_fits_what_is_at_it_or_below_in_any_case(value: str, fits: bool):
    assert filter_values.fits_paths([PAGE], [value]) == [fits]


@pytest.mark.parametrize(("text", "day"), [("2026", 20260101), ("2026-03", 20260301), ("20260304", 20260304), ("x", 0)])
def test_a_date_is_a_number_and_its_first_day_where_parts_are_missing(text: str, day: int):
    assert filter_values.day_of(text) == day


def test_nested_labels_are_compared_without_mark_and_slashes():
    assert filter_values.folded("tag", " #Work/Home/ ") == "work/home"
    assert filter_values.folded("type", "#Guide") == "#guide"
    assert filter_values.branches("a/b/c") == ["a", "a/b", "a/b/c"]


def test_a_field_is_known_by_its_other_names():
    assert [filter_values.field_of(name) for name in ("Tags", "lang", "owner")] == ["tag", "language", "owner"]


def test_a_level_is_a_number_with_or_without_its_letter():
    assert [filter_values.level_of(value) for value in ("2", "h3", "H4")] == [2, 3, 4]
    with pytest.raises(BadRequest):
        filter_values.level_of("high")
