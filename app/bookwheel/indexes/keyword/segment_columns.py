"""What a segment keeps by document number: the sections' keys and the lengths of their fields."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from whoosh.codec.whoosh3 import LENGTHS_COLUMN, W3PerDocWriter

from bookwheel.indexes.keyword.postings import Segment, bytes_of, words_of
from bookwheel.indexes.keyword.schema import FIELDS, KEYS


@dataclass(slots=True)
class Columns:
    """Columns in the making; `lengths` has a byte for each document by field, `words` the sum of all lengths."""

    keys: list[int] = field(default_factory=list[int])
    lengths: dict[str, bytearray] = field(default_factory=lambda: {name: bytearray() for name in FIELDS})
    words: dict[str, int] = field(default_factory=dict[str, int])
    bounds: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def add(self, keys: Sequence[int], words: np.ndarray) -> None:
        """Add sections with the lengths of their fields (fields by sections, 0 for none)."""
        number = len(self.keys)
        self.keys += keys
        for name, lengths in zip(FIELDS, words, strict=True):
            self._take(name, number, lengths, bytes_of(lengths))

    def take(self, segment: Segment, living: np.ndarray) -> None:
        """Add some documents of a segment, in their order."""
        number = len(self.keys)
        self.keys += segment.keys[living].tolist()
        for name, kept in zip(FIELDS, segment.length_bytes, strict=True):
            some = kept[living]
            self._take(name, number, words_of(some), some)

    def write(self, writer: W3PerDocWriter) -> None:
        """Write all, as Whoosh would one by one."""
        _write(writer, "key", KEYS, np.array(self.keys, ">i8").tobytes(), len(self.keys))
        for name, column in self.lengths.items():
            content = bytes(column).rstrip(b"\0")
            if content:
                _write(writer, f"_{name}_len", LENGTHS_COLUMN, content, len(content))
        _fill_stored(writer, len(self.keys))
        writer._fieldlengths.update(self.words)
        writer._doccount = len(self.keys)

    def _take(self, name: str, number: int, lengths: np.ndarray, kept: np.ndarray) -> None:
        """Add the lengths of a field from a document's number on, and the bytes that keep them."""
        if not lengths.any():
            return
        column = self.lengths[name]
        column.extend(bytes(number - len(column)))
        column.extend(kept.tobytes())
        shortest, longest = int(lengths[lengths > 0].min()), int(lengths.max())
        self.words[name] = self.words.get(name, 0) + int(lengths.sum(dtype=np.int64))
        least, most = self.bounds.get(name, (shortest, longest))
        self.bounds[name] = min(least, shortest), max(most, longest)


def renumbered(living: Sequence[np.ndarray], sizes: Sequence[int]) -> list[np.ndarray]:
    """The new number of each document of some segments one after the other, -1 for those that are not taken."""
    made: list[np.ndarray] = []
    first = 0
    for numbers, size in zip(living, sizes, strict=True):
        new = np.full(size, -1, np.int64)
        new[numbers] = np.arange(first, first + len(numbers))
        made.append(new)
        first += len(numbers)
    return made


def _fill_stored(writer: W3PerDocWriter, documents: int) -> None:
    """Let Whoosh's column of stored fields, of which there are none, have its zeros: it adds them one by one."""
    column = writer._get_column("_stored")._child
    for lengths in (column._lengths, column._offsets):
        lengths.array = array("B", bytes(documents))
    column._count = documents


def _write(writer: W3PerDocWriter, name: str, column: object, content: bytes, count: int) -> None:
    writer._create_column(name, column)
    made = writer._get_column(name)
    made._dbfile.write(content)
    made._count = count
