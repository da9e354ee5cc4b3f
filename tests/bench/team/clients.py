"""The clients of a crowd, in a process of their own, which `crowd` starts with a plan and a file for the outcome.

Each asks at set times, whatever became of the question before. A latency counts from the time at which the question was
to be asked, so that a stall shows in all questions that it holds up.
"""

from __future__ import annotations

import gc
import http.client
import json
import queue
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bookwheel import wire
from tests.bench.agents import PROTOCOL, message_of

TIMEOUT_S = 30.0
LEAD_S = 1.0
"""Seconds from the start of the threads to the first question."""

REFUSALS = (401, 403, 413, 421, 429, 503)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a crowd does: a token for each client, the readers' ports, and the questions; times in seconds."""

    ports: Sequence[int]
    tokens: Sequence[str]
    questions: Sequence[str]
    every_s: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of one question: `status` is 200, another of HTTP, or 0 where no answer came.

    `due_s` is when it was to be asked, from the beginning; `late_ms` by how much later the client sent it.
    """

    client: int
    reader: int
    is_agent: bool
    due_s: float
    late_ms: float
    latency_ms: float
    status: int
    reason: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether a reader said that it would not answer."""
        return self.status in REFUSALS

    @property
    def is_answered(self) -> bool:
        """Whether it was answered."""
        return self.status == 200 and not self.reason


class Balancer:
    """Spreads calls over readers, one after the other, over connections that it keeps; any thread."""

    def __init__(self, ports: Sequence[int]) -> None:
        """Connect to nothing yet."""
        self._ports = ports
        self._free: list[queue.LifoQueue[http.client.HTTPConnection]] = [queue.LifoQueue() for _ in ports]
        self._lock, self._next = threading.Lock(), 0

    def close(self) -> None:
        """Close every connection."""
        for free in self._free:
            while not free.empty():
                free.get().close()

    def choose(self) -> int:
        """The number of the reader whose turn it is."""
        with self._lock:
            self._next += 1
            return self._next % len(self._ports)

    def post(self, reader: int, path: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Send a request to a reader; a kept connection that the reader has closed meanwhile is replaced.

        Raises:
            OSError, http.client.HTTPException: when no answer comes.
        """
        while True:
            connection, is_fresh = self._connection(reader)
            try:
                connection.request("POST", path, body, dict(headers))
                response = connection.getresponse()
                content = response.read()
            except (ConnectionError, http.client.HTTPException):
                connection.close()
                if is_fresh:
                    raise
                continue
            except OSError:
                connection.close()
                raise
            self._free[reader].put(connection)
            return response.status, content

    def _connection(self, reader: int) -> tuple[http.client.HTTPConnection, bool]:
        try:
            return self._free[reader].get_nowait(), False
        except queue.Empty:
            connection = http.client.HTTPConnection("127.0.0.1", self._ports[reader], timeout=TIMEOUT_S)
            connection.connect()  # a socket that does not connect is closed there
            # Head and body go in two writes, which would otherwise wait 40 ms for each other.
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection, True


def run(plan: Plan) -> list[Asked]:
    """Ask as planned; even clients are people's programs, odd ones agents."""
    balancer, asked, lock = Balancer(plan.ports), list[Asked](), threading.Lock()
    began_s = time.perf_counter() + LEAD_S

    def live(client: int) -> None:
        due_s, number = client * plan.every_s / len(plan.tokens), 0
        while due_s < plan.seconds:
            time.sleep(max(0.0, began_s + due_s - time.perf_counter()))
            question = plan.questions[(number * len(plan.tokens) + client) % len(plan.questions)]
            one = _ask(balancer, client, plan.tokens[client], question, began_s, due_s)
            with lock:
                asked.append(one)
            due_s, number = due_s + plan.every_s, number + 1

    threads = [threading.Thread(target=live, args=(client,)) for client in range(len(plan.tokens))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    balancer.close()
    return sorted(asked, key=lambda one: one.due_s)


def _ask(balancer: Balancer, client: int, token: str, question: str, began_s: float, due_s: float) -> Asked:
    is_agent, reader = client % 2 == 1, balancer.choose()
    path, headers, body = _request(token, question, is_agent=is_agent)
    late_ms = 1000 * (time.perf_counter() - began_s - due_s)
    status, reason = 0, ""
    try:
        status, content = balancer.post(reader, path, body, headers)
        reason = _problem(status, content, is_agent=is_agent)
    except (OSError, http.client.HTTPException) as error:
        reason = f"{type(error).__name__}: {error}"
    latency_ms = 1000 * (time.perf_counter() - began_s - due_s)
    return Asked(client, reader, is_agent, due_s, late_ms, latency_ms, status, reason)


def _request(token: str, question: str, *, is_agent: bool) -> tuple[str, dict[str, str], bytes]:
    """The path, headers and body of a search."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    if not is_agent:
        body: dict[str, object] = {"query": question, "limit": 10}
        return "/rpc/search", {**headers, "bookwheel-protocol": str(wire.PROTOCOL)}, json.dumps(body).encode()
    body = message_of("tools/call", name="search", arguments={"query": question})
    headers |= {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": PROTOCOL}
    return "/mcp", headers, json.dumps(body).encode()


def _problem(status: int, content: bytes, *, is_agent: bool) -> str:
    """What is wrong with an answer; empty where nothing is."""
    text = content.decode("utf-8", "replace")
    if status != 200:
        return text[:200]
    if not is_agent:
        return "" if "hits" in json.loads(text) else text[:200]
    lines = [line[5:] for line in text.splitlines() if line.startswith("data:") and line[5:].strip()]
    result = json.loads(lines[-1] if lines else text).get("result", {})
    return text[:200] if not result or result.get("isError") else ""


def main() -> None:
    """Read the plan, ask, and write what became of it."""
    plan, outcome = (Path(name) for name in sys.argv[1:])
    gc.disable()  # a pause of this process would count as one of the readers
    asked = run(Plan(**json.loads(plan.read_text("utf-8"))))
    outcome.write_text(json.dumps([asdict(one) for one in asked]), "utf-8")
