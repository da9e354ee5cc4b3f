"""The newest graph, loaded in the background whenever the ontology has reached another revision."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bookwheel.domain.errors import StoreUnusable
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.snapshot.graph_additions import with_additions
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_loader import GraphLoader

log = logging.getLogger(__name__)

TRIES = 8
BETWEEN_S = 0.05
"""The writer's compaction may take away files while they are read; another look sees the ones in their place."""


class Graphs:
    """Holds one graph and replaces it whole; any thread. A question is answered from the graph that it began with."""

    def __init__(self, folder: Path) -> None:
        """Prepare; nothing is read before the first `refresh`."""
        self._folder = folder
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._loader = GraphLoader()
        self._is_stale = self._is_closing = False
        self.now: Graph | None = None
        """The newest graph, None before the first."""
        self.prepare: Callable[[Graph], None] = Graph.warm
        """Makes a graph ready for questions, in the thread that loaded it."""
        self.on_loaded: Callable[[int], None] = lambda revision: None
        """Told the revision of each graph, in the thread that loaded it."""

    @property
    def revision(self) -> int:
        """The revision that the graph has reached; 0 before the first."""
        return self.now.revision if self.now is not None else 0

    def refresh(self) -> None:
        """Load what the ontology's store holds now, without waiting for it."""
        with self._lock:
            self._is_stale = True
            if self._thread is None and not self._is_closing:
                self._thread = threading.Thread(target=self._load, name="graph", daemon=True)
                self._thread.start()

    def wait(self, timeout_s: float = 30.0) -> None:
        """Wait until what was asked for is loaded."""
        thread = self._thread
        if thread is not None:
            thread.join(timeout_s)

    def close(self) -> None:
        """Load no more."""
        with self._lock:
            self._is_closing = True
        self.wait()

    def _load(self) -> None:
        while True:
            with self._lock:
                if not self._is_stale or self._is_closing:
                    self._thread = None
                    return
                self._is_stale = False
            try:
                graph = self._read()
            except StoreUnusable as error:
                log.warning("ontology: %s", error.message)
                continue
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
                    whole = self.now
                    is_known = whole is not None and whole.statings == (reader.number, reader.statings)
                    graph = (
                        with_additions(whole, reader) if whole is not None and is_known else self._loader.load(reader)
                    )
                finally:
                    reader.close()
                self.prepare(graph)
                return graph
            except StoreUnusable:
                if attempt + 1 == TRIES:
                    raise
                time.sleep(BETWEEN_S)
        return None
