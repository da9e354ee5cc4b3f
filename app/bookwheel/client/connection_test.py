"""A real call through an agent's entry: its command is run, or its address asked, as the agent would."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, cast
from urllib.parse import urlsplit

from bookwheel.client import agent_config
from bookwheel.client.jsonc_edit import Table
from bookwheel.domain.errors import BadRequest, BookwheelError, ServiceUnavailable

PATIENCE_S = 30.0
"""Seconds in which a program must have answered; one that starts the service takes about two."""

_VERSION = "2025-11-25"
_HELLO: Table = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": _VERSION,
        "capabilities": {},
        "clientInfo": {"name": "bookwheel-trial", "version": "1"},
    },
}
_READY: Table = {"jsonrpc": "2.0", "method": "notifications/initialized"}
_CALL: Table = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "browse", "arguments": {"view": "collections"}},
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What came back: milliseconds to the first answer and to the last, and how many collections the agent sees."""

    first_ms: float
    whole_ms: float
    collections: int


def tried(entry: Table) -> Trial:
    """Introduce ourselves through an entry and list the collections.

    Raises:
        BookwheelError: when nothing answers, or the endpoint refuses.
    """
    if "url" in entry:
        return _asked(str(entry["url"]), agent_config.token_in(entry))
    words = cast("list[object]", entry.get("args", []))
    return run([str(entry.get("command", "")), *(str(word) for word in words)])


def run(command: Sequence[str]) -> Trial:
    """Run a bridge's command and call through it.

    Raises:
        BookwheelError: when it does not start, answers nothing in time, or says that it may not.
    """
    begun = time.perf_counter()
    process = _start(command)
    late = threading.Timer(PATIENCE_S, process.kill)
    late.start()
    try:
        given, taken = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
        try:
            given.write(b"".join(json.dumps(message).encode() + b"\n" for message in (_HELLO, _READY, _CALL)))
            given.close()
        except OSError:
            raise _silent(command[0]) from None
        answers = dict[object, Table]()
        first_ms = 0.0
        while 2 not in answers and (line := taken.readline()):
            first_ms = first_ms or _since(begun)
            answer = _read(line)
            answers[answer.get("id")] = answer
            _expect(answer)
        if 2 not in answers:
            raise _silent(command[0])
        whole_ms = _since(begun)
        taken.close()
        process.wait()
    finally:
        late.cancel()
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None and not stream.closed:
                stream.close()
    return Trial(first_ms, whole_ms, _count(answers[2]))


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    # The entry must name its library itself: an agent does not have this program's surroundings.
    environ = {name: value for name, value in os.environ.items() if name != "BOOKWHEEL_LIBRARY"}
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environ)
    except OSError as error:
        raise BadRequest("{program} cannot be started: {reason}.", program=command[0], reason=error.strerror) from None


def _asked(url: str, token: str) -> Trial:
    begun = time.perf_counter()
    _posted(url, token, _HELLO)
    first_ms = _since(begun)
    answer = _posted(url, token, _CALL)
    return Trial(first_ms, _since(begun), _count(answer))


def _posted(url: str, token: str, message: Table) -> Table:
    place = urlsplit(url)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": _VERSION,
    }
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE_S)
    try:
        connection.request("POST", place.path, json.dumps(message), headers)
        response = connection.getresponse()
        content = response.read()
    except (OSError, http.client.HTTPException):
        raise ServiceUnavailable("Nothing answers at {url}.", url=url) from None
    finally:
        connection.close()
    if response.status == 401:
        raise BadRequest("The endpoint refuses the token: it was revoked, or belongs to another library.")
    if response.status != 200:
        raise BadRequest("The endpoint refuses the call (HTTP {status}).", status=response.status)
    lines = [line[5:] for line in content.splitlines() if line.startswith(b"data:") and line[5:].strip()]
    answer = _read(lines[-1] if lines else content)
    _expect(answer)
    return answer


def _read(line: bytes) -> Table:
    try:
        answer: object = json.loads(line)
    except ValueError:
        raise BadRequest("The server does not support the Model Context Protocol.") from None
    return cast("Table", answer) if isinstance(answer, dict) else {}


def _expect(answer: Table) -> None:
    error = answer.get("error")
    if isinstance(error, dict):
        raise BadRequest(str(cast("Table", error).get("message", "The endpoint refuses the call.")))
    result = cast("Table", answer.get("result") or {})
    if result.get("isError"):
        content = cast("Table", result.get("structuredContent") or {})
        raise BadRequest(str(content.get("message", "The endpoint refuses the call.")))


def _count(answer: Table) -> int:
    content = cast("Table", cast("Table", answer.get("result") or {}).get("structuredContent") or {})
    found = content.get("collections")
    return len(cast("list[object]", found)) if isinstance(found, list) else 0


def _silent(program: str) -> BookwheelError:
    return ServiceUnavailable(
        "{program} stopped without an answer or took longer than {time} s.",
        program=program,
        time=f"{PATIENCE_S:g}",
    )


def _since(begun: float) -> float:
    return 1000 * (time.perf_counter() - begun)
