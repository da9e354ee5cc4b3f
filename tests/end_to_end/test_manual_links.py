"""Links made by hand with the real service, the bridge and the command line."""

from __future__ import annotations

import json
import os
import shutil
import signal
from contextlib import closing
from pathlib import Path

from bookwheel.client.connection import Client, connect
from bookwheel.domain.annotations.manual_links import LinkRequest, LinksRequest
from bookwheel.domain.collection import AddRequest, RebuildRequest, RemoveRequest
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.service.activity import ActivityRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.end_to_end.conftest import Verb
from tests.waiting import until

EXPLORED = ("explore", {"node": "notes/wheel.md", "relation": "manual"})


def write_notes(tmp_path: Path) -> Path:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "wheel.md").write_text("---\ntags: [tools]\n---\n# Wheel\n\nIt turns.\n\n## Hub\n\nThe middle.\n", "utf-8")
    (notes / "rim.md").write_text("# Rim\n\nThe edge.\n", "utf-8")
    return notes


def test_links_outlive_kills_rebuilds_and_moves_and_are_seen_by_all(
    client: Client, library: LibraryPaths, verb: Verb, tmp_path: Path
):
    notes = write_notes(tmp_path)
    client.agent(AgentRequest("planner", may_remember=True))
    client.agent(AgentRequest("critic"))
    client.add(AddRequest(str(notes)))
    until(lambda: client.status().graph_revision > 0 and client.status().state == "ready")
    link = {"subject": "notes/wheel.md#hub", "relation": "holds", "object": "notes/rim.md", "content": "By spokes."}
    [first, refused] = [
        *asked(library, "planner", ("remember", link)),
        *asked(library, "critic", ("remember", link)),
    ]
    assert first["is_new"] and refused["code"] == "not_allowed"
    until(lambda: asked(library, "critic", EXPLORED)[0]["edges"])
    [edge] = asked(library, "critic", EXPLORED)[0]["edges"]
    assert (edge["id"], edge["text"], edge["by"], edge["note"]) == (first["id"], "holds", "planner", "By spokes.")

    made = verb("link", "notes/rim.md", "belongs to", "tag:tools", "--note", "as all do", "--json")
    own = json.loads(made.stdout)["link"]["id"]
    os.kill(client.pid, signal.SIGKILL)
    with closing(connect(library, client="cli")) as again:
        assert {one.link.id for one in again.links(LinksRequest()).links} == {first["id"], own}, "acknowledged is kept"
        again.rebuild(RebuildRequest())
        until(lambda: again.status().state == "ready")
        (notes / "sub").mkdir()
        (notes / "wheel.md").rename(notes / "sub" / "turning.md")
        moved = ("explore", {"node": "notes/sub/turning.md#hub", "relation": "manual"})
        until(lambda: asked(library, "planner", moved)[0].get("edges"), 60)
        listed = verb("link", "--list").stdout
        assert "notes/sub/turning.md#hub — holds → notes/rim.md" in listed and "the person" in listed
        now = "notes/sub/turning.md#hub"
        until(lambda: now in [one.link.subject.id for one in again.links(LinksRequest()).links])
        (notes / "rim.md").unlink()
        until(lambda: all(not (one.subject and one.object) for one in again.links(LinksRequest()).links), 60)
        assert "(missing)" in verb("link", "--list", "--client", "planner").stdout
        (notes / "rim.md").write_text("# Rim\n\nThe edge.\n", "utf-8")
        until(lambda: asked(library, "planner", moved)[0].get("edges"), 60)
        assert again.stop(20)
    for folder in (library.keyword, library.ontology):
        shutil.rmtree(folder, ignore_errors=True)
    library.catalogue.unlink()
    library.state.write_bytes(b"torn")
    with closing(connect(library, client="cli")) as restored:
        until(lambda: asked(library, "planner", moved)[0].get("edges"), 60)
        exported = verb("memory", "export").stdout
        assert {json.loads(line)["link"]["id"] for line in exported.splitlines()} == {first["id"], own}
        said = verb("memory", "export", str(tmp_path / "memories.jsonl")).stdout
        assert said.startswith("Wrote 0 memories and 2 links to ")
        graph = tmp_path / "graph.ttl"
        assert verb("export", str(graph)).returncode == 0 and "bw:ManualLink" in graph.read_text("utf-8")
        assert verb("link", "--forget", own).stdout == "Deleted 1 link.\n"
        for words in (("a", "b"), ("notes/rim.md", "near", "none"), ("--forget", own)):
            assert verb("link", *words).returncode == 4, words
        assert "By spokes" not in repr(restored.activity(ActivityRequest(200)))
        restored.remove(RemoveRequest("notes"))
        assert restored.links(LinksRequest()).links == ()
        assert verb("link", "--list").returncode == 1


def test_a_link_is_stated_while_nothing_else_changes(client: Client, library: LibraryPaths, tmp_path: Path):
    client.add(AddRequest(str(write_notes(tmp_path))))
    until(lambda: client.status().graph_revision > 0 and client.status().state == "ready")
    revision = client.status().revision
    for number in range(30):
        client.link(LinkRequest("notes/wheel.md", f"relation {number}", "notes/rim.md"))
    client.agent(AgentRequest("critic"))
    ask = ("query", {"sparql": "SELECT (COUNT(?l) AS ?links) { ?l a bw:ManualLink }"})
    until(lambda: asked(library, "critic", ask)[0]["rows"] == [["30"]])
    request = ExploreRequest("notes/wheel.md", relation="manual")
    until(lambda: len(client.explore(request).edges) == 30)
    assert client.status().revision == revision
