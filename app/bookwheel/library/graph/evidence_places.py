"""Where in its file a link is written: the page, slide, cells or time of its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bookwheel.domain.document import Dialect
from bookwheel.domain.graph import Edge
from bookwheel.domain.places import FilePlace, Place, place_at
from bookwheel.indexes.catalogue import CatalogueReader


class EvidencePlaces:
    """The places of the documents in one answer; each document is looked up once."""

    def __init__(self, catalogue: CatalogueReader) -> None:
        """Look at nothing yet."""
        self._catalogue = catalogue
        self._places: dict[str, Sequence[Place]] = {}

    def at(self, node: str, line: int) -> FilePlace | None:
        """The place of a line of the text of a document, or of a section's document, by its id."""
        if not line:
            return None
        doc = node.rpartition("#")[0] or node
        if doc not in self._places:
            self._places[doc] = self._of(doc) or (self._of(node) if doc != node else ())
        return place_at(self._places[doc], (line, line))

    def of_edge(self, edge: Edge) -> Edge:
        """An edge with its place."""
        place = self.at(edge.section or edge.source, edge.line)
        return edge if place is None else replace(edge, place=place)

    def _of(self, doc: str) -> Sequence[Place]:
        row = self._catalogue.document(doc)
        return self._catalogue.places_of(row.key) if row is not None and row.dialect == Dialect.CONVERTED else ()
