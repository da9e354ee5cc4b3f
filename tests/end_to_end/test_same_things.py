"""What a person says of things, with the real service: it outlives kills, rebuilds and removals."""

from __future__ import annotations

import json
import os
import shutil
import signal
from contextlib import closing
from pathlib import Path

from bookwheel.client.connection import Client, connect
from bookwheel.domain.annotations.same_things import SameListRequest
from bookwheel.domain.collection import AddRequest, RebuildRequest, RemoveRequest
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.end_to_end.conftest import Verb
from tests.waiting import until

JOINED = "SELECT ?o { <urn:bookwheel:entity:team/blue> owl:sameAs ?o }"


def write_notes(tmp_path: Path) -> tuple[Path, Path]:
    notes, more = tmp_path / "notes", tmp_path / "more"
    for folder in (notes, more):
        folder.mkdir()
    (notes / "a.md").write_text("---\nteam: Blue\n---\n# A\n", "utf-8")
    (more / "b.md").write_text("---\nteam: Azure\n---\n# B\n", "utf-8")
    return notes, more


def node(client: Client) -> tuple[str, str]:
    one = client.explore(ExploreRequest("entity:team/azure")).nodes[0]
    return one.id, one.detail


def is_ready(client: Client) -> bool:
    status = client.status()
    return status.state == "ready" and status.graph_revision > 0 and not status.pending


def test_decisions_outlive_kills_rebuilds_and_removals_and_follow_scopes(
    client: Client, library: LibraryPaths, verb: Verb, tmp_path: Path
):
    notes, more = write_notes(tmp_path)
    client.add(AddRequest(str(notes)))
    client.add(AddRequest(str(more)))
    client.agent(AgentRequest("whole"))
    client.agent(AgentRequest("narrow", ("more",)))
    until(lambda: "entity:team/blue" in verb("entities", "--json").stdout and is_ready(client))
    until(lambda: "entity:team/azure" in verb("entities", "--json").stdout)
    assert "No decisions" in verb("same", "--list").stdout
    made = json.loads(verb("same", "Blue", "Azure", "--json").stdout)["decision"]
    assert (made["first"]["id"], made["other"]["id"]) == ("entity:team/blue", "entity:team/azure")
    assert node(client) == ("entity:team/blue", "Azure"), "the next answer already knows"
    os.kill(client.pid, signal.SIGKILL)
    with closing(connect(library, client="cli")) as again:
        until(lambda: is_ready(again) and node(again) == ("entity:team/blue", "Azure"))
        until(lambda: "azure" in verb("sparql", JOINED).stdout, 60)
        [seen] = asked(library, "whole", ("explore", {"node": "entity:team/azure"}))
        assert seen["nodes"][0]["id"] == "entity:team/blue"
        [seen] = asked(library, "narrow", ("explore", {"node": "entity:team/azure"}))
        assert seen["nodes"][0]["id"] == "entity:team/azure"
        assert "lue" not in json.dumps(seen)
        again.rebuild(RebuildRequest())
        until(lambda: is_ready(again) and node(again) == ("entity:team/blue", "Azure"))
        again.remove(RemoveRequest("notes"))
        until(lambda: node(again)[0] == "entity:team/azure", 60)
        listed = verb("same", "--list").stdout
        assert "entity:team/azure is the same as entity:team/blue (missing)" in listed
        again.add(AddRequest(str(notes)))
        until(lambda: node(again) == ("entity:team/blue", "Azure"), 60)
        apart = verb("same", "--not", "entity:team/blue", "entity:team/azure")
        assert "is not the same as" in apart.stdout and "replaces an earlier decision" in apart.stdout
        assert node(again)[0] == "entity:team/azure"
        assert again.stop(20)
    for folder in (library.keyword, library.ontology):
        shutil.rmtree(folder, ignore_errors=True)
    library.catalogue.unlink()
    library.state.write_bytes(b"torn")
    with closing(connect(library, client="cli")) as restored:
        [entry] = restored.same_decisions(SameListRequest()).entries
        assert not entry.decision.is_same
        until(lambda: is_ready(restored) and node(restored)[0] == "entity:team/azure")
        assert "Removed 1 decision" in verb("same", "--remove", entry.decision.id).stdout
        assert not restored.same_decisions(SameListRequest()).entries
