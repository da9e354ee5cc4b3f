"""Search calls as an agent makes them, over HTTP and over the bridge, beside the bare SDK."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bookwheel.domain.service.agents import AgentRequest
from tests.bench import bare_server
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.indexing import TREE
from tests.bench.running import run, service

PROTOCOL = "2025-11-25"
CALLS = 300

Caller = Callable[[dict[str, object]], dict[str, object]]


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """p50 and p95 of one search call on a quiet machine, and its ratio to a call of the bare SDK."""
    queries = corpora.queries("k8s-docs-en")[:CALLS]
    with bare_sdk() as url:
        bare = times_of(http_caller(url, ""), queries)
    with service(scratch / "library", has_meaning=False) as running:
        running.add_and_wait(corpora.tree(TREE))
        made = running.client.agent(AgentRequest("bench"))
        over_http = times_of(http_caller(made.url, made.token), queries)
        bridge = run(running.library, "mcp", "--client", "bench")
        try:
            over_bridge = times_of(pipe_caller(bridge), queries)
        finally:
            end_bridge(bridge)
    for name, took in (("over HTTP", over_http), ("over the bridge", over_bridge)):
        yield Figure(f"agent's search call {name}, p50", percentile(took, 0.5), "ms", "6 ms")
        yield Figure(f"agent's search call {name}, p95", percentile(took, 0.95), "ms", "12 ms")
    yield Figure("bare SDK call over HTTP, p50", percentile(bare, 0.5), "ms", "(reference)")
    yield Figure("bare SDK call over HTTP, p95", percentile(bare, 0.95), "ms", "(reference)")
    yield Figure("search call over HTTP / bare SDK call, p50", percentile(over_http, 0.5) / percentile(bare, 0.5), "")
    yield Figure(
        "search call over the bridge / bare SDK call, p50", percentile(over_bridge, 0.5) / percentile(bare, 0.5), ""
    )


def times_of(call: Caller, queries: list[str], **given: object) -> list[float]:
    """Milliseconds of a search call for each query but the first ten, with other arguments beside it.

    Raises:
        RuntimeError: when a call fails.
    """
    call(opening())
    took: list[float] = []
    for number, query in enumerate(queries):
        message = message_of("tools/call", number + 2, name="search", arguments={"query": query, **given})
        start = time.perf_counter()
        answer = call(message)
        took.append(1000 * (time.perf_counter() - start))
        if "result" not in answer or dict(answer["result"]).get("isError"):  # type: ignore[arg-type]
            raise RuntimeError(f"the call failed: {answer}")
    return took[10:]


def opening() -> dict[str, object]:
    """The handshake's first message."""
    information = {"name": "bench", "version": "1"}
    return message_of("initialize", protocolVersion=PROTOCOL, capabilities={}, clientInfo=information)


def message_of(method: str, number: int = 1, **params: object) -> dict[str, object]:
    """A request of the protocol."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def http_caller(url: str, token: str) -> Caller:
    """Calls over one kept HTTP connection; for one thread."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
    connection.connect()
    # Head and body go in two writes, which would otherwise wait 40 ms for each other.
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": PROTOCOL,
    }

    def call(message: dict[str, object]) -> dict[str, object]:
        connection.request("POST", parts.path, json.dumps(message).encode(), headers)
        response = connection.getresponse()
        content = response.read().decode("utf-8")
        if response.status != 200:
            raise RuntimeError(f"HTTP {response.status}: {content[:200]}")
        if not str(response.getheader("content-type")).startswith("text/event-stream"):
            return json.loads(content)
        events = [
            json.loads(line[5:]) for line in content.splitlines() if line.startswith("data:") and line[5:].strip()
        ]
        return events[-1]

    return call


def pipe_caller(process: subprocess.Popen[bytes]) -> Caller:
    """Calls over a bridge's pipes."""

    def call(message: dict[str, object]) -> dict[str, object]:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        while True:
            answer = json.loads(process.stdout.readline())
            if answer.get("id") == message["id"]:
                return answer

    return call


@contextlib.contextmanager
def bare_sdk() -> Iterator[str]:
    """The URL of the same SDK with one tool that does nothing."""
    process = subprocess.Popen([sys.executable, "-m", bare_server.__name__], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        time.sleep(0.5)
        yield url
    finally:
        process.kill()
        process.wait()


def end_bridge(process: subprocess.Popen[bytes]) -> None:
    """End a bridge as an agent does, by the end of its input."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
