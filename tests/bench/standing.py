"""`python -m tests.bench.standing LIBRARY [MINUTES]`: twelve agents of mixed load, and what memory does meanwhile.

LIBRARY is the folder of a library that may be used up. Beside the twelve, one client reads a byte now and then, one
leaves in the middle of its calls, and three listen; the documents do not change.
"""

from __future__ import annotations

import contextlib
import json
import random
import socket
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from bookwheel.domain.query import NamesRequest
from bookwheel.domain.reading import BrowseRequest, View
from bookwheel.domain.service import AgentAnswer, AgentRequest
from tests.bench.agents import PROTOCOL, _message, _over_http  # pyright: ignore[reportPrivateUsage]
from tests.bench.figures import percentile
from tests.bench.running import Running, service

AGENTS, PAUSE_S, SAMPLE_S = 12, 0.15, 5.0


def load(docs: list[str], words: list[str], chance: random.Random) -> Iterator[dict[str, object]]:
    """Endless messages, some of which must be refused."""
    while True:
        doc, query = chance.choice(docs), " ".join(chance.sample(words, 2))
        calls: list[tuple[str, dict[str, object]]] = [
            ("search", {"query": query, "mode": chance.choice(["auto", "keyword", "semantic", "hybrid"])}),
            ("search", {"query": query, "explain": True, "limit": 30}),
            ("outline", {"doc": doc}),
            ("read", {"docs": [doc], "metadata": True}),
            ("browse", {"view": chance.choice(["documents", "tags", "status"]), "limit": 100}),
            ("explore", {"node": doc, "hops": 2}),
            ("context", {"question": f"What is {query}?"}),
            ("remember", {"content": f"{query} {chance.randrange(200)}", "session": "load"}),
            ("recall", {"query": query}),
            ("read", {"docs": [doc + "none"]}),
            ("search", {"query": "x" * 5000}),
        ]
        name, given = chance.choice(calls)
        yield _message("tools/call", 7, name=name, arguments=given)
        yield chance.choice(
            [
                _message("tools/list", 8),
                _message("resources/read", 8, uri=f"bookwheel://outline/{doc}"),
                _message("resources/read", 8, uri="bookwheel://topics"),
                _message("prompts/get", 8, name="compare_documents", arguments={"first": doc, "second": docs[0]}),
                _message(
                    "completion/complete",
                    8,
                    ref={"type": "ref/resource", "uri": "bookwheel://doc/{+path}"},
                    argument={"name": "path", "value": doc[: chance.randrange(len(doc))]},
                ),
            ]
        )


def main(arguments: list[str]) -> int:
    """Run it and print memory at every tenth of the time, calls and their times."""
    folder, minutes = Path(arguments[0]), float(arguments[1]) if len(arguments) > 1 else 5.0
    with service(folder) as running:
        docs = [card.doc for card in running.client.browse(BrowseRequest(View.DOCUMENTS, limit=2000)).documents]
        words = sorted({word for doc in docs for word in Path(doc).stem.split("-") if len(word) > 3})
        running.client.names(NamesRequest("a"))
        end = time.monotonic() + 60 * minutes
        took: list[list[float]] = [[] for _ in range(AGENTS)]
        codes: Counter[str] = Counter()
        threads = [
            threading.Thread(target=_agent, args=(running, number, docs, words, end, took[number], codes))
            for number in range(AGENTS)
        ]
        threads += [threading.Thread(target=one, args=(running, end)) for one in (_slow, _leaving)]
        for thread in threads:
            thread.start()
        samples: list[float] = []
        while time.monotonic() < end:
            time.sleep(SAMPLE_S)
            samples.append(running.resident_mb())
        for thread in threads:
            thread.join()
        calls = sum(len(each) for each in took)
        every = max(1, len(samples) // 10)
        print("MB:", " ".join(f"{each:.0f}" for each in samples[::every]), f"{samples[-1]:.0f}")
        half = samples[len(samples) // 2 :]
        first, last = statistics.median(half[: len(half) // 2]), statistics.median(half[len(half) // 2 :])
        print(f"third quarter {first:.1f} MB, last quarter {last:.1f} MB")
        print(f"{calls} calls, {calls / 60 / minutes:.0f} a second, {dict(codes)}")
        flat = [each for times in took for each in times]
        print(f"p50 {percentile(flat, 0.5):.1f} ms, p95 {percentile(flat, 0.95):.1f} ms")
        print(f"threads {running.process.num_threads()}, open files {running.process.num_fds()}")
    return 0


def _agent(
    running: Running,
    number: int,
    docs: list[str],
    words: list[str],
    end: float,
    took: list[float],
    codes: Counter[str],
) -> None:
    made = running.client.agent(AgentRequest(f"load-{number}", may_remember=True))
    call, chance = _over_http(made.url, made.token), random.Random(number)
    listening = _listening(made) if number < 3 else contextlib.nullcontext()
    with listening:
        for message in load(docs, words, chance):
            if time.monotonic() > end:
                return
            start = time.perf_counter()
            answer = call(message)
            took.append(1000 * (time.perf_counter() - start))
            result = answer.get("result")
            is_refused = not isinstance(result, dict) or bool(result.get("isError"))  # pyright: ignore[reportUnknownMemberType]
            codes["refused" if is_refused else "answered"] += 1
            time.sleep(chance.random() * 2 * PAUSE_S)


def _request(made: AgentAnswer, message: dict[str, object], version: str) -> tuple[socket.socket, bytes]:
    parts = urlsplit(made.url)
    body = json.dumps(message).encode()
    head = (
        f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {made.token}\r\n"
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        f"MCP-Protocol-Version: {version}\r\nMcp-Method: {message['method']}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return socket.create_connection((str(parts.hostname), int(parts.port or 0)), 30), head.encode() + body


def _listening(made: AgentAnswer) -> socket.socket:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    notifications = {"resourceSubscriptions": ["bookwheel://topics", "bookwheel://tray"], "resourcesListChanged": True}
    message = _message("subscriptions/listen", 1, notifications=notifications, _meta=meta)
    connection, content = _request(made, message, "2026-07-28")
    connection.sendall(content)
    return connection


def _slow(running: Running, end: float) -> None:
    """A client that asks for much and reads a byte now and then."""
    made = running.client.agent(AgentRequest("slow"))
    connections: list[socket.socket] = []
    while time.monotonic() < end:
        connection, content = _request(made, _message("tools/list", 1), PROTOCOL)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        connection.sendall(content)
        connections.append(connection)
        for each in connections:
            with contextlib.suppress(OSError):
                each.recv(1)
        if len(connections) > 20:
            connections.pop(0).close()
        time.sleep(0.5)
    for each in connections:
        each.close()


def _leaving(running: Running, end: float) -> None:
    """A client that leaves in the middle of a body, of a call and of a stream."""
    made = running.client.agent(AgentRequest("leaving"))
    while time.monotonic() < end:
        connection, content = _request(made, _message("tools/call", 1, name="browse", arguments={}), PROTOCOL)
        connection.sendall(content[:-5])
        connection.close()
        connection, content = _request(made, _message("tools/call", 1, name="browse", arguments={}), PROTOCOL)
        connection.sendall(content)
        connection.close()
        _listening(made).close()
        time.sleep(0.3)


if __name__ == "__main__":
    psutil.Process().nice(5)
    sys.exit(main(sys.argv[1:]))
