"""An immutable view of one revision of the index."""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import groupby, islice
from pathlib import Path

import numpy as np

from bookwheel.indexes.keyword.folder_segments import read_segments
from bookwheel.indexes.keyword.postings import (
    CACHE_BYTES,
    CACHE_BYTES_PER_SECTION,
    LENGTHS,
    Cache,
    Recent,
    count_lengths,
    new_cache,
)
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.segments import WordRevision, WordSegment, fetch_nothing
from bookwheel.settings import KeywordSettings

FoundKey = tuple[tuple[tuple[bytes, float], ...], tuple[float, ...], tuple[float, ...]]
"""A term's forms with their shares, the fields' weights, and how far their lengths count."""

MOST_LOOKED_AT = 400
"""Terms of one beginning that are looked at one by one."""

_LOOKED_AT_ONCE = 64

CODE_SHARE = 4.0
"""Words of code to each word of prose from which a section is code, where code counts as prose.

Functions of Python asked for by the first sentence of their docstrings, MRR@10 by words: as files .449 without, .517 at
1, .527 at 2, .530 at 4, .521 at 8; as blocks of code in Markdown .443 and .481. Known items of k8s-docs-en .793 without
and at 4, .790 at 1 (`tests.bench.code_questions`, the half for choosing).
"""

_BODY, _CODE = FIELDS.index("body"), FIELDS.index("code")

MOST_NORMS = 4
"""Ways to count lengths whose results are kept."""

FOUND_BYTES = 16 << 20
"""What may be kept at least of the terms that were asked for lately."""

FOUND_BYTES_PER_SECTION = 128
"""What may be kept for each section: a word that stands nearly everywhere takes eight.

Of 790,000 sections the 494 terms of 100 queries take 84 MB: where they do not fit, asking again costs what it did.
"""


def code_as_prose(weights: KeywordSettings) -> float:
    """How many times as much code counts where it stands for prose."""
    return max(weights.code, weights.body) / weights.code if weights.code else 1.0


@dataclass(frozen=True, slots=True)
class TermHits:
    """Where a term stands: document numbers (rising), its weighted frequency in each (float32), and its idf."""

    documents: np.ndarray
    frequencies: np.ndarray
    idf: float

    def size_bytes(self) -> int:
        """Roughly what it takes in memory."""
        return 400 + self.documents.nbytes + self.frequencies.nbytes

    def as_kept(self) -> TermHits:
        """The same with document numbers of half the size (int32)."""
        return TermHits(self.documents.astype(np.int32), self.frequencies, self.idf)

    def as_asked(self) -> TermHits:
        """The same with document numbers (intp) that NumPy takes as places in arrays without another step."""
        return TermHits(self.documents.astype(np.intp), self.frequencies, self.idf)


class KeywordReader:
    """The newest commit as it was when opened; any thread. Document numbers run from 0 over all segments.

    `keys` are section keys by document number, `length_bytes` keep the lengths of fields (rows, as in FIELDS), and
    `is_living` says which documents are not deleted. `shown` says which of them there are for a caller, None for all,
    and `count` how many that is. Every statistic counts those alone: a deleted section stays in the files until a
    merge, and no score may depend on when that was.
    """

    def __init__(self, opened: WordRevision, cache: Cache | None = None) -> None:
        """Read a revision; `cache` is shared with the reader of the next one."""
        segments = opened.segments
        self.revision = opened.number
        self.fetch, self.is_stamp = opened.fetch, opened.is_stamp
        self.segments: list[WordSegment] = [segment for segment, _ in segments]
        self.offsets: list[int] = np.cumsum([0, *(segment.size for segment in self.segments)])[:-1].tolist()
        self.size = sum(segment.size for segment in self.segments)
        self.keys = np.concatenate([np.zeros(0, np.int64), *(segment.keys for segment in self.segments)])
        self.is_living = ~np.concatenate([np.zeros(0, bool), *(is_gone for _, is_gone in segments)])
        self.newest_key = int(self.keys.max(initial=-1))
        self.count = int(np.count_nonzero(self.is_living))
        self.shown: np.ndarray | None = self.is_living if self.count < self.size else None
        self._cache = cache or new_cache()
        self._cache.allow(max(CACHE_BYTES, CACHE_BYTES_PER_SECTION * self.size))
        self.length_bytes = np.concatenate(
            [np.zeros((len(FIELDS), 0), np.uint8), *(segment.length_bytes for segment in self.segments)], axis=1
        )
        self._norms: dict[tuple[float, ...], np.ndarray] = {}
        self._means: np.ndarray | None = None
        self._hidden: list[int] | None = None
        self._shown_terms: dict[bytes, bool] = {}
        self.found: Recent[FoundKey, TermHits] = Recent(
            TermHits.size_bytes, max(FOUND_BYTES, FOUND_BYTES_PER_SECTION * self.size)
        )

    @classmethod
    def empty(cls, revision: int) -> KeywordReader:
        """A reader of nothing."""
        return cls(WordRevision(revision))

    @classmethod
    def open(
        cls,
        folder: Path,
        previous: KeywordReader | None = None,
        on_damage: Callable[[], None] | None = None,
        *,
        is_plain: bool = False,
    ) -> KeywordReader:
        """The newest commit in a folder (empty when there is none yet), sharing open segments with the previous reader.

        `on_damage` is called when a segment turns out to be damaged later, and nothing is found in that one; without
        it, IndexDamaged is raised. With `is_plain`, postings are read through Whoosh's public matchers alone.

        Raises:
            IndexDamaged: when the index cannot be read.
        """
        cache = previous._cache if previous is not None else new_cache()
        known = {segment.name: segment for segment in previous.segments} if previous is not None else {}
        opened = read_segments(folder, known, cache, on_damage, is_plain=is_plain)
        names = {segment.name for segment, _ in opened.segments}
        cache.keep(lambda key: key[0] in names)
        return cls(opened, cache)

    @property
    def is_damaged(self) -> bool:
        """Whether a segment cannot be read any more, in which nothing is found."""
        return any(segment.is_damaged for segment in self.segments)

    def warm(self, weights: KeywordSettings) -> None:
        """Read what every question needs: words and lengths."""
        for segment in self.segments:
            segment.warm()
        self._mean_lengths()

    def norms_at(self, b: tuple[float, ...], code: float, fields: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """1 / (1 - b + b length / mean length) of fields (numbers, as in FIELDS) of documents, float32.

        Code of sections that are code (`CODE_SHARE`) counts `code` times as much.
        """
        by_length = self._norms.get(b)
        if by_length is None:
            share = np.array(b, np.float32)[:, None]
            norms = 1.0 / np.maximum(1 - share + share * LENGTHS / self._mean_lengths()[:, None], 1e-6)
            by_length = norms.astype(np.float32)
            self._norms = {**(self._norms if len(self._norms) < MOST_NORMS else {}), b: by_length}
        of_field = fields.astype(np.intp)  # one place in a flat array is found in half the time of a row and a column
        lengths = self.length_bytes.reshape(-1).take(of_field * self.size + numbers)
        found = by_length.reshape(-1).take(of_field * 256 + lengths)
        if code != 1.0 and len(in_code := np.flatnonzero(fields == _CODE)):
            of_code, of_body = lengths[in_code], self.length_bytes[_BODY].take(numbers[in_code])
            found[in_code[LENGTHS[of_code] >= CODE_SHARE * LENGTHS[of_body]]] *= np.float32(code)
        return found

    def _mean_lengths(self) -> np.ndarray:
        """The mean length by field (float64) of those shown that have the field."""
        if self._means is None:
            counts = self._length_counts()
            total = counts @ LENGTHS.astype(np.float64)  # exact, in whatever order sections stand
            self._means = np.maximum(total / np.maximum(counts @ (LENGTHS > 0), 1), 1e-9)
        return self._means

    def _length_counts(self) -> np.ndarray:
        """How many documents that are shown have each length, by field and by the byte that keeps it."""
        counts = np.zeros((len(FIELDS), 256), np.int64)
        for segment in self.segments:
            counts += segment.length_counts
        if self.shown is None:
            return counts
        return counts - count_lengths(self.length_bytes[:, ~self.shown])

    def beginning(self, prefix: str, limit: int = MOST_LOOKED_AT) -> set[bytes]:
        """Terms that begin with a prefix, the first `limit` in order.

        Above 400, terms that no section has any more may be among them.
        """
        wanted = prefix.encode("utf-8", "replace")
        merged = merge(*(segment.lexicon().beginning(wanted) for segment in self.segments))
        terms = (term for term, _ in groupby(merged)) if len(self.segments) > 1 else iter(merged)
        if self.shown is not None and limit <= MOST_LOOKED_AT:
            terms = self._shown_among(terms)
        return set(islice(terms, limit))

    def _shown_among(self, terms: Iterator[bytes]) -> Iterator[bytes]:
        while some := list(islice(terms, _LOOKED_AT_ONCE)):
            if self.fetch is not fetch_nothing:
                self.fetch([term for term in some if self._takes_postings(term)])
            yield from filter(self._is_shown, some)

    def _takes_postings(self, term: bytes) -> bool:
        """Whether frequencies alone do not tell that a term is shown."""
        counts = [segment.frequency(term) for segment in self.segments]
        hidden = self._hidden_counts()
        return not any(count > few for count, few in zip(counts, hidden, strict=True))

    def _is_shown(self, term: bytes) -> bool:
        known = self._shown_terms.get(term)
        if known is None:
            parts = zip(self.segments, self.offsets, self._hidden_counts(), strict=True)
            known = self._shown_terms[term] = any(self._shows(term, *part) for part in parts)
        return known

    def _shows(self, term: bytes, segment: WordSegment, offset: int, hidden: int) -> bool:
        """Whether a document of a segment that is shown has a term: most segments hide fewer than have it."""
        if not segment.has(term):
            return False
        if not hidden or self.shown is None or segment.frequency(term) > hidden:
            return True
        postings = segment.postings(term)
        return postings is not None and bool(self.shown[postings[1] + offset].any())

    def _hidden_counts(self) -> list[int]:
        """How many documents of each segment are not shown."""
        if self._hidden is None:
            sizes = [segment.size for segment in self.segments]
            shown = np.ones(self.size, bool) if self.shown is None else self.shown
            self._hidden = [
                size - int(np.count_nonzero(shown[offset : offset + size]))
                for offset, size in zip(self.offsets, sizes, strict=True)
            ]
        return self._hidden

    def lexicon(self) -> Iterable[bytes]:
        """Every term, each once; some may stand in deleted sections alone."""
        if len(self.segments) == 1:
            return self.segments[0].lexicon()
        return set().union(*(segment.lexicon() for segment in self.segments))

    def documents_of(self, term: bytes) -> np.ndarray:
        """Document numbers (int32, unordered, perhaps more than once) that have a term in any field."""
        self.fetch((term,))
        found = [
            postings[1] + offset
            for segment, offset in zip(self.segments, self.offsets, strict=True)
            if (postings := segment.postings(term)) is not None
        ]
        numbers = np.concatenate(found) if found else np.zeros(0, np.int32)
        return numbers if self.shown is None else numbers[self.shown[numbers]]

    def close(self) -> None:
        """Let go of the segments; the files of each close when the last reader that shares it has let go."""
        self.segments = []
        self.offsets = []
        self._norms = {}
        self.found.keep(lambda _: False)
