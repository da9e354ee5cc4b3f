"""Front matter as words, the telling fields first."""

from __future__ import annotations

import pytest

from bookwheel.domain.page import PageRequest
from bookwheel.library.reading import front_matter
from bookwheel.library.reading.front_matter import properties_of


def test_telling_fields_come_first_and_the_heading_is_not_repeated():
    found = properties_of(
        '{"title": "T", "tags": ["a"], "weight": 3, "date": "2026-01-02T00:00:00", "status": "draft"}'
    )
    assert [(entry.name, entry.values) for entry in found] == [
        ("status", ("draft",)),
        ("date", ("2026-01-02",)),
        ("weight", ("3",)),
    ]


def test_values_of_every_shape_become_words():
    found = properties_of(
        '{"a": [["Page"]], "b": "[[x|Words]]", "c": {"d": [1, 2.5]}, "e": true, "f": null, "g": " ", "h": []}'
    )
    assert [(entry.name, entry.values) for entry in found] == [
        ("a", ("Page",)),
        ("b", ("Words",)),
        ("c", ("d: 1", "d: 2.5")),
        ("e", ("yes",)),
    ]


@pytest.mark.parametrize("source", ["", "{", "[]", "3"])
def test_what_is_no_header_has_no_properties(source: str):
    assert properties_of(source) == ()


def test_many_and_long_values_are_bounded():
    found = properties_of('{"a": [' + ",".join(["1"] * 1000) + '], "b": "' + "x" * 5000 + '"}')
    assert len(found[0].values) == front_matter.MOST_VALUES
    assert len(found[1].values[0]) <= front_matter.LONGEST_VALUE


def test_a_page_comes_with_its_properties(shelf, write):
    root = shelf.add()
    write(root, "a.md", "---\ntitle: A\nauthor: Ada\n---\nWords\n")
    shelf.index()
    found = shelf.library.page(PageRequest("notes/a.md")).properties
    assert [(entry.name, entry.values) for entry in found] == [("author", ("Ada",))]
