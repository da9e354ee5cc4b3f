"""Memory with the real service, the real model, the bridge and the command line."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel.client.connection import Client, connect
from bookwheel.domain.annotations.memory import MemoriesRequest, Memory, MemoryChange
from bookwheel.domain.collection import AddRequest, RebuildRequest
from bookwheel.domain.service.activity import ActivityRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.domain.service.events import EventKind
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.end_to_end.conftest import Verb
from tests.waiting import until

WOOD = "which wood is used for the wheel?"


def kept(client: Client) -> list[Memory]:
    return sorted(client.memories(MemoriesRequest()).memories, key=lambda memory: memory.content)


@pytest.mark.usefixtures("meaning")
def test_memories_outlive_restarts_kills_rebuilds_and_repairs(
    client: Client, library: LibraryPaths, notes: Path, verb: Verb
):
    client.agent(AgentRequest("planner", may_remember=True))
    [first, other] = asked(
        library,
        "planner",
        ("remember", {"content": "Spokes are cut from ash timber.", "session": "shop", "tags": ["zinfandel"]}),
        ("remember", {"content": "The person drinks tea at four.", "session": "home"}),
    )
    assert first["is_new"] and other["total"] == 2
    [refused] = asked(library, "critic", ("remember", {"content": "anything"}))
    assert refused["code"] == "not_allowed"
    client.add(AddRequest(str(notes)))
    until(lambda: client.status().embedding.state == "ready")
    until(lambda: client.memories(MemoriesRequest(WOOD)).memories)
    [found, nothing] = asked(library, "planner", ("recall", {"query": WOOD}), ("recall", {"query": "xyzzy"}))
    assert [row["id"] for row in found["memories"]] == [first["id"]], "by meaning: no word is the same"
    assert found["notices"] == nothing["memories"] == []
    before = kept(client)
    assert before[0].read_at and not before[1].read_at

    client.rebuild(RebuildRequest())
    until(lambda: client.status().state == "ready")
    until(lambda: client.doctor(DoctorRequest(repair=True)).is_healthy)
    assert kept(client) == before
    assert client.stop(20)
    for lost in (library.catalogue, library.vectors):
        lost.unlink(missing_ok=True)
    for folder in (library.keyword, library.ontology, library.chroma):
        shutil.rmtree(folder, ignore_errors=True)
    with closing(connect(library, client="cli")) as again:
        assert kept(again) == before
        [third] = asked(library, "planner", ("remember", {"content": "A third, acknowledged."}))
        os.kill(again.pid, signal.SIGKILL)
        [listed] = asked(library, "planner", ("recall", {}))
        assert {row["id"] for row in listed["memories"]} == {first["id"], other["id"], third["id"]}
        until(lambda: again.status().state == "ready")

        calls = [call for call in again.activity(ActivityRequest(200)).activity if call.client in ("planner", "critic")]
        assert {call.tool for call in calls} >= {"remember", "recall"}
        assert "not_allowed" in [call.error for call in calls]
        assert "timber" not in repr(calls) and "tea" not in repr(calls)

        heard: list[EventKind] = []
        threading.Thread(target=lambda: heard.extend(event.kind for event in again.events()), daemon=True).start()
        change = MemoryChange(other["id"], tags=("tea",))
        until(lambda: again.change_memory(change) and EventKind.MEMORIES_CHANGED in heard)
        assert verb("memory", "forget", "--client", "planner", "--session", "shop").stdout == "Forgot 1 memory.\n"
        for path in (library.state, library.state_backup):
            until(lambda path=path: b"zinfandel" not in path.read_bytes())
        for path in library.log.iterdir():
            assert "timber" not in path.read_text("utf-8")


def test_the_command_line_lists_edits_folds_and_exports(
    client: Client, library: LibraryPaths, verb: Verb, tmp_path: Path
):
    assert verb("memory", "list").returncode == 1
    client.agent(AgentRequest("planner", may_remember=True))
    asked(
        library, "planner", *(("remember", {"content": f"Step {n}\x1b[2J of work", "session": "s"}) for n in range(3))
    )
    shown = json.loads(verb("memory", "list", "step", "1", "--session", "s", "--json").stdout)
    assert shown["total"] == 3 and 0 < shown["memories"][0]["score"] <= 1
    assert "\x1b" not in verb("memory", "list").stdout
    id = shown["memories"][0]["id"]
    edited = json.loads(verb("memory", "edit", id, "--content", "First of all", "--tag", "work", "--json").stdout)
    assert (edited["content"], edited["tags"]) == ("First of all", ["work"])
    assert id in verb("memory", "list", "all", "--client", "planner").stdout
    file = tmp_path / "memories.jsonl"
    assert json.loads(verb("memory", "export", str(file), "--json").stdout)["memories"] == 3
    assert len(file.read_text("utf-8").splitlines()) == 3 and file.stat().st_mode & 0o077 == 0
    assert "First of all" in verb("memory", "export", "--format", "markdown").stdout
    folded = verb("memory", "forget", "--client", "planner", "--summary", "Three steps")
    assert folded.returncode == 0 and "replaces 3 memories" in folded.stdout
    for words in (
        ("forget",),
        ("forget", "m00000000"),
        ("edit", id, "--content", "x"),
        ("edit", id),
        ("export", "--json"),
    ):
        assert verb("memory", *words).returncode == 4, words
    assert [memory.content for memory in kept(client)] == ["Three steps"]
    assert "memory" in " ".join(call.tool for call in client.activity(ActivityRequest()).activity)
    assert "Three steps" not in repr(client.activity(ActivityRequest(200)))
