"""Marks of the words that differ, in markup of all kinds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from bookwheel.gui.page.comparison.word_differences import MOST_TOKENS, mark_differences


def marked(left: str, right: str) -> tuple[str, str]:
    both = [lxml_html.fragment_fromstring(text, create_parent=True) for text in (left, right)]
    mark_differences(*both)
    first, other = (lxml_html.tostring(element, encoding="unicode") for element in both)
    return first.removeprefix("<div>").removesuffix("</div>"), other.removeprefix("<div>").removesuffix("</div>")


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("one two three", "one 2 three", ("one <del>two</del> three", "one <ins>2</ins> three")),
        ("a b c d e", "a x y d e", ("a <del>b c</del> d e", "a <ins>x y</ins> d e")),
        (
            "see <em>the old</em> page now",
            "see <em>the new</em> page now",
            ("see <em>the <del>old</del></em> page now", "see <em>the <ins>new</ins></em> page now"),
        ),
        (
            "the <a href='x'>wheel</a> turns fast today",
            "the <a href='x'>wheel</a> turns slowly today",
            (
                'the <a href="x">wheel</a> turns <del>fast</del> today',
                'the <a href="x">wheel</a> turns <ins>slowly</ins> today',
            ),
        ),
        ("読書の輪", "読書の車", ("読書の<del>輪</del>", "読書の<ins>車</ins>")),
        ("quite other words", "nothing in common here", None),
    ],
)
def test_words_that_differ_are_marked(left: str, right: str, expected: tuple[str, str] | None):
    assert marked(left, right) == (expected or (f"<del>{left}</del>", f"<ins>{right}</ins>"))


def test_a_block_too_long_to_compare_is_marked_as_a_whole():
    long = "word " * MOST_TOKENS
    assert marked(long, f"{long}more")[1].startswith("<ins>word ")


_TEXT = st.text(alphabet="ab c\n<&é読", max_size=30)


@given(st.lists(_TEXT, max_size=4), st.lists(_TEXT, max_size=4))
def test_no_word_is_lost_or_added(left: list[str], right: list[str]):
    both = []
    for texts in (left, right):
        element = lxml_html.Element("div")
        for text in texts:
            inner = lxml_html.Element("em")
            inner.text, inner.tail = text, text[::-1]
            element.append(inner)
        both.append(element)
    before = ["".join(element.itertext()) for element in both]
    mark_differences(*both)
    assert ["".join(element.itertext()) for element in both] == before
