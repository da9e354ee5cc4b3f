"""Source code as a page."""

from __future__ import annotations

from bookwheel.domain.document import Dialect
from bookwheel.domain.formats import Form
from bookwheel.pages.render import Heading, Target, render
from bookwheel.pages.types import Mark, Rendered

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
