"""The texts of links by the documents that they lead to: what others call a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import QueryAnalyser, normalised, words

K1, B = 1.0, 0.5
"""As in BM25: how soon more links of one text stop counting, and how much a page with many texts is made up for."""

LONGEST_TEXT = 30
"""Words of one text that count."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]


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
        vocabulary: dict[str, int] = {}
        words_of: dict[str, list[int]] = {}
        for text in dict.fromkeys(texts):
            said = words(normalised(text))[:LONGEST_TEXT]
            words_of[text] = [vocabulary.setdefault(word, len(vocabulary)) for word in said]
        counts = np.array([len(words_of[text]) for text in texts], np.int64)
        said = np.array([word for text in texts for word in words_of[text]], np.int64)
        led = np.repeat(targets.astype(np.int64), counts)
        size = int(targets.max(initial=-1)) + 1
        pairs, often = np.unique(said * size + led, return_counts=True)
        starts = np.searchsorted(pairs, np.arange(len(vocabulary) + 1) * size)
        documents, often = (pairs % max(size, 1)).astype(np.int32), often.astype(np.float32)
        found = {
            word: (documents[starts[number] : starts[number + 1]], often[starts[number] : starts[number + 1]])
            for word, number in vocabulary.items()
        }
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
