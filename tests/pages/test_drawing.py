"""Canvases and drawings as SVG: what is clickable in it, and that it holds nothing but what we draw."""

from __future__ import annotations

import re

import pytest

from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.domain.drawings import Drawing, Shape, ShapeKind
from bookwheel.pages.drawing import MOST_NOTES, MOST_SET, drawing_html
from bookwheel.pages.render import Heading, Target, render
from tests.pages.rendering import Elements, resolve

HOSTILE = '"><script>alert(1)</script><img src=x onerror="alert(1)">'


def drawn(*shapes: Shape, is_sketch: bool = False, embed: object = None) -> str:
    notes = embed if callable(embed) else lambda _name: None
    return drawing_html(Drawing(shapes, 900, 500, is_sketch), "seal ", resolve, notes, "Board")


def card(text: str, **more: object) -> Shape:
    return Shape(ShapeKind.CARD, 10, 10, 300, 200, text, **more)  # type: ignore[arg-type]


def test_a_card_is_set_as_markdown_and_leads_to_its_words():
    shown = drawn(card("# Title\n\nfirst *line*\nsecond", anchor="title"))
    assert '<a class="card" href="#title">' in shown and "<em>line</em><br>" in shown
    assert "<h1" not in shown and "card-heading level-1" in shown


def test_links_within_a_card_stay_clickable():
    shown = Elements(drawn(card("See [x](page.md)", anchor="title")))
    assert [link["href"] for link in shown.of("a")] == ["bookwheel://doc/docs/page.md"]


def test_a_card_of_a_document_shows_what_it_says():
    shown = drawn(card("[b](/b.md)", note="b.md"), embed=lambda name: f"About *{name}*.")
    assert '<div class="card-name">' in shown and "<em>b.md</em>" in shown and "bookwheel://doc/docs//b.md" in shown


def test_documents_on_cards_are_bounded():
    asked: list[str] = []
    cards = [card(str(number), note=f"{number}.md") for number in range(MOST_NOTES + 9)]
    drawn(*cards, embed=lambda name: asked.append(name) or "words")
    assert len(asked) == MOST_NOTES


def test_a_sheet_of_very_many_cards_has_words_alone():
    shown = drawn(*[card(f"**c{number}** [x](y.md) <b>", anchor=f"c{number}") for number in range(MOST_SET + 1)])
    assert "<strong>" not in shown and "c7 x &lt;b" in shown and 'href="#c7"' in shown and "board many" in shown


@pytest.mark.parametrize("kind", list(ShapeKind))
@pytest.mark.parametrize("is_sketch", [True, False])
def test_nothing_that_a_file_says_becomes_markup(kind: ShapeKind, is_sketch: bool):
    shape = Shape(
        kind, 1, 2, 3, 4, HOSTILE, note=HOSTILE, href=HOSTILE, anchor=HOSTILE, stroke=HOSTILE, fill=HOSTILE,
        align=HOSTILE, points=((0, 0), (1, 1)), has_head=True, has_tail=True, angle=5,
    )  # fmt: skip
    page = Elements(drawn(shape, is_sketch=is_sketch))
    assert not {"script", "style", "iframe"} & {name for name, _ in page.found}
    assert not [name for _, attributes in page.found for name in attributes if name.startswith("on") or name == "style"]
    assert all(image["src"].startswith("bookwheel://asset/") for image in page.of("img"))


def test_addresses_lead_where_the_collection_says_and_nowhere_else():
    def nowhere(href: str, _kind: LinkKind) -> Target:
        return Target("", "broken")

    shape = Shape(ShapeKind.ELLIPSE, 0, 0, 9, 9, href="javascript:alert(1)", stroke="red")
    shown = drawing_html(Drawing((shape,), 9, 9, True), "s ", nowhere, lambda _name: None, "x")
    assert "<a" not in shown and "javascript" not in shown
    assert 'href="bookwheel://doc/docs/Desk"' in drawn(Shape(ShapeKind.ELLIPSE, 0, 0, 9, 9, href="Desk"))


def test_pictures_come_from_the_collection_or_the_drawing():
    def address(note: str) -> list[str]:
        page = Elements(drawn(Shape(ShapeKind.PICTURE, 0, 0, 9, 9, note=note), is_sketch=True))
        return [attributes["href"] for attributes in page.of("image")]

    assert address("plan.png") == ["bookwheel://asset/docs/a.md?href=plan.png"]
    assert address("data:image/png;base64,AAAA") == ["data:image/png;base64,AAAA"]
    assert address("https://example.org/a.png") == address("") == []


def test_a_drawing_without_shapes_leaves_the_words_alone():
    assert drawn() == ""


def test_the_page_has_the_picture_above_its_words_and_counts_hits_in_these():
    text = "## One\n\nwheel\n"
    answer = render(
        text, format="markdown", dialect=Dialect.CONVERTED, first_line=1, headings=[Heading("one", "One", 2, 1)],
        resolve=resolve, embed=lambda _name: None, name="Board.canvas", kind="canvas",
        mark=lambda words: [found.span() for found in re.finditer("wheel", words)],
        drawing=Drawing((card("wheel", anchor="one"),), 9, 9),
    )  # fmt: skip
    assert answer.hits == 1 and answer.html.startswith('<figure class="board">')
    assert answer.html.count('id="one"') == 1 and 'aria-label="Board.canvas"' in answer.html
