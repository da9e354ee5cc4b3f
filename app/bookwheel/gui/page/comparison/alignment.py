"""Pairs the items of two sequences in their order: equal ones first, then those most alike between them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

T = TypeVar("T")
Pair = tuple[int, int]
"""Indexes of an item on the left and on the right; -1 where there is none."""

MOST_COMPARED = 40_000
"""Pairs of one gap that are compared with each other; in a larger gap items are paired by their order."""


def align(
    left: Sequence[T],
    right: Sequence[T],
    key: Callable[[T], Hashable],
    likeness: Callable[[T, T], float],
) -> list[Pair]:
    """Pairs in the order of both sides, each item once.

    Items of equal `key` are paired first, as in a diff. Between them those pairs are made whose `likeness` adds up to
    most; a likeness of 0 keeps two apart.
    """
    keys = list(map(key, left)), list(map(key, right))
    found: list[Pair] = []
    for tag, start, end, other, other_end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if tag == "equal":
            found += zip(range(start, end), range(other, other_end), strict=True)
        else:
            gap = _align_gap(left[start:end], right[other:other_end], likeness)
            found += [(a + start if a >= 0 else -1, b + other if b >= 0 else -1) for a, b in gap]
    return found


def _align_gap(left: Sequence[T], right: Sequence[T], likeness: Callable[[T, T], float]) -> list[Pair]:
    rows, columns = len(left), len(right)
    if not rows or not columns:
        return [*((row, -1) for row in range(rows)), *((-1, column) for column in range(columns))]
    if rows * columns > MOST_COMPARED:
        found: list[Pair] = []
        for at in range(max(rows, columns)):
            if at < rows and at < columns and likeness(left[at], right[at]) > 0:
                found.append((at, at))
                continue
            found += [(at, -1)] if at < rows else []
            found += [(-1, at)] if at < columns else []
        return found
    found = []
    alike = [[likeness(one, other) for other in right] for one in left]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]  # of what is from a row and a column on
    for row in reversed(range(rows)):
        for column in reversed(range(columns)):
            paired_here = alike[row][column] + best[row + 1][column + 1] if alike[row][column] > 0 else 0.0
            best[row][column] = max(paired_here, best[row + 1][column], best[row][column + 1])
    row = column = 0
    while row < rows and column < columns:
        here = best[row][column]
        if alike[row][column] > 0 and here == alike[row][column] + best[row + 1][column + 1]:
            found.append((row, column))
            row, column = row + 1, column + 1
        elif here == best[row + 1][column]:
            found.append((row, -1))
            row += 1
        else:
            found.append((-1, column))
            column += 1
    found += [(at, -1) for at in range(row, rows)]
    return found + [(-1, at) for at in range(column, columns)]
