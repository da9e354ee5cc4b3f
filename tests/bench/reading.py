"""Outlines and passages in the engine, without any wire."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.collection import Collection
from bookwheel.domain.reading import OutlineRequest, ReadRequest
from bookwheel.library.library import Library
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.indexing import TREE
from tests.bench.running import service


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """p50 and p95 of `outline` and of `read` over 500 documents, each asked for the first time."""
    with service(scratch / "library") as running:
        running.add_and_wait(corpora.tree(TREE))
        card = running.client.collections().collections[0]
        docs = [entry.doc for entry in running.client.tree(TreeRequest(card.slug)).entries][:500]
        revision = running.client.status().revision
        collection = Collection(card.slug, card.name, card.root)
        library = Library(running.library, Settings(), lambda: (collection,))
        try:
            library.refresh(revision)
            yield from _times("outline", docs, lambda doc: library.outline(OutlineRequest(doc)))
            yield from _times("read", docs, lambda doc: library.read(ReadRequest((doc,))))
        finally:
            library.close()


def _times(name: str, docs: list[str], ask: Callable[[str], object]) -> Iterator[Figure]:
    took: list[float] = []
    for doc in docs:
        start = time.perf_counter()
        ask(doc)
        took.append(1000 * (time.perf_counter() - start))
    yield Figure(f"{name} in the engine, p50", percentile(took, 0.5), "ms")
    yield Figure(f"{name} in the engine, p95", percentile(took, 0.95), "ms", "2 ms")
