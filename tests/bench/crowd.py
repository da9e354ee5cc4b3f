"""Agents upon a library of ten thousand documents: one alone, sixteen at once, and one who finds nothing running."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from bookwheel import paths
from bookwheel.client.connection import connect
from bookwheel.domain.service.agents import AgentRequest
from tests.bench.agents import (
    CALLS,
    Caller,
    bare_sdk,
    end_bridge,
    http_caller,
    message_of,
    opening,
    pipe_caller,
    times_of,
)
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.running import Running, end, run, service, until

TREES = {
    "k8s": ("docs/k8s-docs-en", ""),
    "rfcs": ("docs/rust-rfcs", ""),
    "commands": ("docs/tldr", "pages"),
    "commands-zh": ("docs/tldr", "pages.zh"),
}
"""Collections by tree and folder in it: 10,400 documents."""

CLIENTS, CROWD_S, RUNS, STARTS = 16, 10.0, 3, 3
LONGEST_S = 1800.0
QUIET_S, QUIET = 4.0, 0.05
"""The service is quiet when it uses less than this share of a processor for so long."""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Everything three times upon one library with all its vectors; in a folder named by BENCH_KEEP it stays."""
    queries = corpora.queries("k8s-docs-en")
    kept = Path(os.environ.get("BENCH_KEEP", scratch))
    with service(kept / "crowd") as running:
        library = running.library
        known = {collection.slug for collection in running.client.collections().collections}
        for name, (tree, folder) in TREES.items():
            if name not in known:
                running.add(corpora.tree(tree) / folder, name)
        until(lambda: _is_ready(running), LONGEST_S, pause_s=0.5)
        yield Figure("crowd: documents", running.client.status().documents, "", "10000")
        for _ in range(RUNS):
            yield from _alone(running, queries)
        for _ in range(RUNS):
            yield from _at_once(running, queries)
    with bare_sdk() as url:
        rate, took = _crowd([http_caller(url, "") for _ in range(CLIENTS)], queries)
        yield Figure("crowd: bare SDK calls of 16 at once", rate, "/s", "(reference)")
        yield Figure("crowd: bare SDK calls of 16 at once, p95", percentile(took, 0.95), "ms", "(reference)")
    for _ in range(STARTS):
        cold, answered, warm = _handshakes(library)
        yield Figure("crowd: handshake over the bridge, cold start of everything", cold, "s", "2 s")
        yield Figure("crowd: first answer to a search after it", answered, "s")
        yield Figure("crowd: handshake over the bridge while the service runs", warm, "s", "0.3 s")


def _is_ready(running: Running) -> bool:
    status = running.client.status()
    is_whole = status.collections == len(TREES) and running.is_idle() and status.coverage == 1
    is_built = any(running.library.chroma.rglob("data_level0.bin"))
    is_done = is_whole and is_built and status.embedding.state == "ready"
    return is_done and status.graph_revision == status.revision and _is_quiet(running)


def _is_quiet(running: Running) -> bool:
    """Whether the service has nothing to do, as when Chroma's index is built."""
    used = [sum(running.process.cpu_times()[:2])]
    time.sleep(QUIET_S)
    used.append(sum(running.process.cpu_times()[:2]))
    return used[1] - used[0] < QUIET * QUIET_S


def _alone(running: Running, queries: list[str]) -> Iterator[Figure]:
    made = running.client.agent(AgentRequest("bench"))
    call = http_caller(made.url, made.token)
    bridge = run(running.library, "mcp", "--client", "bench")
    try:
        for name, caller in (("HTTP", call), ("the bridge", pipe_caller(bridge))):
            took = times_of(caller, queries[:CALLS])
            yield Figure(f"crowd: search call over {name}, p50", percentile(took, 0.5), "ms", "8 ms")
            yield Figure(f"crowd: search call over {name}, p95", percentile(took, 0.95), "ms", "20 ms")
    finally:
        end_bridge(bridge)
    took = times_of(call, queries[:CALLS], mode="keyword")
    yield Figure("crowd: search call by words alone, p50", percentile(took, 0.5), "ms")
    yield Figure("crowd: search call by words alone, p95", percentile(took, 0.95), "ms")


def _at_once(running: Running, queries: list[str]) -> Iterator[Figure]:
    made = [running.client.agent(AgentRequest(f"bench-{number}")) for number in range(CLIENTS)]
    rate, took = _crowd([http_caller(each.url, each.token) for each in made], queries)
    yield Figure("crowd: search calls of 16 at once", rate, "/s", "150 /s")
    yield Figure("crowd: search calls of 16 at once, p95", percentile(took, 0.95), "ms", "200 ms")


def _crowd(callers: list[Caller], queries: list[str]) -> tuple[float, list[float]]:
    """Calls a second of all callers together, and the milliseconds of each."""
    took: list[list[float]] = [[] for _ in callers]
    until_s = time.perf_counter() + CROWD_S

    def ask(call: Caller, number: int) -> None:
        call(opening())
        while time.perf_counter() < until_s:
            query = queries[(len(took[number]) * len(callers) + number) % len(queries)]
            begun = time.perf_counter()
            answer = call(message_of("tools/call", len(took[number]) + 2, name="search", arguments={"query": query}))
            took[number].append(1000 * (time.perf_counter() - begun))
            if "result" not in answer:
                raise RuntimeError(f"the call failed: {answer}")

    threads = [threading.Thread(target=ask, args=(call, number)) for number, call in enumerate(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    flat = [each for one in took for each in one]
    return len(flat) / CROWD_S, flat


def _handshakes(library: paths.LibraryPaths) -> tuple[float, float, float]:
    """Seconds to the handshake's answer and to a search's with nothing running, and to the former with the service."""
    cold, answered = _handshake(library)
    warm, _ = _handshake(library)
    end(connect(library, client="bench", start=False))
    return cold, answered, warm


def _handshake(library: paths.LibraryPaths) -> tuple[float, float]:
    begun = time.perf_counter()
    bridge = run(library, "mcp", "--client", "bench")
    try:
        call = pipe_caller(bridge)
        call(opening())
        greeted = time.perf_counter() - begun
        call(message_of("tools/call", 2, name="search", arguments={"query": "pod security policy"}))
        return greeted, time.perf_counter() - begun
    finally:
        end_bridge(bridge)
