"""The person's annotations as agents browse them: with leave alone, within scope and budget."""

from __future__ import annotations

import json

import pytest

from bookwheel.domain.annotations.annotation import AnnotateRequest, AnnotationKind, AnnotationRemoval, Colour
from bookwheel.domain.annotations.reading_progress import LeftPlace, ReadingAction, ReadingChange
from bookwheel.service.agents.tools import answers
from tests.service.agents.serving import Served
from tests.service.agents.tools.test_tools import call


@pytest.fixture(autouse=True)
def annotated(served: Served):
    annotations = served.library.annotations
    assert annotations is not None
    made = [
        annotations.annotate(AnnotateRequest("secret/plan.md", AnnotationKind.NOTE, note="xyzzynote")),
        annotations.annotate(
            AnnotateRequest(
                *("notes/wheel.md", AnnotationKind.HIGHLIGHT, "bookwheel of Ramelli"),
                colour=Colour.BLUE,
                note="Who\u202e?",
            )
        ),
        *(
            annotations.annotate(AnnotateRequest(f"notes/page-{number}.md", AnnotationKind.NOTE, note="word " * 40))
            for number in range(20)
        ),
    ]
    yield
    annotations.remove(AnnotationRemoval(tuple(entry.annotation.id for entry in made)))


def test_annotations_are_read_with_leave_alone(served: Served):
    answer, is_error = call(served, served.token("reader"), "browse", view="annotations")
    assert is_error and "not the person's annotations" in json.dumps(answer)
    token = served.token("annotated", may_read_annotations=True)
    answer, is_error = call(served, token, "browse", view="annotations")
    assert not is_error and answer["total"] == 22


def test_pages_of_annotations_fit_the_budget_and_hold_each_once(served: Served):
    token, cursor, rows = served.token("annotated", "notes", may_read_annotations=True), "", []
    while True:
        answer, is_error = call(served, token, "browse", view="annotations", limit=200, cursor=cursor)
        assert not is_error
        assert len(json.dumps(answer, ensure_ascii=False, separators=(",", ":"))) <= answers.BROWSE_TOKENS * 4
        rows += answer["annotations"]
        cursor = answer["cursor"]
        if not cursor:
            break
    assert len(rows) == answer["total"] == 21 and "xyzzynote" not in json.dumps(rows)
    assert len({row["section"] for row in rows}) == 21
    first = rows[-1]
    assert {name: first[name] for name in ("section", "kind", "colour", "quote", "note", "lines")} == {
        "section": "notes/wheel.md#wheel",
        "kind": "highlight",
        "colour": "blue",
        "quote": "bookwheel of Ramelli",
        "note": "Who?",
        "lines": [3, 3],
    }


def test_a_collection_narrows_annotations(served: Served):
    token = served.token("annotated", may_read_annotations=True)
    answer, _ = call(served, token, "browse", view="annotations", collection="secret")
    assert [row["note"] for row in answer["annotations"]] == ["xyzzynote"] and answer["total"] == 1


def test_the_reading_list_is_read_with_leave_alone_within_scope_and_budget(served: Served):
    reading = served.library.reading
    assert reading is not None
    docs = ("notes/wheel.md", "secret/plan.md", *(f"notes/page-{number}.md" for number in range(20)))
    reading.change(ReadingChange(ReadingAction.ADD, docs))
    reading.change(ReadingChange(ReadingAction.LEAVE, ("notes/page-3.md",), LeftPlace()))
    reading.change(ReadingChange(ReadingAction.READ, ("notes/wheel.md",)))
    answer, is_error = call(served, served.token("reader"), "browse", view="reading")
    assert is_error and "not the person's reading list" in json.dumps(answer)
    token = served.token("annotated", "notes", may_read_annotations=True)
    first, _ = call(served, token, "browse", view="reading", limit=15)
    rest, _ = call(served, token, "browse", view="reading", limit=15, cursor=first["cursor"])
    rows = [*first["reading"], *rest["reading"]]
    assert [row["doc"] for row in rows] == [doc for doc in docs if doc.startswith("notes/")]
    assert (first["total"], rest["cursor"], rows[0]["percent"], rows[0]["is_read"]) == (21, "", 100, True)
    reading.change(ReadingChange(ReadingAction.REMOVE, docs))
