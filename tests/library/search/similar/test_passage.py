"""What a request's passage is: documents, sections by anchor or heading, lines, and texts from anywhere."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.search import EVERYTHING, Mode, Scope, SearchRequest
from bookwheel.library.search.similar.passage import Passage, find_passage
from bookwheel.library.snapshot.snapshot import Snapshot
from tests.library.conftest import Shelf

PAGES = {
    "wheel.md": "# Wheels\n\nA wheel turns on its axle.\n\n## Spokes\n\nSpokes hold the rim.\n\nThey are of ash.\n\n"
    "## Parts\n\n### Hub\n\nThe hub holds the axle.\n",
    "my notes.md": "# Notes\n\nAll kinds of things.\n",
}


@pytest.fixture
def snapshot(shelf: Shelf) -> Snapshot:
    shelf.fill("notes", PAGES)
    shelf.fill("secret", {"plan.md": "# Plan\n\nNobody knows.\n"})
    shelf.index()
    return shelf.seen()


def passage(snapshot: Snapshot, like: str, taken_from: str = "", scope: Scope = EVERYTHING) -> Passage:
    found = find_passage(SearchRequest("", like=like, like_from=taken_from), scope, snapshot)
    assert found is not None
    return found


def anchors(snapshot: Snapshot, found: Passage) -> list[str]:
    return [row.anchor for row in snapshot.catalogue.section_rows(found.sections).values()]


def test_a_document_is_all_of_its_sections(snapshot: Snapshot):
    for like in ("notes/wheel.md", "bookwheel://doc/notes/wheel.md", " notes/wheel.md\n"):
        found = passage(snapshot, like)
        assert found.is_whole and anchors(snapshot, found) == ["wheels", "spokes", "parts", "hub"]
        assert "A wheel turns" in found.text and "The hub holds" in found.text
    assert passage(snapshot, "notes/my notes.md").is_whole


def test_a_section_is_named_by_anchor_or_heading(snapshot: Snapshot):
    for like in ("notes/wheel.md#spokes", "notes/wheel.md#Spokes", "bookwheel://doc/notes/wheel.md#spokes"):
        found = passage(snapshot, like)
        assert found.is_whole and anchors(snapshot, found) == ["spokes"]
        assert "Spokes hold the rim." in found.text and "hub" not in found.text


def test_a_bare_heading_speaks_for_what_is_below_it(snapshot: Snapshot):
    found = passage(snapshot, "notes/wheel.md#parts")
    assert anchors(snapshot, found) == ["parts", "hub"] and "The hub holds" in found.text


def test_lines_are_a_text_of_the_sections_that_hold_them(snapshot: Snapshot):
    found = passage(snapshot, "notes/wheel.md:7-9")
    assert found.text == "Spokes hold the rim.\n\nThey are of ash." and not found.is_whole
    assert anchors(snapshot, found) == ["spokes"]
    assert passage(snapshot, "notes/wheel.md:3").text == "A wheel turns on its axle."


@pytest.mark.parametrize(
    "like", ["notes/wheel.md:2-2", "notes/wheel.md:900-901", "notes/wheel.md:9-7", "notes/wheel.md:0"]
)
def test_lines_without_text_are_refused(snapshot: Snapshot, like: str):
    with pytest.raises(BadRequest, match="no text in lines"):
        passage(snapshot, like)


@pytest.mark.parametrize("like", ["how a rim is held", "rim: 12", "see wheel.md, below", "a\nb/c.md", "Wheels"])
def test_anything_else_is_a_text(snapshot: Snapshot, like: str):
    assert passage(snapshot, like) == Passage(like)


def test_a_text_may_say_where_it_was_taken_from(snapshot: Snapshot):
    found = passage(snapshot, "They are of ash.", "notes/wheel.md#spokes")
    assert (found.text, found.is_whole) == ("They are of ash.", False) and anchors(snapshot, found) == ["spokes"]
    assert passage(snapshot, "They are of ash.", "notes/gone.md#spokes") == Passage("They are of ash.")


@pytest.mark.parametrize("like", ["notes/weel.md", "weel.md", "bookwheel://doc/notes/weel.md", "notes/weel.md:3"])
def test_a_document_that_is_not_there_names_near_ones(snapshot: Snapshot, like: str):
    with pytest.raises(NotFound) as error:
        passage(snapshot, like)
    assert error.value.did_you_mean == ("notes/wheel.md",) or list(error.value.did_you_mean) == ["notes/wheel.md"]


def test_a_section_that_is_not_there_names_near_ones(snapshot: Snapshot):
    with pytest.raises(NotFound) as error:
        passage(snapshot, "notes/wheel.md#spoke")
    assert "notes/wheel.md#spokes" in error.value.did_you_mean


def test_what_the_scope_hides_is_not_there(shelf: Shelf, snapshot: Snapshot):
    scope = Scope(("notes",))
    seen = shelf.library.seen(scope)
    assert seen is not None
    with pytest.raises(NotFound) as error:
        passage(seen, "secret/plan.md", scope=scope)
    assert not error.value.did_you_mean
    assert passage(seen, "Nobody knows.", "secret/plan.md", scope) == Passage("Nobody knows.")


@pytest.mark.parametrize("mode", [Mode.GRAPH, Mode.LITERAL])
def test_modes_that_compare_nothing_are_refused(snapshot: Snapshot, mode: Mode):
    with pytest.raises(BadRequest, match="auto, keyword, semantic, hybrid"):
        find_passage(SearchRequest("", mode, like="notes/wheel.md"), EVERYTHING, snapshot)
    assert find_passage(SearchRequest("", mode, like=" "), EVERYTHING, snapshot) is None
