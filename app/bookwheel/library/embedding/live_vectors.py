"""Meaning as the service holds it: encoders for queries, vectors in memory, and Chroma once it is built."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from bookwheel.domain.errors import IndexDamaged, StorageUnavailable, StoreUnusable
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.ann import ChromaFolder, NearestIndex, OpenStore
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vectors import Model
from bookwheel.library.embedding import nearest_rule
from bookwheel.library.embedding.coverage_count import CoverageCount
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.embedding.query_models import Load, QueryModels, load
from bookwheel.library.embedding.stored_tables import StoredTables
from bookwheel.library.embedding.vector_table import VectorTable
from bookwheel.library.snapshot.coverage import alive, coverage
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.paths import LibraryPaths
from bookwheel.settings import MeaningSettings

PART = 256
"""Vectors taken out of memory at a time for Chroma."""

UNASKED_LAG = 10
"""Chroma that nobody asks, since all vectors are compared, may lack one in so many until the next start."""

MISSING = Message("The vectors were missing; they are being rebuilt in the background.")

log = logging.getLogger(__name__)


class LiveMeaning:
    """What search by meaning has at hand, kept up to date; any thread may read `now`, changes take turns.

    `sections` are published, and `is_lacking` says that the embedder has something to make or to take out; `unwanted`
    sections have vectors and are not published any more.
    """

    is_shared = False
    """Whether the vectors are those of an engine, under the names that every reader has for them."""

    def __init__(self, paths: LibraryPaths, load: Load = load) -> None:
        """Open nothing yet; `refresh` does."""
        self._paths, self._models = paths, QueryModels(load)
        self._changing = threading.Lock()
        self._stored = StoredTables(paths.vectors, VectorTable.empty, VectorTable.grown)
        self._settings: MeaningSettings | None = None
        self._near: dict[str, NearestIndex] = {}
        self._interrupted: set[str] = set()
        self.open_store: OpenStore = ChromaFolder
        """Where Chroma is opened: in this process, or in one that the service starts for it."""
        self._views: tuple[ModelView, ...] = ()
        self.now = Meaning()
        self._coverage = CoverageCount()
        self.standing = ""
        """What `now` was made from: settings and vectors; empty while nothing is loaded."""
        self.sections = 0
        self.is_lacking = False
        self.unwanted = 0
        self.notices: tuple[Message, ...] = ()

    @property
    def views(self) -> tuple[ModelView, ...]:
        """One for each model in use; none while nothing is loaded."""
        return self._views

    def refresh(self, settings: MeaningSettings, snapshot: Snapshot | None) -> None:
        """Load what is missing and take in what the embedder has committed; off the path of queries."""
        with self._changing:
            collections = tuple(snapshot.collections) if snapshot else ()
            if settings != self._settings:
                self._settings = settings
                names = {settings.model_for(slug) for slug in collections}
                self._models.forget_unused(names, {view.identity.key for view in self._views})
            if not settings.enabled or snapshot is None:
                self._shut()
                return
            stored = self._stored.read(snapshot.catalogue.birth())
            if self._stored.is_missing and not self.notices and self._paths.chroma.is_dir():
                self.notices = (MISSING,)
            encoders = self._models.encoders_of({settings.model_for(slug) for slug in collections})
            wanted = {encoder.identity.key for encoder in encoders.values()}
            views: list[ModelView] = []
            for name, encoder in encoders.items():
                slugs = frozenset(slug for slug in collections if settings.model_for(slug) == name)
                views.append(self._best(encoder, stored, wanted, slugs, snapshot.facets))
            self._views = tuple(views)
            self.sections = int(np.count_nonzero(snapshot.facets.document_of))
            reranker = self._models.reranker_of(settings.reranker)
            self.now = Meaning(self._views, coverage(views, snapshot.facets), self._models.fault, reranker)
            self._coverage.start(self.now, snapshot.facets)
            self.unwanted = sum(len(table.done) - alive(table.done, snapshot.facets) for _, table in stored.values())
            held = [(view.identity.key, sorted(view.collections), view.table.newest, view.table.size) for view in views]
            self.standing = f"{_made_for(settings)} {self._stored.stamp if stored else None} {held}"
            self.is_lacking = self.now.coverage < 1 or self.unwanted > 0 or any(key not in wanted for key in stored)

    def at(self, facets: Facets) -> Meaning:
        """`now`, its coverage counted for these sections: they may have been published since."""
        views, now = self._views, self.now
        return self._coverage.of(now, views, facets)

    def is_of(self, settings: MeaningSettings) -> bool:
        """Whether the last `refresh` was for these settings."""
        return self.standing.startswith(_made_for(settings))

    def build(self, is_wanted: Callable[[], bool]) -> None:
        """Bring Chroma up to the present vectors, as long as it is wanted; off the path of queries."""
        with self._changing:
            self._show(tuple(replace(view, near=None, near_rows=0) if _is_lost(view) else view for view in self._views))
            views = self._views
            for view in views:
                if not nearest_rule.fits_chroma(view.table.size):
                    self._drop(view)
                elif view.table.size and is_wanted():
                    self._build(view, is_wanted)
            self._sweep()

    def empty(self) -> None:
        """Take everything out of Chroma, so that nothing forgotten is left; `build` fills it again."""
        with self._changing:
            self._show(tuple(replace(view, near=None, near_rows=0) for view in self._views))
            for near in self._near.values():
                near.close()
            self._near.clear()
            shutil.rmtree(self._paths.chroma, ignore_errors=True)

    def is_built(self) -> bool:
        """Whether Chroma holds all that is in memory, or nearly all where nobody asks it."""
        return all(_is_built(view) for view in self._views)

    def is_lost(self) -> bool:
        """Whether the vectors' file was taken away or replaced since it was read."""
        return self._stored.is_replaced

    def fault(self) -> Message:
        """What is wrong with the vectors' file; empty when it is sound, or was never made."""
        if not self._paths.vectors.exists():
            return Message("The vectors are missing.") if any(view.table.size for view in self._views) else NO_MESSAGE
        return self._stored.fault()

    def strays(self) -> Message:
        """How Chroma differs from the vectors that it was built from; empty when it does not, or is being built."""
        if not self._changing.acquire(timeout=1.0):  # of many vectors it is built for minutes
            return NO_MESSAGE
        try:
            for view in self._views:
                if not view.near_rows:
                    continue
                if not self._folder(view.identity.key).is_dir():
                    return Message("The vector index folder is missing.")
                try:
                    there, wanted = self._open(view).ids(), set(view.table.hashes[: view.near_rows])
                except IndexDamaged as error:
                    return error.message
                except StorageUnavailable:
                    raise
                except StoreUnusable:  # its process ended: the next build looks through it
                    return NO_MESSAGE
                finally:
                    self._let_go(view)
                if there != wanted:
                    more, less = f"{len(there - wanted):,}", f"{len(wanted - there):,}"
                    return Message(
                        "The vector index has {count} extra vectors and is missing {lacking}.", count=more, lacking=less
                    )
        finally:
            self._changing.release()
        return NO_MESSAGE

    def close(self) -> None:
        """Let go of every store."""
        with self._changing:
            self._shut()

    def _shut(self) -> None:
        self._views, self.now, self.standing = (), Meaning(), ""
        for near in self._near.values():
            near.close()
        self._near.clear()
        self._models.clear()
        self._stored.close()

    def _best(
        self,
        encoder: Encoder,
        stored: dict[str, tuple[Model, VectorTable]],
        wanted: set[str],
        slugs: frozenset[str],
        facets: Facets,
    ) -> ModelView:
        """The view of a model; an earlier model's while that one has more of what is published."""
        own = stored.get(encoder.identity.key)
        table = own[1] if own else VectorTable.empty(encoder.identity.dimensions)
        present = alive(table.done, facets)
        for key, (model, other) in stored.items():
            if key not in wanted and alive(other.done, facets) > present:
                earlier = self._models.encoder(model.name)
                if earlier is not None and earlier.identity.key == key:
                    encoder, table, present = earlier, other, alive(other.done, facets)
        known = next((view for view in self._views if view.identity.key == encoder.identity.key), None)
        if known is not None and known.table.hashes is table.hashes:
            return replace(known, collections=slugs, table=table)
        return ModelView(encoder, slugs, table)

    def _build(self, view: ModelView, is_wanted: Callable[[], bool]) -> None:
        table, identity = view.table, view.identity.key
        try:
            near = self._open(view)
            if view.near is None:
                there, wanted = near.ids(), set(table.hashes)
                near.delete(sorted(there - wanted))
            else:
                there = set(table.hashes[: view.near_rows])
            row_of: dict[bytes, int] = {}
            for row, key in enumerate(table.hashes[: table.size]):
                if key not in there:
                    row_of.setdefault(key, row)
            keys, rows = list(row_of), list(row_of.values())
            for at in range(0, len(keys), PART):
                part = slice(at, at + PART)
                if not near.add(keys[part], table.matrix[rows[part]].astype(np.float32), is_wanted):
                    return
            self._let_go(view)
            self._replace(view, replace(view, near=self._near.get(identity), near_rows=table.size))
            self._interrupted.discard(identity)
        except StoreUnusable as error:
            log.warning("%s", error.message)
            if (failed := self._near.pop(identity, None)) is not None:
                failed.close()
            self._replace(view, replace(view, near=None, near_rows=0))
            if not self._is_damage(identity, error):
                raise
            shutil.rmtree(self._folder(identity), ignore_errors=True)

    def _is_damage(self, identity: str, error: StoreUnusable) -> bool:
        """Whether the index must be made anew: it is torn, or a second process ended over it before it was built."""
        if isinstance(error, IndexDamaged) or identity in self._interrupted:
            self._interrupted.discard(identity)
            return True
        if not isinstance(error, StorageUnavailable):
            self._interrupted.add(identity)
        return False

    def _open(self, view: ModelView) -> NearestIndex:
        """Chroma's index of a model, which stays open until `_let_go`."""
        identity = view.identity.key
        near = self._near.get(identity)
        if near is not None and near.is_lost:
            near.close()
            near = None
        if near is None:
            near = self._near[identity] = NearestIndex(self._folder(identity), identity, self.open_store)
            if near.notice:
                self.notices = (*self.notices, near.notice)
        return near

    def _drop(self, view: ModelView) -> None:
        """Take away Chroma's index of more vectors than it is asked for."""
        identity = view.identity.key
        self._replace(view, replace(view, near=None, near_rows=0))
        if (near := self._near.pop(identity, None)) is not None:
            near.close()
        shutil.rmtree(self._folder(identity), ignore_errors=True)

    def _let_go(self, view: ModelView) -> None:
        """Close Chroma's index where nobody asks it: open, it takes as much memory as all vectors do."""
        if not view.asks_chroma and view.identity.key in self._near:
            self._near.pop(view.identity.key).close()

    def _replace(self, old: ModelView, new: ModelView) -> None:
        self._show(tuple(new if view is old else view for view in self._views))

    def _show(self, views: tuple[ModelView, ...]) -> None:
        self._views = views
        self.now = replace(self.now, vectors=views)

    def _folder(self, identity: str) -> Path:
        return self._paths.chroma / "".join(letter if letter.isalnum() else "-" for letter in identity)

    def _sweep(self) -> None:
        """Take away the folders of models that are not used any more."""
        kept = {self._folder(view.identity.key).name for view in self._views}
        for identity in [one for one in self._near if self._folder(one).name not in kept]:
            self._near.pop(identity).close()
        if self._views and self._paths.chroma.is_dir():
            for folder in self._paths.chroma.iterdir():
                if folder.name not in kept:
                    shutil.rmtree(folder, ignore_errors=True)


def _is_built(view: ModelView) -> bool:
    lacking = view.table.size - view.near_rows
    if _is_lost(view):
        return False
    if not nearest_rule.fits_chroma(view.table.size):
        return view.near_rows == 0
    return lacking == 0 or (not view.asks_chroma and lacking <= view.near_rows // UNASKED_LAG)


def _is_lost(view: ModelView) -> bool:
    """Whether the process that had its index open is gone."""
    return view.near is not None and view.near.is_lost


def _made_for(settings: MeaningSettings) -> str:
    return f"{settings}:"
