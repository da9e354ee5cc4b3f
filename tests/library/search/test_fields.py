"""Searches by what stands in one part of a section, by what it has, and by front matter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.annotations.annotation import AnnotateRequest, AnnotationKind
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import EVERYTHING, Filter, Scope, SearchAnswer, SearchRequest
from bookwheel.indexes.state import State
from bookwheel.library.annotations.annotations import Annotations
from bookwheel.wire import filter_of
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]

PAGES = {
    "pods.md": "---\ntitle: Pods\nstatus: done\npriority: 3\ndue: 2025-03-01\nauthor: Donald Knuth\n---\n# Pods\n\n"
    "Nodes run them.\n\n## Tables\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Things to do\n\n- [ ] water the pods\n",
    "nodes.md": "---\ntitle: Nodes\nstatus: in progress\npriority: 10\ndue: 2025-06-01\n---\n# Nodes\n\nSee "
    "[pods](pods.md).\n\n![A node](node.png)\n\n```sh\nkubectl drain pods\n```\n",
    "plans.md": "---\ntitle: Plans\nstatus: draft\npriority: high\n---\n# Plans\n\nPods and nodes, but no table.\n",
}


@pytest.fixture
def full(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    for path, text in PAGES.items():
        write(root, path, text)
    write(shelf.add("hidden"), "secret.md", "---\nclearance: 7\nstatus: classified\n---\n# Secret\n\nPods.\n")
    shelf.index()
    return shelf


def ask(shelf: Shelf, query: str, scope: Scope = EVERYTHING, **fields: object) -> SearchAnswer:
    return shelf.library.search(SearchRequest(query, **fields), scope)  # type: ignore[arg-type]


def docs(answer: SearchAnswer) -> set[str]:
    return {hit.doc.removeprefix("notes/") for hit in answer.hits}


NOTES = Scope(("notes",))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("title:pods", {"pods.md"}),
        ("title:nodes OR title:plans", {"nodes.md", "plans.md"}),
        ("body:pods", {"nodes.md", "plans.md", "pods.md"}),
        ("code:pods", {"nodes.md"}),
        ('code:"drain pods"', {"nodes.md"}),
        ('body:"drain pods"', set[str]()),
        ("heading:tables", {"pods.md"}),
        ("pods -title:pods", {"nodes.md", "plans.md"}),
        ("title:nodes body:see", {"nodes.md"}),
        ("pods -code:kubectl", {"pods.md", "plans.md"}),
    ],
)
def test_word_must_stand_in_its_part(full: Shelf, query: str, found: set[str]):
    assert docs(ask(full, query, NOTES)) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("has:table", {"pods.md#tables"}),
        ("has:task", {"pods.md#things-to-do"}),
        ("has:tasks,code", {"pods.md#things-to-do", "nodes.md#nodes"}),
        ("has:image", {"nodes.md#nodes"}),
        ("has:link has:code", {"nodes.md#nodes"}),
        ("pods has:table", {"pods.md#tables"}),
    ],
)
def test_sections_that_have_something(full: Shelf, query: str, found: set[str]):
    assert {hit.section.removeprefix("notes/") for hit in ask(full, query, NOTES).hits} == found


def test_sections_with_a_note_are_the_persons(full: Shelf, tmp_path: Path, request: pytest.FixtureRequest):
    library = full.library
    state = State(tmp_path / "state.sqlite", tmp_path / "state.backup")
    request.addfinalizer(state.close)
    library.annotations = Annotations(state, library.seen)
    library.annotations.annotate(AnnotateRequest("notes/pods.md#tables", AnnotationKind.NOTE, note="count again"))
    library.annotations.annotate(AnnotateRequest("hidden/secret.md", AnnotationKind.NOTE, note="hm"))
    assert {hit.section for hit in ask(full, "has:note").hits} >= {"notes/pods.md#tables"}
    reader = Scope(("notes",), "agent", may_read_annotations=True)
    assert [hit.section for hit in ask(full, "has:note", reader).hits] == ["notes/pods.md#tables"]
    stranger = ask(full, "has:note", Scope(("notes",), "agent"))
    assert not stranger.hits and "Notes can't be searched" in stranger.notices[-1]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("status:done", {"pods.md"}),
        ("-status:done", {"nodes.md", "plans.md"}),
        ('status:"in progress"', {"nodes.md"}),
        ("priority:>3", {"nodes.md"}),
        ("priority:>=3", {"pods.md", "nodes.md"}),
        ("-priority:>3", {"pods.md", "plans.md"}),
        ("priority:3..5,high", {"pods.md", "plans.md"}),
        ("due:<2025-05", {"pods.md"}),
        ("pods due:2025", {"pods.md", "nodes.md"}),
    ],
)
def test_front_matter_is_asked_by_its_fields(full: Shelf, query: str, found: set[str]):
    assert docs(ask(full, query, NOTES)) == found


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("statsu=done", "no field “statsu”; did you mean status"),
        ("zzz!=done", "There is no field “zzz”. Fields: collection, type"),
        ("status=doen", "did you mean done?"),
        ("status=done|zzzz", "No document has status “zzzz”. Values: done, draft, in progress."),
        ("priority>abc", "“>abc” can't be compared; give a number or a date."),
        ("status>3", "no document has a value that can be compared"),
    ],
)
def test_a_filter_of_a_request_that_fits_nothing_is_said(full: Shelf, written: str, said: str):
    answer = ask(full, "pods", NOTES, filters=(filter_of(written),))
    assert said in " ".join(answer.notices) and "ignored" not in " ".join(answer.notices)


@pytest.mark.parametrize("written", ["status=done", "type!=page", "priority>3", "path=a*", "level=1", "has=code"])
def test_a_filter_that_means_something_is_not_talked_about(full: Shelf, written: str):
    notices = " ".join(ask(full, "pods", NOTES, filters=(filter_of(written),)).notices)
    assert "no field" not in notices and "compared" not in notices


@pytest.mark.parametrize(
    ("query", "said", "found"),
    [
        ("statsu:done", "no field “statsu”; did you mean status", None),
        ("status:doen", "did you mean done?", set[str]()),
        ("status:zzzz", "Values: done, draft, in progress.", set[str]()),
        ("author:knuth", "Donald Knuth was used", {"pods.md"}),
        ("priority:>abc", "“>abc” can't be compared", None),
        ("status:>3", "no document has a value that can be compared", set[str]()),
        ("type:zzzz", "No document has type “zzzz”.", set[str]()),
    ],
)
def test_what_fits_nothing_is_said(full: Shelf, query: str, said: str, found: set[str] | None):
    answer = ask(full, query, NOTES)
    assert said in " ".join(answer.notices)
    assert found is None or docs(answer) == found


def test_value_that_is_being_typed_stands_for_those_that_begin_so(full: Shelf):
    answer = ask(full, "status:do", NOTES, is_prefix=True)
    assert docs(answer) == {"pods.md"} and not answer.notices


def test_scope_hides_fields_and_values(full: Shelf):
    assert docs(ask(full, "clearance:7")) == {"hidden/secret.md"}
    inside = ask(full, "clearance:7", NOTES)
    assert not any("clearance" in notice for notice in inside.notices)
    assert "classified" not in " ".join(ask(full, "status:classifed", NOTES).notices)


def test_requests_compare_too(full: Shelf):
    assert docs(ask(full, "pods", NOTES, filters=(Filter("priority", (">3",)),))) == {"nodes.md"}
    assert docs(ask(full, "", NOTES, filters=(Filter("has", ("table",)),))) == {"pods.md"}
    refused = ask(full, "pods", NOTES, filters=(Filter("priority", (">x",)),))
    assert "can't be compared" in " ".join(refused.notices)
    with pytest.raises(BadRequest, match="has needs one of"):
        ask(full, "pods", NOTES, filters=(Filter("has", ("cats",)),))


def test_hits_are_counted_by_any_field(full: Shelf):
    fields = ("status", "priority", "path", "level", "has", "fields")
    answer = ask(full, "pods", NOTES, facets=fields)
    counts = {(facet.field, facet.value): facet.count for facet in answer.facets}
    assert counts["status", "done"] == counts["priority", "10"] == counts["has", "code"] == 1
    assert counts["path", "notes"] == 3 and counts["level", "1"] == 3 and counts["fields", "due"] == 2
    assert ("fields", "clearance") not in counts and ("status", "classified") not in counts
    assert not answer.notices


def test_counts_are_bounded_and_slips_are_named(full: Shelf):
    answer = ask(full, "pods", NOTES, facets=("status", "priorty", "zzz"), facet_values=2)
    assert [facet.count for facet in answer.facets] == [1, 1]
    said = " ".join(answer.notices)
    assert "status: … and 1 more values." in said and "did you mean priority?" in said
    assert "There is no field “zzz”. Fields: collection, type" in said and "clearance" not in said
