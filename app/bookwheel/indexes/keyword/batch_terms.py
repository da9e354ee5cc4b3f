"""The terms of many sections at once: their texts as numbers, counted and sorted by NumPy.

A loop in Python over the terms of each section took half of the time in which an index was built.
"""

# pyright: standard
# NumPy's arrays of numbers are not typed by what they hold.

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from operator import itemgetter

import numpy as np

from bookwheel.indexes.keyword.analysis import Analyser, Forms
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.term_counts import TermCounts


@dataclass(frozen=True, slots=True)
class FieldPostings:
    """Terms of one field, in order, with their postings one after the other.

    `ends` (int64) has where the postings of each term end. `documents` (int64) rise within a term; `weights` (float64)
    has one for each.
    """

    terms: Sequence[bytes]
    ends: np.ndarray
    documents: np.ndarray
    weights: np.ndarray

    @property
    def counts(self) -> np.ndarray:
        """How many postings each term has."""
        return np.diff(self.ends, prepend=0)

    def part(self, first: int, last: int) -> FieldPostings:
        """The terms from one place to before another."""
        begin = int(self.ends[first - 1]) if first else 0
        ends = self.ends[first:last]
        end = int(ends[-1]) if len(ends) else begin
        return FieldPostings(self.terms[first:last], ends - begin, self.documents[begin:end], self.weights[begin:end])


class BatchTerms:
    """Gathers the texts of sections, and gives their terms by field; the sections are numbered from 0."""

    def __init__(self) -> None:
        self._analysers: dict[Analyser, defaultdict[str, int]] = {}
        self._next = count()
        self._pieces: list[int] = []
        self._places: list[tuple[int, int, int]] = []
        """Field, section and number of pieces of each text."""

    def add(self, section: int, field: int, text: str, analyser: Analyser) -> None:
        """Add the text of a field (its place in FIELDS), which no other text of the section has."""
        numbers = self._analysers.get(analyser)
        if numbers is None:
            numbers = self._analysers[analyser] = defaultdict(self._next.__next__)
        pieces = analyser.pieces(text)
        self._pieces += map(numbers.__getitem__, pieces)
        self._places.append((field, section, len(pieces)))

    def counted(self, sections: int) -> TermCounts:
        """The terms of that many sections."""
        forms, sizes = self._learnt()
        terms, starts, form_terms, form_weights = _numbered(forms)
        fields, numbers, lengths = np.array(self._places, np.int64).reshape(-1, 3).T
        slots = np.repeat(fields * sections + numbers, lengths)
        pieces = np.array(self._pieces, np.int64)
        slot_count = len(FIELDS) * sections
        pairs, times = np.unique(pieces * slot_count + slots, return_counts=True)
        pieces, slots = np.divmod(pairs, max(1, slot_count))
        words = np.bincount(slots, sizes[pieces] * times, slot_count).astype(np.int64).reshape(len(FIELDS), sections)
        forms_each = np.diff(starts)[pieces]
        chosen = np.repeat(starts[pieces] - np.cumsum(forms_each) + forms_each, forms_each)
        chosen += np.arange(len(chosen))
        fields, numbers = np.divmod(np.repeat(slots, forms_each), max(1, sections))
        keys = (fields * len(terms) + form_terms[chosen]) * sections + numbers
        order = np.argsort(keys, kind="stable")
        keys, weights = keys[order], (form_weights[chosen] * np.repeat(times, forms_each))[order]
        firsts = np.flatnonzero(np.diff(keys, prepend=-1))
        weights = np.add.reduceat(weights, firsts) if len(firsts) else weights
        return TermCounts(terms, words, keys[firsts], weights)

    def _learnt(self) -> tuple[list[Forms], np.ndarray]:
        """The terms and the lengths of all pieces, by their numbers."""
        made: list[tuple[Forms, int]] = [((), 0)] * sum(map(len, self._analysers.values()))
        for analyser, numbers in self._analysers.items():
            learnt = analyser.learnt
            for piece, number in numbers.items():
                made[number] = learnt(piece)
        return [forms for forms, _ in made], np.array([size for _, size in made], np.int64)


class Counted:
    """Counted terms by field; `words` has the length of each field (its place in FIELDS) by section."""

    def __init__(self, counts: TermCounts) -> None:
        """Take terms with their postings."""
        terms = counts.terms
        places, self._sections = np.divmod(counts.keys, max(1, counts.sections))
        self.words = counts.words
        self._terms, self._weights = terms, counts.weights
        self._firsts = np.flatnonzero(np.diff(places, prepend=-1))
        self._fields, self._term_places = np.divmod(places[self._firsts], max(1, len(terms)))

    def postings(self, field: int) -> FieldPostings:
        """The terms of a field (its place in FIELDS), in order."""
        first, last = np.searchsorted(self._fields, (field, field + 1)).tolist()
        bounds = np.append(self._firsts, len(self._sections))[first : last + 1]
        start, end = int(bounds[0]), int(bounds[-1])
        terms = [self._terms[place] for place in self._term_places[first:last].tolist()]
        return FieldPostings(terms, bounds[1:] - start, self._sections[start:end], self._weights[start:end])

    def fields(self) -> Iterator[tuple[str, Sequence[FieldPostings]]]:
        """The fields, in Whoosh's order, with their terms."""
        for name in sorted(FIELDS):
            yield name, [self.postings(FIELDS.index(name))]

    def fields_of(self) -> dict[bytes, int]:
        """Every term with the fields that have it, as bits."""
        bits = np.zeros(len(self._terms), np.int64)
        np.bitwise_or.at(bits, self._term_places, np.left_shift(1, self._fields))
        return dict(zip(self._terms, bits.tolist(), strict=True))


def _numbered(
    forms: Sequence[Forms],
) -> tuple[list[bytes], np.ndarray, np.ndarray, np.ndarray]:
    """All terms, in order; where the terms of each piece begin (one more than pieces); their places and weights."""
    flat = list(chain.from_iterable(forms))
    terms = sorted(set(map(itemgetter(0), flat)))
    places = dict(zip(terms, range(len(terms)), strict=True))
    starts = np.zeros(len(forms) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, forms), np.int64, len(forms)), out=starts[1:])
    numbers = np.fromiter(map(places.__getitem__, map(itemgetter(0), flat)), np.int64, len(flat))
    weights = np.fromiter(map(itemgetter(1), flat), np.float64, len(flat))
    return terms, starts, numbers, weights
