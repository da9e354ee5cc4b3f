"""Where in its file each hit stands: the page, slide, cells or time of its snippet."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.document import Dialect
from bookwheel.domain.places import FilePlace, Place, place_at
from bookwheel.domain.search import Hit
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow
from bookwheel.library.search.snippet_source import line_of


class FilePlaces:
    """The places of the documents on one page of hits; each document is read once."""

    def __init__(self, catalogue: CatalogueReader) -> None:
        """Read nothing yet."""
        self._catalogue = catalogue
        self._places: dict[int, Sequence[Place]] = {}
        self._lines: dict[int, list[str]] = {}

    def at_line(self, line: int, document: DocumentRow) -> FilePlace | None:
        """The place of a line of the text."""
        if document.dialect != Dialect.CONVERTED:
            return None
        return place_at(self._catalogue.places_of(document.key), (line, line))

    def of_hit(self, hit: Hit, document: DocumentRow) -> FilePlace | None:
        """The place of a hit's snippet, of its whole section where the snippet is not found in the text."""
        if document.dialect != Dialect.CONVERTED:
            return None
        key = document.key
        if key not in self._places:
            self._places[key] = self._catalogue.places_of(key)
        places = self._places[key]
        whole = place_at(places, hit.lines)
        if whole is None or (whole.first == whole.last and not whole.last_label):
            return whole
        if key not in self._lines:
            self._lines[key] = self._catalogue.text_of(key).split("\n")
        line = line_of(hit, self._lines[key])
        return place_at(places, (line, line)) if line else whole
