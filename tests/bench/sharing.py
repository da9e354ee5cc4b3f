"""A collection published by one library and subscribed to by another, over HTTP on this computer.

BENCH_SECTIONS says how many sections it has about (10,000 by default), made of the corpora over and over with changed
words, and BENCH_ROUNDS how often (3) everything is done; the figures are medians. In a folder named by BENCH_KEEP the
tree, which is written to, and the publisher's library stay, for its vectors take minutes. BENCH_MEANING=off leaves
vectors out, for a computer that has no hours for them.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from statistics import median

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
ROUNDS = 3
MOST_AT_REST = 3
HAS_MEANING = os.environ.get("BENCH_MEANING", "on") != "off"
LONGEST_S = 7200.0
WAIT_S = 10.0
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
    tree = tree_of(corpora, kept / f"shared-{wanted}", wanted)
    server = LoopbackServer(partial(_Files, directory=str(target)))  # type: ignore[arg-type]
    rounds = range(int(os.environ.get("BENCH_ROUNDS", ROUNDS)))
    with service(kept / f"publisher-{wanted}", has_meaning=HAS_MEANING) as publisher, serving(server):
        if not publisher.client.collections().collections:
            publisher.add(tree)
        until(lambda: publisher.is_idle() and is_covered(publisher), LONGEST_S, pause_s=1)
        slug = publisher.client.collections().collections[0].slug
        cpu_s = publisher.cpu_s()
        took_s, first = publish(publisher, slug, target)
        sections = first.sections  # without those of documents that were left out
        name = f"{sections:,} sections"
        yield Figure(f"{name}: published in", took_s, "s")
        yield Figure(f"{name}: published, CPU", publisher.cpu_s() - cpu_s, "s")
        yield Figure(f"{name}: size of the publication", first.total_bytes / 1e6, "MB")
        until(lambda: is_at_rest(publisher), LONGEST_S, pause_s=0.5)  # it stands for another computer
        subscribed = [_subscribe(scratch, number, server.place, name, sections) for number in rounds]
        yield from _medians(subscribed)
        with service(scratch / "subscriber-0", has_meaning=HAS_MEANING) as subscriber:
            yield from _medians([_change(publisher, subscriber, tree, target, name, number) for number in rounds])


def is_at_rest(running: Running) -> bool:
    """Whether a service has no more children than those that stay: work of its own would slow others down."""
    return len(running.process.children()) < MOST_AT_REST


def _medians(rounds: Sequence[Sequence[Figure]]) -> Iterator[Figure]:
    """Each figure with the median of its values in all rounds."""
    for figures in zip(*rounds, strict=True):
        yield replace(figures[0], value=median(figure.value for figure in figures))


def tree_of(corpora: Corpora, folder: Path, sections: int, first: int = 0) -> Path:
    """A tree with about so many sections, always the same one; what is there already stays. `first` as `large_tree`."""
    documents, missing = 0, sections
    while missing > sections // 100:
        documents += max(1, missing // MOST_SECTIONS_A_DOCUMENT)
        large_tree(corpora, folder, documents, first)
        missing = sections - sum(len(_HEADING.findall(file.read_text("utf-8"))) for file in folder.rglob("*.md"))
    return folder


def _subscribe(scratch: Path, number: int, place: str, name: str, sections: int) -> list[Figure]:
    """What a new library takes to subscribe, until all of it is found; the publisher does nothing else meanwhile."""
    figures: list[Figure] = []
    with service(scratch / f"subscriber-{number}", has_meaning=HAS_MEANING) as subscriber:
        client, before = subscriber.client, subscriber.resident_mb()
        start, cpu_s = time.perf_counter(), subscriber.cpu_s()

        def note(what: str) -> None:
            figures.append(Figure(f"{name}: subscribed, {what}", time.perf_counter() - start, "s"))

        bounds = Bounds(may_be_private=True)
        job = client.add_source(AddSourceRequest(f"http://{place}/", SourceKind.PUBLICATION, bounds=bounds)).job
        assert job is not None
        until(lambda: subscriber.hits("pod") > 0, 120, pause_s=0.05)
        note("first answer by words")
        end_of(subscriber, job)
        note("everything fetched")
        until(lambda: client.status().sections == sections, LONGEST_S, pause_s=0.05)
        note("all words")
        until(subscriber.is_idle, LONGEST_S, pause_s=0.05)
        note("all links")
        figures.append(Figure(f"{name}: subscribed, CPU until all links", subscriber.cpu_s() - cpu_s, "s"))
        if HAS_MEANING:
            until(lambda: is_covered(subscriber), LONGEST_S, pause_s=0.05)
            note("all vectors")
        figures.append(Figure(f"{name}: chunks that the subscriber's model embedded", _embedded(subscriber), "", "0"))
        until(lambda: is_at_rest(subscriber), 300, pause_s=0.5)
        figures.append(Figure("the subscriber's service resident before", before, "MB"))
        after = subscriber.resident_mb()
        figures.append(Figure(f"{name}: the subscriber's service resident afterwards", after, "MB"))
    return figures


def _change(publisher: Running, subscriber: Running, tree: Path, target: Path, name: str, number: int) -> list[Figure]:
    """What a change of a few documents takes, other ones each time, while the subscriber is at rest."""
    until(lambda: subscriber.is_idle() and is_at_rest(subscriber), LONGEST_S, pause_s=0.5)
    files = sorted(tree.rglob("*.md"))
    mark = f"zq{time.time_ns():x}"
    for share in range(CHANGED_FILES):
        file = files[(share * len(files) // CHANGED_FILES + number) % len(files)]
        file.write_text(file.read_text("utf-8") + f"\n## Added\n\nIt says {mark} now.\n", "utf-8")
    until(lambda: publisher.hits(mark) == CHANGED_FILES, 120)
    until(lambda: publisher.is_idle() and is_covered(publisher), LONGEST_S, pause_s=0.2)
    slug = publisher.client.collections().collections[0].slug
    cpu_s = publisher.cpu_s()
    took_s, again = publish(publisher, slug, target)
    changed = f"{name}, {CHANGED_FILES} documents changed"
    start, spent_s = time.perf_counter(), publisher.cpu_s() - cpu_s
    (job,) = subscriber.client.refresh(RefreshRequest()).jobs
    end_of(subscriber, job)
    until(lambda: subscriber.hits(mark) == CHANGED_FILES, LONGEST_S)
    found_s = time.perf_counter() - start
    until(lambda: subscriber.is_idle() and is_covered(subscriber), LONGEST_S, pause_s=0.05)
    share = 100 * again.new_bytes / again.total_bytes
    return [
        Figure(f"{changed}: published in", took_s, "s"),
        Figure(f"{changed}: published, CPU", spent_s, "s"),
        Figure(f"{changed}: share of the bytes that were written", share, "%"),
        Figure(f"{changed}: refreshed and found in", found_s, "s"),
        Figure(f"{changed}: chunks that the subscriber's model embedded", _embedded(subscriber), "", "0"),
    ]


def publish(publisher: Running, slug: str, target: Path) -> tuple[float, PublishSummary]:
    """The seconds that publishing takes, and what it did."""
    start = time.perf_counter()
    job = end_of(publisher, publisher.client.publish(PublishRequest(slug, str(target), publisher="Bench")))
    assert job.publication is not None
    return time.perf_counter() - start, job.publication


def end_of(running: Running, job: Job) -> Job:
    """The job as it ended, waited for as the command line does."""
    until(lambda: running.client.job(JobRequest(job.id, wait_s=WAIT_S)).state in ENDED, LONGEST_S)
    ended = running.client.job(JobRequest(job.id))
    assert ended.state is JobState.DONE, ended.message
    return ended


def is_covered(running: Running) -> bool:
    status = running.client.status()
    is_ready = not HAS_MEANING or (status.embedding.state == "ready" and status.coverage == 1.0)
    return status.documents > 0 and is_ready


def _embedded(running: Running) -> int:
    """How many chunks the embedder had its model embed, by its log."""
    logs = running.library.log.glob("embedder.log*")
    return sum(int(count) for log in logs for count in _EMBEDDED.findall(log.read_text("utf-8")))
