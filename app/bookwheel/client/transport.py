"""Bytes to and from a library's service: a connection a thread, renewed when the service died."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Iterator
from typing import TypeVar, cast

from bookwheel import wire
from bookwheel.client import discovery
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.requests import Empty
from bookwheel.paths import LibraryPaths

T = TypeVar("T")

CALL_S = 120.0
"""Seconds in which a call must be answered."""

SILENCE_S = 25.0
"""Seconds without even a comment after which an event stream counts as dead; the service writes every 10."""

_LOST = (OSError, http.client.HTTPException)


class Transport:
    """Calls to one service. Safe to use from any thread; every thread has its own connection."""

    def __init__(
        self, paths: LibraryPaths, client: str, start: bool, timeout_s: float, *, may_create: bool = True
    ) -> None:
        """Adopt the service that runs, or start one when `start` allows it."""
        self._paths, self._client, self._start, self._timeout_s = paths, client, start, timeout_s
        self._local = threading.local()
        self._lock, self._renewing = threading.Lock(), threading.Lock()
        self._open: dict[http.client.HTTPConnection, bool] = {}
        self._is_closed, self._may_create = False, may_create
        self._record = self._found()
        self._may_create = False  # a library that is gone is not made again behind the person's back

    @property
    def record(self) -> wire.Discovery:
        """The service known now."""
        return self._record

    def close(self) -> None:
        """Close every connection and end the event streams; the service goes on."""
        with self._lock:
            self._is_closed = True
            connections, self._open = self._open, {}
        for connection, is_stream in connections.items():
            shut(connection)
            if not is_stream:
                connection.close()

    def call(self, method: str, request: object, kind: type[T]) -> T:
        """One method's answer; a service that died is started again, and the call repeated once.

        Raises:
            BookwheelError: what the service answered, of its own class, or ServiceUnavailable.
        """
        body = wire.encode(request)
        try:
            status, content = self._exchange(method, body)
        except _LOST:
            self._renew()
            try:
                status, content = self._exchange(method, body)
            except _LOST as error:
                raise ServiceUnavailable(
                    "The service does not answer ({reason}).", reason=type(error).__name__
                ) from None
        if status != 200:
            raise _error(status, content)
        return wire.decode(content, kind)

    def stop(self, timeout_s: float) -> bool:
        """End the service; nothing is started again. Whether it was gone in time."""
        pid = self._record.pid
        for _ in range(2):  # the service closes a connection that has long been idle
            with contextlib.suppress(*_LOST):
                status, content = self._exchange("stop", wire.encode(Empty()))
                if status != 200:
                    raise _error(status, content)
                break
        return timeout_s <= 0 or discovery.wait_until_gone(self._paths, timeout_s, pid)

    def events(self, last: int = 0) -> Iterator[Event]:
        """Events as they come, after the sequence number `last`; blocks in between, and ends with `close`.

        A stream that breaks is taken up again where it ended; RESYNC says that events were missed. After STOPPING it
        waits for the next service and starts none.
        """
        is_stopped = False
        while not self._is_closed:
            try:
                for event in self._stream(last):
                    last, is_stopped = event.sequence, event.kind is EventKind.STOPPING
                    yield event
            except (*_LOST, BookwheelError):
                pass
            if self._is_closed:
                return
            time.sleep(0.5 if is_stopped else 0.1)
            before = self._record
            with contextlib.suppress(BookwheelError):
                self._renew(start=not is_stopped)
            if not last and self._record is not before:
                yield Event(0, EventKind.RESYNC, 0)

    def _stream(self, last: int) -> Iterator[Event]:
        connection = self._connected(SILENCE_S, is_stream=True)
        try:
            headers = discovery.headers(self._record, self._paths, self._client)
            if last:
                headers["Last-Event-ID"] = str(last)
            connection.request("GET", "/events", headers=headers)
            with connection.getresponse() as response:
                if response.status != 200:
                    raise _error(response.status, response.read())
                while line := response.readline():
                    if line.startswith(b"data: "):
                        yield wire.decode(line[6:], Event)
        finally:
            self._drop(connection)

    def _exchange(self, method: str, body: bytes) -> tuple[int, bytes]:
        connection, record = self._own()
        try:
            connection.request("POST", f"/rpc/{method}", body, discovery.headers(record, self._paths, self._client))
            response = connection.getresponse()
            return response.status, response.read()
        except _LOST:
            self._drop(connection)
            self._local.connection = None
            raise
        except AttributeError as error:  # from http.client, where `close` took the socket away meanwhile
            if not self._is_closed:
                raise
            raise ServiceUnavailable("This connection is closed.") from error

    def _own(self) -> tuple[http.client.HTTPConnection, wire.Discovery]:
        """This thread's connection to the service known now."""
        if self._is_closed:
            raise ServiceUnavailable("This connection is closed.")
        kept = cast(
            "tuple[http.client.HTTPConnection, wire.Discovery] | None", getattr(self._local, "connection", None)
        )
        if kept is None or kept[1] is not self._record:
            if kept is not None:
                self._drop(kept[0])
            kept = (self._connected(CALL_S), self._record)
            self._local.connection = kept
        return kept

    def _connected(self, timeout_s: float, *, is_stream: bool = False) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(*discovery.address(self._record), timeout=timeout_s)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.auto_open = 0  # else one that `close` shuts before it is used would open again, and stay open
        with self._lock:
            if not self._is_closed:
                self._open[connection] = is_stream
                return connection
        connection.close()
        raise ServiceUnavailable("This connection is closed.")

    def _drop(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            self._open.pop(connection, None)
        connection.close()

    def _renew(self, *, start: bool = True) -> None:
        """Find the service again, or start it, after a call was lost; one thread at a time."""
        with self._renewing:
            if self._is_closed:
                raise ServiceUnavailable("This connection is closed.")
            self._record = self._found(start)

    def _found(self, start: bool = True) -> wire.Discovery:
        if self._start and start:
            return discovery.ensure(self._paths, self._timeout_s, may_create=self._may_create)
        record = discovery.find(self._paths)
        if record is None:
            raise ServiceUnavailable("No service runs for this library; start it with: bookwheel serve --detach")
        return record


def _error(status: int, content: bytes) -> BookwheelError:
    try:
        return wire.raised(wire.decode(content, wire.Failure))
    except BookwheelError:
        return ServiceUnavailable("The service answered with status {status}.", status=status)


def shut(connection: http.client.HTTPConnection) -> None:
    """Close a connection that another thread may be reading."""
    sock = cast("socket.socket | None", connection.sock)
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
