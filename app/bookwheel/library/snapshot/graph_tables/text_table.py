"""Texts by row: those of a mapped file, found by their hash, and those that were added since."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Hashes = NDArray[np.uint32]
Bytes = NDArray[np.uint8]

T = TypeVar("T")


class Texts:
    """Texts one after the other in one piece of memory: text n is `blob[ends[n]:ends[n + 1]]`, in UTF-8."""

    def __init__(self, ends: Longs, blob: Bytes) -> None:
        self.ends, self.blob = ends, blob
        self._view = blob.data

    @classmethod
    def of(cls, texts: Iterable[str]) -> Texts:
        """Some texts."""
        contents = [_encoded(text) for text in texts]
        ends = np.zeros(len(contents) + 1, np.int64)
        np.cumsum([len(content) for content in contents], out=ends[1:])
        return cls(ends, np.frombuffer(b"".join(contents), np.uint8))

    def __len__(self) -> int:
        """How many there are."""
        return len(self.ends) - 1

    def __getitem__(self, row: int) -> str:
        """The text of a row."""
        return str(self._view[self.ends[row] : self.ends[row + 1]], "utf-8", "surrogatepass")

    def holds(self, row: int, content: bytes) -> bool:
        """Whether that text has this content."""
        return bytes(self._view[self.ends[row] : self.ends[row + 1]]) == content

    def hashes(self) -> tuple[Hashes, Ints]:
        """The texts' hashes, rising, and the rows that have them."""
        view, ends = self._view, self.ends.tolist()
        marks = [zlib.crc32(view[start:end]) for start, end in zip(ends, ends[1:], strict=False)]
        unsorted = np.array(marks, np.uint32)
        order = np.argsort(unsorted, kind="stable").astype(np.int32)
        return unsorted[order], order


class TextTable:
    """Texts by row, each once; any thread. Rows of `texts` come first, then those of what was added."""

    def __init__(self, texts: Texts | None = None, hashes: Hashes | None = None, order: Ints | None = None) -> None:
        self.texts = Texts.of(()) if texts is None else texts
        self._hashes = np.zeros(0, np.uint32) if hashes is None else hashes
        self._order = np.zeros(0, np.int32) if order is None else order
        self._added: list[str] = []
        self._rows: dict[str, int] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many there are."""
        return len(self.texts) + len(self._added)

    def __getitem__(self, row: int) -> str:
        """The text of a row."""
        first = len(self.texts)
        return self.texts[row] if row < first else self._added[row - first]

    def find(self, text: str) -> int:
        """The row of a text; -1 where it is not there."""
        found = self._rows.get(text)
        if found is not None:
            return found
        if not len(self._hashes):
            return -1
        content = _encoded(text)
        mark = np.uint32(zlib.crc32(content))  # a number of another kind would have all hashes copied
        place = int(self._hashes.searchsorted(mark))
        while place < len(self._hashes) and self._hashes[place] == mark:
            row = int(self._order[place])
            if self.texts.holds(row, content):
                return row
            place += 1
        return -1

    def row(self, text: str) -> int:
        """The row of a text, a new one where it has none yet."""
        found = self.find(text)
        if found < 0:
            with self._lock:
                found = self._rows.get(text, -1)
                if found < 0:
                    self._added.append(text)
                    found = self._rows[text] = len(self) - 1
        return found


class TextColumn(Sequence[str]):
    """Texts of a table in some order: text n is that of row `rows[n]`."""

    __hash__ = None  # pyright: ignore[reportAssignmentType] - it is equal to any sequence of the same texts

    def __init__(self, table: TextTable, rows: Ints) -> None:
        self.table, self.rows = table, rows

    def __len__(self) -> int:
        """How many there are."""
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> TextColumn: ...
    def __getitem__(self, index: int | slice) -> str | TextColumn:
        """One text, or a part of the column."""
        if isinstance(index, slice):
            return TextColumn(self.table, self.rows[index])
        return self.table[int(self.rows[index])]

    def __iter__(self) -> Iterator[str]:
        """The texts in their order."""
        table = self.table
        return (table[row] for row in self.rows.tolist())

    def __eq__(self, other: object) -> bool:
        """Whether another sequence has the same, in the same order."""
        return isinstance(other, Sequence) and list(self) == list(cast("Sequence[object]", other))

    def __repr__(self) -> str:
        """All of them."""
        return repr(list(self))

    def extended(self, texts: Iterable[str]) -> TextColumn:
        """These texts with others after them."""
        added = np.array([self.table.row(text) for text in texts], np.int32)
        return TextColumn(self.table, np.concatenate([self.rows, added]))


class Numbers(Mapping[str, int]):
    """The numbers of texts: that of the text in row r is `numbers[r]`, -1 for none; rows after those have none."""

    def __init__(self, table: TextTable, numbers: Ints) -> None:
        self._table, self.numbers = table, numbers

    def __getitem__(self, text: str) -> int:
        """The number of a text."""
        found = self._find(text)
        if found < 0:
            raise KeyError(text)
        return found

    @overload
    def get(self, key: str, default: None = None, /) -> int | None: ...
    @overload
    def get(self, key: str, default: int, /) -> int: ...
    @overload
    def get(self, key: str, default: T, /) -> int | T: ...
    def get(self, key: str, default: object = None, /) -> object:
        """The number of a text, or the default."""
        found = self._find(key)
        return found if found >= 0 else default

    def __contains__(self, text: object) -> bool:
        """Whether a text has a number."""
        return isinstance(text, str) and self._find(text) >= 0

    def __iter__(self) -> Iterator[str]:
        """The texts that have numbers."""
        return (self._table[row] for row in np.flatnonzero(self.numbers >= 0).tolist())

    def __len__(self) -> int:
        """How many there are."""
        return self._count

    @cached_property
    def _count(self) -> int:
        return int(np.count_nonzero(self.numbers >= 0))

    def renumbered(self, numbers: Ints) -> Numbers:
        """The same with what `numbers` has in place of each number, its last for none."""
        return Numbers(self._table, numbers[self.numbers])

    def extended(self, added: Mapping[str, int]) -> Numbers:
        """The same with other texts besides."""
        rows = [self._table.row(text) for text in added]
        numbers = np.full(max(rows, default=-1) + 1, -1, np.int32)
        numbers = np.concatenate([self.numbers, numbers[len(self.numbers) :]])
        numbers[rows] = list(added.values())
        return Numbers(self._table, numbers)

    def _find(self, text: str) -> int:
        row = self._table.find(text)
        return int(self.numbers[row]) if 0 <= row < len(self.numbers) else -1


class Wordings(Mapping[int, str]):
    """The words of edges: those of edge n are the text of row `rows[n]`, where that is not -1."""

    def __init__(self, table: TextTable, rows: Ints) -> None:
        self.table, self.rows = table, rows

    def __getitem__(self, edge: int) -> str:
        """The words of an edge."""
        if not 0 <= edge < len(self.rows) or self.rows[edge] < 0:
            raise KeyError(edge)
        return self.table[int(self.rows[edge])]

    def __contains__(self, edge: object) -> bool:
        """Whether an edge has words."""
        return isinstance(edge, int) and 0 <= edge < len(self.rows) and bool(self.rows[edge] >= 0)

    def __iter__(self) -> Iterator[int]:
        """The edges that have words."""
        return iter(np.flatnonzero(self.rows >= 0).tolist())

    def __len__(self) -> int:
        """How many there are."""
        return int(np.count_nonzero(self.rows >= 0))

    def of(self, edges: NDArray[np.integer]) -> Wordings:
        """The words of some edges, which are numbered anew in their order."""
        return Wordings(self.table, self.rows[edges])

    def inserted(self, place: int, texts: Sequence[str | None]) -> Wordings:
        """The same with further edges before one, and their words, if any."""
        rows = [-1 if text is None else self.table.row(text) for text in texts]
        return Wordings(self.table, np.concatenate([self.rows[:place], np.array(rows, np.int32), self.rows[place:]]))


class ByText(Mapping[str, T]):
    """What belongs to texts of a table: to the text in row `rows[n]`, rising, what `_between` has of its two starts."""

    def __init__(self, table: TextTable, rows: Ints, starts: Ints) -> None:
        self.table, self.rows, self.starts = table, rows, starts

    def __getitem__(self, text: str) -> T:
        """What belongs to a text."""
        row = self.table.find(text)
        place = int(self.rows.searchsorted(np.int32(row)))
        if row < 0 or place == len(self.rows) or self.rows[place] != row:
            raise KeyError(text)
        return self._between(slice(self.starts[place], self.starts[place + 1]))

    def __iter__(self) -> Iterator[str]:
        """The texts."""
        return (self.table[row] for row in self.rows.tolist())

    def __len__(self) -> int:
        """How many there are."""
        return len(self.rows)

    def _between(self, places: slice) -> T:
        """What stands in these places."""
        raise NotImplementedError


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def pick(texts: Sequence[str], numbers: NDArray[np.integer]) -> Sequence[str]:
    """Some texts, in the order of their numbers."""
    if isinstance(texts, TextColumn):
        return TextColumn(texts.table, texts.rows[numbers])
    chosen: list[int] = numbers.tolist()
    return [texts[number] for number in chosen]


def extend(texts: Sequence[str], added: Sequence[str]) -> Sequence[str]:
    """Texts with others after them."""
    return texts.extended(added) if isinstance(texts, TextColumn) else [*texts, *added]


def extend_numbers(numbers: Mapping[str, int], added: Mapping[str, int]) -> Mapping[str, int]:
    """The numbers of texts with those of others besides."""
    return numbers.extended(added) if isinstance(numbers, Numbers) else {**numbers, **added}


def renumber(numbers: Mapping[str, int], changed: Ints) -> Mapping[str, int]:
    """The numbers of texts with what `changed` has in place of each, its last for none."""
    if isinstance(numbers, Numbers):
        return numbers.renumbered(changed)
    return {text: int(changed[number]) for text, number in numbers.items() if changed[number] >= 0}


def pick_wordings(wordings: Mapping[int, str], edges: Ints) -> Mapping[int, str]:
    """The words of some edges, which are numbered anew in their order."""
    if isinstance(wordings, Wordings):
        return wordings.of(edges)
    return {number: wordings[edge] for number, edge in enumerate(edges.tolist()) if edge in wordings}


def insert_wordings(wordings: Mapping[int, str], place: int, texts: Sequence[str | None]) -> Mapping[int, str]:
    """The words of edges with those of others, if any, before an edge."""
    if isinstance(wordings, Wordings):
        return wordings.inserted(place, texts)
    made = {edge + len(texts) * (edge >= place): text for edge, text in wordings.items()}
    return made | {place + number: text for number, text in enumerate(texts) if text is not None}
