"""Slides, cells, messages and chapters stand apart on the page, in the way of their kind."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.document import Dialect
from bookwheel.pages.render import Heading, Piece, Target, render
from tests.pages.rendering import Elements


def page(text: str, pieces: Sequence[Piece], headings: Sequence[Heading] = ()) -> str:
    return render(
        text,
        format="markdown",
        dialect=Dialect.CONVERTED,
        first_line=1,
        headings=headings,
        resolve=lambda href, _kind: Target(f"bookwheel://doc/a/b{href}", "resolved"),
        embed=lambda _name: None,
        mark=None,
        pieces=pieces,
    ).html


def test_each_slide_is_a_card_with_its_number_and_its_notes() -> None:
    text = "# First\n\nWords.\n\n## Second\n\n- a\n- b\n\n> **Notes**\n>\n> Say this.\n"
    headings = [Heading("first", "First", 1, 1), Heading("second", "Second", 2, 5)]
    found = Elements(page(text, [Piece(1, "slide", 1), Piece(5, "slide", 2)], headings))
    assert found.of("section") == [{"class": "slide", "data-number": "1"}, {"class": "slide", "data-number": "2"}]
    assert found.of("blockquote") == [{"class": "notes"}] and found.ids() == ["first", "second"]


def test_a_quote_on_a_slide_is_no_note() -> None:
    assert Elements(page("## One\n\n> Words.\n", [Piece(1, "slide", 1)])).of("blockquote") == [{}]


def test_a_cell_of_code_is_apart_from_its_outputs_and_its_errors_are_marked() -> None:
    text = "## Text\n\n```python\n1 / 0\n```\n\n```output\n1\n```\n\n```error\nno\n```\n\nAfter.\n"
    pieces = [Piece(1, "cell", 1), Piece(3, "cell", 2, "In [7]"), Piece(15, "cell", 3)]
    html = page(text, pieces)
    found = Elements(html)
    assert found.of("section") == [{"class": "cell"}]
    divs = found.of("div")
    assert [one["class"] for one in divs] == ["cell-in", "code", "cell-out", "code", "code error"]
    assert divs[0]["data-count"] == divs[2]["data-count"] == "7" and divs[1]["data-language"] == "python"
    assert html.rstrip().endswith("<p>After.</p>")


def test_a_cell_that_was_not_run_has_no_number_and_no_outputs() -> None:
    anchor = Heading("top", "", 0, 1)
    found = Elements(page("```python\nx\n```\n", [Piece(1, "cell", 1, "In [ ]")], [anchor]))
    assert found.of("div")[0] == {"class": "cell-in", "data-count": " "} and len(found.of("div")) == 2


def test_a_message_shows_its_headers_line_by_line_and_how_deep_it_answers() -> None:
    first = "## A\n\n**From:** Ada · **To:** Bob\n\nHi.\n\n"
    text = first + "### Re: A\n\n**From:** Bob · **In reply to:** [Ada](#x)\n\nYes.\n"
    html = page(text, [Piece(1, "message", 1), Piece(7, "message", 2)])
    found = Elements(html)
    assert [one["data-depth"] for one in found.of("section")] == ["0", "1"]
    assert html.count('<p class="mail-head">') == 2 and "Ada<br>" in html and found.of("a")


def test_chapters_lead_to_those_around_them() -> None:
    one, two = Heading("one", "One & only", 1, 1), Heading("two", "Two", 1, 5)
    text = "# One & only\n\nWords.\n\n# Two\n\nMore.\n"
    html = page(text, [Piece(1, "chapter", 1, after=two), Piece(5, "chapter", 2, before=one)], [one, two])
    links = Elements(html).of("a")
    assert [link["class"] for link in links] == ["next", "prev"]
    assert "One &amp; only</a>" in html and html.count("<section") == html.count("</section>") == 2


def test_what_stands_before_the_first_piece_and_footnotes_stay_outside() -> None:
    html = page("Before.[^a]\n\n## One\n\nWords.\n\n[^a]: A note.\n", [Piece(3, "slide", 1)])
    assert html.index("Before.") < html.index("<section") and html.index("</section>") < html.index("A note.")


def test_pages_and_times_stand_beside_what_begins_there() -> None:
    html = page("# One\n\nWords.\n\nMore.\n", [Piece(1, "page", 1, "iv"), Piece(5, "time", 65_000, "0:01:05")])
    marks = [one for one in Elements(html).of("span") if "data-mark" in one]
    assert marks == [{"class": "page-mark", "data-mark": "iv"}, {"class": "time-mark", "data-mark": "0:01:05"}]
    assert html.index("0:01:05") < html.index("More.") and "<section" not in html


def test_a_time_stands_below_the_heading_that_begins_there() -> None:
    html = page("## 0:05:00\n\nWords.\n", [Piece(1, "time", 312_000, "0:05:12")])
    assert html.index("0:05:00</h2>") < html.index('data-mark="0:05:12"') < html.index("Words.")
