"""Messages from a client's input to the service, answers to its output; several at a time."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, BinaryIO, Protocol, cast
from urllib.parse import quote

from bookwheel.bridge.discovery import Unavailable

DRAIN_S = 12.0
"""Seconds that open calls may take after the end of input."""

END_S = 1.0
"""Seconds that workers may take to close their connections."""

LARGEST_MESSAGE = 4 * 1024 * 1024
"""Bytes of one message at most."""

_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_WRITING_TOOLS = frozenset({"remember", "forget", "ingest"})
_VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
_LISTEN = "subscriptions/listen"
_PARSE_ERROR, _INVALID_REQUEST, _UNAVAILABLE = -32700, -32600, -32000

Message = dict[str, Any]


class Server(Protocol):
    """Whom messages are forwarded to; thread-safe.

    `is_near` says that it is the person's own and may hear where the agent works; `refusal` is said where it takes no
    token.
    """

    is_near: bool
    refusal: str

    @property
    def path(self) -> str:
        """The path of the agents' door."""
        ...

    def reach(self, failed: tuple[str, int] | None = None) -> tuple[tuple[str, int], str]:
        """The address and the token, others than those that failed where there are others; Unavailable where none."""
        ...

    def refresh_token(self, refused: str) -> bool:
        """Look for another token than the one refused; whether there is one."""
        ...

    def open(self, address: tuple[str, int], timeout_s: float) -> http.client.HTTPConnection:
        """A connection, not connected yet."""
        ...


class _ServiceEnding(ConnectionError):
    """The service took the message only to say that it is ending: nothing was done."""


class Bridge:
    """Forwards messages from a client's input to the service and answers to its output."""

    def __init__(self, service: Server, output: BinaryIO) -> None:
        """Forward nothing yet."""
        self._service, self._output = service, output
        self._writing, self._state = threading.Lock(), threading.Lock()
        self._local = threading.local()
        self._connections: set[http.client.HTTPConnection] = set()
        self._workers: list[threading.Thread] = []
        self._is_ended = False
        self._version = ""
        self._open: dict[str | int, http.client.HTTPConnection | None] = {}
        self._streams: set[str | int] = set()
        self._queue: SimpleQueue[tuple[Message, bytes] | None] = SimpleQueue()
        self._idle = 0
        self._directory = quote(_directory())

    def run(self, lines: Callable[[], bytes]) -> None:
        """Forward line after line until the end of input, then let open calls finish."""
        while line := lines():
            raw = line.strip()
            if raw:
                self._take(raw)
        self._drain()
        self._end()

    def _take(self, raw: bytes) -> None:
        try:
            received: object = json.loads(raw)
        except (ValueError, RecursionError):
            self._refuse(None, "The message is not JSON in UTF-8.", _PARSE_ERROR)
            return
        if not isinstance(received, dict):
            self._refuse(None, "Send one message at a time.", _INVALID_REQUEST)
            return
        message = _table(cast("object", received))
        id, method = message.get("id"), message.get("method")
        if len(raw) > LARGEST_MESSAGE:
            self._refuse(id, "The message is larger than 4 MiB.", _INVALID_REQUEST)
        elif method == "notifications/cancelled":
            self._cancel(_table(message.get("params")).get("requestId"))
        elif method == "initialize":
            # What follows speaks the version that this answer names.
            self._note_open(id)
            self._forward(message, raw)
        else:
            self._note_open(id)
            self._hand_over(message, raw)

    def _note_open(self, id: Any) -> None:
        if isinstance(id, str | int):
            with self._state:
                self._open[id] = None

    def _hand_over(self, message: Message, raw: bytes) -> None:
        with self._state:
            is_needed = self._idle <= self._queue.qsize()
        self._queue.put((message, raw))
        if is_needed:
            worker = threading.Thread(target=self._work, daemon=True)
            worker.start()
            self._workers.append(worker)

    def _work(self) -> None:
        while True:
            with self._state:
                self._idle += 1
            waiting = self._queue.get()
            with self._state:
                self._idle -= 1
            if waiting is None:
                self._drop()
                return
            self._forward(*waiting)

    def _cancel(self, id: Any) -> None:
        """Close the connection that waits for an answer: nothing else tells the service, and nobody reads it."""
        with self._state:
            connection = self._open.pop(id, None) if isinstance(id, str | int) else None
        if connection is not None:
            _shut(connection)

    def _drain(self) -> None:
        until = time.monotonic() + DRAIN_S
        while time.monotonic() < until:
            with self._state:
                waiting = [id for id in self._open if id not in self._streams]
            if not waiting:
                return
            time.sleep(0.01)

    def _end(self) -> None:
        """Let every worker close its connection; what still waits for an answer waits no longer."""
        with self._state:
            self._is_ended = True
            connections = list(self._connections)
        for connection in connections:
            _shut(connection)
        for _ in self._workers:
            self._queue.put(None)
        until = time.monotonic() + END_S
        for worker in self._workers:
            worker.join(max(0.0, until - time.monotonic()))
        self._drop()

    def _forward(self, message: Message, raw: bytes) -> None:
        id = message.get("id")
        failed: tuple[str, int] | None = None
        is_read = not _writes(message)
        for attempt in range(3):
            connection: http.client.HTTPConnection | None = None
            address = failed
            try:
                address, token = self._service.reach(failed)
                connection = self._connection(address)
                if self._exchange(connection, message, raw, token):
                    break
                if not self._service.refresh_token(token):
                    raise Unavailable(self._service.refusal)
            except Unavailable as error:
                self._fail(id, str(error))
                break
            except (OSError, http.client.HTTPException, ValueError) as error:
                self._drop()
                failed = address
                if self._is_cancelled(id):
                    break
                if attempt == 2 or not (is_read or isinstance(error, _ServiceEnding)):
                    self._fail(id, "The connection to the Bookwheel service was lost. Try again.")
                    break
        else:
            self._fail(id, "The Bookwheel service refused several tokens in a row. Try again.")
        with self._state:
            self._open.pop(id, None)  # type: ignore[arg-type]
            self._streams.discard(id)  # type: ignore[arg-type]

    def _is_cancelled(self, id: Any) -> bool:
        with self._state:
            return self._is_ended or (isinstance(id, str | int) and id not in self._open)

    def _connection(self, address: tuple[str, int]) -> http.client.HTTPConnection:
        kept: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if (
            kept is not None
            and kept.sock is not None
            and (kept.host, kept.port) == address
            and not _is_stale(kept.sock)
        ):
            return kept
        self._drop()
        connection = self._service.open(address, 5)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sock.settimeout(None)
        self._local.connection = connection
        with self._state:
            self._connections.add(connection)
        return connection

    def _drop(self) -> None:
        kept: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if kept is not None:
            self._local.connection = None
            with self._state:
                self._connections.discard(kept)
            kept.close()

    def _exchange(self, connection: http.client.HTTPConnection, message: Message, raw: bytes, token: str) -> bool:
        """Send one message and write what comes back; false when the token was refused."""
        id = message.get("id")
        if isinstance(id, str | int):
            with self._state:
                if id not in self._open:
                    return True
                self._open[id] = connection
                if message.get("method") == _LISTEN:
                    self._streams.add(id)
        connection.request("POST", self._service.path, raw, self._headers(message, token))
        answer = connection.getresponse()
        if answer.status == 401:
            answer.read()
            return False
        if answer.status == 503 and answer.getheader("Retry-After"):
            answer.read()
            raise _ServiceEnding
        if (answer.getheader("Content-Type") or "").startswith("text/event-stream"):
            self._follow(answer, message)
        else:
            self._pass_on(answer.read(), message, answer.status)
        if answer.will_close:
            self._drop()
        return True

    def _headers(self, message: Message, token: str) -> dict[str, str]:
        method, parameters = message.get("method"), _table(message.get("params"))
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Bookwheel-Client": "bridge",
        }
        if self._service.is_near:
            headers["Bookwheel-Directory"] = self._directory
        version = _table(parameters.get("_meta")).get(_VERSION_KEY)
        if version:
            headers["MCP-Protocol-Version"] = _as_header(str(version))
            headers["Mcp-Method"] = _as_header(str(method))
            name = parameters.get(_NAMED.get(str(method), ""))
            if isinstance(name, str):
                headers["Mcp-Name"] = _as_header(name)
        elif self._version and method != "initialize":
            headers["MCP-Protocol-Version"] = self._version
        return headers

    def _follow(self, answer: http.client.HTTPResponse, message: Message) -> None:
        """Write each event of a stream; an answer that never came is a lost connection."""
        lines: list[bytes] = []
        is_answered = message.get("id") is None
        while line := answer.readline():
            line = line.rstrip(b"\r\n")
            if line.startswith(b"data:"):
                lines.append(line[5:].lstrip())
            elif not line and lines:
                content, lines = b"\n".join(lines), []
                if content:
                    is_answered = self._pass_on(content, message) or is_answered
        if not is_answered:
            raise http.client.IncompleteRead(b"")

    def _pass_on(self, content: bytes, message: Message, status: int = 200) -> bool:
        """Write one message from the service; whether it answers ours."""
        id = message.get("id")
        if not content.strip():
            if id is not None and status >= 400:
                self._fail(id, f"The Bookwheel service refused the message ({status}).")
            return True
        received: Message = json.loads(content)
        is_answer = "result" in received or "error" in received
        if is_answer:
            if message.get("method") == "initialize":
                self._version = str(_table(received.get("result")).get("protocolVersion", ""))
            if id is None or self._is_cancelled(id):
                return True
            if received.get("id") is None:
                received["id"] = id
                content = _encoded(received)
        self._write(content if b"\n" not in content else _encoded(received))
        return is_answer

    def _fail(self, id: Any, text: str) -> None:
        if id is not None and not self._is_cancelled(id):
            self._refuse(id, text, _UNAVAILABLE)

    def _refuse(self, id: Any, text: str, code: int) -> None:
        self._write(_encoded({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}}))

    def _write(self, content: bytes) -> None:
        with self._writing:
            self._output.write(content + b"\n")
            self._output.flush()


def _writes(message: Message) -> bool:
    return message.get("method") == "tools/call" and _table(message.get("params")).get("name") in _WRITING_TOOLS


def _table(value: object) -> Message:
    """A JSON object, empty where there is none."""
    return cast("Message", value) if isinstance(value, dict) else {}


def _is_stale(sock: socket.socket) -> bool:
    """Whether the service hung up while the connection lay idle."""
    try:
        return bool(select.select([sock], [], [], 0)[0])
    except (OSError, ValueError):
        return True


def _shut(connection: http.client.HTTPConnection) -> None:
    sock = cast("socket.socket | None", connection.sock)  # another thread may drop it meanwhile
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)


def _directory() -> bytes:
    """Where the agent works; empty when that folder is gone."""
    named = os.environ.get("CLAUDE_PROJECT_DIR")
    with contextlib.suppress(OSError):
        return os.fsencode(named or os.getcwd())
    return b""


def _as_header(text: str) -> str:
    """A value as the protocol wants it in a header: plain where it can be, else in Base64."""
    is_plain = text.isascii() and text.isprintable() and text == text.strip() and not text.startswith("=?base64?")
    return text if is_plain else f"=?base64?{base64.b64encode(text.encode('utf-8', 'replace')).decode()}?="


def _encoded(message: Message) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
