"""What one reader takes at several sizes: bytes by store, memory, seconds, and what a question by words reads."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from bookwheel.domain.collection import Collection
from bookwheel.domain.search import EVERYTHING, Mode, SearchRequest
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.search.search import search
from bookwheel.library.search.semantic_leg import Kept
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.paths import LibraryPaths
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.large_tree import queries_of
from tests.bench.running import until
from tests.bench.sharing import HAS_MEANING, LONGEST_S
from tests.bench.team.publisher import Published, Publisher, publisher, two_collections
from tests.bench.team.readers import Reader, readers

SIZES = "1000 10000"
QUESTIONS = 300
CHANGED = 0.01
"""Share of the documents that change."""


def measure(corpora: Corpora, kept: Path) -> Iterator[Figure]:
    """The same of each size."""
    for size in os.environ.get("BENCH_SIZES", SIZES).split():
        yield from _measured(corpora, kept / f"team-{int(size)}", int(size))


def _measured(corpora: Corpora, folder: Path, size: int) -> Iterator[Figure]:
    collections = two_collections(corpora, folder, size)
    with publisher(folder, collections) as publishing:
        published = publishing.publish()
        name = f"team, {published.sections:,} sections"
        yield Figure(f"{name}: documents", published.documents, "")
        yield Figure(f"{name}: publisher's CPU until all is indexed", published.indexing_cpu_s, "s")
        yield Figure(f"{name}: publishing, CPU", published.publishing_cpu_s, "s")
        yield Figure(f"{name}: publication", published.total_bytes / 1e6, "MB")
        yield Figure(f"{name}: publication, documents unpacked", published.unpacked_bytes / 1e6, "MB")
        with readers(folder / "growth", published, 1, refresh_minutes=1) as ((reader,), _):
            yield from _filled(reader, name)
            slugs = list(reader.slugs().values())
            yield from _words(reader.library, slugs, queries_of(collections[0].source, QUESTIONS), name)
            yield from _changed(publishing, reader, name)


def _filled(reader: Reader, name: str) -> Iterator[Figure]:
    """A reader that has just come: until its words are in, and until everything is."""
    yield Figure(f"{name}: reader's CPU until its words are in", reader.cpu_s(), "s")
    until(reader.is_whole, LONGEST_S, pause_s=0.2)
    until(reader.is_at_rest, LONGEST_S, pause_s=0.2)
    yield Figure(f"{name}: reader's CPU until all is in", reader.cpu_s(), "s")
    for store, size_mb in reader.sizes_mb().items():
        if HAS_MEANING or store != "vectors":
            yield Figure(f"{name}: reader's disk, {store}", size_mb, "MB")
    yield Figure(f"{name}: reader resident", reader.resident_mb(), "MB")
    yield Figure(f"{name}: reader with its children", reader.whole_mb(), "MB")


def _words(library: LibraryPaths, slugs: Sequence[str], questions: Sequence[str], name: str) -> Iterator[Figure]:
    """CPU of questions by words in this process upon the reader's stores, none asked before, and what they read."""
    snapshot = _opened(library, slugs)
    snapshot.keyword.warm(Settings().keyword)
    spent_ms, postings = list[float](), list[int]()
    for question in ("pod", *questions):
        snapshot.keyword.found.keep(lambda _: False)
        began = time.process_time()
        search(SearchRequest(question, Mode.KEYWORD), EVERYTHING, snapshot, Settings(), kept=Kept())
        spent_ms.append(1000 * (time.process_time() - began))
        found = snapshot.keyword.found
        postings.append(sum(len(hits.documents) for hits in found._kept.values()))
    yield Figure(f"{name}: a question by words, CPU", fmean(spent_ms[1:]), "ms")
    yield Figure(f"{name}: a question by words, CPU, p95", percentile(spent_ms[1:], 0.95), "ms")
    yield Figure(f"{name}: a question by words, postings", fmean(postings[1:]), "")
    yield Figure(f"{name}: parts of the keyword index", len(snapshot.keyword.segments), "")
    snapshot.keyword.close()
    snapshot.catalogue.close()


def _opened(library: LibraryPaths, slugs: Sequence[str]) -> Snapshot:
    collections = {slug: Collection(slug, slug, str(library.mirrored_documents(slug))) for slug in slugs}
    catalogue = CatalogueReader(library.catalogue)
    facets = Facets.load(catalogue, collections)
    return Snapshot(catalogue.revision(), catalogue, facets, KeywordReader.open(library.keyword), collections)


def _changed(publishing: Publisher, reader: Reader, name: str) -> Iterator[Figure]:
    """One document in a hundred changes: what publishing writes, and what the reader's refresh takes."""
    source = publishing.collections[0].source
    files = sorted(source.rglob("*.md"))
    mark, count = f"zq{time.time_ns():x}", max(1, round(CHANGED * len(files)))
    for number in range(count):
        file = files[number * len(files) // count]
        file.write_text(file.read_text("utf-8") + f"\n## Added\n\nIt says {mark} now.\n", "utf-8")
    until(lambda: publishing.running.hits(mark) == count, LONGEST_S, pause_s=0.2)
    published: Published = publishing.publish()
    changed, began_s = f"{name}, 1% changed", reader.cpu_s()
    yield Figure(f"{changed}: publishing, CPU", published.publishing_cpu_s, "s")
    share = 100 * published.new_bytes / published.total_bytes
    yield Figure(f"{changed}: share of the bytes that were written", share, "%")
    until(lambda: reader.hits(mark) == count, LONGEST_S, pause_s=1)
    until(lambda: reader.is_whole() and reader.is_at_rest(), LONGEST_S, pause_s=0.5)
    yield Figure(f"{changed}: reader's CPU for its refresh", reader.cpu_s() - began_s, "s")
