"""Obsidian's bases: a section for each view, and files that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.bases.document import LARGEST, MOST_VIEWS, read

BASE = """filters: file.hasTag("book")
properties:
  rating: {displayName: Out of ten}
views:
  - type: table
    name: "*Best* of all"
    order: [file.name, rating]
  - type: cards
  - 5
"""


def test_each_view_is_a_section_that_stands_by_itself() -> None:
    document = parse(BASE.encode(), "lists/Books.base")
    assert (document.format, document.title) == ("base", "Books")
    assert [section.title for section in document.sections] == ["*Best* of all", "Cards", "Table"]
    assert document.text.count("displayName: Out of ten") == document.text.count('file.hasTag("book")') == 3
    assert [(place.line, place.number) for place in document.places] == [(1, 5), (15, 8), (26, 9)]
    assert not document.warnings


def test_an_empty_base_is_the_table_of_all_documents() -> None:
    assert [section.title for section in parse(b"", "New.base").sections] == ["Table"]


@pytest.mark.parametrize(
    "text", ["a: [", "- a", "FROM debian\nRUN apt", "views: 5", "a: !x b", "[" * 50_000, "a: &a {b: *a", "\ud800"]
)
def test_what_is_no_base_is_its_own_text_with_a_warning(text: str) -> None:
    converted = read(text.encode("utf-8", "surrogatepass"), "x.base")
    assert converted.text.startswith("```base\n") and len(converted.warnings) >= 1


def test_a_huge_base_is_cut_with_a_warning() -> None:
    long = read(b"# a comment\n" * LARGEST, "x.base")
    assert len(long.text) < LARGEST + 20 and "too long" in long.warnings[0]
    many = read(b"views:\n" + b"  - {type: list}\n" * (MOST_VIEWS + 5), "x.base")
    assert many.warnings == [f"Only the first {MOST_VIEWS} views were read."]
    wide = read(b"filters: '" + b"x" * 20_000 + b"'\nviews:\n" + b"  - {}\n" * 40, "x.base")
    assert len(wide.text) < 600_000 and wide.warnings


def test_aliases_within_each_other_stay_short() -> None:
    bomb = "\n".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 25))
    converted = read(f"a0: &a0 [1]\n{bomb}\nviews: [{{order: [*a24, *a24]}}, {{}}]".encode(), "x.base")
    assert len(converted.text) < 20_000


def test_a_binary_file_is_refused() -> None:
    with pytest.raises(SkippedFile):
        read(b"\x7fELF\x00\x00\x01\x00" * 100, "x.base")


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    try:
        assert read(text.encode("utf-8", "ignore"), "x.base").text.strip()
    except SkippedFile:
        assert "\x00" in text


def test_a_guessed_encoding_is_named() -> None:
    converted = read(b"views: [{name: Caf\xe9}]", "x.base")
    assert "Caf\u00e9" in converted.text and "cp1252" in converted.warnings[0]
