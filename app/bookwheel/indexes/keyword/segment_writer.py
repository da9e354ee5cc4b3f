"""A leaner way into Whoosh's own files: postings gathered by term and written in whole blocks.

Whoosh's writer sorts one tuple a posting and looks each posting's field length up; half of a commit goes there. This
one has them sorted by NumPy and writes the same bytes (W3 codec of whoosh3 3.54): every reader of Whoosh reads them.
"""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np
from whoosh.codec.whoosh3 import W3Segment
from whoosh.index import FileIndex
from whoosh.writing import SegmentWriter

from bookwheel.indexes.keyword import vocabulary
from bookwheel.indexes.keyword.batch_terms import Counted, FieldPostings
from bookwheel.indexes.keyword.detached_segment import MadeSegment, taken_in
from bookwheel.indexes.keyword.postings import VOCABULARY, Segment
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.segment_columns import Columns, renumbered
from bookwheel.indexes.keyword.segment_terms import Entry, gather, merged_entries, write_fields


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
        self._counted: Counted | None = None
        self._columns = Columns()
        self._merging: list[tuple[Segment, np.ndarray]] = []
        self._fields_of: dict[bytes, int] = {}
        self._is_wanted = is_wanted
        self._made: tuple[MadeSegment, ...] = ()

    def take_sections(self, keys: Sequence[int], counted: Counted) -> None:
        """Add sections by their keys, with their terms; nothing else is added."""
        self._counted = counted
        self._columns.add(keys, counted.words)
        self.docnum = len(keys)
        self._added = self.docnum > 0

    def take_made(self, made: Sequence[MadeSegment]) -> None:
        """Let the index know segments that are made beside it; they are waited for when all else is written."""
        self._made = tuple(made)

    def take_segments(self, segments: Sequence[tuple[Segment, np.ndarray]]) -> None:
        """Take over what still lives in segments (each with which of its documents do not); nothing else is added.

        They are read when the new one is written.
        """
        for segment, is_gone in segments:
            self._ask()
            living = np.flatnonzero(~is_gone)
            self._columns.take(segment, living)
            self._merging.append((segment, living))
            self.docnum += len(living)
        self._added = self.docnum > 0

    def _flush_segment(self) -> None:
        self._columns.write(self.perdocwriter)
        self.perdocwriter.close()
        write_fields(self.fieldwriter, self.schema, self._batches(), self._columns.bounds, self._ask)
        with self.newsegment.create_file(self.storage, VOCABULARY) as file:
            file.write(vocabulary.pack(self._fields_of))
        self._counted = None
        self._fields_of = {}
        for segment, _ in self._merging:
            segment.close()

    def _commit_toc(self, segments: list[W3Segment]) -> None:
        super()._commit_toc([*segments, *map(taken_in, self._made)])

    def _batches(self) -> Iterator[tuple[str, Iterable[FieldPostings]]]:
        """The fields, in Whoosh's order, with their terms."""
        if self._counted is not None:
            self._fields_of = self._counted.fields_of()
            yield from self._counted.fields()
            return
        segments = [segment for segment, _ in self._merging]
        numbers = renumbered([living for _, living in self._merging], [segment.size for segment in segments])
        for name, entries in groupby(merged_entries(segments, numbers), key=itemgetter(0)):
            yield name, gather(self._noted(1 << FIELDS.index(name), (entry for _, entry in entries)))

    def _noted(self, bit: int, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The same terms, noted in the vocabulary: most that are asked for stand in one field or none."""
        fields_of = self._fields_of
        for entry in entries:
            fields_of[entry[0]] = fields_of.get(entry[0], 0) | bit
            yield entry

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

    def _ask(self) -> None:
        if not self._is_wanted():
            raise Interrupted
