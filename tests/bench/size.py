"""A library of very many documents: how it is built, opened, asked and changed, and what it takes.

BENCH_DOCUMENTS says how many (100,000 by default) are made of the corpora over and over, so that most are near-copies
of others; BENCH_TREE names a folder of real documents to take in their place. In a folder named by BENCH_KEEP the tree,
which is written to, and the library stay.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from bookwheel.client.connection import connect
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.domain.service.agents import AgentRequest
from tests.bench.agents import http_caller, message_of, opening, times_of
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.large_tree import large_tree, queries_of
from tests.bench.running import Running, end, service, until

DOCUMENTS, STEP = 100_000, 10_000
QUERIES, PREFIXES, AGENTS, CHANGED_FILES = 1000, 60, 8, 5
LONGEST_S = 7200.0
CROWD_S = 15.0
SMALL = 10_000
"""Documents up to which the goals of a small library hold."""


@dataclass(frozen=True, slots=True)
class Goals:
    """What is wanted of an agent's search call (p50 and p95) and of the service's memory."""

    call: tuple[str, str]
    service: str


GOALS = (Goals(("6 ms", "15 ms"), "500 MB"), Goals(("12 ms", "30 ms"), "1500 MB"))
"""Those of a small library, and those of 100,000 documents."""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Everything once upon one library without vectors."""
    kept = Path(os.environ.get("BENCH_KEEP", scratch))
    if real := os.environ.get("BENCH_TREE"):
        tree = kept / "tree-real"
        if not tree.exists():
            shutil.copytree(real, tree)
        documents = sum(1 for _ in tree.rglob("*.md"))
        kind = "real documents"
    else:
        documents = int(os.environ.get("BENCH_DOCUMENTS", DOCUMENTS))
        tree = large_tree(corpora, kept / f"tree-{documents}", documents)
        kind = "documents"
    queries = queries_of(tree, QUERIES)
    name = f"{documents:,} {kind}"
    goals = GOALS[documents > SMALL]
    with service(kept / f"library-{documents}", has_meaning=False) as running:
        if not running.client.collections().collections:
            yield from _built(running, tree, documents, name)
        folder = running.library.root
        yield Figure(f"{name}: on disk", sum(file.stat().st_size for file in folder.rglob("*")) / 1e6, "MB")
    began = time.perf_counter()
    library = running.library
    client = connect(library, client="bench", timeout_s=60)
    client.search(SearchRequest(queries[0], Mode.KEYWORD))
    yield Figure(f"{name}: from nothing running to the first answer", time.perf_counter() - began, "s")
    end(client)
    with service(kept / f"library-{documents}", has_meaning=False) as running:
        until(lambda: running.client.status().graph_revision == running.client.status().revision, LONGEST_S, 0.5)
        yield from _asked(running, queries, name, goals)
        yield from _changed(running, tree, name)
        yield Figure(f"{name}: service resident at the end", running.resident_mb(), "MB", goals.service)
        yield from _at_once(running, queries, name)


def _built(running: Running, tree: Path, documents: int, name: str) -> Iterator[Figure]:
    """Seconds on the clock and of processors for every ten thousand documents, and the most memory by process."""
    most = Counter[str]()
    began, cpu = time.perf_counter(), running.cpu_s()
    reached, last = STEP, (began, cpu)
    running.add(tree)
    is_idle = False
    while not is_idle:
        time.sleep(0.5)
        for kind, size in _weights(running).items():
            most[kind] = max(most[kind], size)
        is_idle = running.is_idle()
        if running.client.status().documents >= reached or is_idle:
            now = (time.perf_counter(), running.cpu_s())
            label = f"{name}: words ready, up to {min(reached, documents):,}"
            print(f"{label}: {now[0] - last[0]:.1f} s, CPU {now[1] - last[1]:.1f} s", file=sys.stderr, flush=True)
            yield Figure(label, now[0] - last[0], "s")
            yield Figure(f"{label}, CPU", now[1] - last[1], "s")
            reached, last = reached + STEP, now
    yield Figure(f"{name}: words ready, all", time.perf_counter() - began, "s")
    yield Figure(f"{name}: words ready, all, CPU", running.cpu_s() - cpu, "s")
    until(lambda: running.client.status().graph_revision == running.client.status().revision, LONGEST_S, pause_s=1)
    yield Figure(f"{name}: graph ready, all", time.perf_counter() - began, "s")
    for kind, size in _weights(running).items():
        most[kind] = max(most[kind], size)
    for kind, size in most.items():
        yield Figure(f"{name}: most memory while building, {kind}", size, "MB")


def _weights(running: Running) -> Counter[str]:
    """Resident MB of the service and of each of its children, by what it is."""
    weights = Counter[str]()
    for process in [running.process, *running.process.children(recursive=True)]:
        try:
            line = process.cmdline()
            kind = line[line.index("child") + 1] if "child" in line else "service"
            weights[kind] += round(process.memory_info().rss / 1e6)
        except (psutil.Error, OSError):
            continue
    return weights


def _asked(running: Running, queries: list[str], name: str, goals: Goals) -> Iterator[Figure]:
    """Queries by words, by RPC and as an agent's calls, and what comes while the first letters are typed."""
    for word in ("pod", "service", "volume"):
        running.hits(word)
    yield from _spread(f"{name}: keyword engine", [_took(running, query) for query in queries])
    began = [_timed(running, SearchRequest(query, Mode.KEYWORD)) for query in queries]
    yield from _spread(f"{name}: search by RPC, asked again", began)
    made = running.client.agent(AgentRequest("bench"))
    took = times_of(http_caller(made.url, made.token), queries)
    yield from _spread(f"{name}: agent's search call", took, goals.call)
    beginnings = {count: sorted({query[:count] for query in queries})[:PREFIXES] for count in (1, 2, 3, 4)}
    for count, prefixes in beginnings.items():
        typed = [_timed(running, SearchRequest(prefix, is_prefix=True)) for prefix in prefixes]
        yield from _spread(f"{name}: {count} letter{'s' * (count > 1)} typed", typed, ("40 ms", "90 ms"))
    yield Figure(f"{name}: service resident after queries", running.resident_mb(), "MB", goals.service)


def _took(running: Running, query: str) -> float:
    return running.client.search(SearchRequest(query, Mode.KEYWORD)).took_ms


def _timed(running: Running, request: SearchRequest) -> float:
    began = time.perf_counter()
    running.client.search(request)
    return 1000 * (time.perf_counter() - began)


def _spread(name: str, took: list[float], wanted: tuple[str, str] = ("", "")) -> Iterator[Figure]:
    yield Figure(f"{name}, p50", percentile(took, 0.5), "ms", wanted[0])
    yield Figure(f"{name}, p95", percentile(took, 0.95), "ms", wanted[1])


def _changed(running: Running, tree: Path, name: str) -> Iterator[Figure]:
    """Five files saved together, and the next call of an agent who may not see everything."""
    part = min(folder for folder in tree.iterdir() if folder.is_dir())
    agent = running.client.agent(AgentRequest("narrow", filter=f"path:{part.name}/"))
    narrow = http_caller(agent.url, agent.token)
    narrow(opening())
    ask = message_of("tools/call", 2, name="search", arguments={"query": "volume"})
    for run in range(3):
        narrow(ask)
        word = f"zq{uuid.uuid4().hex[:10]}"
        chosen = sorted(part.rglob("*.md"))[run * CHANGED_FILES :][:CHANGED_FILES]
        before = {file: file.read_text("utf-8") for file in chosen}
        began = time.perf_counter()
        for file, text in before.items():
            file.write_text(f"{text}\n\n{word}\n", "utf-8")
        until(lambda word=word: running.hits(word) >= CHANGED_FILES, 60, pause_s=0.02)
        yield Figure(f"{name}: five changed files searchable", 1000 * (time.perf_counter() - began), "ms", "150 ms")
        began = time.perf_counter()
        narrow(ask)
        yield Figure(f"{name}: scoped agent's first call after it", 1000 * (time.perf_counter() - began), "ms")
        for file, text in before.items():
            file.write_text(text, "utf-8")
        until(lambda word=word: running.hits(word) == 0 and running.is_idle(), 60, pause_s=0.1)


def _at_once(running: Running, queries: list[str], name: str) -> Iterator[Figure]:
    """Eight agents who search at once."""
    made = [running.client.agent(AgentRequest(f"bench-{number}")) for number in range(AGENTS)]
    took: list[list[float]] = [[] for _ in made]
    until_s = time.perf_counter() + CROWD_S

    def ask(number: int) -> None:
        call = http_caller(made[number].url, made[number].token)
        call(opening())
        while time.perf_counter() < until_s:
            query = queries[(len(took[number]) * AGENTS + number) % len(queries)]
            begun = time.perf_counter()
            call(message_of("tools/call", len(took[number]) + 2, name="search", arguments={"query": query}))
            took[number].append(1000 * (time.perf_counter() - begun))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(AGENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    flat = [one for some in took for one in some]
    yield Figure(f"{name}: search calls of {AGENTS} at once", len(flat) / CROWD_S, "/s")
    yield from _spread(f"{name}: search calls of {AGENTS} at once", flat)
    for kind, size in _weights(running).items():
        yield Figure(f"{name}: resident with {AGENTS} agents at once, {kind}", size, "MB")
