"""Terms on their way into Whoosh's files, also in order from segments that are merged."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pickle import dumps

import numpy as np
from whoosh.codec.whoosh3 import COMPRESSION_MIN_SIZE, WHOOSH3_HEADER_MAGIC, W3FieldWriter
from whoosh.fields import Schema
from whoosh.filedb.structfile import StructFile
from whoosh.system import pack_ushort
from whoosh.util.numeric import length_to_byte

from bookwheel.indexes.keyword.batch_terms import FieldPostings
from bookwheel.indexes.keyword.postings import Segment
from bookwheel.indexes.keyword.term_index import TermIndex

BLOCK = 1024
"""Postings in a block; Whoosh's own writer takes 128, its readers take any."""

WRITTEN_AT_ONCE = 4096
"""Terms that are written in one go, between two questions whether to go on."""

POSTINGS_AT_ONCE = 200_000
"""Postings from which fewer terms are written in one go: Python's numbers of a million take 100 MB."""

FEW = 32
"""Postings of a part that go into a list rather than stay an array."""

_KINDS = (np.dtype(np.int64), np.dtype(np.float64))
"""Of document numbers and of weights."""

Part = tuple[Sequence[int] | np.ndarray, Sequence[float] | np.ndarray]
"""Document numbers, rising, and weights: what one segment has of a term in a field."""

Entry = tuple[bytes, Sequence[Part]]
"""A term with what the segments have of it, one after the other."""

_INFO = np.dtype(
    [
        ("is_alone", "u1"), ("weight", ">f4"), ("count", ">u4"), ("shortest", "u1"), ("longest", "u1"),
        ("most", ">f4"), ("first", ">u4"), ("last", ">u4"), ("offset", ">i8"), ("size", ">i4"),
    ]
)  # fmt: skip
"""What the term index has of a term (W3TermInfo), and where its blocks are, which a term that stands once has not."""

_EXTENT_BYTES = 12


def merged_entries(segments: Sequence[Segment], numbers: Sequence[np.ndarray]) -> Iterator[tuple[str, Entry]]:
    """Fields and terms in order with the postings that all of the segments have, under the documents' new numbers.

    `numbers` has the new number of each document by segment, -1 for those that are left out. No more than a term's
    postings are in memory at once.
    """
    streams = (_numbered(segment, place) for place, segment in enumerate(segments))
    for (name, term), entries in groupby(merge(*streams), key=itemgetter(0, 1)):
        parts: list[Part] = []
        for _, _, place, ids, counts in entries:
            if isinstance(ids, np.ndarray) and isinstance(counts, np.ndarray):
                new = numbers[place][ids]
                is_kept = new >= 0
                if is_kept.any():
                    parts.append((new, counts) if is_kept.all() else (new[is_kept], counts[is_kept]))
            elif (alone := numbers[place].item(ids[0])) >= 0:
                parts.append(((alone,), counts))
        if parts:
            yield name, (term, parts)


def _numbered(
    segment: Segment, place: int
) -> Iterator[tuple[str, bytes, int, Sequence[int] | np.ndarray, Sequence[float] | np.ndarray]]:
    return ((name, term, place, ids, counts) for name, term, ids, counts in segment.entries())


def gather(entries: Iterable[Entry]) -> Iterator[FieldPostings]:
    """Terms of one field, in order, some thousands at a time, and not many more postings than `POSTINGS_AT_ONCE`."""
    gathered = _Gathered()
    for term, parts in entries:
        gathered.add(term, parts)
        if len(gathered.terms) == WRITTEN_AT_ONCE or gathered.size >= POSTINGS_AT_ONCE:
            yield gathered.postings()
            gathered = _Gathered()
    if gathered.terms:
        yield gathered.postings()


class _Gathered:
    """Terms on their way into arrays: what stands alone waits in lists, for an array of each would take its time."""

    def __init__(self) -> None:
        self.terms, self._ends, self.size = list[bytes](), list[int](), 0
        self._alone: tuple[list[float], list[float]] = ([], [])
        self._arrays: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])

    def add(self, term: bytes, parts: Sequence[Part]) -> None:
        """Go on with a term."""
        for part in parts:
            is_long = len(part[0]) > FEW
            if is_long:
                self._take_alone()
            for numbers, alone, arrays in zip(part, self._alone, self._arrays, strict=True):
                if is_long:
                    arrays.append(np.asarray(numbers))
                else:
                    alone.extend(numbers.tolist() if isinstance(numbers, np.ndarray) else numbers)
            self.size += len(part[0])
        self.terms.append(term)
        self._ends.append(self.size)

    def postings(self) -> FieldPostings:
        """All of them."""
        self._take_alone()
        documents, weights = (
            np.concatenate(arrays, dtype=kind) for arrays, kind in zip(self._arrays, _KINDS, strict=True)
        )
        return FieldPostings(self.terms, np.array(self._ends, np.int64), documents, weights)

    def _take_alone(self) -> None:
        for alone, arrays, kind in zip(self._alone, self._arrays, _KINDS, strict=True):
            if alone:
                arrays.append(np.array(alone, kind))
                alone.clear()


def write_fields(
    writer: W3FieldWriter,
    schema: Schema,
    fields: Iterable[tuple[str, Iterable[FieldPostings]]],
    bounds: Mapping[str, tuple[int, int]],
    ask: Callable[[], None] = lambda: None,
) -> None:
    """Write all terms of a segment and close the writer; the fields come in Whoosh's order.

    `ask` is called now and then, and raises to end it; `bounds` are those of each field as in `write_terms`.
    """
    index = TermIndex(writer._tindex)
    writer._tindex = index  # pyright: ignore[reportAttributeAccessIssue] - it is asked to close, no more
    for name, batches in fields:
        writer.start_field(name, schema[name])
        write_terms(writer, batches, bounds.get(name, (0, 0)), ask)
        writer.finish_field()
    writer.close()


def write_terms(
    writer: W3FieldWriter, batches: Iterable[FieldPostings], bounds: tuple[int, int], ask: Callable[[], None]
) -> None:
    """Write a field's terms, which come in order; `ask` is called now and then, and raises to end it.

    A term of one document stands in the term index itself, as Whoosh has it. `bounds` are the least and the greatest
    length of the field: true bounds for every block, though not the tightest.
    """
    shortest, longest = length_to_byte(bounds[0]), length_to_byte(bounds[1])
    head = pack_ushort(writer._fieldid)
    for batch in batches:
        for first in range(0, len(batch.terms), WRITTEN_AT_ONCE):
            ask()
            some = batch.part(first, first + WRITTEN_AT_ONCE)
            writer._tindex.add([head + term for term in some.terms], _write(writer._postfile, some, shortest, longest))


def _write(file: StructFile, some: FieldPostings, shortest: int, longest: int) -> list[bytes]:
    """Write the blocks of terms; what the term index has of each term."""
    starts, counts = some.ends - some.counts, some.counts
    firsts, weights = some.documents[starts], some.weights
    is_alone = counts == 1
    rows = np.empty(len(some.terms), _INFO)
    rows["is_alone"], rows["count"], rows["shortest"], rows["longest"] = is_alone, counts, shortest, longest
    rows["weight"], rows["most"] = np.add.reduceat(weights, starts), np.maximum.reduceat(weights, starts)
    rows["first"], rows["last"] = firsts, some.documents[some.ends - 1]
    blocks = _blocks(some, starts[~is_alone], counts[~is_alone], shortest, longest)
    sizes = np.fromiter(map(len, blocks), np.int64, len(blocks))
    rows["offset"][~is_alone] = np.cumsum(sizes) - sizes + file.tell()
    rows["size"][~is_alone] = sizes
    file.write(b"".join(blocks))
    packed, step = rows.tobytes(), _INFO.itemsize
    values = [packed[at : at + step] for at in range(0, len(packed), step)]
    alone = zip(
        np.flatnonzero(is_alone).tolist(), firsts[is_alone].tolist(), weights[starts[is_alone]].tolist(), strict=True
    )
    for at, document, weight in alone:
        values[at] = values[at][:-_EXTENT_BYTES] + dumps(((document,), (weight,), (b"",)), 2)
    return values


def _blocks(some: FieldPostings, starts: np.ndarray, counts: np.ndarray, shortest: int, longest: int) -> list[bytes]:
    """The blocks of each of some terms, of which there are the postings from `starts`, so many each."""
    if not len(starts):
        return []
    of_term = -(-counts // BLOCK)
    ends = np.cumsum(of_term)
    firsts = np.repeat(starts, of_term) + BLOCK * (np.arange(ends[-1]) - np.repeat(ends - of_term, of_term))
    lasts = np.minimum(firsts + BLOCK, np.repeat(starts + counts, of_term))
    steps = np.diff(some.documents, prepend=0)
    steps[firsts] = some.documents[firsts]
    deltas, weights = tuple(steps.tolist()), tuple(some.weights.tolist())
    bounds = np.stack([firsts, lasts], 1).ravel()
    most, least = (how.reduceat(np.append(some.weights, 0.0), bounds)[::2] for how in (np.maximum, np.minimum))
    levels = np.where(most == least, most, 0.0)
    closing = np.zeros(len(firsts), np.bool_)
    closing[ends - 1] = True
    columns = (firsts, lasts, some.documents[lasts - 1], most, levels, closing)
    written: list[bytes] = []
    blocks: list[bytes] = [WHOOSH3_HEADER_MAGIC]
    for first, end, last, heaviest, level, is_last in zip(*(column.tolist() for column in columns), strict=True):
        content = dumps(
            (deltas[first:end], (None if level == 1.0 else level) if level else weights[first:end], None), 2
        )
        compression = 0
        if len(content) >= COMPRESSION_MIN_SIZE:
            content, compression = zlib.compress(content, 1), 1
        header = dumps((end - first, last, heaviest, compression, shortest, longest), 2)
        length = len(header) + len(content)
        blocks += (_INT(-length if is_last else length), header, content)
        if is_last:
            written.append(b"".join(blocks))
            blocks = [WHOOSH3_HEADER_MAGIC]
    return written


_INT = struct.Struct("!i").pack
