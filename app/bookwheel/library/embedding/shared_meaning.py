"""Meaning as a team's reader with an engine holds it: keys in memory, vectors in the file, the nearest elsewhere."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.ann import ChromaFolder, OpenStore
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vector_store import Model as EngineModel
from bookwheel.indexes.vector_store import Vectors
from bookwheel.library.embedding.coverage_count import CoverageCount
from bookwheel.library.embedding.engine_filling import EngineFilling
from bookwheel.library.embedding.key_table import KeyTable
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.embedding.query_models import Load, QueryModels, load
from bookwheel.library.embedding.shared_view import SharedView
from bookwheel.library.embedding.stored_tables import StoredTables
from bookwheel.library.embedding.vector_table import Places
from bookwheel.library.snapshot.coverage import alive, coverage
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.publication_label import read_label
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.paths import LibraryPaths
from bookwheel.settings import MeaningSettings

OpenVectors = Callable[[EngineModel], Vectors]
"""Opens the vectors of a model in the engine of a reader's configuration."""

log = logging.getLogger(__name__)


class SharedMeaning:
    """As `LiveMeaning`, for whom it stands in; any thread may read `now`, changes take turns.

    What needs all vectors at once (topics by meaning, sections that say the same) has none here: `views` is empty.
    """

    is_shared = True
    views: tuple[ModelView, ...] = ()

    def __init__(self, paths: LibraryPaths, open_vectors: OpenVectors, load: Load = load) -> None:
        """Open nothing yet; `refresh` does."""
        self._paths, self._open_vectors, self._models = paths, open_vectors, QueryModels(load)
        self._changing = threading.Lock()
        self._stored = StoredTables(paths.vectors, lambda _: KeyTable.empty(), KeyTable.grown)
        self._settings: MeaningSettings | None = None
        self._fillings: dict[str, EngineFilling] = {}
        self._views: tuple[SharedView, ...] = ()
        self.open_store: OpenStore = ChromaFolder
        """Never asked: nothing of Chroma's is opened here."""
        self.now = Meaning()
        self._coverage = CoverageCount()
        self.standing = ""
        self.sections = 0
        self.is_lacking = False
        self.unwanted = 0
        self.notices: tuple[Message, ...] = ()

    def refresh(self, settings: MeaningSettings, snapshot: Snapshot | None) -> None:
        """Load what is missing and take in what the embedder has committed; off the path of queries."""
        with self._changing:
            slugs = tuple(snapshot.collections) if snapshot else ()
            names = {settings.model_for(slug) for slug in slugs}
            if settings != self._settings:
                self._settings = settings
                self._models.forget_unused(names, {view.identity.key for view in self._views})
            if not settings.enabled or snapshot is None:
                self._shut()
                return
            stored = self._stored.read(snapshot.catalogue.birth())
            views: list[SharedView] = []
            for name, encoder in self._models.encoders_of(names).items():
                own = frozenset(slug for slug in slugs if settings.model_for(slug) == name)
                model, table = stored.get(encoder.identity.key, (None, KeyTable.empty()))
                if model is None:
                    continue
                publications = self._publications(own, table, snapshot.facets)
                vectors = self._filling_of(encoder).vectors
                views.append(SharedView(encoder, own, table, self._stored, model, vectors, publications))
            self._views = tuple(views)
            self._count(snapshot.facets, {view.identity.key: view.table for view in views}, stored)
            reranker = self._models.reranker_of(settings.reranker)
            self.now = Meaning(self._views, coverage(views, snapshot.facets), self._models.fault, reranker)
            self._coverage.start(self.now, snapshot.facets)
            held = [(view.identity.key, sorted(view.collections), view.table.newest, view.table.size) for view in views]
            self.standing = f"{settings}: {self._stored.stamp if stored else None} {held}"
            self.is_lacking = self.now.coverage < 1 or self.unwanted > 0

    def at(self, facets: Facets) -> Meaning:
        """`now`, its coverage counted for these sections: they may have been published since."""
        views, now = self._views, self.now
        return self._coverage.of(now, views, facets)

    def is_of(self, settings: MeaningSettings) -> bool:
        """Whether the last `refresh` was for these settings."""
        return self.standing.startswith(f"{settings}:")

    def build(self, is_wanted: Callable[[], bool]) -> None:
        """Put into the engine what is missing there, as long as it is wanted; off the path of queries.

        Raises:
            EngineUnavailable: when the engine does not answer.
        """
        with self._changing:
            for view in self._views:
                try:
                    self._fillings[view.identity.key].fill(view, is_wanted)
                except EngineUnavailable as error:
                    log.warning("%s", error.message)
                    raise

    def empty(self) -> None:
        """Look again at what is missing. Nothing is taken out of the engine: other readers may show it."""
        for filling in self._fillings.values():
            filling.forget()

    def is_built(self) -> bool:
        """Whether the engine held all that is in the file when it was looked at last, not long ago."""
        return all(self._fillings[view.identity.key].is_full(view) for view in self._views)

    def is_lost(self) -> bool:
        """Whether the vectors' file was taken away or replaced since it was read."""
        return self._stored.is_replaced

    def fault(self) -> Message:
        """What is wrong with the vectors' file; empty when it is sound, or was never made."""
        if not self._paths.vectors.exists():
            return Message("The vectors are missing.") if any(view.table.size for view in self._views) else NO_MESSAGE
        return self._stored.fault()

    def strays(self) -> Message:
        """Whether the engine lacks vectors, or does not answer; empty when it does not."""
        try:
            lacking = sum(self._fillings[view.identity.key].count_lacking(view) for view in self._views)
        except EngineUnavailable as error:
            return error.message
        return Message("The engine lacks {count} vectors.", count=f"{lacking:,}") if lacking else NO_MESSAGE

    def close(self) -> None:
        """Let go of the file and of the engine."""
        with self._changing:
            self._shut()

    def _shut(self) -> None:
        self._views, self.now, self.standing = (), Meaning(), ""
        for filling in self._fillings.values():
            filling.vectors.close()
        self._fillings.clear()
        self._models.clear()
        self._stored.close()

    def _filling_of(self, encoder: Encoder) -> EngineFilling:
        identity = encoder.identity
        filling = self._fillings.get(identity.key)
        if filling is None:
            vectors = self._open_vectors(EngineModel(identity.key, identity.dimensions))
            filling = self._fillings[identity.key] = EngineFilling(vectors)
        return filling

    def _publications(self, slugs: frozenset[str], table: KeyTable, facets: Facets) -> Mapping[str, Places]:
        """The chunks of each publication, of sections that are published now, by its label."""
        found: dict[str, Places] = {}
        for slug in sorted(slugs):
            label = read_label(self._paths.mirror(slug))
            if label:
                chunks = table.chunks_among(facets.carrying_mask("collection", (slug,)) & (facets.document_of > 0))
                found[label] = np.union1d(found[label], chunks) if label in found else chunks
        return {label: chunks for label, chunks in found.items() if len(chunks)}

    def _count(self, facets: Facets, used: Mapping[str, KeyTable], stored: Mapping[str, Sequence[object]]) -> None:
        self.sections = int(np.count_nonzero(facets.document_of))
        self.unwanted = sum(len(table.done) - alive(table.done, facets) for table in used.values())
        self.unwanted += sum(1 for key in stored if key not in used)
