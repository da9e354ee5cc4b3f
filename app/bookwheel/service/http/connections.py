"""Connections of the HTTP server that cost little while nobody asks anything on them."""

from __future__ import annotations

import asyncio
import time
from typing import cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEAD_S = 10.0
"""Seconds in which the head of a request must arrive once it has begun, and the first one after connecting."""

MOST = 200
"""So many connections may be open; at more, the one that has waited longest for a request is closed."""

MOST_HEAD_BYTES = 64 << 10
"""Of a request's head, or of anything else that comes while no request is being answered."""


class Connection(HttpToolsProtocol):
    """uvicorn's connection, which otherwise waits for ever for a head that never ends, and takes in one of any length.

    Nothing before the gate knows who calls, so that each stranger could hold connections until the process may open no
    more, and nobody is answered. A body that comes slowly is the gate's.
    """

    most = 0
    """Connections at most in place of `MOST`; 0 for that."""
    _deadline: asyncio.TimerHandle | None = None
    _since = 0.0
    _waited_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio.Protocol."""
        super().connection_made(transport)
        self._since = time.monotonic()
        self._hurry()
        if len(self.connections) > (self.most or MOST):
            waiting = [
                connection
                for connection in self.connections
                if isinstance(connection, Connection) and connection.is_waiting
            ]
            min(waiting, key=lambda each: each.since, default=self).close()

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self._waited_bytes += len(data)
        super().data_received(data)
        if not self.is_waiting:
            self._waited_bytes = 0
            self._rest()
        elif self._waited_bytes > MOST_HEAD_BYTES:
            self.close()
        elif self.timeout_keep_alive_task is None:
            self._hurry()

    def on_header(self, name: bytes, value: bytes) -> None:
        """See HttpToolsProtocol, which leaves the blanks at the end of a value.

        Source: RFC 9110, 5.5.
        """
        super().on_header(name, value.strip(b" \t"))

    def on_response_complete(self) -> None:
        """See HttpToolsProtocol."""
        self._since = time.monotonic()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        self._rest()
        super().connection_lost(exc)

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being answered."""
        cycle = cast("RequestResponseCycle | None", self.cycle)  # as it is before the first request
        return cycle is None or cycle.response_complete

    @property
    def is_hurried(self) -> bool:
        """Whether it is closed unless a whole head comes soon."""
        return self._deadline is not None

    @property
    def since(self) -> float:
        """When it began to wait."""
        return self._since

    def close(self) -> None:
        """End it at once."""
        self._rest()
        self.connections.discard(self)  # at once: of a thousand that come together none is chosen twice
        self.transport.abort()

    def _hurry(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_S, self.close)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
