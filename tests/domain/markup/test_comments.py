"""Obsidian's comments: what they hide, and that lines and bytes around them stay where they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.markup.comments import FILL, blank_comments, comment_spans, without_comments


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a %%b%% c", "a  c"),
        ("%%b%% c %%d%%", " c "),
        ("a\n%%\n# b\n\nc\n%%\nd", "a\n\n\n\n\n\nd"),
        ("a\n%%\nto the end\n\n# too", "a\n\n\n\n"),
        ("> %% quoted\n> %% kept", "> \n kept"),
        ("a %%b\nc%% d", "a \n d"),
        ("50%% more\n\nand %%hidden%% less", "50%% more\n\nand  less"),
        ("50%% more\n```\n%% code\n```\n", "50%% more\n```\n%% code\n```\n"),
        ("`%%a%%` and ``%%`b`%%``", "`%%a%%` and ``%%`b`%%``"),
        ("`a` %%b `c` %% d", "`a`  d"),
        ("~~~\n%%a%%\n~~~\n%%b%%", "~~~\n%%a%%\n~~~\n"),
        ("%%\n```\na\n```\n%%\nb", "\n\n\n\n\nb"),
    ],
)
def test_what_stands_between_two_marks_outside_code_is_hidden(text: str, shown: str):
    assert without_comments(text) == shown


@given(st.text(alphabet=st.sampled_from("%`~\n a#é>-"), max_size=80))
def test_lines_and_bytes_keep_their_numbers(text: str):
    blank = blank_comments(text)
    assert without_comments(text).count("\n") == blank.count("\n") == text.count("\n")
    assert len(blank.encode()) == len(text.encode())
    assert [len(line.encode()) for line in blank.split("\n")] == [len(line.encode()) for line in text.split("\n")]
    spans = comment_spans(text)
    assert all(start < end for start, end in spans) and spans == sorted(spans)


def test_text_behind_a_comment_is_not_indented_into_code():
    assert blank_comments("%%ab%% text") == f"{FILL * 6} text"
    assert blank_comments("text %%ab%%") == "text       "
