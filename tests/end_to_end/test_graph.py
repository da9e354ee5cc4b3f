"""The graph from the command line, with real processes."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest
import rdflib

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import TimedOut
from bookwheel.domain.graph import ExploreRequest, QueryRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.activity import ActivityRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.paths import LibraryPaths
from tests.bench import trees
from tests.end_to_end.conftest import Verb
from tests.project.manual import section
from tests.waiting import until

EXPLODING = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
WHEEL = """---
tags: [desk, tools/wheels]
supersedes: old.md
---
# The wheel

See [spokes](spokes.md#ash) and [nothing](gone.md).
"""


@pytest.fixture
def shelf(client: Client, verb: Verb, tmp_path: Path) -> Path:
    """A small folder whose graph is there to be asked."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "wheel.md").write_text(WHEEL, "utf-8")
    (folder / "spokes.md").write_text("# Spokes\n\n## Ash\n\nAsh is light. See [wheel](wheel.md).\n", "utf-8")
    (folder / "old.md").write_text("---\ntags: [tools/wheels]\ndate: 2024-05-01\n---\n# Old wheel\n\nGone.\n", "utf-8")
    assert verb("add", str(folder), "--wait", "keyword").returncode == 0
    until(lambda: len(client.explore(ExploreRequest(level="schema")).nodes) > 3)
    return folder


def test_every_verb_of_the_graph_answers_in_words_and_in_json(shelf: Path, verb: Verb, tmp_path: Path):
    shown = verb("explore", "The wheel").stdout
    assert "notes/spokes.md" in shown and "line 7" in shown and "“spokes”" in shown
    way = verb("explore", "notes/old.md", "--to", "notes/spokes.md").stdout.splitlines()
    assert [line.split()[-1] for line in way if not line.startswith(" ")] == [
        "notes/old.md",
        "notes/wheel.md",
        "notes/spokes.md",
    ]
    assert "linked" in verb("explore", "spokes", "--view", "related").stdout
    assert "linksTo" in verb("explore", "--schema").stdout
    back = json.loads(verb("explore", "notes/wheel.md", "--view", "backlinks", "--json").stdout)
    assert back["edges"][0]["section"] == "notes/spokes.md#ash"
    rows = verb("sparql", "SELECT ?t { ?d bw:hasTag tag:desk ; bw:title ?t }")
    assert (rows.returncode, rows.stdout.split("\n")[1]) == (0, "The wheel")
    (tmp_path / "query.rq").write_text("ASK { ?d bw:title 'Nothing' }", "utf-8")
    assert "false" in verb("sparql", str(tmp_path / "query.rq")).stdout
    evidence = verb("context", "what is a wheel made of", "--budget", "600").stdout
    assert "notes/wheel.md" in evidence and "supersedes" in evidence
    graph = rdflib.Graph().parse(data=verb("export").stdout, format="turtle")
    assert len(graph) > 60
    done = verb("export", str(tmp_path / "out.nq"), "--format", "n-quads", "--collection", "notes", "--json")
    assert json.loads(done.stdout)["documents"] == 3
    assert (tmp_path / "out.nq").read_text("utf-8").count("<urn:bookwheel:doc:notes/wheel.md> .\n") > 10


def test_what_is_not_there_and_what_cannot_be_read_have_their_exit_codes(
    shelf: Path, verb: Verb, library: LibraryPaths
):
    missing = verb("explore", "weel")
    assert missing.returncode == 4 and "did you mean" in missing.stderr
    assert verb("sparql", "SELECT ?x { ?x bw:title 'Nothing' }").returncode == 1
    refused = verb("sparql", "SELECT ?x { ?x nope:title 'Nothing' }")
    assert refused.returncode == 4 and "line 1, column 16" in refused.stderr
    assert verb("sparql", "DROP ALL").returncode == 4
    assert "Traceback" not in (library.log / "service.log").read_text("utf-8")
    assert verb("context", "zzzqqq").returncode == 1
    assert verb("export", "--collection", "nope").returncode == 4
    assert verb("export", "--json").returncode == 4


def test_an_exploding_query_is_stopped_while_searches_go_on(shelf: Path, client: Client):
    outcomes: list[Exception] = []

    def explode() -> None:
        try:
            client.query(QueryRequest(EXPLODING))
        except TimedOut as stopped:
            outcomes.append(stopped)

    threads = [threading.Thread(target=explode) for _ in range(8)]  # more than there are threads for calls
    for thread in threads:
        thread.start()
    answered = 0
    while any(thread.is_alive() for thread in threads) and answered < 500:
        assert client.search(SearchRequest("ash")).hits
        assert client.explore(ExploreRequest("notes/wheel.md")).nodes
        answered += 1
    assert answered > 3
    for thread in threads:
        thread.join(60)
    assert len(outcomes) == len(threads)
    assert client.query(QueryRequest("ASK { ?d a bw:Document }")).rows == (("true",),)
    calls = client.activity(ActivityRequest(limit=2000)).activity
    assert [call.error for call in calls if call.tool == "query"].count("timed_out") == len(threads)


def test_the_manuals_queries_answer(shelf: Path, client: Client):
    queries = re.findall(r"```sparql\n(.+?)```", section("sparql", "Examples"), re.DOTALL)
    assert len(queries) == 4
    most, broken, tagged, years = (client.query(QueryRequest(query)) for query in queries)
    assert ("The wheel", "1") in most.rows and ("Spokes", "1") in most.rows
    assert broken.rows == (("urn:bookwheel:doc:notes/wheel.md#the-wheel", "7", "nothing"),)
    assert tagged.rows == (("urn:bookwheel:doc:notes/wheel.md", "The wheel"),)
    assert years.rows == (("2024", "1"),)
    assert not [notice for answer in (most, broken, tagged, years) for notice in answer.notices]


def test_the_indexer_rests_only_when_the_graph_is_whole(client: Client, tmp_path: Path):
    client.set(SettingChange("meaning.enabled", "false"))
    client.set(SettingChange("service.indexer_idle_minutes", "0.01"))  # less than these documents take to be stated
    client.add(AddRequest(str(trees.many(tmp_path / "many", 2000, 10))))
    until(lambda: client.status().documents == 2000 and client.status().progress.phase == "idle")
    until(lambda: client.status().graph_revision == client.status().revision)
