"""A server that is asked in JSON over HTTP: answers are bounded in size and in time, connections are kept."""

from __future__ import annotations

import http.client
import threading
import time
from urllib.parse import urlsplit

import msgspec

from bookwheel.domain.errors import EngineUnavailable

MOST_BYTES = 64 << 20
"""Bytes of an answer; that with 1,000 vectors of 4,000 numbers takes 50 MB."""

MOST_S = 120.0
"""Seconds of a call that puts or lists; a question is given less by who asks."""

_CONNECT_S, _SILENT_S = 5.0, 60.0
"""Seconds in which the server must take a connection, and in which it must say something."""

_BLOCK = 1 << 16
_MOST_KEPT = 16


class JsonServer:
    """Any thread may call; each call has a connection of its own, kept for the next one."""

    def __init__(self, url: str, name: str) -> None:
        """Ask nothing yet; `name` is what sentences call the server."""
        parts = urlsplit(url)
        self._is_secure = parts.scheme == "https"
        self._host, self._port = parts.hostname or "", parts.port
        self._name = name
        self._free: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def call(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """The status and the body of an answer. A call must be one that may be made twice.

        Raises:
            EngineUnavailable: where there is no answer, or one that is too large or comes too slowly.
        """
        content = msgspec.json.encode(body) if body is not None else None
        with self._lock:
            known = self._free.pop() if self._free else None
        if known is not None:
            try:
                return self._exchange(known, method, path, content)
            except TimeoutError:  # another connection would wait as long again
                known.close()
                raise self._away("it takes too long") from None
            except (OSError, http.client.HTTPException):  # it was closed while nobody asked
                known.close()
        fresh = self._connect()
        try:
            return self._exchange(fresh, method, path, content)
        except TimeoutError:
            fresh.close()
            raise self._away("it takes too long") from None
        except (OSError, http.client.HTTPException) as error:
            fresh.close()
            reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
            raise self._away(reason) from None

    def close(self) -> None:
        """Close the connections that nobody uses."""
        with self._lock:
            free, self._free = self._free, []
        for connection in free:
            connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=_CONNECT_S)

    def _exchange(
        self, connection: http.client.HTTPConnection, method: str, path: str, content: bytes | None
    ) -> tuple[int, bytes]:
        ends = time.monotonic() + MOST_S
        headers = {"content-type": "application/json", "accept": "application/json", "user-agent": "bookwheel"}
        if connection.sock is None:
            connection.connect()
        if connection.sock is not None:
            connection.sock.settimeout(_SILENT_S)
        connection.request(method, path, content, headers)
        answer = connection.getresponse()
        parts: list[bytes] = []
        size = 0
        while part := answer.read1(_BLOCK):
            size += len(part)
            parts.append(part)
            if size > MOST_BYTES or time.monotonic() > ends:
                connection.close()
                raise self._away("its answer is too large" if size > MOST_BYTES else "it takes too long")
        with self._lock:
            if len(self._free) < _MOST_KEPT and not answer.will_close:
                self._free.append(connection)
            else:
                connection.close()
        return answer.status, b"".join(parts)

    def _away(self, reason: str) -> EngineUnavailable:
        return EngineUnavailable(
            "{engine} cannot be asked ({reason}). Check that it runs and can be reached.",
            engine=self._name, reason=reason,
        )  # fmt: skip
