"""A team's reader of three real publications, served on loopback in a thread."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from bookwheel import wire
from bookwheel.domain.errors import Unauthorised
from bookwheel.domain.team import (
    EngineConfig,
    GrantsConfig,
    IdentityConfig,
    MemoryConfig,
    TeamCaller,
    TeamCollection,
    TeamConfig,
    TracesConfig,
)
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths
from bookwheel.service.files import discovery
from bookwheel.service.team import reader, shared_words
from bookwheel.service.team.callers import Tokens
from bookwheel.service.team.server import Setting, TeamService
from tests import waiting
from tests.publications.publishing import public, publish

OPEN = {
    "welcome.md": "---\ntags: [start]\n---\n# Welcome\n\nThe wheel turns for everyone. See [rims](rims.md).\n",
    "rims.md": "# Rims\n\nA rim holds the spokes of a wheel.\n",
}
STAFF = {
    "plan.md": "---\ntags: [qumbratag]\nauthor: Qumbrawriter\ncategory: Qumbrashelf\n---\n# Qumbraplan\n\n"
    "The qumbraword turns the wheel. See [Qumbradeep](deep/qumbradeep.md) and [[Qumbradeep]].\n\n"
    "## Qumbraheading\n\nA rim of qumbrawood.\n",
    "deep/qumbradeep.md": "---\ntags: [start]\n---\n# Qumbradeep\n\nSpokes of qumbraash hold a qumbrarim.\n",
    "draft.md": "---\ntags: [draft]\n---\n# Zorbdraft\n\nThe zorbword is not to be seen by anyone.\n",
}
LAB = {
    "result.md": "---\ntags: [qworptag]\n---\n# Qworpresult\n\nThe qworpword turns the wheel and its spokes.\n",
}

_IDENTITY = IdentityConfig("https://login.example.org", "bookwheel", client_id="desk")


class Badges:
    """Tokens that are read out loud, in place of a provider: `person:ada:staff,lab`."""

    def caller_of(self, token: str) -> TeamCaller:
        """See `callers.Tokens`."""
        kind, _, rest = token.partition(":")
        name, _, groups = rest.partition(":")
        if kind not in ("person", "agent") or not name:
            raise Unauthorised("The access token is not valid.")
        return TeamCaller(name, name, "test", frozenset(filter(None, groups.split(","))), kind == "agent")


@dataclass
class Served:
    """A reader that runs, and how to ask it."""

    service: TeamService
    paths: LibraryPaths
    config: TeamConfig
    port: int
    told: threading.Event
    client: httpx.Client

    @property
    def host(self) -> str:
        """The host and port of the reader."""
        return f"127.0.0.1:{self.port}"

    def get(self, path: str, token: str = "", **headers: str) -> httpx.Response:
        """Ask for a path."""
        return self.client.get(path, headers=_headers(token, headers))

    def post(self, path: str, body: object, token: str = "", **headers: str) -> httpx.Response:
        """Send JSON to a path."""
        return self.client.post(path, content=json.dumps(body), headers=_headers(token, headers))

    def rpc(self, method: str, request: Mapping[str, Any], token: str) -> httpx.Response:
        """Call a method as people's programs do."""
        return self.post(f"/rpc/{method}", request, token, **{"bookwheel-protocol": str(wire.PROTOCOL)})

    def mcp(self, method: str, parameters: Mapping[str, Any], token: str) -> httpx.Response:
        """Send a message as agents do."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
        return self.post("/mcp", message, token, **headers)

    def tool(self, name: str, arguments: Mapping[str, Any], token: str) -> dict[str, Any]:
        """Call a tool; its answer."""
        return self.mcp("tools/call", {"name": name, "arguments": arguments}, token).json()["result"]


def _headers(token: str, headers: Mapping[str, str]) -> dict[str, str]:
    sent = {"content-type": "application/json", **headers}
    return {**sent, "authorization": f"Bearer {token}"} if token else sent


def write_publications(folder: Path) -> tuple[TeamCollection, ...]:
    """Three publications: for all, for staff with drafts filtered out, and for the laboratory."""
    found: list[TeamCollection] = []
    named = (("Open", OPEN, (), ""), ("Qumbra", STAFF, ("staff",), "-tag:draft"), ("Qworp", LAB, ("lab",), ""))
    for number, (name, texts, groups, scope) in enumerate(named):
        publish(folder / name.lower(), texts, id=f"{number:032x}", name=name)
        found.append(TeamCollection(name, str(folder / name.lower()), public(), groups, scope))
    return tuple(found)


@contextlib.contextmanager
def serving(
    folder: Path,
    collections: tuple[TeamCollection, ...],
    *,
    identity: IdentityConfig = _IDENTITY,
    tokens: Tokens | None = None,
    linger_s: float = 0.0,
    engines: EngineConfig | None = None,
    grants: GrantsConfig | None = None,
    traces: TracesConfig | None = None,
    memory: MemoryConfig | None = None,
    is_awaited: bool = True,
) -> Iterator[Served]:
    """Serve collections from a library's folder until the test is done; ready when this is entered."""
    paths = LibraryPaths(folder)
    paths.root.mkdir(parents=True, exist_ok=True)
    sock = discovery.bind("127.0.0.1", 0)
    port = int(sock.getsockname()[1])
    url, engines = f"http://127.0.0.1:{port}", engines or EngineConfig()
    config = TeamConfig(
        "Team", "127.0.0.1", port, url, "", "", False, identity, collections, engines, grants=grants or GrantsConfig(),
        traces=traces, memory=memory,
    )  # fmt: skip
    told, made = threading.Event(), threading.Event()
    held: list[TeamService] = []

    async def run() -> None:
        state = State(paths.state, paths.state_backup)
        reader.claim(state)
        shared_words.prepare_index(paths, engines)
        setting = Setting(config, tokens or Badges(), linger_s)
        held.append(TeamService(paths, state, sock, setting, told))
        made.set()
        await held[0].serve()
        held[0].close()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert made.wait(60)
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60)
    served = Served(held[0], paths, config, port, told, client)
    try:
        if is_awaited:
            waiting.until(lambda: served.get("/readyz").status_code == 200, 120)
        yield served
    finally:
        client.close()
        told.set()
        thread.join(60)
        assert not thread.is_alive()
