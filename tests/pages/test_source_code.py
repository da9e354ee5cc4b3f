"""Source code as a page."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect
from bookwheel.domain.formats import Form
from bookwheel.pages.dense_lines import MOST_LINES, short_lines
from bookwheel.pages.render import Heading, Target, render
from bookwheel.pages.source_code import SET_ANEW, SET_ANEW_IN_PART
from bookwheel.pages.types import Mark, Rendered
from tests.pages.rendering import Elements

HEADINGS = (Heading("top", "a.py", 0, 1), Heading("A", "class A", 1, 2), Heading("A.b", "A.b()", 2, 3))


def page(text: str, name: str = "a.py", mark: Mark | None = None) -> Rendered:
    return render(
        text,
        format=Form.CODE,
        dialect=Dialect.CONVERTED,
        first_line=1,
        headings=HEADINGS,
        resolve=lambda _href, _kind: Target("", "broken"),
        embed=lambda _name: None,
        mark=mark,
        name=name,
    )


def test_lines_have_numbers_colours_and_anchors() -> None:
    html = page('"""One\ntwo."""\nclass A:\n    def b(self): pass\n').html
    assert 'data-line="4"' in html
    assert html.count('class="line"') == 4
    assert 'id="A.b"' in html
    assert html.count('id="top"') == 1
    assert '<span class="k">class</span>' in html
    assert html.count('<span class="sd">') == 2  # opened on each line


def test_nothing_of_the_source_becomes_html() -> None:
    html = page("<script>alert(1)</script>\n<b id=x>", "a.nothing").html
    assert "<script" not in html
    assert "<b" not in html
    assert "&lt;script&gt;" in html


def test_matches_are_marked_across_colours() -> None:
    made = page("class Reader: pass\n", mark=lambda text: [(text.index("Reader"), text.index("Reader") + 6)])
    assert made.hits == 1
    assert '<mark class="hit">Reader</mark>' in made.html


def test_long_lines_and_large_files_are_plain() -> None:
    assert 'class="k"' not in page("class A: pass # " + "x" * 3000).html
    assert 'class="k"' not in page("class A: pass\n" * 40_000).html


RECORDS = [{"id": number, "name": f"name {number}", "at": {"city": "Wien", "n": [1, {}]}} for number in range(60)]


def test_json_in_one_line_is_set_in_short_ones_with_a_notice() -> None:
    html = page('{"a": "x",\n' + json.dumps({"users": RECORDS})[1:], "a.json").html
    found = Elements(html)
    numbers = [one["data-line"] for one in found.of("span") if one.get("class") == "line"]
    assert numbers[0] == "1" and numbers.count("2") == 1 and numbers.count("") > 60
    assert SET_ANEW in found.words and found.of("pre")[0]["data-language"] == "json"
    assert found.ids() == ["top", "A", "A.b"]


def test_json_that_can_be_read_stays_as_it_is() -> None:
    text = json.dumps(RECORDS, indent=2)
    found = Elements(page(text, "a.json").html)
    assert [one["data-line"] for one in found.of("span") if "data-line" in one] == [
        str(number) for number in range(1, text.count("\n") + 2)
    ]
    assert SET_ANEW not in found.words


def test_very_much_json_is_set_anew_in_part_and_all_of_it_is_there() -> None:
    text = "[" + ",".join('["a","' + "b" * 500 + '"]' for _ in range(MOST_LINES)) + "]"
    lines, numbers, is_whole = short_lines(text, 1)
    assert not is_whole and len(lines) == len(numbers) == MOST_LINES + 1
    assert "".join(line.strip() for line in lines) == text
    assert SET_ANEW_IN_PART in page(text, "a.json").html


def test_xml_in_one_line_is_set_in_short_ones() -> None:
    text = (
        '<?xml version="1.0"?><rss><channel><title>A &amp; b</title><item><a/><p>x<b>y</b>z</p></item></channel></rss>'
    )
    lines, _, is_whole = short_lines(text, 1, "xml")
    assert is_whole and lines == [
        '<?xml version="1.0"?>',
        "<rss>",
        "  <channel>",
        "    <title>A &amp; b</title>",
        "    <item>",
        "      <a/>",
        "      <p>x<b>y</b>",
        "        z</p>",
        "    </item>",
        "  </channel>",
        "</rss>",
    ]
    assert SET_ANEW in page(text.replace("<item>", "<item>" + "<i>1</i>" * 100), "a.xml").html


@given(st.sampled_from(("json", "xml")), st.text(alphabet='{}[],:"\\ \n\tab1<>/!-', max_size=200))
def test_nothing_but_white_space_changes_in_any_text(language: str, text: str) -> None:
    lines, numbers, _ = short_lines(text, 1, language)
    assert len(lines) == len(numbers)
    assert "".join("".join(lines).split()) == "".join(text.split())
