"""A collection published by one library and subscribed to by another, over HTTP on this computer.

BENCH_SECTIONS says how many sections it has about (10,000 by default), made of the corpora over and over with changed
words. In a folder named by BENCH_KEEP the tree, which is written to, and the publisher's library stay, for its vectors
take minutes.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from bookwheel.domain.collection_source import Bounds, SourceKind
from bookwheel.domain.jobs import ENDED, Job, JobRequest, JobState
from bookwheel.domain.publications import PublishRequest, PublishSummary
from bookwheel.domain.sources import AddSourceRequest, RefreshRequest
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.large_tree import large_tree
from tests.bench.running import Running, service, until
from tests.loopback import LoopbackServer
from tests.loopback import running as serving

SECTIONS = 10_000
MOST_SECTIONS_A_DOCUMENT = 15
"""On average, however many documents are taken."""

CHANGED_FILES = 5
LONGEST_S = 7200.0
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_EMBEDDED = re.compile(r"the models embedded (\d+) chunks")


class _Files(SimpleHTTPRequestHandler):
    """A folder as any web server gives it out."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Publish, subscribe, and publish again after a few documents changed."""
    wanted = int(os.environ.get("BENCH_SECTIONS", SECTIONS))
    kept, target = Path(os.environ.get("BENCH_KEEP", scratch)), scratch / "published"
    target.mkdir()
    tree = _tree(corpora, kept / f"shared-{wanted}", wanted)
    server = LoopbackServer(partial(_Files, directory=str(target)))  # type: ignore[arg-type]
    with service(kept / f"publisher-{wanted}") as publisher, serving(server):
        if not publisher.client.collections().collections:
            publisher.add(tree)
        until(lambda: publisher.is_idle() and _is_covered(publisher), LONGEST_S, pause_s=1)
        slug = publisher.client.collections().collections[0].slug
        sections = publisher.client.status().sections
        name = f"{sections:,} sections"
        took_s, first = _publish(publisher, slug, target)
        yield Figure(f"{name}: published in", took_s, "s")
        yield Figure(f"{name}: size of the publication", first.total_bytes / 1e6, "MB")
        with service(scratch / "subscriber") as subscriber:
            yield from _subscribe(subscriber, f"http://{server.place}/", name, sections)
            yield from _change(publisher, subscriber, tree, target, name)


def _tree(corpora: Corpora, folder: Path, sections: int) -> Path:
    """A tree with about so many sections, always the same one; what is there already stays."""
    documents, missing = 0, sections
    while missing > 0:
        documents += max(1, missing // MOST_SECTIONS_A_DOCUMENT)
        large_tree(corpora, folder, documents)
        missing = sections - sum(len(_HEADING.findall(file.read_text("utf-8"))) for file in folder.rglob("*.md"))
    return folder


def _subscribe(subscriber: Running, address: str, name: str, sections: int) -> Iterator[Figure]:
    before = subscriber.resident_mb()
    start, cpu_s = time.perf_counter(), subscriber.cpu_s()
    request = AddSourceRequest(address, SourceKind.PUBLICATION, bounds=Bounds(may_be_private=True))
    job = subscriber.client.add_source(request).job
    until(lambda: subscriber.hits("pod") > 0, 120)
    yield Figure(f"{name}: subscribed, first answer by words", time.perf_counter() - start, "s")
    assert job is not None
    _end(subscriber, job)
    yield Figure(f"{name}: subscribed, everything fetched", time.perf_counter() - start, "s")
    until(lambda: subscriber.is_idle() and subscriber.client.status().sections == sections, LONGEST_S, pause_s=0.05)
    yield Figure(f"{name}: subscribed, all words", time.perf_counter() - start, "s")
    until(lambda: _is_covered(subscriber), LONGEST_S, pause_s=0.05)
    yield Figure(f"{name}: subscribed, all vectors", time.perf_counter() - start, "s")
    yield Figure(f"{name}: CPU of the service and of children that lived to the end", subscriber.cpu_s() - cpu_s, "s")
    yield Figure(f"{name}: chunks that the subscriber's model embedded", _embedded(subscriber), "", "0")
    until(lambda: len(subscriber.process.children()) < 3, 300, pause_s=0.5)
    yield Figure("the subscriber's service resident before", before, "MB")
    yield Figure(f"{name}: the subscriber's service resident afterwards", subscriber.resident_mb(), "MB")


def _change(publisher: Running, subscriber: Running, tree: Path, target: Path, name: str) -> Iterator[Figure]:
    files = sorted(tree.rglob("*.md"))
    mark = f"zq{time.time_ns():x}"
    for number in range(CHANGED_FILES):
        file = files[number * len(files) // CHANGED_FILES]
        file.write_text(file.read_text("utf-8") + f"\n## Added\n\nIt says {mark} now.\n", "utf-8")
    until(lambda: publisher.hits(mark) == CHANGED_FILES, 120)
    until(lambda: publisher.is_idle() and _is_covered(publisher), LONGEST_S, pause_s=0.2)
    slug = publisher.client.collections().collections[0].slug
    took_s, again = _publish(publisher, slug, target)
    changed = f"{name}, {CHANGED_FILES} documents changed"
    yield Figure(f"{changed}: published in", took_s, "s")
    yield Figure(f"{changed}: share of the bytes that were written", 100 * again.new_bytes / again.total_bytes, "%")
    start = time.perf_counter()
    (job,) = subscriber.client.refresh(RefreshRequest()).jobs
    _end(subscriber, job)
    until(lambda: subscriber.hits(mark) == CHANGED_FILES, LONGEST_S)
    yield Figure(f"{changed}: refreshed and found in", time.perf_counter() - start, "s")
    until(lambda: subscriber.is_idle() and _is_covered(subscriber), LONGEST_S, pause_s=0.05)
    yield Figure(f"{changed}: chunks that the subscriber's model embedded", _embedded(subscriber), "", "0")


def _publish(publisher: Running, slug: str, target: Path) -> tuple[float, PublishSummary]:
    """The seconds that publishing takes, and what it did."""
    start = time.perf_counter()
    job = _end(publisher, publisher.client.publish(PublishRequest(slug, str(target), publisher="Bench")))
    assert job.publication is not None
    return time.perf_counter() - start, job.publication


def _end(running: Running, job: Job) -> Job:
    """The job as it ended."""
    until(lambda: running.client.job(JobRequest(job.id)).state in ENDED, LONGEST_S, pause_s=0.02)
    ended = running.client.job(JobRequest(job.id))
    assert ended.state is JobState.DONE, ended.message
    return ended


def _is_covered(running: Running) -> bool:
    status = running.client.status()
    return status.documents > 0 and status.embedding.state == "ready" and status.coverage == 1.0


def _embedded(running: Running) -> int:
    """How many chunks the embedder had its model embed, by its log."""
    logs = running.library.log.glob("embedder.log*")
    return sum(int(count) for log in logs for count in _EMBEDDED.findall(log.read_text("utf-8")))
