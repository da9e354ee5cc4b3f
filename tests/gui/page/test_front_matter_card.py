"""The card of a document's front matter."""

from __future__ import annotations

from bookwheel.domain.page import Property
from bookwheel.gui.page.front_matter_card import render_card


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
