"""From adding a tree to its keyword index and outline being ready, and queries while that goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

from bookwheel.domain.search import SearchRequest
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.running import Running, service, until

TREE = "docs/k8s-docs-en"
BUSY_TREE = "docs/tldr"


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Readiness, engine times quiet and busy, memory: one fresh library."""
    tree = corpora.tree(TREE)
    queries = corpora.queries("k8s-docs-en")
    with service(scratch / "library", has_meaning=False) as running:
        yield from _readiness(running, tree)
        yield from _quiet(running, queries)
        yield Figure("service resident after indexing and 499 queries", running.resident_mb(), "MB", "200 MB")
        yield from _busy(running, queries, corpora.tree(BUSY_TREE))


def _readiness(running: Running, tree: Path) -> Iterator[Figure]:
    first_answer: list[float] = []
    cpu = running.cpu_s()
    start = time.perf_counter()

    def ask() -> None:
        until(lambda: running.hits("pod") > 0, 60)
        first_answer.append(time.perf_counter() - start)

    asking = threading.Thread(target=ask)
    running.add(tree)
    asking.start()
    until(running.is_idle, 120, pause_s=0.02)
    ready_s = time.perf_counter() - start
    asking.join()
    yield Figure("k8s-docs-en: keyword and outline ready", ready_s, "s", "4 s")
    yield Figure("k8s-docs-en: first answer after adding", first_answer[0], "s", "1 s")
    yield Figure("k8s-docs-en: CPU of the service and its indexer until ready", running.cpu_s() - cpu, "s")


def _quiet(running: Running, queries: list[str]) -> Iterator[Figure]:
    for word in ("pod", "service", "volume"):
        running.hits(word)
    cpu = running.cpu_s()
    took = [running.client.search(SearchRequest(query)).took_ms for query in queries]
    spent_s = running.cpu_s() - cpu
    yield Figure("keyword engine, first time each, p50", percentile(took, 0.5), "ms", "3 ms")
    yield Figure("keyword engine, first time each, p95", percentile(took, 0.95), "ms", "10 ms")
    again = [running.client.search(SearchRequest(query)).took_ms for query in queries]
    yield Figure("keyword engine, asked again, p50", percentile(again, 0.5), "ms", "3 ms")
    yield Figure("keyword engine, asked again, p95", percentile(again, 0.95), "ms", "10 ms")
    yield Figure("CPU of the service a query, all in all", 1000 * spent_s / len(queries), "ms")


def _busy(running: Running, queries: list[str], tree: Path) -> Iterator[Figure]:
    running.add(tree)
    until(lambda: (running.client.status().pending or 0) > 0, 30)
    took: list[float] = []
    for query in queries:
        took.append(running.client.search(SearchRequest(query)).took_ms)
        if len(took) % 25 == 0 and running.is_idle():
            break
    yield Figure("keyword engine while indexing, p50", percentile(took, 0.5), "ms", "6 ms")
    yield Figure("keyword engine while indexing, p95", percentile(took, 0.95), "ms", "20 ms")
    yield Figure("queries answered while indexing", len(took), "")
