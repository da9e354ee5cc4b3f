"""Literal searches: the text as it is written, with lines, ranked, within scope and filters, and always in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.diagnostics import AbsenceRequest
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import EVERYTHING, Filter, Mode, Order, Scope, SearchAnswer, SearchRequest
from bookwheel.domain.typed_patterns import slashed
from bookwheel.library.search.literal.literal_search import literal_search
from bookwheel.library.search.literal.pattern import Pattern, pattern_of, typed_pattern
from bookwheel.library.search.search import marker
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]

PAGES = {
    "a/log.md": "---\ntitle: MAX_log\n---\n# MAX_log\n\nSet it.\n",
    "a/many.md": "# Sizes\n\nmax_log here, MAX_LOG there,\nand max_log = 5;\n\n## More\n\n    max_log(x)\n",
    "b/one.md": "---\nstatus: done\nlink: https://x.y/max_log\n---\n# One\n\nText [a](max_log.md), ünï max_log ünd.\n",
    "b/none.md": "# None\n\nA foo.bar and a fooxbar, (a+)+ too.\n\n- first line\n- second line\n",
}


@pytest.fixture
def full(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    for path, text in PAGES.items():
        write(root, path, text)
    write(shelf.add("hidden"), "secret.md", "# Secret\n\nmax_log and zanzibar.\n")
    shelf.index()
    return shelf


def ask(shelf: Shelf, query: str, scope: Scope = EVERYTHING, **fields: object) -> SearchAnswer:
    request = SearchRequest(query, **{"mode": Mode.LITERAL, **fields})  # type: ignore[arg-type]
    return shelf.library.search(request, scope)


def found(answer: SearchAnswer) -> list[str]:
    return [hit.section.removeprefix("notes/") for hit in answer.hits]


NOTES = Scope(("notes",))


def test_text_is_found_as_it_is_written_with_its_lines(full: Shelf):
    answer = ask(full, "foo.bar")
    [hit] = answer.hits
    assert (hit.section, hit.line, answer.total) == ("notes/b/none.md#none", 3, 1)
    assert hit.snippet == "3: A foo.bar and a fooxbar, (a+)+ too."
    assert [hit.snippet[start:end] for start, end in hit.spans] == ["foo.bar"]
    assert found(ask(full, "](max_log.md)")) == ["b/one.md#one"]
    assert found(ask(full, "og = 5;\n\n## M")) == ["a/many.md#sizes"]


def test_titles_come_first_then_documents_with_most_matches(full: Shelf):
    answer = ask(full, "max_log", NOTES)
    assert [hit.doc.removeprefix("notes/") for hit in answer.hits] == [
        "a/log.md", "a/many.md", "a/many.md", "b/one.md", *(["b/one.md"] * (answer.total - 4))
    ]  # fmt: skip
    assert found(answer)[1:3] == ["a/many.md#sizes", "a/many.md#more"]
    assert answer.hits[1].snippet == "3: max_log here, MAX_LOG there,\n4: and max_log = 5;"


def test_front_matter_belongs_to_the_first_section(full: Shelf):
    [hit] = ask(full, "https://x.y").hits
    assert (hit.section, hit.line) == ("notes/b/one.md#one", 3)


def test_case_counts_where_it_is_asked_for(full: Shelf):
    assert found(ask(full, "MAX_LOG", is_case_sensitive=True)) == ["a/many.md#sizes"]
    assert len(found(ask(full, "MAX_LOG", NOTES))) > 3


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.KEYWORD, Mode.HYBRID])
def test_slashes_make_a_regular_expression_in_every_mode(full: Shelf, mode: Mode):
    assert found(ask(full, r"/foo.bar/", mode=mode)) == ["b/none.md#none"]
    assert found(ask(full, r"/FOO[.x]BAR/", mode=mode)) == []
    assert found(ask(full, r"/FOO[.x]BAR/i", mode=mode)) == ["b/none.md#none"]
    assert found(ask(full, r"/^- \w+ line$/ path:b", mode=mode)) == ["b/none.md#none"]
    assert found(ask(full, r"/max_log/i -path:a status:done", mode=mode)) == ["b/one.md#one"]


def test_slashes_amid_words_are_words(full: Shelf):
    assert typed_pattern("/etc/ssl and more") is None and typed_pattern("and/or/not") is None
    assert ask(full, "/foo/ bar", mode=Mode.KEYWORD).total == ask(full, "foo bar", mode=Mode.KEYWORD).total
    assert typed_pattern("/etc/ssl/") == Pattern("etc/ssl", True, True)


def test_filters_scope_order_pages_and_counts_hold(full: Shelf):
    assert found(ask(full, "max_log", NOTES, filters=(Filter("path", ("b/",)),))) == ["b/one.md#one"]
    assert all(hit.collection == "notes" for hit in ask(full, "max_log", NOTES).hits)
    assert ask(full, "zanzibar", NOTES).total == 0 and ask(full, "zanzibar").total == 1
    everything = found(ask(full, "max_log", NOTES))
    first = ask(full, "max_log", NOTES, limit=2)
    second = ask(full, "max_log", NOTES, limit=10, cursor=first.cursor)
    assert found(first) + found(second) == everything and first.cursor and not second.cursor
    by_path = ask(full, "max_log", NOTES, order=Order.PLACE)
    assert [hit.doc for hit in by_path.hits] == sorted(hit.doc for hit in by_path.hits)
    folded = ask(full, "max_log", NOTES, is_by_document=True)
    assert len({hit.doc for hit in folded.hits}) == len(folded.hits) and folded.hits[1].others == 1
    counted = ask(full, "max_log", NOTES, facets=("status",))
    assert [(facet.value, facet.count) for facet in counted.facets] == [("done", 1)]


@pytest.mark.parametrize(
    ("expression", "place"),
    [("foo(", 4), ("[a", 1), ("ab**", 4), ("*a", 1), ("x(?=y)", 2), (r"(a)\1", 4), ("a)", 2), ("[z-a]", 2)],
)
def test_fault_in_an_expression_is_named_with_its_place(full: Shelf, expression: str, place: int):
    with pytest.raises(BadRequest, match=rf"fault at character {place}: "):
        ask(full, expression, is_regex=True)


@pytest.mark.parametrize("expression", ["(a+)+$", "(a|aa)+$", "(.*)*x", "x*", "(?:a{0,1000}){0,1}b", r"(\w+\s?)+z"])
def test_no_expression_hangs(shelf: Shelf, write: Write, expression: str):
    write(shelf.add("notes"), "long.md", f"# Long\n\n{'a' * 30_000}!\n\n{'word ' * 20_000}\n")
    shelf.index()
    began = time.process_time()
    ask(shelf, expression, is_regex=True)
    assert time.process_time() - began < 60


def test_answer_that_ran_out_of_time_says_how_far_it_came(full: Shelf):
    snapshot = full.library.seen(EVERYTHING)
    assert snapshot is not None
    request = SearchRequest("max_log", Mode.LITERAL)
    pattern = pattern_of(request)
    assert pattern is not None
    answer = literal_search(request, pattern, EVERYTHING, snapshot, None, seconds=0.0)
    assert "1 of 5 documents were looked through" in answer.notices[-1]


def test_pages_mark_what_a_pattern_finds(full: Shelf):
    snapshot = full.library.seen(EVERYTHING)
    assert snapshot is not None
    assert marker("/b[ai]r/i", snapshot)("Ünï Bar, bir") == [(4, 7), (9, 12)]
    assert marker(slashed("a.b", is_regex=False, is_case_sensitive=True), snapshot)("a.b axb A.B") == [(0, 3)]


def test_absence_is_explained_by_the_text(full: Shelf):
    def said(query: str, mode: Mode) -> str:
        return " ".join(full.library.absence(AbsenceRequest("notes/b/none.md", query, mode)).reasons)

    assert "does not contain this text" in said("max_log", Mode.LITERAL)
    assert "contains this text" in said("/fo+.bar/", Mode.AUTO)


def test_nothing_typed_finds_documents_by_filters_alone(full: Shelf):
    assert found(ask(full, " ", NOTES, filters=(Filter("status", ("done",)),))) == ["b/one.md#one"]


@given(st.text(min_size=1, max_size=30), st.text(max_size=40), st.booleans())
def test_slashed_text_finds_that_text(text: str, around: str, is_case_sensitive: bool):
    pattern = typed_pattern(slashed(text, is_regex=False, is_case_sensitive=is_case_sensitive))
    assert pattern is not None and pattern.is_readable and not pattern.rest
    whole = f"{around} {text} {around}"
    assert pattern.spans(whole) and pattern.is_in(text)
