"""What programs bring: how fast batches are accepted and applied, when they are found, and memory over a million."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path

import psutil

from bookwheel.client import discovery
from bookwheel.client.ingest import Document, Entity, IngestClient, batches_of
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.jobs import JobState
from bookwheel.domain.sources import AddSourceRequest
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.running import Running, service, until

DOCUMENTS, ENTITIES, MANY = 20_000, 50_000, 1_000_000

_TEXT = "A small document of some forty words about wheels, hinges and spokes. " * 5


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Rates of small documents and of entities, the time to the first hit, and memory."""
    with (
        service(scratch / "library", has_meaning=False) as running,
        IngestClient(running.client.url, discovery.token(running.library)) as ingest,
    ):
        slug = running.client.add_source(AddSourceRequest("warm", SourceKind.DATASOURCE)).collection.slug
        ingest.wait(ingest.send(slug, [Document("a", "words")]).id)
        yield from _found(running, ingest, slug)
        running.client.pause()
        yield from _rates(running, ingest, "documents", _documents("d", DOCUMENTS), DOCUMENTS)
        yield from _rates(running, ingest, "entities", _entities("t", ENTITIES), ENTITIES)
        yield from _many(running, ingest)


def _documents(mark: str, count: int) -> Iterator[Document]:
    for number in range(count):
        yield Document(f"{mark}/{number}", f"# Page {number}\n\n{_TEXT}", title=f"Page {number}", tags=("page",))


def _entities(mark: str, count: int) -> Iterator[Entity]:
    for number in range(count):
        properties: dict[str, object] = {"status": "open", "priority": number % 5, "owner": f"person {number % 97}"}
        yield Entity("ticket", f"{mark}-{number}", labels=(f"Ticket number {number}",), properties=properties)


def _found(running: Running, ingest: IngestClient, slug: str) -> Iterator[Figure]:
    """From the sending of a batch to its last document being found by a word of its own."""
    for count in (1, 1, 1, 1, 1, 100, 100, 100, 2_000):
        time.sleep(1)
        word = f"zq{uuid.uuid4().hex[:10]}"
        items = [*_documents(word, count - 1), Document(f"{word}/last", f"The word is {word}.")]
        start = time.perf_counter()
        ingest.send(slug, items)
        until(lambda word=word: running.hits(word) > 0, 60, pause_s=0.02)
        took_ms = 1000 * (time.perf_counter() - start)
        yield Figure(f"batch of {count:,} documents: sent to found", took_ms, "ms", "2000 ms" if count < 2_000 else "")


def _rates(
    running: Running, ingest: IngestClient, kind: str, items: Iterable[Document] | Iterable[Entity], count: int
) -> Iterator[Figure]:
    slug = running.client.add_source(AddSourceRequest(kind, SourceKind.DATASOURCE)).collection.slug
    batches = [*batches_of(items)]
    before, start = running.cpu_s(), time.perf_counter()
    jobs = [job for content in batches for job in ingest.send_all(slug, content.splitlines())]
    accepted = time.perf_counter()
    for job in jobs:
        assert ingest.wait(job.id).state is JobState.DONE
    applied = time.perf_counter()
    goal = "2000/s" if kind == "documents" else "5000/s"
    yield Figure(f"small {kind} accepted", count / (accepted - start), "/s", goal)
    yield Figure(f"small {kind} applied", count / (applied - start), "/s", goal)
    yield Figure(f"CPU of 10,000 small {kind}", 10_000 * (running.cpu_s() - before) / count, "s")


def _many(running: Running, ingest: IngestClient) -> Iterator[Figure]:
    """Memory of the service and of the ingester while a million entities come, a tenth of them and all."""
    slug = running.client.add_source(AddSourceRequest("many", SourceKind.DATASOURCE)).collection.slug
    start, sent, last = time.perf_counter(), 0, ""
    most = {"service": 0.0, "ingester": 0.0}
    tenth = dict(most)
    for content in batches_of(_entities("m", MANY)):
        for job in ingest.send_all(slug, content.splitlines()):
            last = job.id
        sent += content.count(b"\n")
        most["service"] = max(most["service"], running.resident_mb())
        most["ingester"] = max(most["ingester"], _ingester_mb(running))
        if sent <= MANY // 10:
            tenth = dict(most)
    ingest.wait(last)
    yield Figure("a million entities applied", MANY / (time.perf_counter() - start), "/s", "5000/s")
    for name in most:
        yield Figure(f"{name} memory, a tenth of a million entities", tenth[name], "MB")
        yield Figure(f"{name} memory, a million entities", most[name], "MB")


def _ingester_mb(running: Running) -> float:
    for process in running.process.children():
        with contextlib.suppress(psutil.Error):
            if "ingester" in process.cmdline():
                return process.memory_info().rss / 1e6
    return 0.0
