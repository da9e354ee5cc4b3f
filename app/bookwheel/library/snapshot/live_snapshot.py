"""The newest published revision of the catalogue and the keyword index, opened as one snapshot and kept up to date."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from bookwheel.domain.collection import Collection
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.topics import StatedTopics
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.name_index import Names
from bookwheel.library.snapshot.shared_words import SharedWords
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.library.snapshot.source_order import carried_orders
from bookwheel.paths import LibraryPaths
from bookwheel.settings import KeywordSettings

MOST_TELLINGS = 5
"""How often damaged words are told of: a disk that fails damages whatever is built in their place."""


class LiveSnapshot:
    """The newest snapshot under the present collections; any thread, questions keep the one that they began with."""

    def __init__(
        self, paths: LibraryPaths, collections: Callable[[], tuple[Collection, ...]], words: SharedWords | None = None
    ) -> None:
        """Open nothing yet; `words` are read in place of the library's own index."""
        self._paths, self._collections, self._words = paths, collections, words
        self._lock = threading.Lock()
        self._refreshing = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._names: Names | None = None
        self._retired: list[CatalogueReader] = []
        self._known: tuple[Collection, ...] = ()
        self._on_damaged: Callable[[], None] | None = None
        self._is_told, self._tellings = False, 0
        self.topics: Callable[[], Mapping[str, StatedTopics]] = dict[str, StatedTopics]
        """The topics of each collection, asked at every question; the same object until they change."""

    @property
    def is_open(self) -> bool:
        """Whether a revision has been opened."""
        return self._snapshot is not None

    @property
    def revision(self) -> int:
        """The revision that answers now; 0 before the first."""
        snapshot = self._snapshot
        return snapshot.revision if snapshot else 0

    def refresh(self, weights: KeywordSettings) -> None:
        """Open the revision published now, ready for these weights.

        Raises:
            StoreUnusable: if a store cannot be read; the snapshot stays.
        """
        with self._refreshing:
            opened = self._opened(self._snapshot, weights)
            with self._lock:
                self._snapshot = opened
                self._is_told = self._is_told and opened is not None and opened.keyword.is_damaged
                self._known = tuple(opened.collections.values()) if opened else ()

    def now(self, ask_readiness: Callable[[], Readiness], meaning_at: Callable[[Facets], Meaning]) -> Snapshot | None:
        """The snapshot under the present collections and weights; None before the first revision.

        `meaning_at` gives what search by meaning has at hand for a snapshot's facets.
        """
        known = self._collections()
        readiness = ask_readiness()  # after the collections: a new one is not ready before it is counted
        with self._lock:
            snapshot = self._snapshot
            if snapshot is None:
                return None
            if known != self._known:
                self._known = known
                by_slug = {collection.slug: collection for collection in known}
                snapshot = replace(snapshot, collections=by_slug, facets=snapshot.facets.weighted(by_slug))
                self._snapshot = snapshot
            facets = snapshot.facets.with_topics(self.topics())
            if facets is not snapshot.facets:
                snapshot = self._snapshot = replace(snapshot, facets=facets)
            meaning = meaning_at(snapshot.facets)
            if snapshot.meaning is not meaning:
                snapshot = self._snapshot = replace(snapshot, meaning=meaning)
            return snapshot if snapshot.readiness == readiness else replace(snapshot, readiness=readiness)

    def names(self, snapshot: Snapshot) -> Names:
        """What the documents of a snapshot are called."""
        self._names = names = Names.at(snapshot.catalogue, snapshot.revision, self._names)
        return names

    def watch_words(self, on_damaged: Callable[[], None]) -> None:
        """Call when the words turn out to be damaged, or at once where they are; a few times at most.

        Until a sound revision is opened, nothing is found in the segments that are damaged.
        """
        self._on_damaged = on_damaged
        snapshot = self._snapshot
        if snapshot is not None and snapshot.keyword.is_damaged:
            self._tell_of_damage()

    def _tell_of_damage(self) -> None:
        with self._lock:
            if self._on_damaged is None or self._is_told or self._tellings == MOST_TELLINGS:
                return
            self._is_told, self._tellings = True, self._tellings + 1
        self._on_damaged()

    def close(self) -> None:
        """Close every store."""
        with self._lock:
            snapshot, self._snapshot = self._snapshot, None
        if snapshot is not None:
            snapshot.catalogue.close()
            snapshot.keyword.close()
        for catalogue in self._retired:
            catalogue.close()
        if self._words is not None:
            self._words.close()

    def _opened(self, previous: Snapshot | None, weights: KeywordSettings) -> Snapshot | None:
        if not self._paths.catalogue.exists():
            return None
        if previous is not None and previous.catalogue.is_replaced:
            self._retired.append(previous.catalogue)
            self._names = None
            previous = None
        collections = {collection.slug: collection for collection in self._collections()}
        words = self._words
        own = partial(_read_own, self._paths, weights, self._tell_of_damage)
        read = own if words is None else partial(_read_with_words, words)
        return _open_newest(self._paths, previous, collections, read)


Read = Callable[[CatalogueReader, Snapshot | None, Mapping[str, Collection]], tuple[Facets, KeywordReader]]
"""Reads the facets and the words of the newest revision, sharing with the previous snapshot what did not change."""


def _open_newest(
    paths: LibraryPaths, previous: Snapshot | None, collections: Mapping[str, Collection], read: Read
) -> Snapshot:
    """Return the newest revision.

    Raises:
        IndexDamaged: if a store cannot be read. Nothing that was opened for the snapshot stays open then.
    """
    catalogue = previous.catalogue if previous else CatalogueReader(paths.catalogue)
    try:
        facets, keyword = read(catalogue, previous, collections)
    except BaseException:
        if previous is None:
            catalogue.close()
        raise
    orders, older = carried_orders(previous, facets) if previous else ({}, {})
    return Snapshot(facets.revision, catalogue, facets, keyword, collections, orders=orders, older_orders=older)


def _read_own(
    paths: LibraryPaths, weights: KeywordSettings, on_damage: Callable[[], None], catalogue: CatalogueReader,
    previous: Snapshot | None, collections: Mapping[str, Collection],
) -> tuple[Facets, KeywordReader]:  # fmt: skip
    """The words of the library's own index, which is read first: it may be behind the facets, never before them."""
    keyword = KeywordReader.open(paths.keyword, previous.keyword if previous else None, on_damage)
    keyword.warm(weights)
    facets = _read_facets(catalogue, previous, collections)
    if keyword.revision < facets.revision:  # a batch may have been published in between
        keyword = KeywordReader.open(paths.keyword, keyword, on_damage)
        keyword.warm(weights)
    return facets, keyword


def _read_with_words(
    words: SharedWords, catalogue: CatalogueReader, previous: Snapshot | None, collections: Mapping[str, Collection]
) -> tuple[Facets, KeywordReader]:
    """Words that lie elsewhere."""
    facets = _read_facets(catalogue, previous, collections)
    return facets, words.read(catalogue, facets)


def _read_facets(
    catalogue: CatalogueReader, previous: Snapshot | None, collections: Mapping[str, Collection]
) -> Facets:
    return previous.facets.updated(catalogue, collections) if previous else Facets.load(catalogue, collections)
