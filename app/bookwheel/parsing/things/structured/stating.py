"""Entities on their way into a document's things: each with its section and line, within the bound of a file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from bookwheel.domain.document import Document
from bookwheel.domain.things import DOCUMENT
from bookwheel.parsing.things.gathering import Gathering, Spot
from bookwheel.parsing.things.structured.values import Value, flattened

MOST_ENTITIES = 1_000
"""Entities of one file; those that follow are searched as text alone."""


class Stating:
    """Where the entities of one document go."""

    def __init__(self, document: Document, found: Gathering) -> None:
        """None was stated yet."""
        self.document, self.found = document, found
        self._starts = [section.start_line for section in document.sections]
        self._ids: set[str] = set()
        self.left_out = 0

    def spot(self, line: int, words: str) -> Spot:
        """Where a line of the document's text is, in the innermost section."""
        return Spot(max(0, bisect_right(self._starts, line) - 1), max(1, line), words)

    def entity(
        self, id: str, label: str, value: Value, skipped: Sequence[str] = (), aliases: Iterable[str] = ()
    ) -> bool:
        """Name an entity with the scalars below its value as properties; False where there are too many, or no name."""
        if not id or (id not in self._ids and not self._has_room()):
            return False
        if not self.found.name(id, label, aliases):
            return False
        self._ids.add(id)
        self.found.describe(id, [(name, one.text.strip()) for name, one in flattened(value, skipped)])
        return True

    def describe(self, id: str, line: int, words: str) -> None:
        """State that the document describes an entity."""
        self.found.state(DOCUMENT, "describes", id, self.spot(line, words))

    def _has_room(self) -> bool:
        if len(self._ids) < MOST_ENTITIES:
            return True
        self.left_out += 1
        return False
