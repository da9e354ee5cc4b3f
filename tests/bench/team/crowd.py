"""A crowd of people and agents upon three readers: how long each waits, and what it costs the readers."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.large_tree import queries_of
from tests.bench.running import until
from tests.bench.sharing import LONGEST_S, SECTIONS
from tests.bench.team.clients import TIMEOUT_S, Asked, Plan
from tests.bench.team.publisher import Published, publisher, two_collections
from tests.bench.team.readers import Reader, readers, token_of
from tests.oidc_provider import Provider

READERS = 3
CLIENTS, EVERY_S, SECONDS = 200, 10.0, 60.0
QUESTIONS = 2000
GROUPS = (("staff",), ("staff", "lab"), ("lab", "visitors"), ("guests", "choir", "fire-wardens"))
"""The groups of one client after the other: some see one collection, some both."""

WANTED = "150 ms"
CLIENTS_PROGRAM = "from tests.bench.team.clients import main; main()"


def measure(corpora: Corpora, kept: Path) -> Iterator[Figure]:
    """Publish, start the readers, and let the crowd ask once each for practice, and then for so many seconds."""
    wanted = int(os.environ.get("BENCH_SECTIONS", SECTIONS))
    folder = kept / f"team-{wanted}"
    collections = two_collections(corpora, folder, wanted)
    with publisher(folder, collections) as publishing:
        published = publishing.publish()
    with readers(folder, published, READERS) as (started, provider):
        for reader in started:
            until(reader.is_whole, LONGEST_S, pause_s=0.5)
        until(lambda: all(reader.is_at_rest() for reader in started), LONGEST_S, pause_s=0.5)
        yield from _asked(started, provider, published, _questions(corpora, published), folder)


def _questions(corpora: Corpora, published: Published) -> list[str]:
    """The corpora's own questions where they have some, among words that stand together in the documents."""
    questions = queries_of(published.collections[0].source, QUESTIONS)
    if (corpora.folder / "known-item" / "k8s-docs-en").is_dir():
        questions += corpora.queries("k8s-docs-en")
    random.Random(7).shuffle(questions)
    return questions


def _asked(
    started: Sequence[Reader], provider: Provider, published: Published, questions: Sequence[str], folder: Path
) -> Iterator[Figure]:
    clients = int(os.environ.get("BENCH_CLIENTS", CLIENTS))
    seconds = float(os.environ.get("BENCH_SECONDS", SECONDS))
    name = f"team, {published.sections:,} sections, {clients} clients, {len(started)} readers"
    tokens = [token_of(provider, f"person-{number}", GROUPS[number % len(GROUPS)]) for number in range(clients)]
    ports = [reader.port for reader in started]
    _run(Plan(ports, tokens, questions[::-1], EVERY_S, EVERY_S), folder)
    cpu_s, memory = [reader.cpu_s() for reader in started], [reader.resident_mb() for reader in started]
    asked = _run(Plan(ports, tokens, questions, EVERY_S, seconds), folder)
    spent_s = sum(reader.cpu_s() for reader in started) - sum(cpu_s)
    yield from _latencies(name, asked)
    refused = sum(one.is_refused for one in asked)
    failed = sum(not (one.is_refused or one.is_answered) for one in asked)
    yield Figure(f"{name}: questions", len(asked), "")
    yield Figure(f"{name}: questions that were refused", 100 * refused / len(asked), "%", "0")
    yield Figure(f"{name}: questions that failed", 100 * failed / len(asked), "%", "0")
    yield Figure(f"{name}: CPU of all readers a question", 1000 * spent_s / len(asked), "ms")
    for number, (reader, before) in enumerate(zip(started, memory, strict=True), 1):
        yield Figure(f"{name}: reader {number} resident", reader.resident_mb(), "MB")
        yield Figure(f"{name}: reader {number} grew by", reader.resident_mb() - before, "MB")
        yield Figure(f"{name}: reader {number} with its children", reader.whole_mb(), "MB")
    for reason, count in Counter(one.reason for one in asked if one.reason).most_common(5):
        print(f"{count} times: {reason}", file=sys.stderr, flush=True)


def _latencies(name: str, asked: Sequence[Asked]) -> Iterator[Figure]:
    """How long questions took from when they were due; one without an answer took until the client gave up."""
    took = [one.latency_ms if one.is_answered else max(one.latency_ms, 1000 * TIMEOUT_S) for one in asked]
    for share, label in ((0.5, "p50"), (0.95, "p95"), (0.99, "p99")):
        yield Figure(f"{name}: answered in, {label}", percentile(took, share), "ms", WANTED if share == 0.95 else "")
    for label, is_agent in (("people", False), ("agents", True)):
        own = [latency for latency, one in zip(took, asked, strict=True) if one.is_agent is is_agent]
        yield Figure(f"{name}: answered in, {label}, p95", percentile(own, 0.95), "ms")
    for reader in sorted({one.reader for one in asked}):
        own = [latency for latency, one in zip(took, asked, strict=True) if one.reader == reader]
        yield Figure(f"{name}: answered in, reader {reader + 1}, p95", percentile(own, 0.95), "ms")
    late = [one.late_ms for one in asked]
    yield Figure(f"{name}: clients late themselves, p95", percentile(late, 0.95), "ms")


def _run(plan: Plan, folder: Path) -> list[Asked]:
    written, outcome = folder / "plan.json", folder / "outcome.json"
    written.write_text(json.dumps(asdict(plan)), "utf-8")
    subprocess.run([sys.executable, "-c", CLIENTS_PROGRAM, str(written), str(outcome)], check=True)
    return [Asked(**one) for one in json.loads(outcome.read_text("utf-8"))]
