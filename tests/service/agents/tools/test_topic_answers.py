"""Topics as agents browse them, within the budget of an answer, and what a narrow scope learns of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.topic_proposals import ProposalsRequest
from bookwheel.domain.topics import Topic, TopicTree
from bookwheel.indexes.state import State
from bookwheel.library.topics.live_topics import LibraryView, LiveTopics
from bookwheel.library.topics.topic_proposals import TopicProposals
from bookwheel.service.agents.tools import answers
from tests.service.agents.serving import Served
from tests.service.agents.tools.test_tools import call

PAGES = {f"page-{number}.md": "p2" if number % 2 else "p1" for number in range(60)}
NOTES = TopicTree(
    (
        Topic("w", "", "Wheels and books", (("book", 2), ("wheel", 60))),
        Topic("p1", "w", 'Even "pages" <\u202e'),
        Topic("p2", "w", "Odd pages"),
        *(Topic(f"x{number}", "", f"Arranged topic number {number}", is_kept=True) for number in range(40)),
    ),
    {**PAGES, "wheel.md": "w", "long.md": "w"},
)
SECRET = TopicTree((Topic("h", "", "Hushed plans"),), {"plan.md": "h"})


@pytest.fixture
def topics(served: Served, tmp_path: Path) -> Iterator[LiveTopics]:
    state = State(tmp_path / "state.sqlite", tmp_path / "state.backup")
    for slug, tree in (("notes", NOTES), ("secret", SECRET)):
        state.put_collection(Collection(slug, slug, "/"))
        state.put_topics(slug, tree)
    library, others = served.library, (served.library.topics_now, served.library.topic_proposals)
    library.topics_now = LiveTopics(state, LibraryView(library.seen, lambda: library.graphs.now, lambda: ()))
    library.topic_proposals = TopicProposals(state, library.seen, library.topics_now)
    yield library.topics_now
    library.topics_now, library.topic_proposals = others
    state.close()


def size(answer: dict[str, Any]) -> int:
    return len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))


def paged(served: Served, token: str, name: str, **given: Any) -> list[dict[str, Any]]:
    cursor, rows = "", []
    while True:
        answer, is_error = call(served, token, "browse", view="topics", cursor=cursor, **given)
        assert not is_error and size(answer) <= answers.BROWSE_TOKENS * answers.TOKEN
        rows += answer[name]
        cursor = answer["cursor"]
        if not cursor:
            assert len(rows) == answer["total"]
            return rows


@pytest.mark.usefixtures("topics")
def test_the_tree_is_paged_and_every_topic_is_shown_once(served: Served) -> None:
    rows = paged(served, served.token("reader"), "topics", collection="notes")
    assert [row["label"] for row in rows[:3]] == ["Wheels and books", 'Even "pages" <', "Odd pages"]
    assert rows[0]["documents"] == 62 and rows[0]["terms"] == "book, wheel"
    assert rows[1]["parent"] == "topic:notes/w" and "parent" not in rows[0]
    assert len({row["id"] for row in rows}) == len(NOTES.topics)


@pytest.mark.usefixtures("topics")
def test_one_topic_has_its_central_sections_narrower_topics_and_documents(served: Served) -> None:
    token = served.token("reader")
    first, _ = call(served, token, "browse", view="topics", topic="wheels and books", limit=20)
    assert [row["label"] for row in first["topics"]] == ["Wheels and books", 'Even "pages" <', "Odd pages"]
    assert all(one["line"] >= 1 and one["text"] for one in first["topics"][0]["central"])
    assert first["total"] == 62 and len(first["documents"]) <= 20 and first["cursor"]
    rows = paged(served, token, "documents", topic="topic:notes/p2")
    assert {row["doc"] for row in rows} == {f"notes/{path}" for path, key in PAGES.items() if key == "p2"}
    missing, is_error = call(served, token, "browse", view="topics", topic="odd page")
    assert is_error and missing["code"] == "not_found" and missing["did_you_mean"] == ["Odd pages"]


@pytest.mark.usefixtures("topics")
def test_a_scope_learns_of_topics_of_collections_that_it_sees_whole(served: Served) -> None:
    narrow = served.token("narrow", "notes")
    listed, _ = call(served, narrow, "browse", view="topics", limit=200)
    assert "hush" not in json.dumps(listed).lower()
    for name in ("Hushed plans", "topic:secret/h", "h"):
        refused, is_error = call(served, narrow, "browse", view="topics", topic=name)
        assert is_error and "hush" not in json.dumps([refused["did_you_mean"], refused["next"]]).lower()
    cut = served.tokens.make("cut", ("notes",), filter="-path:wheel.md")
    for given in ({}, {"topic": "Odd pages"}, {"topic": "topic:notes/w"}, {"collection": "notes"}):
        told, _ = call(served, cut, "browse", view="topics", **given)
        assert not told.get("topics") and "Wheels" not in json.dumps(told) and not told.get("did_you_mean")


@pytest.mark.usefixtures("topics")
def test_an_agent_that_may_remember_proposes_topics_of_documents_that_it_sees(served: Served) -> None:
    planner = served.token("planner", may_remember=True)
    given = {
        "subject": "notes/wheel.md",
        "topics": ["topic:notes/p1", "Wheel\u202e lore \x1b[31m"],
        "content": "Turns.",
    }
    made, is_error = call(served, planner, "remember", **given)
    assert not is_error and made["is_new"] and made["topics"] == ['Even "pages" <', "Wheel lore"]
    assert made["subject"] == "notes/wheel.md" and made["total"] == 2
    again, _ = call(served, planner, "remember", **given)
    assert not again["is_new"] and again["id"] == made["id"]
    attempts: list[dict[str, Any]] = [
        {"subject": "notes/wheel.md", "topics": ["A"], "relation": "is about"},
        {"topics": ["A"]},
        {"subject": "notes/wheel.md", "topics": ["A", "B", "C", "D"]},
        {"subject": "notes/wheel.md", "topics": ["x" * 81]},
        {"subject": "notes/wheel.md", "topics": ["\u202e"]},
        {"subject": "notes/none.md", "topics": ["A"]},
        {"subject": "notes/wheel.md", "topics": ["topic:secret/h"]},
    ]
    for wrong in attempts:
        refused, is_error = call(served, planner, "remember", **wrong)
        assert is_error and refused["code"] in ("bad_request", "not_found"), wrong
    narrow = served.token("narrowed", "notes", may_remember=True)
    hidden, is_error = call(served, narrow, "remember", subject="secret/plan.md", topics=["A"])
    unknown, _ = call(served, narrow, "remember", subject="secret/no.md", topics=["A"])
    assert (
        is_error and hidden["code"] == unknown["code"] == "not_found" and "secret/plan.md" not in hidden["did_you_mean"]
    )
    assert served.library.topic_proposals is not None
    assert served.library.topic_proposals.listed(ProposalsRequest()).total == 2
