"""Opens the newest published revision of the catalogue and the keyword index as one snapshot."""

from __future__ import annotations

from collections.abc import Mapping

from bookwheel.domain.collection import Collection
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.source_order import carried_orders
from bookwheel.paths import LibraryPaths


def open_newest(
    paths: LibraryPaths, previous: Snapshot | None, collections: Mapping[str, Collection], b: float
) -> Snapshot:
    """Return the newest revision, sharing with the previous snapshot what did not change; `b` as in BM25.

    Raises:
        IndexDamaged: if a store cannot be read. Nothing that was opened for the snapshot stays open then.
    """
    catalogue = previous.catalogue if previous else CatalogueReader(paths.catalogue)
    try:
        keyword = KeywordReader.open(paths.keyword, previous.keyword if previous else None)
        keyword.warm(b)
        facets = previous.facets.updated(catalogue, collections) if previous else Facets.load(catalogue, collections)
        if keyword.revision < facets.revision:  # a batch may have been published in between
            keyword = KeywordReader.open(paths.keyword, keyword)
            keyword.warm(b)
    except BaseException:
        if previous is None:
            catalogue.close()
        raise
    orders, older = carried_orders(previous, facets) if previous else ({}, {})
    return Snapshot(facets.revision, catalogue, facets, keyword, collections, orders=orders, older_orders=older)
