"""Vectors in the background and the memory that they cost; hybrid queries meanwhile and afterwards."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.indexes.vectors import VectorsReader
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.indexing import TREE
from tests.bench.running import Running, service, until

UNDISTURBED_S = 30.0
"""Seconds of embedding over which its speed is taken, without queries."""

LONGEST_S = 900.0


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """One fresh library, from its keyword index to full coverage."""
    queries = corpora.queries("k8s-docs-en")
    with service(scratch / "library") as running:
        running.add_and_wait(corpora.tree(TREE))
        yield Figure("k8s-docs-en: from its words to its first vectors", until(lambda: _done(running) > 0, 120), "s")
        began, before = time.perf_counter(), _chunks(running)
        time.sleep(UNDISTURBED_S)
        speed = (_chunks(running) - before) / (time.perf_counter() - began)
        yield Figure("k8s-docs-en: chunks embedded in the background", speed, "/s", "75 /s")
        keyword, hybrid = _times(running, queries, Mode.KEYWORD), _times(running, queries, Mode.HYBRID)
        if running.client.status().coverage < 1:
            yield Figure("keyword engine while embedding, p95", percentile(keyword, 0.95), "ms", "10 ms")
            yield Figure("hybrid engine while embedding, p50", percentile(hybrid, 0.5), "ms")
            yield Figure("hybrid engine while embedding, p95", percentile(hybrid, 0.95), "ms", "60 ms")
        until(lambda: _is_covered(running), LONGEST_S, pause_s=0.2)
        yield Figure("memory of service and children when all is embedded", _resident_mb(running), "MB", "450 MB")
        until(lambda: bool(list(running.library.chroma.rglob("data_level0.bin"))), 300, pause_s=0.2)
        running.client.doctor(DoctorRequest())  # which waits until Chroma is built
        hybrid = _times(running, queries, Mode.HYBRID)
        yield Figure("hybrid engine, warm, p50", percentile(hybrid, 0.5), "ms")
        yield Figure("hybrid engine, warm, p95", percentile(hybrid, 0.95), "ms", "25 ms")
        until(lambda: len(running.process.children()) < 3, 120, pause_s=0.5)
        yield Figure("memory of service and children, at rest after 998 queries", _resident_mb(running), "MB", "450 MB")


def _times(running: Running, queries: list[str], mode: Mode) -> list[float]:
    return [running.client.search(SearchRequest(query, mode=mode)).took_ms for query in queries]


def _done(running: Running) -> int:
    return running.client.status().embedding.done


def _chunks(running: Running) -> int:
    """Vectors committed so far."""
    reader = VectorsReader(running.library.vectors)
    try:
        return reader.count()
    finally:
        reader.close()


def _is_covered(running: Running) -> bool:
    status = running.client.status()
    return status.embedding.state == "ready" and status.coverage == 1.0


def _resident_mb(running: Running) -> float:
    total = 0.0
    for process in [running.process, *running.process.children()]:
        with contextlib.suppress(psutil.Error):
            total += process.memory_info().rss / 1e6
    return total
