"""One revision of the library, as every question asked of it sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.collection import Collection
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.facets import Facets
from bookwheel.library.graph import Graph
from bookwheel.library.order import Stated

Keys = NDArray[np.int64]
Floats = NDArray[np.float32]


class Vectors(Protocol):
    """What has been embedded by one model, at one moment; any thread. A section is as near as its nearest chunk."""

    @property
    def encoder(self) -> Encoder:
        """What made the vectors."""
        ...

    @property
    def collections(self) -> frozenset[str]:
        """The collections that the model reads."""
        ...

    def nearest(self, vector: Floats, count: int) -> tuple[Keys, Floats]:
        """The sections nearest to a unit vector and their cosines, best first."""
        ...

    def exact(self, vector: Floats, section_keys: Keys) -> tuple[Keys, Floats]:
        """Those of the sections (rising keys) that have vectors, and their cosines."""
        ...


@dataclass(frozen=True, slots=True)
class Meaning:
    """What search by meaning has at hand: the vectors of each model, how much of the library has some, what is wrong.

    `coverage` is 0 to 1; `notice` a sentence for a person, empty when there is nothing to say.
    """

    vectors: tuple[Vectors, ...] = ()
    coverage: float = 0.0
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a question reads: the stores at a revision, the collections by slug, and how many files are waiting.

    `graph` is what the asker may see of it, None while there is none or where none is asked for.
    `document_keys` keeps documents' keys by their ids, `folder_titles` what folders (collection and path) were found to
    be called at this revision, `orders` the collections' order and `older_orders` that of
    an earlier revision, `readable` which sections (bool by section key) a model reads, by its key and collections.
    """

    revision: int
    catalogue: CatalogueReader
    facets: Facets
    keyword: KeywordReader
    collections: Mapping[str, Collection]
    pending: int
    meaning: Meaning = Meaning()
    graph: Graph | None = None
    document_keys: dict[str, int] = field(default_factory=dict[str, int])
    folder_titles: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    orders: dict[str, Stated] = field(default_factory=dict[str, Stated])
    older_orders: dict[str, Stated] = field(default_factory=dict[str, Stated])
    readable: dict[tuple[str, frozenset[str]], NDArray[np.bool_]] = field(
        default_factory=dict[tuple[str, frozenset[str]], NDArray[np.bool_]]
    )
