"""A segment in a database: its terms and lengths in memory, its postings read when they are asked for."""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bookwheel.indexes.keyword.packed_postings import TermPostings, unpack
from bookwheel.indexes.keyword.postings import Cache, count_lengths
from bookwheel.indexes.keyword.store.packed_segment import ReadSegment
from bookwheel.indexes.keyword.vocabulary import Vocabulary

Wanted = Sequence[tuple["StoredSegment", bytes]]
"""Terms of segments that have them."""

FetchPostings = Callable[[Wanted], Mapping[tuple[str, bytes], bytes]]
"""Gives the packed postings of all that is wanted, by the segment's name and the term, and caches them."""


class StoredSegment:
    """See `segments.WordSegment`."""

    is_damaged = False

    def __init__(self, name: str, row: ReadSegment, cache: Cache, fetch: FetchPostings) -> None:
        """Hold what a segment's row said; `name` is what its postings are known by in the cache."""
        self.name, self.size, self.keys = name, len(row.keys), row.keys
        self.length_bytes, self.length_counts = row.length_bytes, count_lengths(row.length_bytes)
        self._lexicon, self._frequencies = row.lexicon, row.frequencies
        self._cache, self._fetch = cache, fetch

    def postings(self, term: bytes) -> TermPostings | None:
        """The term's postings, fetched by themselves where nobody fetched them with others."""
        if not self._lexicon.fields(term):
            return None
        key = (self.name, term)
        return unpack(self._cache.get(key) or self._fetch([(self, term)])[key])

    def has(self, term: bytes) -> bool:
        """Whether a section has a term."""
        return self._lexicon.fields(term) > 0

    def frequency(self, term: bytes) -> int:
        """In how many sections a term stands in the field that has most of them."""
        return int(self._frequencies[self._lexicon.place(term)]) if self.has(term) else 0

    def lexicon(self) -> Vocabulary:
        """Every term."""
        return self._lexicon

    def warm(self) -> None:
        """Nothing is left to read: the row held it."""
