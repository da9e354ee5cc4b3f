"""`bookwheel doctor --mcp`: what stands between an agent and the library, in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.__main__ import main
from bookwheel.client import agent_config, mcp_doctor
from bookwheel.client.agents import admitted, bridge
from bookwheel.client.connection import Client, connect
from bookwheel.client.known_agents import AGENTS, Surroundings
from bookwheel.domain.service.agents import PauseAgentsRequest
from bookwheel.domain.service.doctor import Check
from bookwheel.domain.service.requests import NameRequest
from bookwheel.paths import LibraryPaths
from tests.words_only import turn_meaning_off

SOURCES = Path(__file__).parents[2] / "app"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> LibraryPaths:
    """A library of its own."""
    return turn_meaning_off(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def served(library: LibraryPaths) -> Iterator[Client]:
    """A client of its service."""
    client = connect(library, client="cli")
    yield client
    client.stop()
    client.close()


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    """A computer with nothing on it."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    return Surroundings("linux", tmp_path, {"PATH": ""})


def checks(library: LibraryPaths, at: Surroundings) -> dict[str, Check]:
    return {check.name: check for check in mcp_doctor.examine(library, at).checks}


def write(at: Surroundings, name: str, entry: agent_config.Table) -> Path:
    agent = AGENTS[name]
    agent_config.changed(agent.file(at), entry, agent.format).write()
    return agent.file(at)


def test_a_sound_endpoint_is_said_to_be_sound(served: Client, library: LibraryPaths, at: Surroundings):
    admitted(served, "cursor", ())
    write(at, "cursor", AGENTS["cursor"].stdio_entry(bridge("cursor", library)))
    (at.home / ".codex").mkdir()
    answer = mcp_doctor.examine(library, at)
    found = {check.name: check.message for check in answer.checks}
    assert answer.is_healthy
    assert list(found) == ["service", "bridge", "tokens", "cursor", "codex"]
    assert served.url in found["service"] and found["bridge"].startswith("The bridge answers in")
    assert found["tokens"] == "Agents with access: cursor."
    assert found["cursor"].startswith("Cursor starts the bridge") and "not connected" in found["codex"]
    assert mcp_doctor.CLIENT not in {agent.name for agent in served.agents().agents}


def test_entries_that_lead_nowhere_are_named(served: Client, library: LibraryPaths, at: Surroundings):
    token = admitted(served, "vscode", ()).token
    for name in ("claude-code", "claude-desktop"):
        admitted(served, name, ())
    gone = ["/nowhere/bookwheel", "mcp", "--client", "cursor"]
    write(at, "cursor", AGENTS["cursor"].stdio_entry(gone))
    lost = [*bridge("codex", library)[:-1], str(at.home / "lost")]
    write(at, "codex", AGENTS["codex"].stdio_entry(lost))
    own = AGENTS["claude-code"].stdio_entry(bridge("claude-code", library))
    write(at, "claude-code", own)
    served.revoke(NameRequest("claude-code"))
    write(at, "vscode", AGENTS["vscode"].http_entry(f"{served.url}/mcp", token))
    torn = AGENTS["claude-desktop"].file(at)
    torn.parent.mkdir(parents=True)
    torn.write_text('{"mcpServers": ', "utf-8")
    found = checks(library, at)
    assert "/nowhere/bookwheel no longer exists" in found["cursor"].message
    assert found["cursor"].advice == "bookwheel connect cursor"
    assert "lost no longer exists" in found["codex"].message
    assert "was revoked" in found["claude-code"].message
    assert "not valid JSON" in found["claude-desktop"].message
    assert found["vscode"].state == "good" and token not in json.dumps([each.message for each in found.values()])

    # What is right for another service, or another token, is not right for this one.
    write(at, "vscode", AGENTS["vscode"].http_entry("http://127.0.0.1:9/mcp", token))
    assert "service is at" in checks(library, at)["vscode"].message
    served.revoke(NameRequest("vscode"))
    found = checks(library, at)
    assert "revoked" in found["vscode"].message and found["vscode"].advice == "bookwheel connect vscode --http"
    assert {found[name].state for name in AGENTS} == {"bad"}


def test_a_foreign_entry_is_no_fault(served: Client, library: LibraryPaths, at: Surroundings):
    file = AGENTS["cursor"].file(at)
    file.parent.mkdir()
    file.write_text('{"mcpServers": {"bookwheel": {"command": "theirs"}}}', "utf-8")
    found = checks(library, at)["cursor"]
    assert found.state == "good" and "did not create" in found.message


def test_a_pause_and_a_torn_file_of_tokens_are_said(
    served: Client, library: LibraryPaths, at: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    served.pause_agents(PauseAgentsRequest(True))
    found = checks(library, at)
    served.pause_agents(PauseAgentsRequest(False))
    assert found["pause"].state == "bad" and found["bridge"].state == "bad"

    whole = library.tokens.read_bytes()
    library.tokens.write_text('{"clients": [', "utf-8")
    tokens, said = mcp_doctor._tokens(library)
    library.tokens.write_bytes(whole)
    assert not tokens.by_client and said[0].state == "bad" and "damaged" in said[0].message


def test_the_verb_needs_no_service_and_looks_into_the_folder(
    tmp_path: Path, library_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for name in ("HOME", "USERPROFILE", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".mcp.json").write_text("{", "utf-8")
    try:
        assert main(["doctor", "--mcp"]) == 1
    finally:
        main(["stop"])
    said = capsys.readouterr().out
    assert "service is not running" in said and "The bridge answers in" in said
    assert ".mcp.json is not valid JSON" in said
