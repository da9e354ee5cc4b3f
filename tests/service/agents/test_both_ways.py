"""Every tool through the SDK's own client: over HTTP and over the bridge, in both protocol eras."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from bookwheel import wire
from tests.service.agents.serving import Served

SOURCES = str(Path(__file__).parents[3] / "app")

ASKED: dict[str, list[dict[str, Any]]] = {
    "browse": [{}, {"view": "documents", "sort": "date"}, {"view": "tags"}, {"view": "status"}],
    "search": [{"query": "wheel", "explain": True}, {"query": "xyzzynothing"}, {"query": "輪"}],
    "outline": [{"doc": "notes/guide/reading.md"}, {"doc": "notes/long.md", "depth": 1}],
    "read": [{"sections": ["notes/guide/reading.md#symbols"], "metadata": True}, {"docs": ["notes/long.md"]}],
    "explore": [{"node": "notes/guide/reading.md"}, {"node": "notes/wheel.md", "hops": 2}],
    "query": [{"sparql": "SELECT ?s ?p ?o WHERE { ?s ?p ?o } LIMIT 5"}],
    "context": [{"question": "What helps a reader remember?", "budget": 1000}],
    "remember": [
        {"content": "The person reads slowly.", "session": "both", "type": "preference", "tags": ["reading"]},
        {"content": "The person reads slowly.", "session": "both", "type": "preference"},
        {"content": "A wheel was asked for.", "session": "both", "role": "user"},
    ],
    "recall": [{"query": "reading"}, {"session": "both"}, {}],
    "forget": [{"session": "both", "summary": "Reads slowly, likes wheels."}, {"session": "both"}],
}
"""Calls that succeed; a tool that is listed and stands not here fails the test."""

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("browse", {"view": "nonsense"}, "bad_request"),
    ("search", {}, "bad_request"),
    ("outline", {"doc": "notes/none.md"}, "not_found"),
    ("read", {"docs": ["notes/none.md"]}, "not_found"),
    ("remember", {"session": "both"}, "bad_request"),
    ("recall", {"limit": 0}, "bad_request"),
    ("forget", {}, "bad_request"),
    ("forget", {"id": "m00000000"}, "not_found"),
]

VARYING = {"took_ms", "cursor", "created_at", "read_at", "last_at", "since"}
"""What two equal answers differ in."""

MEMORY = re.compile(r"m[0-9a-f]{8}")


@asynccontextmanager
async def over_http(served: Served, era: str) -> AsyncGenerator[Client, None]:
    headers = {"Authorization": f"Bearer {served.token('stdio', may_remember=True)}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(served.url, http_client=http), mode=era) as client,
    ):
        yield client


@asynccontextmanager
async def over_the_bridge(served: Served, era: str) -> AsyncGenerator[Client, None]:
    record = wire.Discovery(os.getpid(), f"http://127.0.0.1:{served.port}", wire.PROTOCOL, "0", "")
    served.paths.discovery.write_bytes(wire.encode(record))
    served.token("stdio", may_remember=True)
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bookwheel", "mcp", "--library", str(served.paths.root)],
        env={**os.environ, "PYTHONPATH": SOURCES},
    )
    async with Client(stdio_client(parameters), mode=era) as client:
        yield client


async def answers(client: Client) -> dict[str, Any]:
    """What every call answers, each checked against the schema that the server lists."""
    listed = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(listed) <= set(ASKED)
    calls = [(name, given, "") for name in listed for given in ASKED[name]] + REFUSED
    found: dict[str, Any] = {"tools": [tool.model_dump(by_alias=True) for tool in listed.values()]}
    for name, given, code in calls:
        answer = await client.call_tool(name, given)
        content = answer.structured_content
        assert bool(answer.is_error) is bool(code), (name, given, content)
        assert [json.loads(part.text) for part in answer.content] == [content]
        if not code:
            jsonschema.validate(given, listed[name].input_schema)
        jsonschema.validate(content, listed[name].output_schema)
        assert not code or content["code"] == code
        found[f"{name} {given}"] = steady(content)
    return found


def steady(part: Any) -> Any:
    """An answer without what differs from call to call."""
    if isinstance(part, dict):
        return {key: steady(value) for key, value in part.items() if key not in VARYING}
    if isinstance(part, str) and MEMORY.fullmatch(part):
        return "a memory's id"
    return [steady(value) for value in part] if isinstance(part, list) else part


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
def test_every_tool_answers_the_same_over_http_and_over_the_bridge(served: Served, era: str) -> None:
    async def main() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for way in (over_http, over_the_bridge):
            async with way(served, era) as client:
                found.append(await answers(client))
        return found

    direct, bridged = asyncio.run(main())
    assert direct == bridged
    assert {call.client for call in served.record} == {"stdio"}
