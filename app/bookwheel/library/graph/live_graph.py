"""The newest graph, loaded in the background whenever the ontology has reached another revision."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from bookwheel.domain.errors import StoreUnusable
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.repeated_task import RepeatedTask
from bookwheel.library.snapshot.graph_additions import with_additions
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_base import open_base
from bookwheel.library.snapshot.graph_loader import GraphLoader

log = logging.getLogger(__name__)

TRIES = 8
BETWEEN_S = 0.05
"""The writer's compaction may take away files while they are read; another look sees the ones in their place."""

LOAD_S = 30.0
"""Seconds that one waits for a graph that is being loaded."""

FEW, SMALL_SHARE = 200, 100
"""Documents, or this part of all, that are read here when the graph's file lacks them: 1.5 ms of a processor each."""


class Graphs:
    """Holds one graph and replaces it whole; any thread. A question is answered from the graph that it began with."""

    def __init__(self, folder: Path) -> None:
        """Prepare; nothing is read before the first `refresh`."""
        self._folder = folder
        self._loading = RepeatedTask("graph", self._load)
        self._loader, self._store = GraphLoader(), 0
        self.now: Graph | None = None
        """The newest graph, None before the first."""
        self.prepare: Callable[[Graph], None] = Graph.warm
        """Makes a graph ready for questions, in the thread that loaded it."""
        self.on_loaded: Callable[[int], None] = lambda revision: None
        """Told the revision of each graph, in the thread that loaded it."""
        self.give_way: Callable[[], None] = lambda: None
        """Waits, before each load, for work that somebody waits for."""
        self.keep: Callable[[], bool] | None = None
        """Has the graph kept on disk, and says whether it was; None where nobody may write."""
        self.on_closing: Callable[[], None] = lambda: None
        """Ends what `keep` is doing."""

    @property
    def revision(self) -> int:
        """The revision that the graph has reached; 0 before the first."""
        return self.now.revision if self.now is not None else 0

    def refresh(self) -> None:
        """Load what the ontology's store holds now, without waiting for it."""
        self._loading.ask()

    def wait(self, timeout_s: float = LOAD_S) -> None:
        """Wait until what was asked for is loaded."""
        self._loading.wait(timeout_s)

    def close(self) -> None:
        """Load no more."""
        self.on_closing()
        self._loading.close(LOAD_S)

    def _load(self) -> None:
        self.give_way()
        try:
            graph = self._read()
        except StoreUnusable as error:
            log.warning("ontology: %s", error.message)
            return
        if graph is not None:
            self.now = graph
            self.on_loaded(graph.revision)

    def _read(self) -> Graph | None:
        for attempt in range(TRIES):
            try:
                reader = OntologyReader.open(self._folder)
                if reader is None:
                    return None
                try:
                    graph = self._graph(reader)
                finally:
                    reader.close()
                self.prepare(graph)
                return graph
            except StoreUnusable:
                if attempt + 1 == TRIES:
                    raise
                time.sleep(BETWEEN_S)
        return None

    def _graph(self, reader: OntologyReader) -> Graph:
        """The graph of a store, from what is known and what is kept on disk."""
        known = self.now
        if reader.number != self._store:
            known = self._open(reader)
        statings = (reader.number, reader.statings)
        if known is not None and known.statings == statings:
            return with_additions(known, reader)
        signs = reader.signs()
        if self.keep is not None and self._loader.lag(signs) > max(FEW, len(signs) // SMALL_SHARE):
            if self.keep():
                known = self._open(reader)
                if known is not None and known.statings == statings:
                    return with_additions(known, reader)
            else:
                self.keep = None  # the disk may be full, or the store too much for the child: not at every change
        try:
            return self._loader.load(reader, signs)
        except BaseException:
            self._store = 0  # the loader forgot everything; what is kept on disk stays right
            raise

    def _open(self, reader: OntologyReader) -> Graph | None:
        """Go on from what is kept of a store, if anything."""
        base = open_base(self._folder, reader)
        self._loader, self._store = GraphLoader() if base is None else base.loader, reader.number
        return None if base is None else base.graph
