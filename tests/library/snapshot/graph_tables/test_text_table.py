"""Texts in one piece of memory are found as in a dict, and stay where they are while others come."""

from __future__ import annotations

import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.library.snapshot.graph_tables.text_table import (
    Numbers,
    TextColumn,
    Texts,
    TextTable,
    Wordings,
)

SAME_HASH = ("plumless", "buckeroo")


def kept(texts: list[str]) -> TextTable:
    """A table as a file gives it."""
    made = Texts.of(texts)
    return TextTable(made, *made.hashes())


@given(st.lists(st.text(), unique=True), st.lists(st.text()))
def test_a_table_is_a_dict_of_rows(first: list[str], more: list[str]):
    table = kept(first)
    rows = {text: row for row, text in enumerate(first)}
    for text in more:
        assert table.find(text) == rows.get(text, -1)
        assert table.row(text) == rows.setdefault(text, len(rows))
    assert [table[row] for row in range(len(table))] == list(rows)


def test_texts_of_one_hash_are_told_apart():
    assert len({zlib.crc32(text.encode()) for text in SAME_HASH}) == 1
    assert [kept([SAME_HASH[0]]).find(text) for text in SAME_HASH] == [0, -1]
    assert [kept(list(SAME_HASH)).find(text) for text in SAME_HASH] == [0, 1]


def test_numbers_and_columns_that_are_extended_leave_the_earlier_as_they_were():
    table = kept(["a", "b"])
    column, numbers = TextColumn(table, np.array([1, 0], np.int32)), Numbers(table, np.array([1, 0], np.int32))
    longer, more = column.extended(["c"]), numbers.extended({"c": 2})
    assert list(column) == ["b", "a"] and list(longer) == ["b", "a", "c"] and longer[:2] == column
    assert dict(numbers) == {"a": 1, "b": 0} and dict(more) == {"a": 1, "b": 0, "c": 2}
    assert "c" not in numbers and numbers.get("c", -1) == -1 and len(more) == 3
    assert dict(more.renumbered(np.array([5, -1, 6, -1], np.int32))) == {"b": 5, "c": 6}


def test_words_of_edges_that_are_added_stand_before_those_that_follow():
    words = Wordings(kept(["one", "two"]), np.array([0, -1, 1], np.int32))
    assert dict(words) == {0: "one", 2: "two"} and 1 not in words and 3 not in words and len(words) == 2
    assert dict(words.inserted(2, ["new", None])) == {0: "one", 2: "new", 4: "two"}
    assert dict(words.of(np.array([2, 1]))) == {0: "two"}
