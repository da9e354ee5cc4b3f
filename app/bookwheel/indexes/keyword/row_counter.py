"""Counts the terms of sections, each with the analysers of its language."""

# pyright: standard
# NumPy's arrays of numbers are not typed by what they hold.

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.indexes.keyword.analysis import Analyser
from bookwheel.indexes.keyword.batch_terms import BatchTerms
from bookwheel.indexes.keyword.schema import FIELDS, KeywordRow
from bookwheel.indexes.keyword.term_counts import TermCounts


class RowCounter:
    """Counts terms, and remembers those of each word; of one thread."""

    def __init__(self) -> None:
        """No analyser is made before its language comes."""
        self._analysers: dict[tuple[str, bool], Analyser] = {}

    def count(self, rows: Sequence[KeywordRow]) -> TermCounts:
        """Return the terms of sections, in their order."""
        terms = BatchTerms()
        plain = self._analyser("", is_stemmed=False)
        for number, row in enumerate(rows):
            stemmed = self._analyser(row.language, is_stemmed=True)
            for field, name in enumerate(FIELDS):
                text: str = getattr(row, name)
                if text:
                    terms.add(number, field, text, plain if name == "code" else stemmed)
        return terms.counted(len(rows))

    def _analyser(self, language: str, *, is_stemmed: bool) -> Analyser:
        key = (language, is_stemmed)
        if key not in self._analysers:
            self._analysers[key] = Analyser(language, is_stemmed=is_stemmed)
        return self._analysers[key]
