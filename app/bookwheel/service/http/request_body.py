"""The body of a request that passed the gate, which has read it whole and limited its size."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bookwheel.domain.errors import BadRequest

Receive = Callable[[], Awaitable[Mapping[str, Any]]]


async def read(receive: Receive) -> bytes:
    """Return the whole body.

    Raises:
        BadRequest: when the client went away.
    """
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadRequest("The client disconnected.")
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)
