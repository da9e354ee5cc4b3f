"""One revision of the library, as every question asked of it sees it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.collection import Collection
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.readiness import Readiness
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.embedding import Encoder, Reranker
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.sources.tree_order import Stated, Translations

Keys = NDArray[np.int64]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


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

    @property
    def done(self) -> Keys:
        """The sections that need no vectors any more."""
        ...

    def nearest(self, vector: Floats, count: int, among: Bools | None = None) -> tuple[Keys, Floats]:
        """The sections that may be the nearest to a unit vector, and their cosines; of a mask by key, or all."""
        ...

    def exact(self, vector: Floats, section_keys: Keys) -> tuple[Keys, Floats]:
        """Those of the sections (rising keys) that have vectors, and their cosines."""
        ...

    def mean_of(self, section_keys: Keys) -> Floats | None:
        """The mean of the sections' vectors, of length 1; None where they have none."""
        ...


@dataclass(frozen=True, slots=True)
class Meaning:
    """What search by meaning has at hand: the vectors of each model, how much of the library has some, what is wrong.

    `coverage` is 0 to 1; `notice` a sentence for a person, empty when there is nothing to say.
    """

    vectors: tuple[Vectors, ...] = ()
    coverage: float = 0.0
    notice: Message = NO_MESSAGE
    reranker: Reranker | None = None


@dataclass(frozen=True, slots=True)
class Visible:
    """What a caller who may not see everything is told of changes, so that those of hidden documents tell it nothing.

    `revision` is the number it reads, another after every change of a document that it sees; `changed_at` is the
    library's own revision of the last such change.
    """

    revision: int
    changed_at: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Which sections there are, by key and by the keyword index's number (bool), of these facets and this index.

    `asked` tells by what they were chosen, None for all; nobody changes the arrays.
    """

    facets: Facets
    keyword: KeywordReader
    by_key: NDArray[np.bool_]
    by_number: NDArray[np.bool_]
    asked: Hashable


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a question reads: the stores at a revision, the collections by slug, and what is still to be read.

    `visible` is set for a caller who may not see everything.
    `graph` is what the asker may see of it, None while there is none or where none is asked for.
    `document_keys` keeps documents' keys by their ids, `folder_titles` what folders (collection and path) were found to
    be called at this revision, `orders` the collections' order and `older_orders` that of an earlier revision,
    `translations` their pages in several languages where no order tells, `readable` which sections (bool by section
    key) a model reads, by its key and collections, `shown` which sections the newest filters and scopes leave (see
    `search.shown_sections`), `first_letters` what the first letters of queries found, each with the grounds that it was
    found upon.
    """

    revision: int
    catalogue: CatalogueReader
    facets: Facets
    keyword: KeywordReader
    collections: Mapping[str, Collection]
    readiness: Readiness = Readiness()
    meaning: Meaning = Meaning()
    visible: Visible | None = None
    graph: Graph | None = None
    document_keys: dict[str, int] = field(default_factory=dict[str, int])
    folder_titles: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    orders: dict[str, Stated] = field(default_factory=dict[str, Stated])
    older_orders: dict[str, Stated] = field(default_factory=dict[str, Stated])
    translations: dict[str, Translations] = field(default_factory=dict[str, Translations])
    readable: dict[tuple[str, frozenset[str]], NDArray[np.bool_]] = field(
        default_factory=dict[tuple[str, frozenset[str]], NDArray[np.bool_]]
    )
    shown: list[Shown] = field(default_factory=list["Shown"])
    first_letters: dict[str, tuple[tuple[object, ...], object]] = field(
        default_factory=dict[str, tuple[tuple[object, ...], object]]
    )

    def document_key(self, doc: str) -> int:
        """The key of a document by its id; 0 for none."""
        if not self.document_keys:
            self.document_keys.update((f"{slug}/{path}", key) for key, (slug, path, _) in self.facets.places.items())
        return self.document_keys.get(doc, 0)

    @property
    def told_revision(self) -> int:
        """The revision that answers give."""
        return self.revision if self.visible is None else self.visible.revision

    @property
    def changed_at(self) -> int:
        """The revision that an index must have reached to hold all that the asker may see."""
        return self.revision if self.visible is None else self.visible.changed_at

    @property
    def pending(self) -> int | None:
        """The number of files still to be read, None while they are counted and where they are not told."""
        return self.readiness.pending(self.collections)

    @property
    def notices(self) -> tuple[Message, ...]:
        """What every answer must say of the state in which the library is."""
        return self.readiness.notices(self.collections)
