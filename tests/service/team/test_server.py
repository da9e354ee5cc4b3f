from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from bookwheel import log
from bookwheel.domain.collection import AddRequest, ConfigureRequest
from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import READING_METHODS
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections
from bookwheel.paths import LibraryPaths
from bookwheel.service.files import discovery
from bookwheel.service.team import reader
from bookwheel.wire import METHODS, PROTOCOL
from tests import waiting
from tests.publications.publishing import public, publish
from tests.service.team.serving import LAB, OPEN, Served, serving, write_publications

STAFF, LAB_AGENT, GUEST = "person:ada:staff", "agent:crawler:lab", "person:guest:"


def _hits(served: Served, query: str, token: str = "") -> list[str]:
    return [hit["doc"] for hit in served.rpc("search", {"query": query, "mode": "keyword"}, token).json()["hits"]]


def test_each_caller_sees_the_collections_of_its_groups(served: Served) -> None:
    for token, names in ((STAFF, {"Open", "Qumbra"}), (LAB_AGENT, {"Open", "Qworp"}), (GUEST, {"Open"})):
        cards = served.rpc("collections", {}, token).json()["collections"]
        slugs = {f"team-{name.lower()}" for name in names}
        assert {card["slug"] for card in cards} == slugs
        assert {card["root"] + card["address"] for card in cards} == {""}
        listed = served.tool("browse", {"view": "collections"}, token)["structuredContent"]["collections"]
        assert {card["slug"] for card in listed} == slugs
        assert set(served.get("/team", token).json()["collections"]) == names


def test_a_collections_own_filter_holds_for_everyone(served: Served) -> None:
    assert _hits(served, "zorbword", STAFF) == []
    assert set(_hits(served, "qumbraword", STAFF)) == {"team-qumbra/plan.md"}
    status = served.rpc("status", {"name": "team-qumbra"}, STAFF).json()
    assert (status["documents"], status["library"], status["pid"]) == (2, "Team", 0)


def test_strangers_learn_how_to_sign_in_and_nothing_else(served: Served) -> None:
    refused = served.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    where = f"http://{served.host}/.well-known/oauth-protected-resource"
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == f'Bearer resource_metadata="{where}"'
    bad = served.rpc("search", {"query": "x"}, "nobody")
    assert bad.status_code == 401 and 'error="invalid_token"' in bad.headers["www-authenticate"]
    metadata = served.get("/.well-known/oauth-protected-resource").json()
    assert metadata["authorization_servers"] == ["https://login.example.org"]
    told = served.get("/team").json()
    assert set(told) == {"name", "protocol", "mcp", "issuer", "client_id", "audience"}
    assert served.get("/team", "nobody").status_code == 401


@pytest.mark.parametrize("method", sorted(METHODS.keys() - READING_METHODS))
def test_methods_that_do_not_read_are_not_answered(served: Served, method: str) -> None:
    answer = served.rpc(method, {}, STAFF)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


def test_agents_have_the_tools_that_read_alone(served: Served) -> None:
    tools = [tool["name"] for tool in served.mcp("tools/list", {}, STAFF).json()["result"]["tools"]]
    assert tools == ["browse", "search", "outline", "read", "explore", "query", "context"]
    greeting = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    told = served.mcp("initialize", greeting, GUEST).json()["result"]["instructions"]
    assert "the library of Team: 2 documents" in told and "person's own" not in told


def test_an_agent_and_a_person_of_one_name_share_no_cursor(served: Served) -> None:
    first = served.rpc("browse", {"view": "documents", "limit": 1}, STAFF).json()
    again = {"view": "documents", "limit": 1, "cursor": first["cursor"]}
    assert served.rpc("browse", again, STAFF).status_code == 200
    assert served.rpc("browse", again, GUEST).status_code in (400, 409)


def test_other_names_and_origins_are_refused(served: Served) -> None:
    assert served.post("/mcp", {}, STAFF, host="evil.example").status_code == 421
    assert served.post("/mcp", {}, STAFF, origin="https://evil.example").status_code == 403
    assert served.get("/team", host="evil.example").status_code == 421
    assert served.get("/mcp", STAFF).status_code == 405
    assert served.get("/events", STAFF).status_code == 404
    assert served.get("/ingest/open", STAFF).status_code == 404


def test_the_directory_of_a_bridge_is_compared_with_nothing(served: Served) -> None:
    greeting = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": greeting}
    where = str(served.paths.mirrored_documents("team-open"))
    headers = {"accept": "application/json, text/event-stream", "bookwheel-directory": where}
    assert "You work in" not in served.post("/mcp", message, GUEST, **headers).text


def test_no_answer_names_a_path_of_the_server(served: Served) -> None:
    folder = str(served.paths.root.parent)
    questions = (
        ("collections", {}), ("status", {}), ("browse", {"view": "collections"}), ("browse", {"view": "status"}),
        ("page", {"doc": "team-open/welcome.md"}), ("read", {"targets": ["team-open/welcome.md"], "metadata": True}),
        ("resolve", {"doc": "team-open/welcome.md", "href": "x.md"}), ("tree", {"collection": "team-open"}),
        ("asset", {"doc": "team-open/welcome.md", "href": "x.png"}), ("outline", {"doc": "team-open/none.md"}),
        ("inspect", {"view": "broken"}),
    )  # fmt: skip
    for method, request in questions:
        assert folder not in served.rpc(method, request, STAFF).text, method
    for view in ("collections", "status", "schema"):
        assert folder not in json.dumps(served.tool("browse", {"view": view}, STAFF))


def test_probes_answer_by_any_name_and_metrics_to_operators_alone(served: Served) -> None:
    for path in ("/healthz", "/readyz"):
        assert served.get(path, host="10.0.0.7:8443").status_code == 200
    served.rpc("search", {"query": "secretquestion"}, STAFF)
    served.rpc("secretmethod", {}, STAFF)
    text = served.get("/metrics").text
    assert 'bookwheel_calls_total{route="rpc",name="search",outcome="ok"}' in text
    assert 'bookwheel_documents{collection="Open"} 2' in text and "bookwheel_ready 1" in text
    assert 'bookwheel_call_duration_seconds_bucket{route="rpc",le="+Inf"}' in text
    assert "secret" not in text and "ada" not in text
    for line in text.splitlines():
        assert line.startswith("# ") or len(line.rsplit(" ", 1)) == 2 and float(line.rsplit(" ", 1)[1]) >= 0
    assert served.get("/metrics", host="docs.example.org").status_code == 404
    assert served.get("/metrics", origin=f"http://{served.host}").status_code == 404
    admin = discovery.admin_token(served.paths)
    assert served.get("/metrics", admin, host="docs.example.org").status_code == 200
    assert served.rpc("status", {}, admin).status_code == 401


def test_logs_hold_neither_questions_nor_tokens(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        served.rpc("search", {"query": "confidential wheel"}, STAFF)
        served.tool("search", {"query": "confidential wheel"}, STAFF)
        served.rpc("search", {"query": "x"}, "badtoken")
    lines = [json.loads(log.JsonLines().format(record)) for record in caplog.records]
    calls = [line for line in lines if line.get("call") == "search"]
    assert {(line["route"], line["caller"], line["outcome"]) for line in calls} == {
        ("rpc", "person:ada", "ok"),
        ("mcp", "person:ada", "ok"),
    }
    told = json.dumps(lines)
    assert "confidential" not in told and "badtoken" not in told and STAFF not in told


def test_each_caller_has_a_rate_of_its_own(served: Served) -> None:
    served.service._parts.replace_settings("agents.calls_per_s", "1")
    try:
        with ThreadPoolExecutor(12) as pool:
            flood = list(pool.map(lambda _: served.rpc("status", {}, "person:eager:staff").status_code, range(12)))
        assert 429 in flood
        assert served.rpc("status", {}, "person:calm:staff").status_code == 200
    finally:
        served.service._parts.replace_settings("agents.calls_per_s", "100000")


def test_a_reader_follows_its_configuration_and_its_publications(tmp_path: Path) -> None:
    collections = write_publications(tmp_path)
    folder = tmp_path / "library"
    with serving(folder, collections[:2]) as served:
        assert set(_hits(served, "spokes", STAFF)) == {"team-open/rims.md", "team-qumbra/deep/qumbradeep.md"}
        served.service._parts.collections.change(ConfigureRequest("team-open", weight=2.0))
        publish(tmp_path / "open", {**OPEN, "hubs.md": "# Hubs\n\nA hub of narwhal.\n"}, 2, id="0" * 32, name="Open")
        served.service._parts.refreshes.ask(served.service._parts.collections.find("team-open"), "")
        waiting.until(lambda: _hits(served, "narwhal", GUEST) == ["team-open/hubs.md"])
        assert served.get("/readyz").status_code == 200
    renamed = replace(collections[0], name="Public")
    with serving(folder, (renamed, collections[2])) as served:
        cards = served.rpc("collections", {}, "person:eve:staff,lab").json()["collections"]
        assert {(card["name"], card["weight"]) for card in cards} == {("Public", 2.0), ("Qworp", 1.0)}
        assert _hits(served, "narwhal", GUEST) == ["team-open/hubs.md"]
    assert not (folder / "mirrors" / "team-qumbra").exists()


def test_the_library_of_a_person_is_not_taken_over(tmp_path: Path) -> None:
    paths, notes = LibraryPaths(tmp_path / "library"), tmp_path / "notes"
    notes.mkdir()
    paths.root.mkdir()
    state = State(paths.state, paths.state_backup)
    Collections(state, paths).add(AddRequest(str(notes)))
    with pytest.raises(ConfigurationRefused, match="library of a person"):
        reader.claim(state)
    assert len(state.collections()) == 1
    state.close()


def test_a_call_in_flight_ends_while_the_reader_drains(tmp_path: Path) -> None:
    with serving(tmp_path / "library", write_publications(tmp_path)[:1], linger_s=1.0) as served:
        library, begun, go_on = served.service._library(), threading.Event(), threading.Event()
        search = library.search

        def slow(*given: object) -> object:
            begun.set()
            assert go_on.wait(60)
            return search(*given)  # type: ignore[arg-type]

        library.search = slow  # type: ignore[method-assign]
        with ThreadPoolExecutor(1) as pool:
            call = pool.submit(httpx.post, f"http://{served.host}/rpc/search", **_search_of(served))
            assert begun.wait(60)
            served.told.set()
            waiting.until(lambda: served.get("/readyz").status_code == 503)
            assert served.get("/healthz").status_code == 200
            go_on.set()
            assert call.result(60).json()["total"] == 2


def _search_of(served: Served) -> dict[str, object]:
    headers = {"authorization": f"Bearer {GUEST}", "content-type": "application/json"}
    headers["bookwheel-protocol"] = str(PROTOCOL)
    return {"json": {"query": "wheel", "mode": "keyword"}, "headers": headers, "timeout": 60}


def _start(folder: Path, text: str, *words: str) -> subprocess.Popen[str]:
    folder.mkdir(exist_ok=True)
    (folder / "team.toml").write_text(text, "utf-8")
    command = [sys.executable, "-m", "bookwheel", "serve", "--team", str(folder / "team.toml"), *words]
    return subprocess.Popen(
        [*command, "--library", str(folder / "library")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGTERM")
def test_a_reader_for_trying_it_starts_serves_and_ends_on_a_signal(tmp_path: Path) -> None:
    publish(tmp_path / "lab", LAB)
    with discovery.bind("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    lines = (f'name = "Lab"\nlisten = "127.0.0.1:{port}"', "[[collections]]", 'name = "Lab"')
    text = "\n".join((*lines, f'address = "{tmp_path / "lab"}"', f'key = "{public()}"', "groups = []", ""))
    process = _start(tmp_path / "reader", text, "--log-format", "json")
    url = f"http://127.0.0.1:{port}"
    assert process.stdout is not None and f"Serving Lab at 127.0.0.1:{port}" in process.stdout.readline()
    with httpx.Client(trust_env=False) as client:
        waiting.until(lambda: client.get(f"{url}/readyz").status_code == 200)
        assert client.get(f"{url}/team").json()["collections"] == ["Lab"]
    assert not (tmp_path / "reader" / "library" / "service.json").exists()
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 0
    assert [json.loads(line)["message"] for line in told.splitlines()][-1] == "Ended."


def test_a_reader_that_cannot_start_says_why(tmp_path: Path) -> None:
    process = _start(tmp_path / "reader", 'name = "Lab"\nlisten = "0.0.0.0:8443"\n')
    _, told = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "collections: This key is missing." in told and "Traceback" not in told
