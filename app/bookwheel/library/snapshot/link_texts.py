"""The texts of links by the documents that they lead to: what others call a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import QueryAnalyser
from bookwheel.library.snapshot.graph_tables.name_table import NameTable
from bookwheel.library.snapshot.graph_tables.text_table import ByText, Ints, TextTable

K1, B = 1.0, 0.5
"""As in BM25: how soon more links of one text stop counting, and how much a page with many texts is made up for."""

Floats = NDArray[np.float32]


class FoundWords(ByText[tuple[Ints, Floats]]):
    """Words of link texts: that of row `rows[n]`, rising, leads to `documents[starts[n]:starts[n + 1]]`, so often."""

    def __init__(self, table: TextTable, rows: Ints, starts: Ints, documents: Ints, often: Floats) -> None:
        super().__init__(table, rows, starts)
        self.documents, self.often = documents, often

    def _between(self, places: slice) -> tuple[Ints, Floats]:
        return self.documents[places], self.often[places]


@dataclass(frozen=True)
class LinkTexts:
    """Words of link texts with the documents that those links lead to; never changed, so that any thread may read.

    `found` gives the numbers of documents (int32, rising) and how often links to each say the word (float32);
    `lengths` (float32) has the words of all links to a document, by its number.
    """

    found: Mapping[str, tuple[Ints, Floats]]
    lengths: Floats
    _by_form: dict[QueryAnalyser, Mapping[bytes, tuple[str, ...]]] = field(
        default_factory=dict[QueryAnalyser, Mapping[bytes, tuple[str, ...]]], repr=False, compare=False
    )

    @classmethod
    def of(cls, targets: Ints, texts: Sequence[str]) -> LinkTexts:
        """The texts of links by the numbers of the documents that they lead to."""
        names = NameTable()
        return cls.of_rows(targets, names, np.array([names.row(text) for text in texts], np.int32))

    @classmethod
    def of_rows(cls, targets: Ints, names: NameTable, rows: Ints) -> LinkTexts:
        """The same with the texts as rows of a table."""
        counts, said = names.spoken(rows)
        led = np.repeat(targets.astype(np.int64), counts)
        size = int(targets.max(initial=-1)) + 1
        pairs, often = np.unique(said * np.int64(size) + led, return_counts=True)
        words = np.unique(said)
        starts = np.searchsorted(pairs, words * np.int64(size))
        found = FoundWords(
            names,
            words,
            np.append(starts, len(pairs)).astype(np.int32),
            (pairs % max(size, 1)).astype(np.int32),
            often.astype(np.float32),
        )
        return cls(found, np.bincount(led, minlength=size).astype(np.float32))

    def shares(self, asked: Sequence[Sequence[bytes]], analyser: QueryAnalyser) -> tuple[Ints, Floats]:
        """How well the links to documents say what is asked: their numbers (int32) and shares (float32, 0 to 1).

        `asked` has the index terms that stand for each word of a query. A share is BM25's, of the most that a document
        could have.
        """
        by_form = self._by_form.get(analyser) or self._spelt(analyser)
        count = int(np.count_nonzero(self.lengths))
        scores = np.zeros(len(self.lengths), np.float32)
        most = 0.0
        norm = K1 * (1 - B + B * self.lengths / max(float(self.lengths.sum()) / max(count, 1), 1e-9))
        for forms in asked:
            said = dict.fromkeys(word for form in forms for word in by_form.get(form, ()))
            often = np.zeros(len(self.lengths), np.float32)
            for word in said:
                documents, times = self.found[word]
                often[documents] += times
            holders = np.flatnonzero(often)
            idf = float(np.log1p((count - len(holders) + 0.5) / (len(holders) + 0.5)))
            most += idf * (K1 + 1)
            scores[holders] += idf * often[holders] * (K1 + 1) / (often[holders] + norm[holders])
        reached = np.flatnonzero(scores).astype(np.int32)
        return reached, scores[reached] / np.float32(most or 1.0)

    def _spelt(self, analyser: QueryAnalyser) -> Mapping[bytes, tuple[str, ...]]:
        """The words by the index terms under which each is found."""
        spelt: dict[bytes, list[str]] = {}
        for word in self.found:
            for form in analyser.document_forms(word):
                spelt.setdefault(form, []).append(word)
        made = self._by_form[analyser] = {form: tuple(some) for form, some in spelt.items()}
        return made
