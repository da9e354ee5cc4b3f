"""The gate in front of every route: who may speak, how much, and in what form, before anything is interpreted.

Refuses in a fixed order: host 421, origin 403, method 405, token 401, size 413, content type 415, form and echoing
headers 400, then the limits of the caller, 429. What passes carries its caller in `scope["bookwheel.client"]` and no
token any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import inspect
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bookwheel import wire
from bookwheel.domain.errors import BadRequest, BookwheelError, TooMany, Unauthorised
from bookwheel.domain.ingest import MOST_BATCH_BYTES
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.service.agents import AgentClient
from bookwheel.service.files.tokens import Tokens
from bookwheel.service.http.call_messages import HEADER_MISMATCH, Call, Refused, call_of, decoded, message_of, too_large
from bookwheel.service.http.header_validation import contradiction
from bookwheel.service.http.rate_limits import Meters
from bookwheel.settings import AgentSettings

BODY_BYTES = 4 * 1024 * 1024
"""Largest body of a request."""

BODY_S = 10.0
"""Seconds in which a whole body must arrive."""

DRAIN_BYTES, DRAIN_S = 16 * 1024 * 1024, 2.0
"""So much, and for so long, is taken in and forgotten of a body that is too large."""


CLIENT = "bookwheel.client"
"""The key of an ASGI scope that holds the `AgentClient` who calls."""

SPEND = "bookwheel.spend"
"""The key of an ASGI scope that holds what to tell the tokens of an answer, where they are limited."""

JSON_KINDS = frozenset({b"application/json"})

Identify = Callable[[str], "AgentClient | None | Awaitable[AgentClient | None]"]
"""Finds who calls by the bearer token, which is empty where none was sent; None for a stranger.

May raise `Refused` to say more than that a token is wrong.
"""

_LISTEN = "subscriptions/listen"
_STRANGER_S = 1.0


@dataclass(frozen=True, slots=True)
class Address:
    """The values of `Host` and `Origin`, in lower case, by which a gate is reached."""

    hosts: frozenset[bytes]
    origins: frozenset[bytes]

    @classmethod
    def loopback(cls, port: int, scheme: str = "http") -> Address:
        """This computer's own at one port."""
        hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        return cls(
            frozenset(host.encode() for host in hosts), frozenset(f"{scheme}://{host}".encode() for host in hosts)
        )


class Gate:
    """An ASGI application that lets through to `app` what is allowed; `agent_gate` and `owner_gate` build one."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        address: Address,
        identify: Identify,
        methods: frozenset[str],
        speaks_rpc: bool,
        limits: Callable[[], AgentSettings] | None = None,
        record: Callable[[Activity], None] | None = None,
        seen: Callable[[str], None] | None = None,
        kinds: frozenset[bytes] = JSON_KINDS,
        body_bytes: int = BODY_BYTES,
        methods_at: Callable[[str], Iterable[str]] = lambda path: (),
    ) -> None:
        """Guard `app` at one address; `limits` are asked at every call.

        Bodies are of the content types `kinds`, and have `body_bytes` at most. Those that are JSON alone are read here.
        `methods_at` tells which of the `methods` a path has; empty for all of them.
        """
        self._app = app
        self._address = address
        self._identify = identify
        self._methods, self._methods_at = methods, methods_at
        self._speaks_rpc = speaks_rpc
        self._limits = limits
        self._record = record
        self._seen = seen
        self._kinds, self._body_bytes = kinds, body_bytes
        self._meters = Meters()
        self._stranger_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the refusal, or pass the request on with its body already read."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        started = time.perf_counter()
        client: AgentClient | None = None
        call = Call()
        try:
            headers = _headers(scope)
            self._check_address(headers, scope)
            client = await self._caller(headers)
            body = await self._body(headers, receive) if scope["method"] == "POST" else b""
            if body is None:
                return
            if self._speaks_rpc:
                message = message_of(body)
                call = call_of(message)
                if said := contradiction(message, headers):
                    raise Refused(400, BadRequest(said), HEADER_MISMATCH)
            elif body and self._kinds == JSON_KINDS:
                decoded(body)
            if self._seen is not None and client.name:
                self._seen(client.name)
            await self._admit(scope, receive, send, client, call, body)
        except Refused as refused:
            self._note(client, call, refused.error, started)
            await _answer(send, refused, self._content(refused, call.id))

    def _check_address(self, headers: dict[bytes, list[bytes]], scope: Scope) -> None:
        host = headers.get(b"host", [])
        if len(host) != 1 or host[0].lower() not in self._address.hosts:
            raise Refused(421, BadRequest("This address is not available."))
        origin = headers.get(b"origin", [])
        if origin and (len(origin) != 1 or origin[0].lower() not in self._address.origins):
            raise Refused(403, BadRequest("Web pages cannot call this service."))
        methods = frozenset(self._methods_at(scope["path"])) or self._methods
        if scope["method"] not in methods:
            allowed = ", ".join(sorted(methods))
            raise Refused(405, BadRequest(f"Use {allowed}."), headers=[(b"allow", allowed.encode())])

    async def _caller(self, headers: dict[bytes, list[bytes]]) -> AgentClient:
        given = headers.get(b"authorization", [])
        scheme, _, token = (given[0] if len(given) == 1 else b"").partition(b" ")
        found = self._identify(token.strip().decode("latin-1") if scheme.lower() == b"bearer" else "")
        client = await found if inspect.isawaitable(found) else found
        if client is None:
            error = Unauthorised("The token is missing, wrong or revoked.", next="bookwheel connect")
            raise Refused(401, error, headers=[(b"www-authenticate", b"Bearer")])
        return client

    async def _body(self, headers: dict[bytes, list[bytes]], receive: Receive) -> bytes | None:
        """The whole body, None when the caller went away."""
        declared = headers.get(b"content-length", [b"0"])[0]
        if not declared.isdigit() or int(declared) > self._body_bytes:
            await _drain(receive)
            raise too_large(self._body_bytes)
        kinds = headers.get(b"content-type", [])
        kind = kinds[0].partition(b";")[0].strip().lower() if len(kinds) == 1 else b""
        encoding = b",".join(headers.get(b"content-encoding", [b"identity"])).strip().lower()
        if kind not in self._kinds or encoding != b"identity":
            shown = " or ".join(sorted(known.decode() for known in self._kinds))
            raise Refused(415, BadRequest(f"Send the message as {shown}."))
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_S):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if not message.get("more_body", False) and len(body) <= self._body_bytes:
                        return bytes(body)
                    if len(body) > self._body_bytes:
                        break
        except TimeoutError:
            error = BadRequest("The message took too long to arrive.")
            raise Refused(408, error, headers=[(b"connection", b"close")]) from None
        if message.get("more_body", False):
            body.clear()
            await _drain(receive)
        raise too_large(self._body_bytes)

    async def _admit(
        self, scope: Scope, receive: Receive, send: Send, client: AgentClient, call: Call, body: bytes
    ) -> None:
        unread = [body] if scope["method"] == "POST" else []

        async def replay() -> Message:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            return await receive()

        headers = [(name, value) for name, value in scope["headers"] if name != b"authorization"]
        admitted = {**scope, "headers": headers, CLIENT: client}
        if self._limits is None or not client.name:
            await self._app(admitted, replay, send)
            return
        try:
            is_stream = call.method == _LISTEN
            size_bytes = len(body) if self._speaks_rpc else 0
            slot = await self._meters.enter(client.name, self._limits(), is_stream=is_stream, size_bytes=size_bytes)
        except TooMany as error:
            raise Refused(429, error, headers=[(b"retry-after", b"1")]) from None
        try:
            await self._app({**admitted, SPEND: slot.spend}, replay, send)
        finally:
            slot.leave()

    def _content(self, refused: Refused, id: str | int | None) -> bytes:
        if not self._speaks_rpc:
            return wire.encode_as_text(wire.failure(refused.error))
        error = {
            "code": refused.rpc_code,
            "message": refused.error.message,
            "data": wire.failure(refused.error),
        }
        return wire.encode_as_text({"jsonrpc": "2.0", "id": id, "error": error})

    def _note(self, client: AgentClient | None, call: Call, error: BookwheelError, started: float) -> None:
        """Record the refusal; of strangers one a second at most, so that nobody floods the list."""
        if self._record is None:
            return
        now = time.perf_counter()
        if client is None:
            if now - self._stranger_at < _STRANGER_S:
                return
            self._stranger_at = now
        name = "unknown" if client is None else client.name
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        took_ms = round((now - started) * 1000, 2)
        self._record(Activity(0, at, name, call.tool or call.method, "", (), 0, 0, took_ms, error.code))


def agent_gate(
    app: ASGIApp,
    *,
    port: int,
    tokens: Tokens,
    limits: Callable[[], AgentSettings],
    record: Callable[[Activity], None],
) -> Gate:
    """The gate of `/mcp`: a token for each client, JSON-RPC, POST alone, every limit taken live."""
    return Gate(
        app,
        address=Address.loopback(port),
        identify=tokens.client_of,
        methods=frozenset({"POST"}),
        speaks_rpc=True,
        limits=limits,
        record=record,
        seen=tokens.seen,
    )


def owner_gate(app: ASGIApp, *, port: int, token: str, methods: Iterable[str] = ("POST",)) -> Gate:
    """The gate of `/rpc` and, with GET, of `/events`: the admin token, no limits on the person's own programs."""
    owner, expected = AgentClient("owner", None, ""), token.encode()

    def identify(given: str) -> AgentClient | None:
        return owner if hmac.compare_digest(given.encode("latin-1"), expected) else None

    return Gate(app, address=Address.loopback(port), identify=identify, methods=frozenset(methods), speaks_rpc=False)


def ingest_gate(
    app: ASGIApp,
    *,
    port: int,
    token: str,
    tokens: Tokens,
    limits: Callable[[], AgentSettings],
    record: Callable[[Activity], None],
    methods_at: Callable[[str], Iterable[str]],
) -> Gate:
    """The gate of `/ingest`: the admin token, whose client has no name, or that of a client; batches of many lines.

    How much a client may send is bounded by what waits, not by the minute. `methods_at` tells the methods of a path.
    """
    owner, expected = AgentClient("", None, ""), token.encode()

    def identify(given: str) -> AgentClient | None:
        is_owner = hmac.compare_digest(given.encode("latin-1"), expected)
        return owner if is_owner else tokens.client_of(given)

    return Gate(
        app,
        address=Address.loopback(port),
        identify=identify,
        methods=frozenset({"GET", "POST", "DELETE"}),
        speaks_rpc=False,
        limits=limits,
        record=record,
        seen=tokens.seen,
        kinds=JSON_KINDS | {b"application/x-ndjson", b"application/jsonl"},
        body_bytes=MOST_BATCH_BYTES,
        methods_at=methods_at,
    )


def _headers(scope: Scope) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {}
    for name, value in cast("list[tuple[bytes, bytes]]", scope["headers"]):
        found.setdefault(name, []).append(value)
    return found


async def _drain(receive: Receive) -> None:
    """Take in a body that is too large, and forget it: who still sends when the answer comes never reads it."""
    size = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_S):
            while size < DRAIN_BYTES:
                message = await receive()
                size += len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return


async def _answer(send: Send, refused: Refused, content: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": [*headers, *refused.headers]})
    await send({"type": "http.response.body", "body": content})
