"""`python -m tests.bench.standing LIBRARY [MINUTES]`: twelve agents of mixed load, and what memory does meanwhile.

LIBRARY is the folder of a library that may be used up. Of the twelve, eight speak HTTP and four the bridge, and all
use all ten tools, resources, prompts and completions. Beside them one client reads a byte now and then, one leaves in
the middle of its calls, one starts bridges that are killed while they wait, and three listen; the documents do not
change.
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

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.search import NamesRequest
from bookwheel.domain.service.agents import AgentAnswer, AgentRequest
from tests.bench.agents import PROTOCOL, Caller, end_bridge, http_caller, message_of, opening, pipe_caller
from tests.bench.figures import percentile
from tests.bench.running import Running, run, service

AGENTS, BRIDGES, LISTENERS = 12, 4, 3
PAUSE_S, SAMPLE_S, ROWS = 0.15, 5.0, 12


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
            ("query", {"sparql": "SELECT ?d ?t WHERE { ?d a bw:Document ; bw:title ?t } LIMIT 20"}),
            ("context", {"question": f"What is {query}?"}),
            # Few enough to be all there soon: what an agent lets the library keep is not lost memory.
            ("remember", {"content": f"{words[0]} {chance.randrange(20)}", "session": str(chance.randrange(3))}),
            ("recall", {"query": query}),
            ("forget", {"session": str(chance.randrange(3))}),
            ("read", {"docs": [doc + "none"]}),
            ("search", {"query": "x" * 5000}),
        ]
        name, given = chance.choice(calls)
        yield message_of("tools/call", 7, name=name, arguments=given)
        yield chance.choice(
            [
                message_of("tools/list", 8),
                message_of("resources/read", 8, uri=f"bookwheel://outline/{doc}"),
                message_of("resources/read", 8, uri="bookwheel://topics"),
                message_of("prompts/get", 8, name="compare_documents", arguments={"first": doc, "second": docs[0]}),
                message_of(
                    "completion/complete",
                    8,
                    ref={"type": "ref/resource", "uri": "bookwheel://doc/{+path}"},
                    argument={"name": "path", "value": doc[: chance.randrange(len(doc))]},
                ),
            ]
        )


def main(arguments: list[str]) -> int:
    """Run it and print memory at every twelfth of the time, calls and their times."""
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
        threads += [threading.Thread(target=one, args=(running, end)) for one in (_slow, _leaving, _killed)]
        for thread in threads:
            thread.start()
        samples = list(_watched(running, took, end, 60 * minutes / ROWS))
        for thread in threads:
            thread.join()
        calls = sum(len(each) for each in took)
        half = samples[len(samples) // 2 :]
        first, last = statistics.median(half[: len(half) // 2]), statistics.median(half[len(half) // 2 :])
        print(f"service: third quarter {first:.1f} MB, last quarter {last:.1f} MB")
        print(f"{calls} calls, {calls / 60 / minutes:.0f} a second")
        print("answered", {name: count for name, count in sorted(codes.items()) if not name.endswith(REFUSED)})
        print("refused", {name: count for name, count in sorted(codes.items()) if name.endswith(REFUSED)})
        flat = [each for times in took for each in times]
        print(f"p50 {percentile(flat, 0.5):.1f} ms, p95 {percentile(flat, 0.95):.1f} ms")
    return 0


def _watched(running: Running, took: list[list[float]], end: float, every_s: float) -> Iterator[float]:
    """Samples of the service's memory, MB, until the end; a row of the medians of all is printed every so often."""
    print("minute  service MB  children MB  bridges MB  threads  files  calls", flush=True)
    start, rows = time.monotonic(), list[tuple[float, float, float]]()
    due = start + every_s
    while time.monotonic() < end:
        time.sleep(SAMPLE_S)
        children = _resident_mb(running.process)
        bridges = _resident_mb(psutil.Process()) - children - running.resident_mb()
        rows.append((running.resident_mb(), children, bridges))
        yield rows[-1][0]
        if time.monotonic() >= due:
            mean = [statistics.median(column) for column in zip(*rows, strict=True)]
            threads, files = running.process.num_threads(), running.process.num_fds()
            calls = sum(len(each) for each in took)
            minute = (time.monotonic() - start) / 60
            print(
                f"{minute:6.1f}  {mean[0]:10.1f}  {mean[1]:11.1f}  {mean[2]:10.1f}  {threads:7}  {files:5}  {calls}",
                flush=True,
            )
            rows, due = [], due + every_s


def _resident_mb(process: psutil.Process) -> float:
    """Resident memory of a process's children."""
    total = 0.0
    for child in process.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            total += child.memory_info().rss / 1e6
    return total


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
    chance = random.Random(number)
    with contextlib.ExitStack() as held:
        if number < LISTENERS:
            held.enter_context(_listening(made))
        call: Caller = http_caller(made.url, made.token)
        if number >= AGENTS - BRIDGES:
            bridge = run(running.library, "mcp", "--client", f"load-{number}")
            held.callback(end_bridge, bridge)
            call = pipe_caller(bridge)
            call(opening())
        for message in load(docs, words, chance):
            if time.monotonic() > end:
                return
            start = time.perf_counter()
            answer = call(message)
            took.append(1000 * (time.perf_counter() - start))
            codes[_outcome(message, answer)] += 1
            time.sleep(chance.random() * 2 * PAUSE_S)


REFUSED = " refused"


def _outcome(message: dict[str, object], answer: dict[str, object]) -> str:
    params, result = message["params"], answer.get("result")
    assert isinstance(params, dict)
    name = str(params["name"]) if message["method"] == "tools/call" else str(message["method"])
    is_refused = not isinstance(result, dict) or bool(result.get("isError"))  # pyright: ignore[reportUnknownMemberType]
    return name + REFUSED if is_refused else name


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
    message = message_of("subscriptions/listen", 1, notifications=notifications, _meta=meta)
    connection, content = _request(made, message, "2026-07-28")
    connection.sendall(content)
    return connection


def _slow(running: Running, end: float) -> None:
    """A client that asks for much and reads a byte now and then."""
    made = running.client.agent(AgentRequest("slow"))
    connections: list[socket.socket] = []
    while time.monotonic() < end:
        connection, content = _request(made, message_of("tools/list", 1), PROTOCOL)
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
        connection, content = _request(made, message_of("tools/call", 1, name="browse", arguments={}), PROTOCOL)
        connection.sendall(content[:-5])
        connection.close()
        connection, content = _request(made, message_of("tools/call", 1, name="browse", arguments={}), PROTOCOL)
        connection.sendall(content)
        connection.close()
        _listening(made).close()
        time.sleep(0.3)


def _killed(running: Running, end: float) -> None:
    """A client whose bridges are killed while they wait for answers."""
    running.client.agent(AgentRequest("killed"))
    while time.monotonic() < end:
        bridge = run(running.library, "mcp", "--client", "killed")
        pipe_caller(bridge)(opening())
        assert bridge.stdin is not None
        for number in range(4):
            message = message_of("tools/call", number + 2, name="context", arguments={"question": f"What is {number}?"})
            bridge.stdin.write(json.dumps(message).encode() + b"\n")
        with contextlib.suppress(OSError):
            bridge.stdin.flush()
        bridge.kill()
        bridge.communicate()
        time.sleep(5)


if __name__ == "__main__":
    psutil.Process().nice(5)
    sys.exit(main(sys.argv[1:]))
