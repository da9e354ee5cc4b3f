"""What frames a document on its page: one title, and nothing said twice."""

from __future__ import annotations

from bookwheel.domain.page import PageAnswer, Property
from bookwheel.gui.page.html.page_template import render_page


def render(body: str, title: str = "Garden diary", properties: tuple[Property, ...] = ()) -> str:
    answer = PageAnswer("a/b.md", title, body, (), (), "", "en", False, 3, 1, "", "", 0, 1, properties)
    return render_page(answer, is_dark=False).decode()


def test_the_document_s_own_heading_is_its_title() -> None:
    html = render("<h1>Garden</h1><p>Words.</p>")
    assert html.count("<h1") == 1 and "<h1>Garden</h1>" in html


def test_of_several_first_headings_none_takes_the_place_of_the_title() -> None:
    html = render("<h1>Quince</h1><p>Words.</p><h1>Potatoes</h1>")
    assert html.index("<h1>Garden diary</h1>") < html.index("<h1>Quince</h1>") < html.index("<h1>Potatoes</h1>")


def test_a_description_that_stands_on_the_page_is_not_in_the_card_as_well() -> None:
    said = Property("description", ("A wheel & a desk",))
    assert render("<p>A wheel &amp;\na desk</p>", properties=(said,)).count("a desk") == 1
    assert "Description" in render("<p>Other words</p>", properties=(said,))
