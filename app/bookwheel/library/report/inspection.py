"""What a view of the link report looks through, and what it finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Scope
from bookwheel.indexes.catalogue import DocumentRow
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_COMPARED = 20_000
"""Documents that are compared with each other, or read from end to end."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is looked through: the scope's part of a snapshot and of the graph, of one collection where `slug` is set.

    `today` is the day on which it is asked.
    """

    slug: str
    scope: Scope
    snapshot: Snapshot
    graph: Graph
    today: date

    def covers(self, doc: str) -> bool:
        """Whether findings of a document are wanted, by its id."""
        return not self.slug or doc.startswith(f"{self.slug}/")

    def keys(self) -> list[int]:
        """The keys of the documents that are looked through, in the order of their ids."""
        return document_keys(self.slug, self.scope, self.snapshot)

    def rows(self) -> dict[int, DocumentRow]:
        """Those documents, the first `MOST_COMPARED` of them."""
        return self.snapshot.catalogue.document_rows(self.keys()[:MOST_COMPARED])


@dataclass(frozen=True, slots=True)
class Found:
    """What one view found, in its order, and what is to be said of it."""

    findings: Sequence[LinkFinding]
    notices: tuple[Message, ...] = ()


def document_keys(slug: str, scope: Scope, snapshot: Snapshot) -> list[int]:
    """The keys of the documents of a collection (of all, when empty) that a scope shows, in the order of their ids."""
    return [
        key
        for key, (collection, _, _) in snapshot.facets.places.items()
        if (not slug or collection == slug) and lookup.is_visible(collection, scope)
    ]


def too_many(count: int) -> tuple[Message, ...]:
    """What is said where there are more documents than are compared."""
    if count <= MOST_COMPARED:
        return ()
    return (
        Message(
            "Only the first {count} documents were compared. Choose a collection to compare its documents.",
            count=f"{MOST_COMPARED:,}",
        ),
    )
