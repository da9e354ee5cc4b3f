"""`bookwheel connect`, with the real service."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.__main__ import main
from bookwheel.bridge.finding import Service
from bookwheel.client.connection import connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.domain.service import AgentRequest
from bookwheel.paths import LibraryPaths
from tests.waiting import until

SOURCES = Path(__file__).parents[2] / "app"


@pytest.fixture
def home(tmp_path: Path, library_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A person's folder, with a service that ends with the test."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "wheel.md").write_text("# Wheel\n\nA bookwheel.\n", "utf-8")
    client = connect(LibraryPaths(library_folder), client="cli")
    client.add(AddRequest(str(tmp_path / "notes")))
    try:
        until(lambda: client.status().documents == 1 and client.status().state == "ready")
        yield tmp_path
    finally:
        client.close()
        # The bridge may have started another one since.
        with contextlib.suppress(ServiceUnavailable):
            last = connect(LibraryPaths(library_folder), client="cli", start=False)
            last.stop()
            last.close()


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["connect", *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_claude_code_is_connected_looked_at_and_disconnected(
    home: Path, library_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    file = home / ".claude.json"
    file.write_text('{"numStartups": 4}', "utf-8")
    code, shown, _ = run(capsys, "claude-code", "--dry-run")
    assert code == 0
    assert '"mcp"' in shown
    assert json.loads(file.read_text("utf-8")) == {"numStartups": 4}

    code, _, refused = run(capsys, "claude-code")
    assert code != 0 and "--yes" in refused
    assert json.loads(file.read_text("utf-8")) == {"numStartups": 4}

    code, _, _ = run(capsys, "claude-code", "--yes", "--collection", "notes")
    assert code == 0
    written = json.loads(file.read_text("utf-8"))
    entry = written["mcpServers"]["bookwheel"]
    assert written["numStartups"] == 4
    assert entry["args"][-4:] == ["--client", "claude-code", "--library", str(library_folder)]
    token = json.loads((library_folder / "tokens.json").read_text("utf-8"))["clients"][0]["token"]
    assert token not in file.read_text("utf-8")

    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    bridge = subprocess.run(
        [entry["command"], *entry["args"]], input=json.dumps(ping) + "\n", capture_output=True, text=True, timeout=30
    )
    assert json.loads(bridge.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}}

    code, shown, _ = run(capsys, "--list", "--json")
    [listed] = json.loads(shown)["clients"]
    assert (listed["name"], listed["collections"], listed["is_connected"]) == ("claude-code", ["notes"], True)

    # Connecting again without naming a collection does not widen what it sees.
    assert run(capsys, "claude-code", "--yes")[0] == 0
    assert json.loads(run(capsys, "--list", "--json")[1])["clients"][0]["collections"] == ["notes"]

    assert run(capsys, "claude-code", "--undo", "--yes")[0] == 0
    assert json.loads(file.read_text("utf-8")) == {"numStartups": 4, "mcpServers": {}}


def test_a_project_file_holds_neither_token_nor_place(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    project = home / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    assert run(capsys, "claude-code", "--scope", "project", "--yes")[0] == 0
    entry = json.loads((project / ".mcp.json").read_text("utf-8"))["mcpServers"]["bookwheel"]
    assert entry["command"] == "bookwheel"
    assert entry["args"][:3] == ["mcp", "--client", "claude-code"]
    assert sys.executable not in json.dumps(entry)


def test_a_torn_configuration_is_refused(home: Path, capsys: pytest.CaptureFixture[str]):
    (home / ".claude.json").write_text('{"a": ', "utf-8")
    code, _, refused = run(capsys, "claude-code", "--yes")
    assert code != 0
    assert "is not whole JSON" in refused
    assert (home / ".claude.json").read_text("utf-8") == '{"a": '


def test_generic_prints_what_a_client_needs(home: Path, library_folder: Path, capsys: pytest.CaptureFixture[str]):
    code, shown, _ = run(capsys, "generic", "--json", "--client", "mine")
    given = json.loads(shown)
    assert code == 0
    assert set(given) == {"url", "token", "command"}
    assert given["url"].endswith("/mcp")
    assert given["token"] in (library_folder / "tokens.json").read_text("utf-8")
    assert given["command"][-5:] == ["mcp", "--client", "mine", "--library", str(library_folder)]


def test_the_bridge_starts_a_service_where_there_is_none(
    home: Path, library_folder: Path, capsys: pytest.CaptureFixture[str]
):
    given = json.loads(run(capsys, "generic", "--json")[1])
    first = connect(LibraryPaths(library_folder), client="cli")
    first.stop()
    first.close()
    params = {"name": "search", "arguments": {"query": "bookwheel"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    bridge = subprocess.run(
        given["command"], input=json.dumps(message) + "\n", capture_output=True, text=True, timeout=60
    )
    answer = json.loads(bridge.stdout)
    assert answer["result"]["structuredContent"]["hits"][0]["doc"] == "notes/wheel.md"
    assert bridge.stderr == ""


def test_a_bridge_that_cannot_read_its_token_keeps_its_scope(home: Path, library_folder: Path):
    places = LibraryPaths(library_folder)
    client = connect(places, client="cli")
    token = client.agent(AgentRequest("desk", ("notes",))).token
    places.tokens.rename(places.tokens.with_name("elsewhere"))
    assert Service(places, "desk").reach()[1] == token
    assert [(agent.name, agent.collections) for agent in client.agents().agents] == [("desk", ("notes",))]
    client.close()
