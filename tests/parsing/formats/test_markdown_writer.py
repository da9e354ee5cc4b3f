"""Whatever is written as Markdown reads back as the same words, in the index and on the page."""

from __future__ import annotations

import html
import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect
from bookwheel.domain.places import FilePlace, Place, PlaceKind, place_at
from bookwheel.pages.render import Target, render
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.markdown import reader

_MARKS = st.text("\\`*_{}[]()<>#+-.!|~^$&:;=/ ab1\n\"'é漢", min_size=1, max_size=40)


def _words(text: str) -> str:
    return " ".join(text.split())


def _page(text: str) -> str:
    rendered = render(
        text, format="markdown", dialect=Dialect.CONVERTED, first_line=1, headings=[],
        resolve=lambda _href, _kind: Target("", "external"), embed=lambda _name: None, mark=None,
    )  # fmt: skip
    return _words(html.unescape(re.sub(r"<[^>]*>", "", rendered.html)))


@settings(max_examples=400, deadline=None)
@given(_MARKS)
@example("1. one")
@example("a | b\n--- | ---")
@example("$a$ and $b$")
@example("[x]: y")
@example("&amp; <b>")
@example("\\*")
def test_words_read_back_as_they_are(text: str) -> None:
    markdown = md.escaped(" ".join(text.split()))
    reading = reader.read(markdown, Dialect.CONVERTED)
    assert _words(" ".join(piece.prose for piece in reading.pieces)) == _words(text), markdown
    assert _page(markdown) == _words(text), markdown
    assert all(piece.level == 0 for piece in reading.pieces)


@settings(max_examples=200, deadline=None)
@given(st.text("ab #{}*_\\", min_size=1, max_size=20).filter(str.strip))
def test_headings_keep_their_words(text: str) -> None:
    reading = reader.read(md.heading(2, md.escaped(text)) + "\n", Dialect.CONVERTED)
    assert [(piece.level, piece.title) for piece in reading.pieces] == [(2, _words(text))]


def test_code_tables_and_links() -> None:
    writer = Writer()
    writer.add(md.heading(1, "Costs", "costs of 2020"))
    writer.add(md.table([["a|b", "c"], ["1"]]))
    writer.add(md.code_block("```\nx\n```", "py"))
    writer.add(md.link("the [one", "a (b).html"))
    reading = reader.read(writer.text, Dialect.CONVERTED)
    assert reading.pieces[0].anchor == "costs-of-2020"
    assert reading.pieces[0].prose.split("\n")[0] == "a|b | c"
    assert reading.pieces[0].code == "```\nx\n```"
    assert [(link.target, link.text) for link in reading.links] == [("a (b).html", "the [one")]


def test_places_follow_the_lines_of_the_text() -> None:
    writer = Writer()
    writer.at(PlaceKind.PAGE, 1, label="i")
    writer.add("one\ntwo")
    writer.at(PlaceKind.PAGE, 2, label="ii")
    writer.add("three")
    assert writer.text == "one\ntwo\n\nthree\n"
    assert place_at(writer.places, (1, 2)) == FilePlace(PlaceKind.PAGE, 1, 1, "i")
    found = place_at(writer.places, (2, 4))
    assert found is not None
    assert found.words == "page i–ii".replace("page", "pages")
    rows = [Place(1, PlaceKind.SHEET, 1, 1, "Costs!A:F"), Place(5, PlaceKind.SHEET, 2, 40, "Costs!A:F", rises=True)]
    found = place_at(rows, (6, 8))
    assert found is not None
    assert found.words == "Costs!A3:F5"
    found = place_at(rows, (1, 60))
    assert found is not None
    assert found.words == "Costs!A1:F40"
    assert place_at([], (1, 2)) is None
