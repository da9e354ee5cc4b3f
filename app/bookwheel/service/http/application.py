"""The routes of the one server: `/rpc`, `/events`, `/ingest` and `/mcp`, each behind its gate."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bookwheel import wire
from bookwheel.domain.messages import Message
from bookwheel.service import events
from bookwheel.service.events import Events, Send
from bookwheel.service.http.rpc import PREFIX, Receive

Application = Callable[[Any, Any, Any], Awaitable[None]]


STAY_S = 8 * 3600.0
"""An agent that is known by URL cannot start the service, so its last call keeps it up this long."""


class Later:
    """An application that is still being loaded; its requests wait for it."""

    def __init__(self) -> None:
        """Nothing is loaded."""
        self.is_asked = asyncio.Event()
        self._loaded: asyncio.Future[Application] | None = None
        self._open = 0
        self._called_at = 0.0
        self._stays_until = 0.0

    def is_awake(self, now: float, idle_s: float) -> bool:
        """Whether a call is open or came lately: within `idle_s` from the bridge, within hours from anyone else."""
        return bool(self._open) or now < self._stays_until or now - self._called_at < idle_s

    def _future(self) -> asyncio.Future[Application]:
        if self._loaded is None:
            self._loaded = asyncio.get_running_loop().create_future()
        return self._loaded

    def load(self, application: Application) -> None:
        """Let the requests through."""
        if not self._future().done():
            self._future().set_result(application)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Pass a request on as soon as there is something to pass it to."""
        is_bridge = any(name == b"bookwheel-client" for name, _ in scope["headers"])
        self._open += 1
        self.is_asked.set()
        try:
            application = await asyncio.shield(self._future())
            await application(scope, receive, send)
        finally:
            self._open -= 1
            self._called_at = time.monotonic()
            if not is_bridge:
                self._stays_until = self._called_at + STAY_S


def events_route(source: Events, revision: Callable[[], int]) -> Application:
    """`GET /events`: replays from `Last-Event-ID` and follows."""

    async def answer(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        given = bytes(headers.get(b"last-event-id", b"0"))
        last = int(given) if given.isdigit() and len(given) < 20 else 0
        sending = asyncio.ensure_future(events.stream(source.follow(last, revision), send))
        leaving = asyncio.ensure_future(_gone(receive))
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        for task in (sending, leaving):
            task.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)

    return answer


def routes(rpc: Application, events_gate: Application, ingest: Application, mcp: Application) -> Application:
    """One application for the four routes; anything else is not found."""

    async def route(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path = str(scope["path"])
        if path.startswith(PREFIX):
            await rpc(scope, receive, send)
        elif path == "/events":
            await events_gate(scope, receive, send)
        elif path.startswith("/ingest/"):
            await ingest(scope, receive, send)
        elif path in ("/mcp", "/mcp/"):
            await mcp(scope, receive, send)
        else:
            await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})

    return route


def unavailable(sentence: Message, *, is_ending: bool = False) -> Application:
    """Return an application that refuses agents' requests with a sentence: there is nothing to answer them.

    Where the service is ending, the bridge is told to ask the next one, since nothing was done.
    """
    failed = wire.Failure("service_unavailable", sentence)
    error = {"code": -32000, "message": failed.message, "data": failed}
    body = wire.encode_as_text({"jsonrpc": "2.0", "id": None, "error": error})
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += [(b"retry-after", b"1"), (b"connection", b"close")] if is_ending else []

    async def refuse(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return refuse


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
