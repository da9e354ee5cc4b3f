"""A leaner way into Whoosh's own files: postings gathered by term and written in whole blocks.

Whoosh's writer sorts one tuple a posting and looks each posting's field length up; half of a commit goes there. This
one keeps a list a term and writes the same bytes (W3 codec of whoosh3 3.54): every reader of Whoosh reads them.
"""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

import contextlib
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from pickle import dumps

import numpy as np
from whoosh.codec.whoosh3 import COMPRESSION_MIN_SIZE, WHOOSH3_HEADER_MAGIC, W3FieldWriter, W3TermInfo
from whoosh.index import FileIndex
from whoosh.system import pack_int, pack_long, pack_ushort
from whoosh.util.numeric import length_to_byte
from whoosh.writing import SegmentWriter

from bookwheel.indexes.keyword.postings import VOCABULARY, Segment
from bookwheel.indexes.keyword.schema import FIELDS, KEYS

ASKED_EVERY = 512
"""Terms that are merged between two questions whether to go on."""

BLOCK = 1024
"""Postings in a block; Whoosh's own writer takes 128, its readers take any."""

Counted = tuple[Mapping[bytes, float], int]
"""The terms of a field with their weights, and its length in words."""


class Interrupted(Exception):
    """A merge that is no longer wanted; nothing has changed."""


class LeanWriter(SegmentWriter):
    """Whoosh's segment writer with our own way of gathering and writing postings."""

    def __init__(
        self,
        index: FileIndex,
        limit_mb: int = 256,
        timeout_s: float = 5.0,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Write to `index`; `is_wanted` is asked now and then while segments are merged."""
        try:
            super().__init__(index, limitmb=limit_mb, timeout=timeout_s)
        except OSError:  # it holds the lock already, and would until it is collected
            if self.writelock is not None and self.writelock.fd is not None:
                self.writelock.release()
            raise
        self._gathered: dict[str, dict[bytes, list[float]]] = {name: {} for name in FIELDS}
        self._bounds = {name: [1 << 30, 0] for name in FIELDS}
        self._is_wanted = is_wanted

    def add_counted(self, key: int, counted: Mapping[str, Counted]) -> None:
        """Add one section: its key and the counted terms of its fields."""
        document = self._start(key, {name: length for name, (_, length) in counted.items()})
        for name, (terms, _) in counted.items():
            gathered = self._gathered[name]
            for term, weight in terms.items():
                known = gathered.get(term)
                if known is None:
                    gathered[term] = [document, weight]
                else:
                    known += (document, weight)

    def add_segment(self, segment: Segment, is_gone: np.ndarray) -> None:
        """Take over what still lives in a segment, renumbered."""
        living = np.flatnonzero(~is_gone)
        renumbered = np.full(segment.size, -1, np.int64)
        renumbered[living] = np.arange(len(living)) + self.docnum
        lengths = {name: segment.lengths(name) for name in FIELDS}
        for document in living.tolist():
            self._start(
                int(segment.keys[document]),
                {name: int(lengths[name][document]) for name in FIELDS if lengths[name][document]},
            )
        numbers = renumbered.tolist()
        for count, (name, term, documents, weights) in enumerate(segment.entries()):
            self._ask(count)
            gathered = self._gathered[name]
            known = gathered.get(term)
            if known is None:
                known = gathered[term] = []
            for document, weight in zip(documents, weights, strict=True):
                if numbers[document] >= 0:
                    known += (numbers[document], weight)
            if not known:
                del gathered[term]

    def _start(self, key: int, lengths: Mapping[str, int]) -> int:
        document = self.docnum
        writer = self.perdocwriter
        writer.start_doc(document)
        for name, length in lengths.items():
            writer.add_field(name, self.schema[name], None, length)
            bounds = self._bounds[name]
            bounds[0], bounds[1] = min(bounds[0], length), max(bounds[1], length)
        writer.add_column_value("key", KEYS, key)
        writer.finish_doc()
        self.docnum = document + 1
        self._added = True
        return document

    def _flush_segment(self) -> None:
        self.perdocwriter.close()
        for name in sorted(FIELDS):
            self.fieldwriter.start_field(name, self.schema[name])
            write_terms(self.fieldwriter, self._gathered[name], self._bounds[name], self._ask)
            self.fieldwriter.finish_field()
        self.fieldwriter.close()
        self._write_vocabulary()
        self._gathered.clear()

    def _write_vocabulary(self) -> None:
        """Which fields have each term, in a file of its own: most terms that are asked for stand in one or none."""
        fields_of: dict[bytes, int] = {}
        for number, name in enumerate(FIELDS):
            for term in self._gathered[name]:
                fields_of[term] = fields_of.get(term, 0) | 1 << number
        with self.newsegment.create_file(self.storage, VOCABULARY) as file:
            file.write(dumps(fields_of, 4))

    def _cleanup_on_error(self) -> None:
        # Whoosh leaves its half-written files open, and in the folder until the next commit.
        for part in (self.perdocwriter, self.fieldwriter):
            if not part.is_closed:
                with contextlib.suppress(Exception):
                    part.close()
        super()._cleanup_on_error()
        for name in self.newsegment.list_files(self.storage):
            with contextlib.suppress(OSError):
                self.storage.delete_file(name)

    def _ask(self, count: int) -> None:
        if count % ASKED_EVERY == 0 and not self._is_wanted():
            raise Interrupted


def write_terms(
    writer: W3FieldWriter, gathered: Mapping[bytes, Sequence[float]], bounds: Sequence[int], ask: Callable[[int], None]
) -> None:
    """Write a field's terms in order; each has document numbers and weights by turns, documents rising.

    A term of one document stands in the term index itself, as Whoosh has it. `bounds` are the least and the greatest
    length of the field: true bounds for every block, though not the tightest.
    """
    file = writer._postfile
    add = writer._tindex.add
    head = pack_ushort(writer._fieldid)
    shortest, longest = length_to_byte(bounds[0]), length_to_byte(bounds[1])
    pack = W3TermInfo._struct.pack
    position = file.tell()
    for count, term in enumerate(sorted(gathered)):
        ask(count)
        pairs = gathered[term]
        if len(pairs) == 2:
            document, weight = int(pairs[0]), pairs[1]
            info = pack(1, weight, 1, shortest, longest, weight, document, document)
            add(head + term, info + dumps(((document,), (weight,), (b"",)), 2))
            continue
        documents = [int(key) for key in pairs[::2]]
        weights = pairs[1::2]
        info = pack(0, sum(weights), len(documents), shortest, longest, max(weights), documents[0], documents[-1])
        block = _blocks(documents, weights, shortest, longest)
        file.write(block)
        add(head + term, info + pack_long(position) + pack_int(len(block)))
        position += len(block)


def _blocks(documents: Sequence[int], weights: Sequence[float], shortest: int, longest: int) -> bytes:
    written = [WHOOSH3_HEADER_MAGIC]
    for start in range(0, len(documents), BLOCK):
        ids = documents[start : start + BLOCK]
        some = weights[start : start + BLOCK]
        most = max(some)
        deltas = (ids[0], *(b - a for a, b in zip(ids, ids[1:], strict=False)))
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
