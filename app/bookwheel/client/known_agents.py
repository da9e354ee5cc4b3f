"""The agents that Bookwheel can connect: where each keeps its configuration, how an entry looks there, is it installed.

Each place and form names its source; read on 22 November 2026.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookwheel.client.agent_config import Format
from bookwheel.client.jsonc_edit import Table

# code.claude.com/docs/en/mcp: user scope in ~/.claude.json, project scope in .mcp.json; type stdio or http, headers.
CLAUDE_CODE = "claude-code"
# modelcontextprotocol.io/docs/develop/connect-local-servers: claude_desktop_config.json, command and args, no url.
CLAUDE_DESKTOP = "claude-desktop"
# cursor.com/docs/mcp: ~/.cursor/mcp.json and .cursor/mcp.json; type stdio, or url with headers.
CURSOR = "cursor"
# code.visualstudio.com/docs/agents/reference/mcp-configuration: mcp.json of the profile, .vscode/mcp.json; servers.
VS_CODE = "vscode"
# developers.openai.com/codex/mcp: config.toml, mcp_servers; url with http_headers, no bearer_token.
CODEX = "codex"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The person's computer as far as it says where files lie: system is sys.platform's word."""

    system: str
    home: Path
    environ: Mapping[str, str]

    @staticmethod
    def here() -> Surroundings:
        """This computer."""
        return Surroundings(sys.platform, Path.home(), os.environ)

    def folder(self, variable: str, usual: str) -> Path:
        """The folder that a variable names, else one in the person's own."""
        named = self.environ.get(variable, "")
        return Path(named) if named else self.home / usual

    @property
    def applications(self) -> Path:
        """Where programs with a window keep their files (Electron's appData)."""
        if self.system == "win32":
            return self.folder("APPDATA", "AppData/Roaming")
        if self.system == "darwin":
            return self.home / "Library" / "Application Support"
        return self.folder("XDG_CONFIG_HOME", ".config")


@dataclass(frozen=True, slots=True)
class Agent:
    """A program that can be connected; `project` is its file in a project's folder, empty for none."""

    name: str
    title: str
    format: Format
    project: str
    program: str
    has_http: bool = True
    has_type: bool = True

    def file(self, at: Surroundings) -> Path:
        """Its configuration for all that the person does."""
        return _FILES[self.name](at)

    def is_installed(self, at: Surroundings) -> bool:
        """Whether it has left a folder of its own, or its program is found."""
        file = self.file(at)
        # Claude Code's file lies in the home folder itself.
        has_trace = file.exists() or (file.parent != at.home and file.parent.is_dir())
        if has_trace or (self.name == VS_CODE and file.parent.parent.is_dir()):
            return True
        if self.program and shutil.which(self.program, path=at.environ.get("PATH", "")):
            return True
        bundle = at.system == "darwin" and _BUNDLES.get(self.name)
        return bool(bundle) and any(Path(root, f"{bundle}.app").is_dir() for root in ("/Applications", at.home))

    def stdio_entry(self, command: Sequence[str]) -> Table:
        """The entry that starts a program."""
        kind: Table = {"type": "stdio"} if self.has_type else {}
        return {**kind, "command": command[0], "args": list(command[1:])}

    def http_entry(self, url: str, token: str) -> Table:
        """The entry that asks an address with a token."""
        headers: Table = {"Authorization": f"Bearer {token}"}
        if self.format.is_toml:
            return {"url": url, "http_headers": headers}
        kind: Table = {"type": "http"} if self.name != CURSOR else {}
        return {**kind, "url": url, "headers": headers}


def _claude_desktop(at: Surroundings) -> Path:
    # github.com/anthropics/claude-code/issues/26073: on Windows the packaged program reads a copy of its own.
    if at.system == "win32":
        packages = at.folder("LOCALAPPDATA", "AppData/Local") / "Packages"
        found = sorted(packages.glob("Claude_*/LocalCache/Roaming/Claude"))
        if found:
            return found[0] / "claude_desktop_config.json"
    return at.applications / "Claude" / "claude_desktop_config.json"


def _vs_code(at: Surroundings) -> Path:
    folder = at.applications / "Code"
    if not folder.is_dir() and (at.applications / "Code - Insiders").is_dir():
        folder = at.applications / "Code - Insiders"
    return folder / "User" / "mcp.json"


def _claude_code(at: Surroundings) -> Path:
    named = at.environ.get("CLAUDE_CONFIG_DIR", "")
    return (Path(named) if named else at.home) / ".claude.json"


def _cursor(at: Surroundings) -> Path:
    return at.home / ".cursor" / "mcp.json"


def _codex(at: Surroundings) -> Path:
    return at.folder("CODEX_HOME", ".codex") / "config.toml"


_FILES: dict[str, Callable[[Surroundings], Path]] = {
    CLAUDE_CODE: _claude_code,
    CLAUDE_DESKTOP: _claude_desktop,
    CURSOR: _cursor,
    VS_CODE: _vs_code,
    CODEX: _codex,
}
_BUNDLES = {CLAUDE_DESKTOP: "Claude", CURSOR: "Cursor", VS_CODE: "Visual Studio Code"}

AGENTS: dict[str, Agent] = {
    agent.name: agent
    for agent in (
        Agent(CLAUDE_CODE, "Claude Code", Format(), ".mcp.json", "claude"),
        Agent(CLAUDE_DESKTOP, "Claude Desktop", Format(), "", "claude-desktop", has_http=False, has_type=False),
        Agent(CURSOR, "Cursor", Format(has_comments=True), ".cursor/mcp.json", "cursor"),
        Agent(VS_CODE, "VS Code", Format("servers", has_comments=True), ".vscode/mcp.json", "code"),
        Agent(CODEX, "Codex", Format("mcp_servers", is_toml=True), ".codex/config.toml", "codex", has_type=False),
    )
}
"""Every agent by its name, in the order in which they are offered."""
