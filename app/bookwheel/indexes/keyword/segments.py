"""What a reader asks of the files, or of the database, that hold the words of a revision."""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from bookwheel.indexes.keyword.packed_postings import TermPostings
from bookwheel.indexes.keyword.vocabulary import Vocabulary


class WordSegment(Protocol):
    """The words of some sections, numbered from 0; it never changes. Any thread may call.

    Every method may raise `StoreUnusable` when what holds the words does not answer.
    """

    @property
    def name(self) -> str:
        """What tells it from every other segment that a reader holds."""
        ...

    @property
    def size(self) -> int:
        """How many sections it has."""
        ...

    @property
    def keys(self) -> np.ndarray:
        """The key of each section (int64)."""
        ...

    @property
    def is_damaged(self) -> bool:
        """Whether it cannot be read any more, so that nothing is found in it."""
        ...

    @property
    def length_bytes(self) -> np.ndarray:
        """The bytes (uint8) that keep the lengths in words, by field (rows, as in FIELDS) and section."""
        ...

    @property
    def length_counts(self) -> np.ndarray:
        """How many sections have each length (int64), by field and by the byte that keeps it."""
        ...

    def postings(self, term: bytes) -> TermPostings | None:
        """The term's postings in all fields that have it, None when none has."""
        ...

    def has(self, term: bytes) -> bool:
        """Whether a section has a term."""
        ...

    def frequency(self, term: bytes) -> int:
        """In how many sections a term stands in the field that has most of them; 0 for one that none has."""
        ...

    def lexicon(self) -> Vocabulary:
        """Every term of any field, sorted, each once."""
        ...

    def warm(self) -> None:
        """Read now what every question needs."""
        ...


Fetch = Callable[[Sequence[bytes]], None]
"""Reads the postings of terms in all segments at once, so that none of them is waited for by itself."""


def fetch_nothing(terms: Sequence[bytes]) -> None:
    """Read nothing: postings in files are read when they are asked for."""


@dataclass(frozen=True, slots=True)
class WordRevision:
    """One revision: its segments, each with which of its sections are gone (bool), and how postings are fetched.

    `is_stamp` says that words are elsewhere: this tells the number alone.
    """

    number: int
    segments: Sequence[tuple[WordSegment, np.ndarray]] = ()
    fetch: Fetch = field(default=fetch_nothing)
    is_stamp: bool = False


class KeyedSegment:
    """A segment whose sections go by other keys. See `WordSegment`."""

    def __init__(self, segment: WordSegment, keys: np.ndarray) -> None:
        """Give each section (a place in `keys`, int64) its key here; 0 for one that is not here."""
        self.name, self.size, self.keys = segment.name, segment.size, keys
        self.length_bytes, self.length_counts = segment.length_bytes, segment.length_counts
        self.postings, self.has, self.frequency = segment.postings, segment.has, segment.frequency
        self.lexicon, self.warm = segment.lexicon, segment.warm
        self._segment = segment

    @property
    def is_damaged(self) -> bool:
        """Whether the segment is."""
        return self._segment.is_damaged
