"""The reader's commands lead from the place shown to others in the same document, and keep what both have."""

from __future__ import annotations

from bookwheel.domain.document import TOP
from bookwheel.gui.page.destinations import at_section, source_of, text_of
from bookwheel.gui.state.locations import Location

_HERE = Location("notes/a.pdf", anchor="old", scroll=40.0, query="wheel", title="A", place="page=3")


def test_another_view_opens_at_the_section_that_is_read():
    assert at_section(_HERE, "new") == Location("notes/a.pdf", anchor="new", query="wheel", title="A")


def test_above_all_sections_the_place_in_the_file_stays():
    assert at_section(_HERE, TOP) == Location("notes/a.pdf", query="wheel", title="A", place="page=3")


def test_the_source_opens_without_hits_and_leads_back():
    source = source_of(_HERE, "new")
    assert source.is_source and not source.query
    assert not source_of(source, "new").is_source


def test_the_text_of_pages_is_no_source():
    text = text_of(source_of(_HERE, "new"), "new", is_text=True)
    assert text.is_text and not text.is_source
