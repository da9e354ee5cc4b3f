"""Agents' applications behind the real gate on a port of their own, open to callers who bring no token."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.lowlevel.server import Server
from starlette.types import ASGIApp, Receive, Scope, Send

from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.service.agents.app import AgentsApp
from bookwheel.service.files.tokens import Tokens
from bookwheel.service.http import gate
from bookwheel.service.http.connections import Connection
from bookwheel.settings import AgentSettings, Settings
from tests.service.agents.serving import index, write_sources

_LIMITS = AgentSettings(calls_per_s=100_000, concurrent_calls=64, concurrent_streams=64, call_s=60)


class FixtureApp(AgentsApp):
    """Our application with another server's tools, prompts and resources in place of ours."""

    tells_progress = True

    def __init__(self, library: Library, fixtures: Server[Any]) -> None:
        """Serve `fixtures`; the library is never asked."""
        self._fixtures = fixtures
        super().__init__(library, Settings, lambda call: None, lambda: False)

    def _server(self) -> Server[Any]:
        return self._fixtures


class WithToken:
    """Adds a token to every request, because the suite knows of none; whatever else it sent stays as it is."""

    def __init__(self, guarded: ASGIApp, token: str) -> None:
        """Stand before `guarded`."""
        self._guarded, self._header = guarded, (b"authorization", f"Bearer {token}".encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with the token."""
        await self._guarded({**scope, "headers": [*scope["headers"], self._header]}, receive, send)


def load_fixtures(sources: Path) -> Server[Any]:
    """The server that the SDK's authors test with, from the folder of its sources.

    The suite's scenarios call tools of fixed names, which this server has and no product does.
    """
    sys.path.insert(0, str(sources))
    return importlib.import_module("mcp_everything_server.server").mcp._lowlevel_server


@contextlib.contextmanager
def serving(root: Path, fixtures: Server[Any] | None = None) -> Iterator[str]:
    """The URL at which `fixtures`, or else our own tools over a small library, answer through our gate."""
    paths = LibraryPaths(root / "library")
    paths.root.mkdir(parents=True)
    collections = write_sources(root)
    if fixtures is None:
        index(paths, collections)
    tokens, library = Tokens(paths.tokens), Library(paths, Settings(), lambda: collections)
    agents = AgentsApp(library, Settings, lambda call: None, lambda: False)
    if fixtures is not None:
        agents = FixtureApp(library, fixtures)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        guarded = gate.agent_gate(agents, port=port, tokens=tokens, limits=lambda: _LIMITS, record=lambda call: None)
        opened = WithToken(guarded, tokens.make("conformance", None))
        server = uvicorn.Server(
            uvicorn.Config(opened, lifespan="off", http=Connection, ws="none", log_level="warning", access_log=False)
        )

        async def serve() -> None:
            async with agents.running():
                await server.serve(sockets=[listening])
                agents.close()

        thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.should_exit = True
            thread.join(10)
            library.close()
