"""Evidence for a question: whole sections and facts, never more than asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel import wire
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.graph import ContextAnswer, ContextRequest
from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.library.library import Library
from tests.library.conftest import Shelf

PARAGRAPH = "The bookwheel turns slowly so that a reader keeps many folios open. "
LONG = "# Long history\n\n" + "\n\n".join(f"{number}. {PARAGRAPH * 3}" for number in range(120)) + "\n"
ONE = """---
title: Bookwheel
tags: [desk]
supersedes: two.md
---
# Bookwheel

A bookwheel keeps many folios open; see [its gears](gears.md).

## Use

Readers of folios turned the bookwheel by hand.
"""
TWO = "# Reading desk\n\nA desk for folios before the bookwheel; see [wood](wood.md).\n"
GEARS = (
    "---\ntags: [desk]\n---\n# Gears\n\nEpicyclic gears keep each folio of the bookwheel level. See [wood](wood.md).\n"
)
SAME = "# Copy of gears\n\nEpicyclic gears keep each folio of the bookwheel level. See [wood](wood.md).\n"
STUB = "# Folio\n\n## Sizes\n\nA folio of a bookwheel is folded once.\n"
SECRET = "# Hidden bookwheel\n\nThe folios of the bookwheel: xyzzyplan. See [gears](../notes/gears.md).\n"


@pytest.fixture
def library(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Library:
    notes = shelf.add("notes")
    texts = {"one": ONE, "two": TWO, "gears": GEARS, "same": SAME, "stub": STUB, "wood": "# Wood\n\nAsh and oak.\n"}
    for name, text in texts.items():
        write(notes, f"{name}.md", text)
    write(shelf.add("long"), "history.md", LONG)
    write(shelf.add("secret"), "plan.md", SECRET)
    shelf.index()
    library = shelf.library
    library.graphs.refresh()
    library.graphs.wait()
    return library


def asked(library: Library, scope: Scope = EVERYTHING, budget: int = 4000, depth: int = 1) -> ContextAnswer:
    return library.context(ContextRequest("bookwheel folios", budget, depth), scope)


def size(answer: ContextAnswer) -> int:
    return -(-len(msgspec.json.encode(wire.compact(answer)).decode()) // 4)


NOTES = Scope(("notes",))


def test_passages_are_whole_sections_with_their_lines(library: Library):
    answer = asked(library, NOTES)
    passages = {passage.section: passage for passage in answer.passages}
    use = passages["notes/one.md#use"]
    assert use.text == "## Use\n\nReaders of folios turned the bookwheel by hand."
    assert (use.lines, use.uri, use.is_cut) == ((10, 12), "bookwheel://doc/notes/one.md#use", False)
    assert [one.score for one in answer.passages] == sorted((one.score for one in answer.passages), reverse=True)


def test_the_same_text_comes_once(library: Library):
    answer = asked(library, NOTES)
    docs = [passage.doc for passage in answer.passages]
    assert ("notes/gears.md" in docs) + ("notes/same.md" in docs) == 1
    joined = "\n".join(passage.text for passage in answer.passages)
    assert joined.count("## Sizes") == joined.count("Readers of folios") == 1


def test_a_long_section_gives_whole_passages_with_their_lines_in_its_order(library: Library):
    answer = asked(library, Scope(("long",)), 600)
    lines = LONG.split("\n")
    for passage in answer.passages:
        first, last = passage.lines
        assert "\n".join(lines[first - 1 : last]).rstrip() == passage.text
    assert [one.lines for one in answer.passages] == sorted(one.lines for one in answer.passages)
    assert 450 < answer.tokens <= 600


def test_one_long_section_leaves_room_for_others(library: Library):
    answer = asked(library, EVERYTHING, 1500)
    assert len({passage.doc for passage in answer.passages}) > 1


def test_a_passage_says_its_document_and_title_once(library: Library):
    told = wire.compact(asked(library, Scope(("long",)), 600))["passages"]
    assert isinstance(told, list) and all(set(row) >= {"section", "doc", "lines", "text", "score"} for row in told)
    assert [("title" in row) for row in told] == [True, *(False for _ in told[1:])]
    assert not any({"uri", "is_cut"} & set(row) for row in told)


def test_facts_are_sentences_with_their_evidence(library: Library):
    facts = {fact.sentence: fact for fact in asked(library, NOTES).facts}
    assert "“Bookwheel” supersedes “Reading desk” (line 4)." in facts
    link = next(fact for sentence, fact in facts.items() if sentence.startswith("“Bookwheel” links to “Gears”"))
    assert (link.section, link.line) == ("notes/one.md#bookwheel", 8)
    assert "“Bookwheel” has the tag desk." in facts
    assert any(
        "and" in one and "link to “Wood”" in one for one in (f.sentence for f in asked(library, NOTES, depth=2).facts)
    )
    assert asked(library, NOTES, depth=0).facts == ()


def test_facts_under_a_filter_name_no_document_outside_it(library: Library):
    names = ("Bookwheel", "Reading desk", "Gears", "Copy of gears", "Wood")
    for filter, inside in (
        (Filter("tag", ("desk",)), {"Bookwheel", "Gears"}),
        (Filter("path", ("two.md",), True), {"Bookwheel", "Gears", "Copy of gears", "Wood"}),
        (Filter("path", ("wood.md",), True), {"Bookwheel", "Reading desk", "Gears", "Copy of gears"}),
    ):
        answer = library.context(ContextRequest("bookwheel folios", 4000, 2, (filter,)), NOTES)
        told = " ".join(fact.sentence for fact in answer.facts)
        assert "“Bookwheel” links to “Gears”" in told
        assert {name for name in names if f"“{name}”" in told} <= inside


def test_a_way_that_leads_outside_the_filter_is_not_told(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    notes = shelf.add("notes")
    write(notes, "a.md", "---\ntags: [in]\n---\n# Alpha zebra zebra\n\nA zebra. See [middle](m.md).\n")
    write(notes, "b.md", "---\ntags: [in]\n---\n# Beta\n\nAnother zebra. See [middle](m.md).\n")
    write(notes, "m.md", "# Middle\n\nNothing.\n")
    shelf.index()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    facts = shelf.library.context(ContextRequest("zebra", depth=2, filters=(Filter("tag", ("in",)),))).facts
    assert facts and not any("Middle" in fact.sentence for fact in facts)


def test_the_way_that_joins_two_documents_is_told(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    notes = shelf.add("notes")
    write(notes, "a.md", "# Alpha zebra zebra\n\nA zebra. See [middle](m.md).\n")
    write(notes, "b.md", "# Beta\n\nAnother zebra. See [middle](m.md).\n")
    write(notes, "m.md", "# Middle\n\nNothing.\n")
    shelf.index()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    facts = [fact.sentence for fact in shelf.library.context(ContextRequest("zebra")).facts]
    assert "“Alpha zebra zebra” links to “Middle” (line 3); “Beta” links to “Middle” (line 3)." in facts


@given(
    st.integers(200, 4000),
    st.integers(0, 2),
    st.sampled_from(
        ["bookwheel", 'folios "of the"', "x" * 3000, "wheel \u202e\x07 ☃" * 40, "nothinghere", "gears wood"]
    ),
)
def test_the_budget_is_never_exceeded(library: Library, budget: int, depth: int, question: str):
    answer = library.context(ContextRequest(question, budget, depth))
    assert size(answer) <= budget
    assert abs(answer.tokens - size(answer)) <= 1
    for passage in answer.passages:
        assert passage.lines[1] - passage.lines[0] == passage.text.count("\n")


def test_a_narrow_scope_shows_nothing_of_the_rest(library: Library):
    shown = repr(asked(library, NOTES, 8000, 2)).lower()
    assert "secret" not in shown and "xyzzyplan" not in shown and "hidden" not in shown
    assert "xyzzyplan" in repr(asked(library, EVERYTHING, 8000)).lower()


@pytest.mark.parametrize("request_", [ContextRequest(" "), ContextRequest("x", 100), ContextRequest("x", 4000, 3)])
def test_what_is_out_of_range_is_refused(library: Library, request_: ContextRequest):
    with pytest.raises(BadRequest):
        library.context(request_)


def test_an_empty_library_and_an_empty_answer_say_so(library: Library, tmp_path: Path):
    answer = library.context(ContextRequest("qqqzzzqqq"))
    assert answer.passages == ()
    assert any("Nothing was found" in notice for notice in answer.notices)


def test_of_a_long_text_without_headings_the_passages_come_that_bear_on_the_question(
    shelf: Shelf, write: Callable[[Path, str, str], Path]
):
    root = shelf.add("flat")
    lines = [
        f"On day {number} the ship made {number % 30} miles with a fair wind, and all were well."
        for number in range(4000)
    ]
    lines[2717] = "Here the cook, Mr. Öttinger, found the missing sextant in a barrel of flour."
    write(root, "log.txt", "\n".join(lines))
    shelf.index()
    answer = shelf.library.context(ContextRequest("who found the missing sextant?", 600, 0))
    assert "sextant in a barrel of flour" in answer.passages[0].text
    assert answer.tokens <= 600
    for passage in answer.passages:
        first, last = passage.lines
        assert passage.text in "\n".join(lines[first - 1 : last])
        assert last - first == passage.text.count("\n")


def test_a_question_that_asks_when_gets_the_days_first(library: Library, shelf: Shelf, write: Callable[..., Path]):
    folder = shelf.paths.root.parent / "notes"
    write(
        folder,
        "fair.md",
        "---\nauthor: Ada\nevent_date: 2024-05-03\ntags: [desk]\n---\n# Folio fair\n\nA fair of folios.\n",
    )
    shelf.index()
    library.graphs.refresh()
    library.graphs.wait()
    facts = library.context(ContextRequest("When was the Folio fair?"), EVERYTHING).facts
    assert (facts[0].sentence, facts[0].line) == ("“Folio fair” has the event_date 2024-05-03.", 3)
    assert facts[0].section.startswith("notes/fair.md#") and len(facts) > 1
    other = library.context(ContextRequest("Where was the Folio fair?"), EVERYTHING).facts
    assert "2024" not in " ".join(fact.sentence for fact in other)
