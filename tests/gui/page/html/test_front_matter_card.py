"""The card of a document's front matter."""

from __future__ import annotations

from bookwheel.domain.page import Property
from bookwheel.gui.page.html.front_matter_card import render_card


def test_telling_properties_stand_open_and_machinery_is_folded():
    html = render_card(
        (Property("status", ("draft",)), Property("sidebar_position", ("3",)), Property("weight", ("1",)))
    )
    assert html.index("draft") < html.index("<details>") < html.index("Sidebar position")
    assert "2 more properties" in html


def test_a_page_without_properties_has_no_card():
    assert render_card(()) == ""


def test_long_values_are_folded_and_nothing_they_say_is_markup():
    html = render_card((Property("review-notes", ("<b>word</b> " * 40,)),))
    assert "<dd><details><summary>" in html and "Review notes" in html
    assert "<b>" not in html


def test_a_single_last_property_is_not_folded_alone():
    html = render_card(tuple(Property(name, ("x",)) for name in ("a", "b", "c", "d", "e")))
    assert "<details>" not in html


def test_a_message_names_its_sender_once_and_says_when_as_people_do():
    html = render_card(
        (
            Property("author", ("Ada Moreau",)),
            Property("from", ("Ada Moreau <ada@orchard.example>",)),
            Property("date", ("2026-05-05T08:02:00+02:00",)),
            Property("published", ("2023-04-21T00:00:00.000Z",)),
        )
    )
    assert "Author" not in html and html.count("Ada Moreau") == 1
    assert "2026-05-05 08:02 (UTC+02:00)" in html and "<bdi>2023-04-21</bdi>" in html
