"""Terms on their way into Whoosh's files, also in order from segments that are merged."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import md5
from heapq import merge
from itertools import groupby
from operator import itemgetter, sub
from pickle import dumps

import numpy as np
from whoosh.codec.whoosh3 import COMPRESSION_MIN_SIZE, WHOOSH3_HEADER_MAGIC, W3FieldWriter, W3TermInfo
from whoosh.filedb.filetables import OrderedHashWriter
from whoosh.system import pack_int, pack_long, pack_ushort
from whoosh.util.numeric import length_to_byte

from bookwheel.indexes.keyword.batch_terms import Entry
from bookwheel.indexes.keyword.postings import Segment

ASKED_EVERY = 512
"""Terms that are written between two questions whether to go on."""

BLOCK = 1024
"""Postings in a block; Whoosh's own writer takes 128, its readers take any."""

MOST_ALONE = 50_000
"""Values of terms that stand once that are kept: many stand in the same section."""

WRITTEN_AT_ONCE = 4096
"""Terms, or blocks of postings, that are written in one go."""


def merged_entries(
    segments: Sequence[Segment], numbers: Sequence[np.ndarray]
) -> Iterator[tuple[str, bytes, list[int], list[float]]]:
    """Fields and terms in order with the postings that all of the segments have, under the documents' new numbers.

    `numbers` has the new number of each document by segment, -1 for those that are left out. No more than a term's
    postings are in memory at once.
    """
    streams = (_numbered(segment, place) for place, segment in enumerate(segments))
    for (name, term), entries in groupby(merge(*streams), key=itemgetter(0, 1)):
        documents: list[int] = []
        weights: list[float] = []
        for _, _, place, ids, counts in entries:
            if isinstance(ids, np.ndarray) and isinstance(counts, np.ndarray):
                new = numbers[place][ids]
                is_kept = new >= 0
                if not is_kept.all():
                    new, counts = new[is_kept], counts[is_kept]
                documents += new.tolist()
                weights += counts.tolist()
            else:
                new = numbers[place].item(ids[0])
                if new >= 0:
                    documents.append(new)
                    weights.append(counts[0])
        if documents:
            yield name, term, documents, weights


def _numbered(
    segment: Segment, place: int
) -> Iterator[tuple[str, bytes, int, Sequence[int] | np.ndarray, Sequence[float] | np.ndarray]]:
    return ((name, term, place, ids, counts) for name, term, ids, counts in segment.entries())


def write_terms(
    writer: W3FieldWriter, entries: Iterable[Entry], bounds: tuple[int, int], ask: Callable[[], None]
) -> None:
    """Write a field's terms.

    A term of one document stands in the term index itself, as Whoosh has it. `bounds` are the least and the greatest
    length of the field: true bounds for every block, though not the tightest.
    """
    file = writer._postfile
    head = pack_ushort(writer._fieldid)
    shortest, longest = length_to_byte(bounds[0]), length_to_byte(bounds[1])
    pack = W3TermInfo._struct.pack
    position = file.tell()
    found: list[tuple[bytes, bytes]] = []
    blocks: list[bytes] = []
    alone_of: dict[tuple[int, float], bytes] = {}
    for count, (term, documents, weights) in enumerate(entries):
        if len(documents) == 1:
            document, weight = documents[0], weights[0]
            alone = alone_of.get((document, weight))
            if alone is None:
                info = pack(1, weight, 1, shortest, longest, weight, document, document)
                alone = alone_of[document, weight] = info + dumps(((document,), (weight,), (b"",)), 2)
            found.append((head + term, alone))
        else:
            info = pack(0, sum(weights), len(documents), shortest, longest, max(weights), documents[0], documents[-1])
            block = _blocks(documents, weights, shortest, longest)
            blocks.append(block)
            found.append((head + term, info + pack_long(position) + pack_int(len(block))))
            position += len(block)
        if count % ASKED_EVERY == 0:
            ask()
        if len(found) >= WRITTEN_AT_ONCE:
            file.write(b"".join(blocks))
            _add(writer._tindex, found)
            found, blocks = [], []
            if len(alone_of) > MOST_ALONE:
                alone_of.clear()
    file.write(b"".join(blocks))
    _add(writer._tindex, found)


def _add(index: OrderedHashWriter, found: Sequence[tuple[bytes, bytes]]) -> None:
    """Add keys, in order, with their values to Whoosh's hash file: the same bytes that it writes one by one."""
    if not found:
        return
    file = index.dbfile
    position = file.tell()
    places, buckets = index.index, index.buckets
    written: list[bytes] = []
    for key, value in found:
        places.append(position)
        number = int.from_bytes(md5(key, usedforsecurity=False).digest()[-4:], "big")
        buckets[number & 255].append((number, position))
        written += (_LENGTHS(len(key), len(value)), key, value)
        position += 8 + len(key) + len(value)
    index.lastkey = found[-1][0]
    file.write(b"".join(written))


def _blocks(documents: Sequence[int], weights: Sequence[float], shortest: int, longest: int) -> bytes:
    written = [WHOOSH3_HEADER_MAGIC]
    for start in range(0, len(documents), BLOCK):
        ids = documents[start : start + BLOCK]
        some = weights[start : start + BLOCK]
        most = max(some)
        deltas = (ids[0], *map(sub, ids[1:], ids))
        level = most if most == min(some) else 0.0
        content = dumps((deltas, (None if level == 1.0 else level) if level else tuple(some), None), 2)
        compression = 0
        if len(content) >= COMPRESSION_MIN_SIZE:
            content, compression = zlib.compress(content, 1), 1
        header = dumps((len(ids), ids[-1], most, compression, shortest, longest), 2)
        length = len(header) + len(content)
        is_last = start + BLOCK >= len(documents)
        written += (_INT(-length if is_last else length), header, content)
    return b"".join(written)


_INT = struct.Struct("!i").pack
_LENGTHS = struct.Struct("!ii").pack
