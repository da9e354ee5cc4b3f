"""Change notices: told to those who read something new, of nothing that they may not see, and to nobody who is gone."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mcp import Client
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp.shared.exceptions import MCPError

from bookwheel.domain.annotations.pins import PinRequest, UnpinRequest
from bookwheel.domain.collection import Collection
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.service.agents.resources.resources import TOPICS, TRAY
from tests.service.agents.serving import Served, index, serving
from tests.service.agents.tools.test_tools import talk
from tests.waiting import until

WHEEL, PLAN = "bookwheel://doc/notes/wheel.md", "bookwheel://doc/secret/plan.md"
OUTLINE, NONE = "bookwheel://outline/notes/wheel.md", "bookwheel://doc/notes/new.md"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service whose sources may be changed."""
    with serving(tmp_path_factory.mktemp("notices")) as served:
        yield served


def write(served: Served, path: str, text: str) -> None:
    """Change a source, index it and let the service know."""
    root = served.paths.root.parent
    (root / path).write_text(text, "utf-8")
    index(served.paths, tuple(Collection(name, name.title(), str(root / name)) for name in ("notes", "secret")))
    served.library.refresh(0)
    served.heard(Event(0, EventKind.PUBLISHED, served.library.revision))


def told(served: Served, token: str, last: Any, act: Callable[[], None], uris: tuple[str, ...]) -> list[Any]:
    """What a client that listens is told of after `act`, up to `last`."""

    async def conversation(client: Client) -> list[Any]:
        found: list[Any] = []
        async with (
            asyncio.timeout(30),
            client.listen(resource_subscriptions=uris, resources_list_changed=True) as stream,
        ):
            await asyncio.to_thread(act)
            async for event in stream:
                found.append(event)
                if event == last:
                    return found
        return found

    return talk(served, token, "2026-07-28", conversation)


def test_who_reads_something_new_is_told_and_of_nothing_hidden(own: Served):
    token = own.token("narrow", "notes")
    uris = (WHEEL, OUTLINE, PLAN, NONE, TOPICS, TRAY, "nonsense")

    def hidden_then_shown() -> None:
        write(own, "secret/plan.md", "---\ntags: [hush, more]\n---\n# Secret plan\n\nChanged.\n")
        assert own.library.tray is not None
        own.library.tray.pin(PinRequest("secret/plan.md"))
        write(own, "notes/new.md", "# New\n\nWithout a tag.\n")

    found = told(own, token, ResourceUpdated(NONE), hidden_then_shown, uris)
    assert set(found) <= {ResourceUpdated(NONE), ResourceUpdated(TOPICS)}

    def changed() -> None:
        write(own, "notes/wheel.md", "---\ntags: [hub]\n---\n# Wheel\n\nIt turns.\n")

    found = told(own, token, ResourceUpdated(TOPICS), changed, uris)
    assert set(found) == {ResourceUpdated(WHEEL), ResourceUpdated(OUTLINE), ResourceUpdated(TOPICS)}


def test_a_pin_changes_the_tray_and_the_list_of_resources(own: Served):
    assert own.library.tray is not None
    tray = own.library.tray
    act = lambda: tray.pin(PinRequest("notes/page-1.md")) and None  # noqa: E731
    found = told(own, own.token("reader"), ResourcesListChanged(), act, (TRAY, WHEEL))
    assert set(found) == {ResourceUpdated(TRAY), ResourcesListChanged()}
    tray.unpin(UnpinRequest())


@pytest.mark.parametrize("named", ["reader", ""])
def test_a_change_of_rights_ends_the_streams_of_that_client(own: Served, named: str):
    async def conversation(client: Client) -> bool:
        async with asyncio.timeout(30), client.listen(resource_subscriptions=(WHEEL,)) as stream:
            own.heard(Event(0, EventKind.AGENTS_CHANGED, 0, message="another"))
            await client.list_tools()
            assert own.listening() == 1
            own.heard(Event(0, EventKind.AGENTS_CHANGED, 0, message=named))
            async for _ in stream:
                return False
        return True

    assert talk(own, own.token("reader"), "2026-07-28", conversation)
    until(lambda: own.listening() == 0)


def test_nobody_listens_while_agents_are_paused(own: Served):
    async def conversation(client: Client) -> str:
        try:
            async with asyncio.timeout(30), client.listen(resource_subscriptions=(WHEEL,)) as stream:
                async for event in stream:
                    return str(event)
        except MCPError as refused:
            return refused.error.data["code"]
        return ""

    token, own.is_paused = own.token("reader"), True
    try:
        assert talk(own, token, "2026-07-28", conversation) == "agents_paused"
    finally:
        own.is_paused = False


def test_a_listener_that_dies_leaves_nothing_behind(own: Served):
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "dead", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"notifications": {"resourceSubscriptions": [WHEEL]}, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params}).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{own.port}\r\nAuthorization: Bearer {own.token('dead')}\r\n"
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    for _ in range(6):  # more than a client may have at a time
        with socket.create_connection(("127.0.0.1", own.port), 10) as connection:
            connection.sendall(head.encode() + body)
            until(lambda: own.listening() == 1)
        until(lambda: own.listening() == 0)
