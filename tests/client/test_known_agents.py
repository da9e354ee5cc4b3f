"""Where each agent keeps its configuration on each system, and what an entry looks like there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.client.known_agents import AGENTS, Surroundings

PLACES = {
    "linux": {
        "claude-code": ".claude.json",
        "claude-desktop": ".config/Claude/claude_desktop_config.json",
        "cursor": ".cursor/mcp.json",
        "vscode": ".config/Code/User/mcp.json",
        "codex": ".codex/config.toml",
    },
    "darwin": {
        "claude-code": ".claude.json",
        "claude-desktop": "Library/Application Support/Claude/claude_desktop_config.json",
        "cursor": ".cursor/mcp.json",
        "vscode": "Library/Application Support/Code/User/mcp.json",
        "codex": ".codex/config.toml",
    },
    "win32": {
        "claude-code": ".claude.json",
        "claude-desktop": "AppData/Roaming/Claude/claude_desktop_config.json",
        "cursor": ".cursor/mcp.json",
        "vscode": "AppData/Roaming/Code/User/mcp.json",
        "codex": ".codex/config.toml",
    },
}


@pytest.mark.parametrize("system", sorted(PLACES))
def test_every_agent_has_its_place_on_every_system(tmp_path: Path, system: str):
    at = Surroundings(system, tmp_path, {})
    assert {name: str(agent.file(at).relative_to(tmp_path)) for name, agent in AGENTS.items()} == PLACES[system]


def test_variables_move_the_files(tmp_path: Path):
    moved = {"CLAUDE_CONFIG_DIR": "c", "CODEX_HOME": "x", "XDG_CONFIG_HOME": "g", "APPDATA": "a"}
    at = Surroundings("linux", tmp_path, {name: str(tmp_path / folder) for name, folder in moved.items()})
    assert AGENTS["claude-code"].file(at) == tmp_path / "c" / ".claude.json"
    assert AGENTS["codex"].file(at) == tmp_path / "x" / "config.toml"
    assert AGENTS["vscode"].file(at) == tmp_path / "g" / "Code" / "User" / "mcp.json"
    on_windows = Surroundings("win32", tmp_path, at.environ)
    assert AGENTS["claude-desktop"].file(on_windows).parent == tmp_path / "a" / "Claude"


def test_a_packaged_claude_desktop_reads_its_own_copy(tmp_path: Path):
    own = tmp_path / "AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude"
    own.mkdir(parents=True)
    at = Surroundings("win32", tmp_path, {})
    assert AGENTS["claude-desktop"].file(at) == own / "claude_desktop_config.json"
    assert AGENTS["claude-desktop"].is_installed(at)


def test_insiders_is_found_where_it_is_alone(tmp_path: Path):
    (tmp_path / ".config" / "Code - Insiders").mkdir(parents=True)
    at = Surroundings("linux", tmp_path, {})
    assert AGENTS["vscode"].file(at).parent.parent.name == "Code - Insiders"
    (tmp_path / ".config" / "Code").mkdir()
    assert AGENTS["vscode"].file(at).parent.parent.name == "Code"


def test_an_agent_is_found_by_its_traces_or_its_program(tmp_path: Path):
    programs = tmp_path / "bin"
    programs.mkdir()
    at = Surroundings("linux", tmp_path, {"PATH": str(programs)})
    assert not [name for name, agent in AGENTS.items() if agent.is_installed(at)]
    for folder in (".cursor", ".config/Claude", ".config/Code"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("claude", "codex.bat", "codex"):
        (programs / name).write_text("#!/bin/sh\n", "utf-8")
        (programs / name).chmod(0o755)
    assert [name for name, agent in AGENTS.items() if agent.is_installed(at)] == list(AGENTS)


def test_entries_have_the_form_that_each_agent_reads():
    command, told = ["/b", "mcp", "--client", "x"], {"Authorization": "Bearer t"}
    program = {"command": "/b", "args": ["mcp", "--client", "x"]}
    url = "http://127.0.0.1:1/mcp"
    for name in ("claude-code", "vscode", "cursor"):
        assert AGENTS[name].stdio_entry(command) == {"type": "stdio", **program}
    for name in ("claude-desktop", "codex"):
        assert AGENTS[name].stdio_entry(command) == program
    for name in ("claude-code", "vscode"):
        assert AGENTS[name].http_entry(url, "t") == {"type": "http", "url": url, "headers": told}
    assert AGENTS["cursor"].http_entry(url, "t") == {"url": url, "headers": told}
    assert AGENTS["codex"].http_entry(url, "t") == {"url": url, "http_headers": told}
