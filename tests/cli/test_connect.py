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
from bookwheel.bridge.discovery import Service
from bookwheel.client import agent_config
from bookwheel.client.connection import Client, connect
from bookwheel.client.known_agents import AGENTS, Surroundings
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.domain.service.agents import AgentRequest, PauseAgentsRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.paths import LibraryPaths, library
from tests.waiting import until
from tests.words_only import turn_meaning_off

SOURCES = Path(__file__).parents[2] / "app"


def _move_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder the person's own."""
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))


def _serve(folder: Path, library_folder: Path) -> Iterator[None]:
    (folder / "notes").mkdir()
    (folder / "notes" / "wheel.md").write_text("# Wheel\n\nA bookwheel.\n", "utf-8")
    client = connect(turn_meaning_off(library_folder), client="cli")
    client.add(AddRequest(str(folder / "notes")))
    try:
        until(lambda: client.status().documents == 1 and client.status().state == "ready")
        yield
    finally:
        client.close()
        # The bridge may have started another one since.
        with contextlib.suppress(ServiceUnavailable):
            last = connect(LibraryPaths(library_folder), client="cli", start=False)
            last.stop()
            last.close()


@pytest.fixture
def home(tmp_path: Path, library_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A person's folder, with a service that ends with the test."""
    _move_in(tmp_path, monkeypatch)
    for _ in _serve(tmp_path, library_folder):
        yield tmp_path


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a library whose service all tests here share."""
    folder = tmp_path_factory.mktemp("served")
    for _ in _serve(folder, folder / "library"):
        yield folder / "library"


@pytest.fixture
def desk(tmp_path: Path, served: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's folder before the shared service, which no agent may read yet."""
    _move_in(tmp_path, monkeypatch)
    monkeypatch.setenv("BOOKWHEEL_LIBRARY", str(served))
    with connected() as client:
        client.pause_agents(PauseAgentsRequest(False))
        for agent in client.agents().agents:
            client.revoke(NameRequest(agent.name))
    return tmp_path


@contextlib.contextmanager
def connected() -> Iterator[Client]:
    """A client of the test's service."""
    client = connect(library(), client="cli")
    yield client
    client.close()


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

    code, said, _ = run(capsys, "claude-code", "--yes", "--collection", "notes")
    assert code == 0
    assert "Tested: it answers in" in said and "can read 1 collection." in said
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
    desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    project = desk / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setenv("PATH", str(project))
    code, said, _ = run(capsys, "claude-code", "--scope", "project", "--yes")
    assert code == 1 and "The test failed: bookwheel cannot be started" in said
    entry = json.loads((project / ".mcp.json").read_text("utf-8"))["mcpServers"]["bookwheel"]
    assert entry["command"] == "bookwheel"
    assert entry["args"][:3] == ["mcp", "--client", "claude-code"]
    assert sys.executable not in json.dumps(entry)


def test_a_torn_configuration_is_refused(desk: Path, capsys: pytest.CaptureFixture[str]):
    (desk / ".claude.json").write_text('{"a": ', "utf-8")
    code, _, refused = run(capsys, "claude-code", "--yes")
    assert code != 0
    assert "is not valid JSON" in refused
    assert "is not valid JSON" in run(capsys, "--list")[1]
    assert (desk / ".claude.json").read_text("utf-8") == '{"a": '


def test_generic_prints_what_a_client_needs(desk: Path, served: Path, capsys: pytest.CaptureFixture[str]):
    code, shown, _ = run(capsys, "generic", "--json", "--client", "mine")
    given = json.loads(shown)
    assert code == 0
    assert set(given) == {"url", "token", "command"}
    assert given["url"].endswith("/mcp")
    assert given["token"] in (served / "tokens.json").read_text("utf-8")
    assert given["command"][-5:] == ["mcp", "--client", "mine", "--library", str(served)]


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
    assert answer["result"]["structuredContent"]["hits"][0]["section"].partition("#")[0] == "notes/wheel.md"
    assert bridge.stderr == ""


def test_a_bridge_that_cannot_read_its_token_keeps_its_scope(home: Path, library_folder: Path):
    places = LibraryPaths(library_folder)
    client = connect(places, client="cli")
    token = client.agent(AgentRequest("desk", ("notes",))).token
    places.tokens.rename(places.tokens.with_name("elsewhere"))
    assert Service(places, "desk").reach()[1] == token
    assert [(agent.name, agent.collections) for agent in client.agents().agents] == [("desk", ("notes",))]
    client.close()


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_every_agent_is_connected_checked_and_disconnected(desk: Path, capsys: pytest.CaptureFixture[str], name: str):
    agent, file = AGENTS[name], AGENTS[name].file(Surroundings.here())
    assert file.is_relative_to(desk)
    file.parent.mkdir(parents=True, exist_ok=True)
    before = "# mine\nmodel = 1\n" if agent.format.is_toml else '{\n  "theme": "dark"\n}\n'
    file.write_text(before, "utf-8")
    code, shown, _ = run(capsys, name, "--yes", "--json")
    said = json.loads(shown)
    assert code == 0 and said["is_written"] and said["is_answering"]
    entry = agent_config.entry_in(file, agent.format)
    assert entry == said["after"] and agent_config.is_ours(entry or {})
    found = {row["name"]: row for row in json.loads(run(capsys, "--list", "--json")[1])["found"]}
    assert found[name]["is_installed"] and found[name]["is_configured"] and found[name]["file"] == str(file)
    assert run(capsys, name, "--undo", "--yes")[0] == 0
    if agent.format.is_toml:
        assert file.read_text("utf-8") == before
    else:
        assert json.loads(file.read_text("utf-8")) == {"theme": "dark", agent.format.key: {}}


@pytest.mark.parametrize("name", sorted(name for name, agent in AGENTS.items() if agent.has_http))
def test_address_and_token_are_written_where_asked_and_shown_nowhere(
    desk: Path, served: Path, capsys: pytest.CaptureFixture[str], name: str
):
    agent, file = AGENTS[name], AGENTS[name].file(Surroundings.here())
    assert run(capsys, name, "--http", "--dry-run")[0] == 0 and not file.exists()
    code, shown, _ = run(capsys, name, "--http", "--yes")
    entry = agent_config.entry_in(file, agent.format) or {}
    token = agent_config.token_in(entry)
    assert code == 0 and "Tested: it answers" in shown
    assert token in (served / "tokens.json").read_text("utf-8") and token not in shown
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o600
    assert token not in run(capsys, name, "--http", "--yes", "--json")[1]

    # A new token takes the place of the old one; without --http the bridge does.
    assert run(capsys, "--revoke", name)[0] == 0
    assert run(capsys, name, "--http", "--yes")[0] == 0
    assert agent_config.token_in(agent_config.entry_in(file, agent.format) or {}) not in ("", token)
    assert run(capsys, name, "--yes")[0] == 0
    entry = agent_config.entry_in(file, agent.format) or {}
    assert "command" in entry and not {"url", "headers", "http_headers"} & set(entry)


def test_a_token_is_kept_out_of_projects_and_of_agents_that_cannot_use_it(
    desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(desk)
    assert run(capsys, "cursor", "--http", "--scope", "project", "--yes")[0] == 4
    assert run(capsys, "claude-desktop", "--http", "--yes")[0] == 4
    assert run(capsys, "claude-desktop", "--scope", "project", "--yes")[0] == 4
    assert not (desk / ".cursor").exists()


def test_a_foreign_entry_of_our_name_is_left_alone(desk: Path, capsys: pytest.CaptureFixture[str]):
    file = desk / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text('{"mcpServers": {"bookwheel": {"command": "theirs"}}}', "utf-8")
    for words in (("cursor", "--yes"), ("cursor", "--undo", "--yes"), ("cursor", "--http", "--yes")):
        code, _, refused = run(capsys, *words)
        assert code == 4 and "did not create" in refused
    assert json.loads(file.read_text("utf-8")) == {"mcpServers": {"bookwheel": {"command": "theirs"}}}
    assert json.loads(run(capsys, "--list", "--json")[1])["clients"] == []


def test_a_check_that_fails_is_said(desk: Path, capsys: pytest.CaptureFixture[str]):
    assert run(capsys, "cursor", "--yes", "--no-check")[0] == 0
    with connected() as client:
        client.pause_agents(PauseAgentsRequest(True))
    code, said, _ = run(capsys, "cursor", "--yes")
    assert code == 1 and "The test failed" in said and "paused" in said
