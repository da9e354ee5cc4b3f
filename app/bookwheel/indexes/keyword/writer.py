"""The one writer of the index: whole revisions, one commit each."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from pathlib import Path

import numpy as np
from whoosh.codec.whoosh3 import W3Segment
from whoosh.filedb.filestore import FileStorage
from whoosh.index import EmptyIndexError, FileIndex
from whoosh.reading import SegmentReader

from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.keyword.batch_terms import Counted
from bookwheel.indexes.keyword.damage import DAMAGE, damaged
from bookwheel.indexes.keyword.detached_segment import MadeSegment
from bookwheel.indexes.keyword.postings import Segment, new_cache
from bookwheel.indexes.keyword.row_counter import RowCounter
from bookwheel.indexes.keyword.schema import ANALYSIS, KeywordRow, StampedSchema, new_schema
from bookwheel.indexes.keyword.segment_writer import Interrupted, LeanWriter
from bookwheel.indexes.keyword.term_counts import TermCounts, merge, reorder

LARGEST_SEGMENT = 1_000_000
"""Sections that a merge puts together at most: a question looks for every form of its words in every segment.

Of 460,000 sections in 20 segments, the largest of 99,000, a question by words took 23 ms of a processor, and 12 in one.
"""

BRIEF_SEGMENT = 100_000
"""The same of a merge that takes no more than about ten seconds of a processor."""

PATIENCE = 64
"""Commits for which merges are brief after one was cut short: each begins anew, and a long one might never end."""

HOLES = 0.2
"""Share of a segment's sections that may be deleted before it is worth writing anew."""

REACH = 3.0
"""How many times larger than all smaller ones together a segment may be to be merged with them."""

MergePolicy = Callable[[LeanWriter, list[W3Segment]], list[W3Segment]]
"""Whoosh's: what is left of the segments after some went into the writer."""


@dataclass(frozen=True, slots=True)
class CountedSections:
    """Keys of sections, in the order in which their terms were counted."""

    keys: Sequence[int]
    counts: TermCounts


class KeywordWriter:
    """Writes sections under their keys, one commit a revision; use from one thread of one process alone.

    Raises:
        IndexDamaged: when the index cannot be read or is of another making; delete its folder and build it again.
    """

    def __init__(self, folder: Path, *, is_stamp: bool = False) -> None:
        """Open an index, or make one; with `is_stamp` one that holds no words and tells its revision alone."""
        self._folder = folder
        folder.mkdir(exist_ok=True)
        self._storage = FileStorage(str(folder))
        self._counter = RowCounter()
        self._keys: dict[str, np.ndarray] = {}
        self._patience = 0
        try:
            try:
                self._index = FileIndex(self._storage)
            except EmptyIndexError:
                self._index = FileIndex.create(self._storage, new_schema(is_stamp=is_stamp))
                self._index._schema = None
            toc = self._index._read_toc()
            self._check(toc.schema)
            self._revision: int = toc.schema.revision
            self.is_stamp: bool = toc.schema.is_stamp
            self._learn_keys(toc.schema, toc.segments)
        except DAMAGE as error:
            raise damaged(error) from error

    @property
    def revision(self) -> int:
        """The revision that the index has reached; 0 when it is new."""
        return self._revision

    @property
    def has_holes(self) -> bool:
        """Whether so much of a segment is deleted that it is worth writing anew."""
        return self._has_holes

    def keys(self) -> list[int]:
        """The keys of all sections in the files, also of those that are deleted."""
        return list(chain.from_iterable(keys.tolist() for keys in self._keys.values()))

    def apply(
        self,
        revision: int,
        rows: Iterable[KeywordRow],
        dropped_keys: Iterable[int] = (),
        counted: Sequence[CountedSections] = (),
        made: Sequence[MadeSegment] = (),
    ) -> None:
        """Take rows in and drop keys in one commit, and stamp the revision; doing it again changes nothing.

        Sections whose terms are `counted` already are taken in besides, and so are segments that were `made` beside
        the index; they are none of the rows.

        Raises:
            NotMade: when a segment was not made; nothing has changed.
            IndexDamaged: when the index cannot be read.
        """
        if self.is_stamp:
            rows, dropped_keys, counted, made = (), (), (), ()
        last = {row.key: row for row in rows}
        new = chain.from_iterable(sections.keys for sections in (*counted, *made))
        doomed = np.array(sorted({*dropped_keys, *last, *new}), np.int64)
        try:
            writer = LeanWriter(self._index)
            try:
                if len(doomed):
                    for segment in writer.segments:
                        for number in np.flatnonzero(np.isin(self._keys[segment.segment_id()], doomed)).tolist():
                            segment.delete_document(number)
                writer.take_sections(*self._counted(last, counted))
                writer.take_made(made)
                self._commit(writer, revision, living)
                self._patience = max(0, self._patience - 1)
            except BaseException:
                if not writer.is_closed:
                    writer.cancel()
                raise
        except DAMAGE as error:
            raise damaged(error) from error

    def optimise(
        self,
        *,
        is_thorough: bool = False,
        is_brief: bool = False,
        reach: float = REACH,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Merge small segments when nobody waits; whether there was something to do.

        A small `reach` leaves merged segments alone and so costs less. Segments are put together up to a million
        sections, with `is_brief` up to 100,000; one with many deleted sections is written anew, and with `is_thorough`
        every one with any, so that no deleted word is left in a file. When `is_wanted` no longer holds, nothing changes
        and the answer is False; merges are brief then for a while.
        """
        most = BRIEF_SEGMENT if is_brief or self._patience else LARGEST_SEGMENT
        try:
            toc = self._index._read_toc()
            chosen = _worth_merging(toc.segments, reach, most)
            chosen |= _with_holes(toc.segments, 0.0) if is_thorough else _with_holes(toc.segments, HOLES, most)
            if not chosen:
                return False
            writer = LeanWriter(self._index, is_wanted=is_wanted)
            try:

                def merge(lean: LeanWriter, segments: list[W3Segment]) -> list[W3Segment]:
                    lean.take_segments(
                        [
                            (Segment(SegmentReader(lean.storage, lean.schema, one), new_cache()), deleted_mask(one))
                            for one in segments
                            if one.segment_id() in chosen
                        ]
                    )
                    return [segment for segment in living(lean, segments) if segment.segment_id() not in chosen]

                self._commit(writer, self._revision, merge)
            except BaseException:
                if not writer.is_closed:
                    writer.cancel()
                raise
            return True
        except Interrupted:
            self._patience = PATIENCE
            return False
        except DAMAGE as error:
            raise damaged(error) from error

    def close(self) -> None:
        """Let go of the index."""
        self._storage.close()

    def _commit(self, writer: LeanWriter, revision: int, merge: MergePolicy) -> None:
        writer.schema.revision = revision
        writer.commit(mergetype=merge)
        self._revision = revision
        toc = self._index._read_toc()
        self._learn_keys(toc.schema, toc.segments)

    def _learn_keys(self, schema: StampedSchema, segments: Sequence[W3Segment]) -> None:
        names = {segment.segment_id() for segment in segments}
        self._has_holes = any(_has_holes(segment, HOLES) for segment in segments)
        self._keys = {name: keys for name, keys in self._keys.items() if name in names}
        for segment in segments:
            if segment.segment_id() not in self._keys:
                opened = Segment(SegmentReader(self._storage, schema, segment), new_cache())
                self._keys[opened.name] = opened.keys
                opened.close()

    def _counted(self, rows: Mapping[int, KeywordRow], counted: Sequence[CountedSections]) -> tuple[list[int], Counted]:
        """The keys of sections and their terms; both ways together, the sections are in the order of their keys."""
        keys = [*rows, *chain.from_iterable(sections.keys for sections in counted)]
        own = [self._counter.count(list(rows.values()))] if rows else []
        counts = merge([*own, *(sections.counts for sections in counted)])
        if own and counted:
            counts = reorder(counts, np.argsort(np.array(keys, np.int64)))
            keys.sort()
        return keys, Counted(counts)

    def _check(self, schema: object) -> None:
        if not isinstance(schema, StampedSchema) or getattr(schema, "analysis", 0) != ANALYSIS:
            raise IndexDamaged(
                "The keyword index was built by another version of Bookwheel; it must be rebuilt.",
                next="bookwheel rebuild",
            )


def living(writer: LeanWriter, segments: list[W3Segment]) -> list[W3Segment]:
    """Whoosh's merge policy that merges nothing and forgets segments in which everything is deleted."""
    return [segment for segment in segments if segment.deleted_count() < segment.doc_count_all()]


def deleted_mask(segment: W3Segment) -> np.ndarray:
    """Which documents of a segment are deleted, by number."""
    is_gone = np.zeros(segment.doc_count_all(), bool)
    gone = list(segment.deleted_docs())
    if gone:
        is_gone[gone] = True
    return is_gone


def _worth_merging(segments: Sequence[W3Segment], reach: float, most: int) -> set[str]:
    """The smaller segments, `most` sections together, so that a large one is not rewritten for each saved file."""
    by_size = sorted(segments, key=lambda segment: segment.doc_count())
    together = list(accumulate(segment.doc_count() for segment in by_size))
    last = next(
        (
            place
            for place in range(len(by_size) - 1, 0, -1)
            if together[place] <= most and by_size[place].doc_count() <= reach * together[place - 1]
        ),
        -1,
    )
    return {segment.segment_id() for segment in by_size[: last + 1]}


def _with_holes(segments: Sequence[W3Segment], share: float, most: float = np.inf) -> set[str]:
    """The segments of which more than a share is deleted and no more than `most` sections are left."""
    holed = (segment for segment in segments if _has_holes(segment, share))
    return {segment.segment_id() for segment in holed if segment.doc_count() <= most}


def _has_holes(segment: W3Segment, share: float) -> bool:
    return segment.deleted_count() > share * segment.doc_count_all()
