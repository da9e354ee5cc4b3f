"""The words of a segment in a file of its own, sorted, each with the fields that have it."""

from __future__ import annotations

import struct
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, takewhile

import numpy as np

_COUNT = struct.Struct("<q")
_OTHER_LETTERS = 27
"""The bit of bytes that are neither a letter of English nor a digit."""

_BIT_OF = np.full(256, 1 << _OTHER_LETTERS, np.uint32)
"""The bit that stands for a byte in the set of a term's letters."""
_BIT_OF[ord("a") : ord("z") + 1] = 1 << np.arange(26, dtype=np.uint32)
_BIT_OF[ord("0") : ord("9") + 1] = 1 << 26


def pack(fields_of: Mapping[bytes, int]) -> bytes:
    """The file's content: how many terms, where each ends (uint32), its fields as bits (uint8), and all their bytes."""
    terms = sorted(fields_of)
    ends = np.fromiter(accumulate(map(len, terms)), np.dtype("<u4"), len(terms))
    fields = bytes(map(fields_of.__getitem__, terms))
    return b"".join((_COUNT.pack(len(terms)), ends.tobytes(), fields, *terms))


class Vocabulary(Sequence[bytes]):
    """Sorted terms without an object for each: 25 bytes a term, where a dictionary and a tuple take 150; any thread."""

    def __init__(self, content: bytes) -> None:
        """Read what `pack` wrote.

        Raises:
            ValueError: when it is something else.
        """
        if len(content) < _COUNT.size:
            raise ValueError("not a vocabulary")
        (self._size,) = _COUNT.unpack_from(content)
        ends_at = _COUNT.size + 4 * self._size
        if self._size < 0 or ends_at + self._size > len(content):
            raise ValueError("not a vocabulary")
        ends = np.frombuffer(content, np.dtype("<u4"), self._size, _COUNT.size)
        self._bounds = np.concatenate([np.zeros(1, np.uint32), ends])
        self._fields = content[ends_at : ends_at + self._size]
        self._text = content[ends_at + self._size :]
        if int(self._bounds[-1]) != len(self._text):
            raise ValueError("not a vocabulary")
        self._heads = self._read_heads()
        self._heads_in_order = self._heads.data  # a third of the time that NumPy takes to find one number

    def __len__(self) -> int:
        """How many terms there are."""
        return self._size

    def __getitem__(self, place: int) -> bytes:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The term at a place in their order."""
        bounds = self._bounds
        return self._text[bounds.item(place) : bounds.item(place + 1)]

    def __iter__(self) -> Iterator[bytes]:
        """All terms in order."""
        return self._from(0)

    def fields(self, term: bytes) -> int:
        """The fields that have a term, as bits; 0 for none."""
        place = self.place(term)
        return self._fields[place] if place < self._size and self[place] == term else 0

    def place(self, term: bytes) -> int:
        """The place of the first term that is not before this one."""
        heads = self._heads_in_order
        head = int.from_bytes(term[:8].ljust(8, b"\0"), "big")
        low = bisect_left(heads, head)
        is_whole = len(term) <= 8 and not term.endswith(b"\0")  # then it is the first of those of its head
        if is_whole or low == self._size or heads[low] != head:
            return low
        high = bisect_right(heads, head, low)
        while low < high:
            middle = (low + high) // 2
            if self[middle] < term:
                low = middle + 1
            else:
                high = middle
        return low

    def beginning(self, prefix: bytes) -> Iterator[bytes]:
        """Terms that begin with a prefix, in order."""
        return takewhile(lambda term: term.startswith(prefix), self._from(self.place(prefix)))

    def like(self, word: str, most: int) -> list[bytes]:
        """Terms with at most `most` errors in a word, in order, and some that have more.

        An error makes a term a letter longer or shorter at most, and puts two letters into or out of the set of those
        that it has; the first letter or the second must be one of the word's.
        """
        spelt = word.encode("utf-8", "replace")
        first, second = (_first_byte(word, place) for place in (0, 1))
        one, two = self._heads >> np.uint64(56), self._heads >> np.uint64(48) & np.uint64(255)
        may_be = (one == first) | (one == second) | (two == second) | (one >= 128)
        places = np.flatnonzero(may_be & (np.abs(self._letters - len(word)) <= most))
        own = np.bitwise_or.reduce(_BIT_OF[np.frombuffer(spelt, np.uint8)], initial=np.uint32(0))
        places = places[np.bitwise_count(self._sets[places] ^ own) <= 2 * most]
        return [self[place] for place in places.tolist()]

    @cached_property
    def _letters(self) -> np.ndarray:
        """How many letters each term has (int32)."""
        return self._reduced(np.add, (self._bytes & 0xC0) != 0x80, np.dtype(np.int32))

    @cached_property
    def _sets(self) -> np.ndarray:
        """The letters that each term has, as bits (uint32)."""
        return self._reduced(np.bitwise_or, _BIT_OF[self._bytes], np.dtype(np.uint32))

    @property
    def _bytes(self) -> np.ndarray:
        return np.frombuffer(self._text, np.uint8)

    def _reduced(self, how: np.ufunc, of_bytes: np.ndarray, kind: np.dtype) -> np.ndarray:
        """What is said of each term's bytes put together; no term is empty but perhaps the first."""
        starts = self._bounds[:-1].astype(np.intp)
        is_empty = starts == self._bounds[1:]
        made = np.zeros(self._size, kind)
        made[~is_empty] = how.reduceat(of_bytes, starts[~is_empty], dtype=kind) if (~is_empty).any() else 0
        return made

    def _from(self, place: int) -> Iterator[bytes]:
        text = self._text
        start, count = place, 16  # few terms begin as one word does
        while start < self._size:
            bounds: list[int] = self._bounds[start : start + count + 1].tolist()
            for at, end in zip(bounds, bounds[1:], strict=False):
                yield text[at:end]
            start, count = start + count, min(2 * count, 1024)

    def _read_heads(self) -> np.ndarray:
        """The first eight bytes of each term as a number (uint64), so that terms rise as numbers do."""
        starts = self._bounds[:-1].astype(np.int64)
        lengths = np.diff(self._bounds.astype(np.int64))
        letters = np.frombuffer(self._text + b"\0" * 8, np.uint8)
        heads = np.zeros(self._size, np.uint64)
        for number in range(8):
            heads = heads << np.uint64(8) | np.where(lengths > number, letters[starts + number], 0).astype(np.uint64)
        return heads


def _first_byte(word: str, place: int) -> int:
    """The first byte of the letter at a place; 256, which no byte is, where there is none."""
    return word[place : place + 1].encode("utf-8", "replace")[0] if len(word) > place else 256
