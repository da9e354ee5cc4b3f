"""Agents that ask all day: one over HTTP, one over the bridge, each in a thread of its own."""

from __future__ import annotations

import asyncio
import json
import os
import random
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client as Session
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from bookwheel import paths

Verb = Callable[..., str]

BUG = "internal_error"
PAUSE_S = 0.1


class Asking:
    """An agent that calls tools at random until it is told to end.

    `remembered` are the texts that it was told are kept; `codes` count its refusals and broken connections by name,
    `failures` are what must not be.
    """

    def __init__(self, name: str, verb: Verb, words: list[str], docs: list[str], seed: int, *, over_http: bool) -> None:
        """Connect it, which makes its token; it asks for `words` and `docs`."""
        self.remembered: list[str] = []
        self.codes: Counter[str] = Counter()
        self.calls = 0
        self.failures: list[str] = []
        self._name, self._words, self._docs, self._over_http = name, words, docs, over_http
        self._chance, self._is_over = random.Random(seed), threading.Event()
        self._may_ask = threading.Lock()
        self._way = json.loads(verb("connect", "generic", "--client", name, "--remember", "--http", "--json"))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()), name=name, daemon=True)
        self._thread.start()

    def hold(self, is_held: bool) -> None:
        """Ask nothing for a while, or go on; returns once no call is on its way."""
        if is_held:
            self._may_ask.acquire()
        else:
            self._may_ask.release()

    def end(self) -> None:
        """Ask no more."""
        self._is_over.set()
        self._thread.join(60)
        if self._thread.is_alive():
            self.failures.append("its last call was never answered")

    async def _live(self) -> None:
        while not self._is_over.is_set():
            try:
                async with self._session() as session:
                    while not self._is_over.is_set():
                        await asyncio.to_thread(self._may_ask.acquire)
                        try:
                            await self._ask(session)
                        finally:
                            self._may_ask.release()
                        await asyncio.sleep(PAUSE_S)
            except Exception as error:  # a group of whatever the SDK's tasks met
                names = _names(error)
                self.codes.update(names)
                if not self._over_http:
                    self.failures.append(f"the bridge ended: {', '.join(names)}")
                await asyncio.sleep(1)

    @asynccontextmanager
    async def _session(self) -> AsyncGenerator[Session]:
        if self._over_http:
            headers = {"Authorization": f"Bearer {self._way['token']}"}
            async with (
                httpx2.AsyncClient(headers=headers, timeout=30) as http,
                Session(streamable_http_client(self._way["url"], http_client=http)) as session,
            ):
                yield session
        else:
            command = [*paths.command(), "mcp", "--client", self._name]
            ways = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
            async with Session(stdio_client(ways)) as session:
                yield session

    async def _ask(self, session: Session) -> None:
        words, doc = " ".join(self._chance.sample(self._words, 2)), self._chance.choice(self._docs)
        self.calls += 1
        text = f"{self._name} {self.calls} {words}"
        tool, given = self._chance.choice(
            (
                *[("search", {"query": words})] * 3,
                ("search", {"query": words, "mode": self._chance.choice(("keyword", "semantic", "hybrid", "graph"))}),
                ("context", {"question": f"What is {words}?"}),
                ("explore", {"node": doc, "hops": 2}),
                ("read", {"docs": [doc]}),
                ("browse", {"view": self._chance.choice(("collections", "documents", "tags", "status", "schema"))}),
                ("query", {"sparql": "SELECT ?d ?t { ?d a bw:Document ; bw:title ?t } ORDER BY ?d LIMIT 5"}),
                ("remember", {"content": text}),
                ("recall", {"query": words}),
            )
        )
        try:
            answer = await session.call_tool(tool, given)
        except MCPError as refused:  # as the bridge says that the connection was lost over what must not be done twice
            self.codes[f"{tool}: {refused}"] += 1
            return
        content: dict[str, Any] = answer.structured_content or {}
        if not answer.is_error:
            if tool == "remember":
                self.remembered.append(text)
            return
        code = str(content.get("code", content))
        self.codes[f"{tool}: {code}"] += 1
        if code == BUG:
            self.failures.append(f"{tool} {given} was answered by {content}")


def _names(error: BaseException) -> list[str]:
    """The kinds of the errors in a group."""
    if isinstance(error, BaseExceptionGroup):
        return [name for inner in error.exceptions for name in _names(inner)]
    return [f"{type(error).__name__}: {error}"[:120]]
