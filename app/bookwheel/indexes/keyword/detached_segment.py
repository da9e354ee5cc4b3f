"""A segment of counted sections that another process than the index's own writer makes, beside the index.

The index does not know its files until its writer takes them in; those that it never takes in go with its next commit.
"""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from whoosh.codec import default_codec
from whoosh.codec.whoosh3 import W3Segment
from whoosh.filedb.filestore import FileStorage
from whoosh.index import _DEF_INDEX_NAME

from bookwheel.indexes.keyword import vocabulary
from bookwheel.indexes.keyword.batch_terms import Counted
from bookwheel.indexes.keyword.postings import VOCABULARY
from bookwheel.indexes.keyword.schema import new_schema
from bookwheel.indexes.keyword.segment_columns import Columns
from bookwheel.indexes.keyword.segment_terms import write_fields
from bookwheel.indexes.keyword.term_counts import TermCounts


class NotMade(Exception):
    """A segment could not be made; its sections are to be taken in otherwise."""


@dataclass(frozen=True, slots=True)
class MadeSegment:
    """A segment that is made beside the index: the keys of its sections, in their order, and its name.

    `name` waits for whoever makes it, and raises NotMade.
    """

    keys: Sequence[int]
    name: Callable[[], str]


class DetachedSegment:
    """A segment in the making: its terms first, then the keys of its sections, which may be known later."""

    def __init__(self, folder: Path, counts: TermCounts) -> None:
        """Write the terms beside the index in `folder`."""
        codec, self._storage = default_codec(), _Storage(str(folder))
        self._segment: W3Segment = codec.new_segment(self._storage, _DEF_INDEX_NAME)
        self.sections = counts.sections
        self._columns = Columns()
        self._columns.add(range(counts.sections), counts.words)
        counted = Counted(counts)
        writer = codec.field_writer(self._storage, self._segment)
        write_fields(writer, new_schema(), counted.fields(), self._columns.bounds)
        with self._segment.create_file(self._storage, VOCABULARY) as file:
            file.write(vocabulary.pack(counted.fields_of()))

    def finish(self, keys: Sequence[int]) -> str:
        """Write the sections' keys, and make one file of all; the segment's name."""
        self._columns.keys = list(keys)
        writer = self._segment.codec().per_document_writer(self._storage, self._segment)
        self._columns.write(writer)
        writer.close()
        self._storage.temp_storage().destroy()
        self._segment.create_compound_file(self._storage)
        return self._segment.segid


class _Storage(FileStorage):
    """The index's folder, with a folder for what is in the making that the index's own writer does not empty."""

    def temp_storage(self, name: str | None = None) -> FileStorage:
        return super().temp_storage(_DEF_INDEX_NAME + ".child")


def taken_in(made: MadeSegment) -> W3Segment:
    """Return the segment as the index knows it from its next commit on.

    Raises:
        NotMade: when there is none.
    """
    segment = W3Segment(default_codec(), _DEF_INDEX_NAME, doccount=len(made.keys), segid=made.name())
    segment.compound = True
    return segment
