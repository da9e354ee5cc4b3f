"""Topics with the real service, its child and the command line."""

from __future__ import annotations

import json
import os
import signal
from contextlib import closing
from pathlib import Path

from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest, RebuildRequest
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.topics import TopicsRequest
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.end_to_end.conftest import Verb
from tests.library.topics.test_tree_builder import SUBJECTS
from tests.waiting import until


def write_notes(tmp_path: Path) -> Path:
    notes = tmp_path / "notes"
    notes.mkdir()
    for subject, words in SUBJECTS.items():
        for at in range(6):
            text = f"The {words[at % 5]} and the {words[(at + 1) % 5]} of {subject.lower()} are what this note tells.\n"
            (notes / f"{subject.lower()}-{at}.md").write_text(f"# {subject} {words[at % 5]}\n\n{text * 3}", "utf-8")
    return notes


def test_topics_are_made_arranged_and_outlive_a_kill_and_a_rebuild(
    client: Client, library: LibraryPaths, verb: Verb, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path)
    client.add(AddRequest(str(notes)))
    until(lambda: client.topics(TopicsRequest()).topics, 120)
    answer = client.topics(TopicsRequest())
    assert answer.covered >= 0.9 * 36 and all(one.central for one in answer.topics if not one.parent)
    first = next(one for one in answer.topics if not one.parent)
    assert verb("topics", "rename", first.id, "My favourite").returncode == 0
    assert verb("topics", "pin", "My favourite").returncode == 0
    assert verb("topics", "move", "notes/chess-0.md", "My favourite").returncode == 0
    refused = verb("topics", "rename", "No such topic", "Anything")
    assert refused.returncode == 4 and "no topic" in refused.stderr.lower()
    os.kill(client.pid, signal.SIGKILL)
    with closing(connect(library, client="cli")) as again:
        again.rebuild(RebuildRequest())
        until(lambda: again.status().state == "ready")
        [*_] = again.topics(TopicsRequest()).topics
        told = json.loads(verb("topics", "My favourite", "--json").stdout)
        assert told["topics"][0]["is_pinned"] and told["topics"][0]["id"] == first.id
        assert "notes/chess-0.md" in [doc for doc, _ in told["documents"]]
        listed = verb("topics").stdout
        assert listed.splitlines()[0].startswith("My favourite")


def test_topics_are_nodes_of_the_graph(client: Client, verb: Verb, tmp_path: Path) -> None:
    client.add(AddRequest(str(write_notes(tmp_path))))
    until(lambda: client.topics(TopicsRequest()).topics, 120)
    topics = client.topics(TopicsRequest()).topics
    until(lambda: client.explore(ExploreRequest()).nodes and _counted(client, "topic") == len(topics))
    assert verb("topics", "rename", topics[0].id, "My favourite").returncode == 0
    until(lambda: any(one.title == "My favourite" for one in client.explore(ExploreRequest(topics[0].id)).nodes))
    assert "topic" in verb("stats").stdout
    asked = (
        "SELECT ?d { ?t a bw:Topic ; rdfs:label 'My favourite' ; bw:origin 'person' . ?d bw:hasTopic/bw:broader* ?t }"
    )
    assert len(json.loads(verb("sparql", asked, "--json").stdout)["rows"]) == topics[0].documents


def _counted(client: Client, kind: str) -> int:
    return next((int(node.weight) for node in client.explore(ExploreRequest()).nodes if node.id == kind), 0)


def test_an_agent_proposes_and_the_person_decides(
    client: Client, library: LibraryPaths, verb: Verb, tmp_path: Path
) -> None:
    client.agent(AgentRequest("planner", may_remember=True))
    client.agent(AgentRequest("reader"))
    client.add(AddRequest(str(write_notes(tmp_path))))
    until(lambda: client.topics(TopicsRequest()).topics, 120)
    browse = ("browse", {"view": "topics", "limit": 1})
    given = {"subject": "notes/chess-0.md", "topics": ["Board games", "Games \u202e of mind"], "content": "It is play."}
    listed, made, again, wrong = asked(
        library, "planner", browse, ("remember", given), ("remember", given),
        ("remember", {"subject": "notes/nothing.md", "topics": ["A"]}),
    )  # fmt: skip
    assert listed["topics"] and made["is_new"] and not again["is_new"] and made["total"] == again["total"] == 2
    assert made["topics"] == ["Board games", "Games of mind"] and wrong["code"] == "not_found"
    [refused] = asked(library, "reader", ("remember", given))
    assert refused["code"] == "not_allowed"
    shown = verb("topics", "--proposals").stdout
    assert "Board games (new)" in shown and "planner" in shown and "It is play." in shown
    first, second = [
        one["proposal"]["id"] for one in json.loads(verb("topics", "--proposals", "--json").stdout)["proposals"]
    ]
    assert verb("topics", "accept", first).returncode == 0 and verb("topics", "refuse", second).returncode == 0
    assert verb("topics", "accept", first).returncode == 4 and verb("topics", "--proposals").returncode == 1
    assert verb("topics", "renew").returncode == 0
    client.rebuild(RebuildRequest())
    until(lambda: client.status().state == "ready")
    os.kill(client.pid, signal.SIGKILL)
    with closing(connect(library, client="cli")) as later:
        until(lambda: "notes/chess-0.md" in dict(later.topics(TopicsRequest(topic="Board games")).documents))
        until(lambda: any(one.id == "notes/chess-0.md" for one in later.explore(ExploreRequest("Board games")).nodes))
