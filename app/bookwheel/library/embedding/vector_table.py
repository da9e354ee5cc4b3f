"""A model's vectors in memory, and how near each section's are to a query's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.vectors import Rows
from bookwheel.library.embedding import nearest_rule, vector_codes
from bookwheel.library.embedding.nearest_rule import Way
from bookwheel.library.embedding.vector_codes import Codes

Keys = NDArray[np.int64]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Places = NDArray[np.int64]
"""Where sections stand in a table."""
Matrix = NDArray[np.floating[Any]]
"""float32 or float16."""

BLOCK = 4096
HALF_BLOCK = 512
"""Vectors of float16 that are widened at a time: they stay near the processor."""
_HALF = np.float32(2.0**112)
"""By how much the exponents of float32 and float16 are apart."""
GROWTH = 1.25
FEW = 4
"""Fewer than one in so many sections are scored by themselves."""


@dataclass(frozen=True, slots=True)
class VectorTable:
    """Vectors row by row, the rows of a section together; never changed, so that any thread may read.

    `matrix` (n, dimensions) unit vectors; `section_keys` (s,) in the order of their rows, which begin at `starts` (s,);
    `places_by_hash` gives the sections (as places in `section_keys`) of a chunk, perhaps of later tables too; `done`
    are all keys that need no embedding any more, with or without vectors.
    """

    matrix: Matrix
    section_keys: Keys
    starts: NDArray[np.int64]
    hashes: list[bytes]
    places_by_hash: dict[bytes, list[int]]
    done: Keys
    newest: int
    _sorted_keys: Keys
    _sorted_places: NDArray[np.int64]
    _room: Matrix
    _codes: Codes

    @classmethod
    def empty(cls, dimensions: int) -> VectorTable:
        """A table of no vectors."""
        keys, room = np.zeros(0, np.int64), np.zeros((0, dimensions), np.float32)
        return cls(room, keys, keys, [], {}, keys, 0, keys, keys, room, vector_codes.encode(room))

    @property
    def size(self) -> int:
        """How many vectors there are."""
        return len(self.matrix)

    @property
    def is_full(self) -> bool:
        """Whether the vectors are kept as float32, which are scored at once; else as float16, block by block."""
        return self.matrix.dtype == np.float32

    def grown(self, rows: Rows) -> VectorTable:
        """The table with more rows; this one stays as it is. Only the newest table may grow."""
        new = rows.section_keys
        is_first = np.ones(len(new), np.bool_)
        is_first[1:] = new[1:] != new[:-1]
        if len(new) and len(self.section_keys):
            is_first[0] = new[0] != self.section_keys[-1]
        section_keys = np.concatenate([self.section_keys, new[is_first]])
        place_of_row = np.cumsum(is_first) + len(self.section_keys) - 1
        for key, place in zip(rows.hashes, place_of_row.tolist(), strict=True):
            self.places_by_hash.setdefault(key, []).append(place)
        self.hashes.extend(rows.hashes)
        starts = np.concatenate([self.starts, np.flatnonzero(is_first) + self.size])
        size = self.size + len(new)
        room = _with_room(self._room, self.size, size)
        room[self.size : size] = rows.vectors
        codes = _with_codes(self._codes, self.size, room, size)
        order = np.argsort(section_keys, kind="stable")
        done = np.concatenate([self.done, new[is_first], rows.empty])
        return VectorTable(
            room[:size],
            section_keys,
            starts,
            self.hashes,
            self.places_by_hash,
            done,
            rows.newest,
            section_keys[order],
            order,
            room,
            codes,
        )

    def scores(self, vector: Floats, section_keys: Keys) -> tuple[Keys, Floats]:
        """Those of the sections that have vectors, in the order given, and the cosine of each one's nearest chunk."""
        places = self._places(section_keys)
        kept = places >= 0
        return section_keys[kept], self._scores_at(vector, places[kept])

    def each(self, vector: Floats, places: Places | None = None) -> tuple[Keys, Floats]:
        """The sections at some places, or all, and the cosine of each one's nearest chunk, in their order."""
        if places is None:
            return self.section_keys, self._best_from(vector, 0)
        return self.section_keys[places], self._scores_at(vector, places)

    def places_among(self, mask: Bools) -> Places:
        """The places (rising) of the sections that a mask by section key has."""
        is_known = self.section_keys < len(mask)
        return np.flatnonzero(is_known & mask[np.where(is_known, self.section_keys, 0)])

    def rows_at(self, places: Places) -> int:
        """How many vectors the sections at some places have."""
        return int(self._counts()[places].sum())

    def _scores_at(self, vector: Floats, places: Places) -> Floats:
        if not len(places):
            return np.zeros(0, np.float32)
        if len(places) * FEW >= len(self.section_keys):
            return self._best_from(vector, 0)[places]
        rows, begins = self._rows_at(places)
        parts = [_cosines(self.matrix[rows[at : at + BLOCK]], vector) for at in range(0, len(rows), BLOCK)]
        return np.maximum.reduceat(np.concatenate(parts), begins)

    def rows_of(self, section_keys: Keys) -> Floats:
        """The vectors (n, dimensions) of some sections, float32."""
        places = self._places(section_keys)
        return self.matrix[self._rows_at(places[places >= 0])[0]].astype(np.float32)

    def _rows_at(self, places: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows of the sections at some places, one section after the other, and where each one's begin."""
        starts, counts = self.starts[places], self._counts()[places]
        begins = np.cumsum(counts) - counts
        return np.repeat(starts - begins, counts) + np.arange(int(counts.sum())), begins

    def likely(self, vector: Floats, count: int, places: Places | None = None) -> tuple[Keys, Floats]:
        """Likely the nearest sections, of all or of those at some places, and their cosines, best first: by codes."""
        among = None
        if places is not None:
            is_asked = np.zeros(len(self.section_keys), np.bool_)
            is_asked[places] = True
            among = np.repeat(is_asked, self._counts())
        return self._likely_best(vector, count, 0, nearest_rule.count_compared(self.size, count), among)

    def _counts(self) -> NDArray[np.int64]:
        """How many vectors each section has."""
        return np.diff(self.starts, append=self.size)

    def best(self, vector: Floats, count: int, *, after_row: int = 0) -> tuple[Keys, Floats]:
        """The nearest sections and their cosines, best first; only those with rows from `after_row` on."""
        first = int(np.searchsorted(self.starts, after_row)) if after_row else 0
        begin = int(self.starts[first]) if first < len(self.starts) else self.size
        left = self.size - begin
        if nearest_rule.choose(left, left, count, is_full=self.is_full, has_chroma=False) is Way.CODES:
            return self._likely_best(vector, count, begin, nearest_rule.count_compared(left, count))
        cosines = self._best_from(vector, first)
        top = np.argpartition(-cosines, count)[:count] if len(cosines) > count else np.arange(len(cosines))
        top = top[np.argsort(-cosines[top], kind="stable")]
        return self.section_keys[first:][top], cosines[top]

    def _likely_best(
        self, vector: Floats, count: int, begin: int, compared: int, among: Bools | None = None
    ) -> tuple[Keys, Floats]:
        """As `best`, of the rows from `begin` on (of those `among` them) whose codes are nearest."""
        rows = begin + vector_codes.likely_rows(self._codes[:, begin : self.size], vector, compared, among)
        cosines = _cosines(self.matrix[rows], vector)
        places = np.searchsorted(self.starts, rows, "right") - 1
        firsts = np.flatnonzero(np.diff(places, prepend=-1))
        places, cosines = places[firsts], np.maximum.reduceat(cosines, firsts)
        top = np.argsort(-cosines, kind="stable")[:count]
        return self.section_keys[places[top]], cosines[top]

    def sections_of(self, hashes: Sequence[bytes], cosines: Floats) -> tuple[Keys, Floats]:
        """The sections that have some of the chunks, each with the cosine of the first, in that order."""
        known = len(self.section_keys)
        best: dict[int, float] = {}
        for key, cosine in zip(hashes, cosines.tolist(), strict=True):
            for place in self.places_by_hash.get(key, ()):
                if place < known and place not in best:
                    best[place] = cosine
        places = np.fromiter(best, np.int64, len(best))
        return self.section_keys[places], np.fromiter(best.values(), np.float32, len(best))

    def _places(self, section_keys: Keys) -> NDArray[np.int64]:
        if not len(self._sorted_keys):
            return np.full(len(section_keys), -1, np.int64)
        at = np.minimum(np.searchsorted(self._sorted_keys, section_keys), len(self._sorted_keys) - 1)
        return np.where(self._sorted_keys[at] == section_keys, self._sorted_places[at], -1)

    def _best_from(self, vector: Floats, first: int) -> Floats:
        """The cosine of the nearest chunk of each section from a place on."""
        if first >= len(self.section_keys):
            return np.zeros(0, np.float32)
        begin = int(self.starts[first])
        rows = self.matrix[begin:]
        cosines = _cosines(rows, vector)
        return np.maximum.reduceat(cosines, self.starts[first:] - begin)


def _cosines(rows: Matrix, vector: Floats) -> Floats:
    # einsum stays on this thread (0.3 ms for 8,000 vectors): the threads of BLAS wait for each other when the embedder
    # has the other processor, 15 ms instead of .1.
    if rows.dtype == np.float32:
        return np.einsum("ij,j->i", rows, vector)
    cosines = np.empty(len(rows), np.float32)
    scaled = vector * _HALF
    for at in range(0, len(rows), HALF_BLOCK):
        part = slice(at, at + HALF_BLOCK)
        np.einsum("ij,j->i", _widened(rows[part]), scaled, out=cosines[part])
    return cosines


def _widened(halves: Matrix) -> Floats:
    """Finite float16 as float32, each divided by 2 to the 112th: the same bits at their places in a longer number.

    NumPy's own way takes 55 ms for 100,000 vectors with all that follows, this one 22.
    """
    bits = np.ascontiguousarray(halves).view(np.uint16).astype(np.uint32)
    signs = bits & 0x8000
    bits &= 0x7FFF
    bits <<= 13
    signs <<= 16
    bits |= signs
    return bits.view(np.float32)


def _with_room(room: Matrix, used: int, size: int) -> Matrix:
    dimensions = room.shape[1]
    if size <= len(room):
        return room
    capacity = size if not used else max(size, int(used * GROWTH))
    most_full = nearest_rule.MOST_FULL_BYTES // (4 * dimensions)
    if size <= most_full:
        capacity = min(capacity, most_full)  # room alone must not make them float16
    kind = np.float32 if nearest_rule.keeps_full(capacity, dimensions) else np.float16
    larger = np.empty((capacity, dimensions), kind)
    larger[:used] = room[:used]
    return larger


def _with_codes(codes: Codes, used: int, room: Matrix, size: int) -> Codes:
    """The codes of the first `size` vectors in the room, of which `used` have theirs; none while all are float32."""
    if room.dtype == np.float32:
        return codes
    if codes.shape[1] == len(room):
        codes[:, used:size] = vector_codes.encode(room[used:size])
        return codes
    known = min(used, codes.shape[1])
    larger = np.zeros((len(codes), len(room)), np.uint64)
    larger[:, :known] = codes[:, :known]
    larger[:, known:size] = vector_codes.encode(room[known:size])
    return larger
