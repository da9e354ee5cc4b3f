"""Reads one call out of the body of a request, as far as the gate must know it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import msgspec

from bookwheel.domain.errors import BadRequest, BookwheelError

DEPTH = 100
"""Deepest nesting of JSON."""


_PARSE_ERROR, _INVALID_REQUEST, REFUSED, HEADER_MISMATCH = -32700, -32600, -32000, -32020


@dataclass(frozen=True, slots=True)
class Call:
    """What the gate reads of a message: its id to answer with, its method, and the tool it names."""

    id: str | int | None = None
    method: str = ""
    tool: str = ""


class Refused(Exception):
    """A request that goes no further; `rpc_code` is JSON-RPC's number for it."""

    def __init__(
        self,
        status: int,
        error: BookwheelError,
        rpc_code: int = REFUSED,
        headers: Iterable[tuple[bytes, bytes]] = (),
    ) -> None:
        super().__init__(error.message)
        self.status, self.error, self.rpc_code, self.headers = status, error, rpc_code, tuple(headers)


def too_large(most_bytes: int) -> Refused:
    """What is said to a message past the bound."""
    error = BadRequest(f"The message is larger than {most_bytes >> 20} MiB.")
    return Refused(413, error, headers=[(b"connection", b"close")])


def message_of(body: bytes) -> dict[str, object]:
    """The message; its envelope is checked here, because the SDK's refusals quote its own models."""
    message = decoded(body)
    if not isinstance(message, dict):
        raise Refused(400, BadRequest("Send one message at a time."), _INVALID_REQUEST)
    table = cast("dict[str, object]", message)
    id, method, parameters = table.get("id", 0), table.get("method"), table.get("params", {})
    is_whole = (
        table.get("jsonrpc") == "2.0"
        and isinstance(method, str)
        and isinstance(id, str | int)
        and not isinstance(id, bool)
        and isinstance(parameters, dict)
    )
    if not is_whole:
        raise Refused(400, BadRequest("The message is not a JSON-RPC 2.0 request."), _INVALID_REQUEST)
    return table


def call_of(message: dict[str, object]) -> Call:
    """The method of a message, with the tool that it calls."""
    method = str(message["method"])
    tool = cast("dict[str, object]", message.get("params", {})).get("name") if method == "tools/call" else ""
    return Call(cast("str | int | None", message.get("id")), method[:64], tool[:64] if isinstance(tool, str) else "")


def decoded(body: bytes) -> object:
    """The body as JSON; refused where it is none."""
    try:
        body.decode("utf-8")
        message: object = msgspec.json.decode(body)
    except (UnicodeDecodeError, msgspec.DecodeError, RecursionError, ValueError):
        raise Refused(400, BadRequest("The message is not JSON in UTF-8."), _PARSE_ERROR) from None
    # So few brackets cannot nest too deep, whatever they enclose.
    if body.count(b"{") + body.count(b"[") > DEPTH and _is_deeper(message):
        raise Refused(400, BadRequest("The message is nested too deep."), _PARSE_ERROR)
    return message


def _is_deeper(message: object) -> bool:
    level = [message]
    for _ in range(DEPTH):
        inner: list[object] = []
        for node in level:
            if isinstance(node, dict):
                inner.extend(cast("dict[str, object]", node).values())
            elif isinstance(node, list):
                inner.extend(cast("list[object]", node))
        if not inner:
            return False
        level = inner
    return any(isinstance(node, dict | list) for node in level)
