"""The coverage of meaning, counted again where sections were published since it was made ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bookwheel.library.snapshot.coverage import coverage
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Meaning, Vectors


class CoverageCount:
    """What was counted last, by what it was counted for; safe to use from any thread."""

    def __init__(self) -> None:
        """Nothing was counted yet."""
        self._counted: tuple[Meaning, Facets, Meaning] | None = None

    def start(self, now: Meaning, facets: Facets) -> None:
        """Take in meaning that was counted for these sections as it was made."""
        self._counted = (now, facets, now)

    def of(self, now: Meaning, views: Sequence[Vectors], facets: Facets) -> Meaning:
        """`now`, its coverage counted for these sections; as it is where it shows other views by now."""
        counted = self._counted
        if not views or now.vectors is not views:
            return now
        if counted is None or counted[0] is not now or counted[1] is not facets:
            counted = self._counted = (now, facets, replace(now, coverage=coverage(views, facets)))
        return counted[2]
