"""The routes of a team's reader: what people and agents call, what tells how to sign in, and what operators ask."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send

from bookwheel import wire
from bookwheel.domain.service.agents import AgentClient
from bookwheel.domain.team import TeamConfig
from bookwheel.service.http.gate import CLIENT
from bookwheel.service.http.rpc import PREFIX
from bookwheel.service.team.config_checks import is_loopback

METADATA = "/.well-known/oauth-protected-resource"

_LOCAL = frozenset((b"127.0.0.1", b"localhost", b"[::1]"))


def route(rpc: ASGIApp, mcp: ASGIApp, team: ASGIApp, metadata: ASGIApp, operators: Mapping[str, ASGIApp]) -> ASGIApp:
    """One application for all routes; anything else is not found."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path = str(scope["path"])
        if path.startswith(PREFIX):
            await rpc(scope, receive, send)
        elif path in ("/mcp", "/mcp/"):
            await mcp(scope, receive, send)
        elif path == "/team":
            await team(scope, receive, send)
        elif path in (METADATA, f"{METADATA}/mcp"):
            await metadata(scope, receive, send)
        elif path in operators:
            await operators[path](scope, receive, send)
        else:
            await respond(send, HTTPStatus.NOT_FOUND)

    return answer


def team_route(config: TeamConfig, names_of: Callable[[AgentClient], tuple[str, ...]]) -> ASGIApp:
    """`GET /team`: what a client needs for signing in, and the collections of one that has."""
    identity = config.identity
    public: dict[str, object] = {"name": config.name, "protocol": wire.PROTOCOL, "mcp": f"{config.public_url}/mcp"}
    if identity is not None:
        public |= {"issuer": identity.issuer, "client_id": identity.client_id, "audience": identity.audience}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        client = cast("AgentClient", scope[CLIENT])
        shown = public if not client.name else {**public, "collections": names_of(client)}
        await respond(send, HTTPStatus.OK, wire.encode_as_text(shown), b"application/json")

    return answer


def fixed_route(content: Mapping[str, object] | None) -> ASGIApp:
    """A document that is always the same; not found where there is none."""
    body = None if content is None else wire.encode_as_text(dict(content))

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if body is None:
            await respond(send, HTTPStatus.NOT_FOUND)
        else:
            await respond(send, HTTPStatus.OK, body, b"application/json")

    return answer


def probe_route(is_good: Callable[[], Awaitable[bool]], tell: Callable[[], str] = lambda: "ok") -> ASGIApp:
    """`GET` of a probe: 200 with the line that `tell` gives, or 503, for whoever asks by whatever name."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await respond(send, HTTPStatus.METHOD_NOT_ALLOWED)
        elif await is_good():
            await respond(send, HTTPStatus.OK, f"{tell()}\n".encode())
        else:
            await respond(send, HTTPStatus.SERVICE_UNAVAILABLE, b"not ready\n")

    return answer


def metrics_route(text: Callable[[], Awaitable[str]], admin_token: str, config: TeamConfig) -> ASGIApp:
    """`GET /metrics`: for the admin token, and for this computer itself unless a proxy may ask on behalf of others."""
    expected = f"Bearer {admin_token}".encode()

    def may_ask(scope: Scope) -> bool:
        headers = dict(cast("list[tuple[bytes, bytes]]", scope["headers"]))
        if hmac.compare_digest(headers.get(b"authorization", b""), expected):
            return True
        address = cast("tuple[str, int] | None", scope.get("client"))
        host = headers.get(b"host", b"").rpartition(b":")[0].lower()
        is_near = address is not None and is_loopback(address[0]) and host in _LOCAL
        return is_near and not config.behind_proxy and b"origin" not in headers

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await respond(send, HTTPStatus.METHOD_NOT_ALLOWED)
        elif not may_ask(scope):
            await respond(send, HTTPStatus.NOT_FOUND)
        else:
            await respond(send, HTTPStatus.OK, (await text()).encode(), b"text/plain; version=0.0.4; charset=utf-8")

    return answer


async def respond(send: Send, status: HTTPStatus, body: bytes = b"", kind: bytes = b"text/plain") -> None:
    """Send a whole answer, which nobody may keep."""
    headers: list[Any] = [(b"content-length", b"%d" % len(body)), (b"content-type", kind)]
    headers += [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
