"""Keeps statements in this process, and has the engine in a child ask them: the port over the reader's own engine."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import replace

from bookwheel.domain.graph import QueryPart, QueryRequest, QueryResult
from bookwheel.indexes.ontology.statements.port import Limits, Mask
from bookwheel.indexes.ontology.statements.terms import GraphText, check_collection, read_graph

Ask = Callable[[QueryRequest, QueryPart | None], Future[QueryResult]]
"""What asks a part of the statements, with limits of time and memory of its own."""


class EmbeddedStatements:
    """Statements in memory; see `Statements`. Safe to use from any thread.

    What a mask shows becomes a part for `ask`, which loads it once and keeps it while nothing changes.
    """

    def __init__(self, ask: Ask) -> None:
        """Hold nothing yet."""
        self._ask = ask
        self._lock = threading.Lock()
        self._graphs: dict[str, dict[str, GraphText]] = {}
        self._marks: dict[str, str] = {}

    def replace(self, collection: str, graphs: Mapping[str, str]) -> None:
        """See `Statements`."""
        check_collection(collection)
        read = {name: read_graph(name, text) for name, text in graphs.items()}
        with self._lock:
            self._graphs.setdefault(collection, {}).update(read)

    def drop(self, collection: str, graphs: Iterable[str] | None = None) -> None:
        """See `Statements`."""
        with self._lock:
            if graphs is None:
                self._graphs.pop(collection, None)
                self._marks.pop(collection, None)
                return
            for name in graphs:
                self._graphs.get(collection, {}).pop(name, None)

    def set_mark(self, collection: str, text: str) -> None:
        """See `Statements`."""
        with self._lock:
            self._marks[collection] = text

    def marks(self) -> Mapping[str, str]:
        """See `Statements`."""
        with self._lock:
            return dict(self._marks)

    def ask(self, request: QueryRequest, mask: Mask, limits: Limits) -> QueryResult:
        """See `Statements`; seconds, bytes and rows after the first page are those of the engine."""
        found = self._ask(request, self._part(mask)).result()
        following = found.following[: max(0, limits.rows - len(found.first.rows))]
        return replace(found, following=following, is_cut=found.is_cut or len(following) < len(found.following))

    def _part(self, mask: Mask) -> QueryPart:
        with self._lock:
            shown = {
                name: graph
                for collection, wanted in mask.graphs.items()
                for name, graph in self._graphs.get(collection, {}).items()
                if wanted is None or name in wanted
            }
        said = "\n".join(sorted(f"{name} {graph.sign}" for name, graph in shown.items()))
        key = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
        return QueryPart(key, lambda: "".join(f"<{name}> {{\n{''.join(g.lines)}}}\n" for name, g in shown.items()))
