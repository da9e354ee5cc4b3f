"""Several places of a long section, where its matches lie far apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.search import Hit, Mode, SearchRequest
from tests.library.conftest import Shelf

FILLER = "Nothing of note happens in this line of the page, which only makes it long.\n\n" * 20


@pytest.fixture
def page(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Path:
    text = (
        f"# Log\n\nThe valve of the pump leaks.\n\n{FILLER}A valve was ordered.\n\n{FILLER}"
        f"The pump and its valve were tried again.\n\n{FILLER}The pump ran.\n\n## Short\n\nA valve, a pump, a valve.\n"
    )
    written = write(shelf.add("notes"), "log.md", text)
    shelf.index()
    return written


def hits(shelf: Shelf, query: str, **fields: object) -> dict[str, Hit]:
    answer = shelf.library.search(SearchRequest(query, Mode.KEYWORD, **fields))  # type: ignore[arg-type]
    return {hit.section.partition("#")[2]: hit for hit in answer.hits}


def test_one_snippet_is_the_usual(shelf: Shelf, page: Path):
    assert all(hit.further == () for hit in hits(shelf, "pump valve").values())


def test_places_far_apart_come_in_their_order_with_their_own_lines(shelf: Shelf, page: Path):
    lines = page.read_text("utf-8").split("\n")
    found = hits(shelf, "pump valve", snippets=3)
    log = found["log"]
    assert len(log.further) == 2 and found["short"].further == ()
    for part, words in zip(log.further, ("valve was ordered", "pump and its valve"), strict=True):
        assert words in part.snippet and part.line is not None and words.split()[-1] in lines[part.line - 1]
        assert {part.snippet[start:end].lower() for start, end in part.spans} <= {"pump", "valve"} and part.spans
    assert "valve of the pump" in log.snippet
    assert [part.line for part in log.further] == sorted(part.line or 0 for part in log.further)
    assert not any(log.snippet == part.snippet for part in log.further)


def test_a_place_at_the_end_of_the_text_has_its_line(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    text = f"# Log\n\nA zanzibar.\n\n{FILLER}Another zanzibar.\n"
    write(shelf.add("notes"), "log.md", text)
    shelf.index()
    (part,) = hits(shelf, "zanzibar", snippets=3)["log"].further
    assert part.line == 1 + text[: text.index("Another")].count("\n")


def test_there_are_as_many_as_are_asked_for_at_most(shelf: Shelf, page: Path):
    assert len(hits(shelf, "pump valve", snippets=2)["log"].further) == 1
    assert len(hits(shelf, "pump valve", snippets=99)["log"].further) == 2
    assert hits(shelf, "pump valve", snippets=0)["log"].further == ()


def test_a_place_with_fewer_of_the_words_does_not_count(shelf: Shelf, page: Path):
    log = hits(shelf, "valve pump leaks happens ordered tried", snippets=3)["log"]
    assert all("The pump ran" not in part.snippet for part in log.further)


def test_a_section_without_the_words_has_no_further_place(shelf: Shelf, page: Path):
    assert all(hit.further == () for hit in hits(shelf, "tag:none", snippets=3).values())
    assert all(hit.further == () for hit in hits(shelf, "path:log.md", snippets=3).values())
