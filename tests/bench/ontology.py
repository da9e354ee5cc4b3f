"""The ontology: stating a tree beside its keyword index, loading the graph, and walks through it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from bookwheel.domain.indexing import Report, ReportKind
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.graph.traversal import backlinks, neighbourhood, related, shortest_path
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_loader import load_graph
from bookwheel.paths import LibraryPaths
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile
from tests.bench.links import TREE, read

WALKS = 300


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """A fresh library in this process, so that CPU is the indexer's alone."""
    paths = LibraryPaths(scratch / "library")
    paths.root.mkdir(parents=True, exist_ok=True)
    seen: dict[ReportKind, tuple[float, float]] = {}

    def report(one: Report) -> None:
        seen[one.kind] = (time.perf_counter(), time.process_time())

    read(corpora.tree(f"docs/{TREE}"), paths, report)
    idled, projected = seen[ReportKind.IDLED], seen[ReportKind.PROJECTED]
    yield Figure(f"ontology of {TREE}, after its keyword index", projected[0] - idled[0], "s", "1.5 s")
    yield Figure(f"ontology of {TREE}, CPU", projected[1] - idled[1], "s")
    size = sum(path.stat().st_size for path in paths.ontology.rglob("*") if path.is_file())
    yield Figure(f"ontology of {TREE}, on disk", size / 1e6, "MB")
    start = time.perf_counter()
    reader = OntologyReader.open(paths.ontology)
    assert reader is not None
    yield Figure("opening the ontology to read", 1000 * (time.perf_counter() - start), "ms")
    start = time.perf_counter()
    graph = load_graph(reader)
    graph.warm()
    yield Figure("loading the graph, in the background", 1000 * (time.perf_counter() - start), "ms", "300 ms")
    reader.close()
    yield from _walks(graph)


def _walks(graph: Graph) -> Iterator[Figure]:
    docs = [number for number, owner in enumerate(graph.owner.tolist()) if owner == number]
    chosen = [docs[(place * 7919) % len(docs)] for place in range(WALKS + 1)]
    walks: dict[str, Callable[[int, int], object]] = {
        "neighbourhood, one hop": lambda one, _: neighbourhood(graph, one, hops=1, shown=None),
        "neighbourhood, three hops": lambda one, _: neighbourhood(graph, one, hops=3, shown=None),
        "backlinks": lambda one, _: backlinks(graph, one, shown=None),
        "related documents": lambda one, _: related(graph, one, shown=None),
        "shortest path": lambda one, other: shortest_path(graph, one, other, shown=None),
    }
    for name, walk in walks.items():
        took: list[float] = []
        for one, other in pairwise(chosen):
            start = time.perf_counter()
            walk(one, other)
            took.append(1000 * (time.perf_counter() - start))
        yield Figure(f"{name}, p95", percentile(took, 0.95), "ms", "2 ms")
