"""What graphs state, in rows of numbers: that of one, and that of many one after the other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.library.snapshot.graph_tables.text_table import Ints

WIDTHS = {"nodes": 2, "edges": 7, "labels": 2, "aliases": 2, "shared": 3, "concepts": 1}
"""The kinds of rows that a graph states, with the numbers in each row; see `graph_parts.Part`."""

SIGN = "S24"


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of several graphs by kind: those of graph n are `rows[kind][starts[kind][n]:starts[kind][n + 1]]`.

    `owners` are the keys of what the graphs are of, `signs` what tells the statements of each from others.
    """

    owners: Ints
    signs: NDArray[np.bytes_]
    starts: dict[str, Ints]
    rows: dict[str, Ints]

    @classmethod
    def empty(cls) -> Block:
        """No graphs."""
        none = np.zeros(0, np.int32)
        return cls(
            none,
            np.zeros(0, SIGN),
            {kind: np.zeros(1, np.int32) for kind in WIDTHS},
            {kind: none.reshape(0, width) for kind, width in WIDTHS.items()},
        )

    def __len__(self) -> int:
        """How many there are."""
        return len(self.owners)

    def counts(self, kind: str) -> Ints:
        """By graph the number of its rows of a kind."""
        return np.diff(self.starts[kind])


@dataclass(slots=True)
class Fresh:
    """A graph that was read after a block was made."""

    owner: int
    sign: bytes
    rows: dict[str, Ints]


class StatedGraphs:
    """The graphs of a block that still hold, and those that were read since, in the order of their names."""

    def __init__(self, base: Block, name: Callable[[int], str]) -> None:
        """`name` gives the name of an owner; those of the base rise in it."""
        self._base, self._name = base, name
        self._is_held = np.ones(len(base), np.bool_)
        self._order = np.argsort(base.owners)
        self._sorted = base.owners[self._order]
        self.fresh: dict[int, Fresh] = {}

    def __len__(self) -> int:
        """How many there are."""
        return int(np.count_nonzero(self._is_held)) + len(self.fresh)

    def owners(self) -> Ints:
        """The owners of all graphs, in no order."""
        return np.concatenate([self._base.owners[self._is_held], np.array(list(self.fresh), np.int32)])

    def sign(self, owner: int) -> bytes:
        """The sign of an owner's graph; empty where there is none."""
        one = self.fresh.get(owner)
        if one is not None:
            return one.sign
        row = self._row(owner)
        return bytes(self._base.signs[row]) if row >= 0 and self._is_held[row] else b""

    def put(self, one: Fresh) -> None:
        """Take in a graph in place of its owner's other one."""
        self.drop(one.owner)
        self.fresh[one.owner] = one

    def drop(self, owner: int) -> None:
        """Leave out the graph of an owner."""
        self.fresh.pop(owner, None)
        row = self._row(owner)
        if row >= 0:
            self._is_held[row] = False

    def gathered(self) -> Block:
        """All graphs as one block; the base itself where nothing changed."""
        base = self._base
        if not self.fresh and self._is_held.all():
            return base
        fresh = sorted(self.fresh.values(), key=lambda one: self._name(one.owner))
        held = np.flatnonzero(self._is_held)
        pieces: list[tuple[int, int] | Fresh] = []
        last = 0
        for one in fresh:
            place = bisect_left(held, self._name(one.owner), key=lambda row: self._name(int(base.owners[row])))
            pieces += [*_runs(held[last:place]), one]
            last = place
        pieces += _runs(held[last:])
        return _joined(base, pieces)

    def _row(self, owner: int) -> int:
        place = int(self._sorted.searchsorted(np.int32(owner)))
        is_there = place < len(self._sorted) and self._sorted[place] == owner
        return int(self._order[place]) if is_there else -1


def _runs(rows: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Rising rows as first and last of each run of neighbours; the last is the one after."""
    if not len(rows):
        return []
    cuts = np.flatnonzero(np.diff(rows) != 1) + 1
    firsts, lasts = rows[[0, *cuts.tolist()]], rows[[*(cuts - 1).tolist(), -1]] + 1
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


def _joined(base: Block, pieces: Sequence[tuple[int, int] | Fresh]) -> Block:
    owners: list[Ints] = []
    signs: list[NDArray[np.bytes_]] = []
    for piece in pieces:
        if isinstance(piece, Fresh):
            owners.append(np.array([piece.owner], np.int32))
            signs.append(np.array([piece.sign], SIGN))
        else:
            owners.append(base.owners[slice(*piece)])
            signs.append(base.signs[slice(*piece)])
    starts: dict[str, Ints] = {}
    rows: dict[str, Ints] = {}
    for kind in WIDTHS:
        cut, ends = base.rows[kind], base.starts[kind]
        rows[kind] = _together(
            kind, (one.rows[kind] if isinstance(one, Fresh) else cut[ends[one[0]] : ends[one[1]]] for one in pieces)
        )
        counts = [
            [len(one.rows[kind])] if isinstance(one, Fresh) else np.diff(ends[one[0] : one[1] + 1]) for one in pieces
        ]
        starts[kind] = np.zeros(sum(map(len, owners)) + 1, np.int32)
        np.cumsum(np.concatenate([np.zeros(0, np.int32), *counts]), out=starts[kind][1:])
    return Block(
        np.concatenate([np.zeros(0, np.int32), *owners]), np.concatenate([np.zeros(0, SIGN), *signs]), starts, rows
    )


def _together(kind: str, pieces: Iterable[Ints]) -> Ints:
    return np.concatenate([np.zeros((0, WIDTHS[kind]), np.int32), *pieces])
