"""One revision of the library, as every question asked of it sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bookwheel.domain.collection import Collection
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.facets import Facets


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a question reads: the stores at a revision, the collections by slug, and how many files are waiting.

    `folder_titles` keeps what folders (collection and path) were found to be called at this revision.
    """

    revision: int
    catalogue: CatalogueReader
    facets: Facets
    keyword: KeywordReader
    collections: Mapping[str, Collection]
    pending: int
    folder_titles: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
