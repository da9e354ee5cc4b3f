"""Groups of vectors that point the same way, found the same way every time: no chance is used anywhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_ROUNDS = 40
_STEPS = 30
_SAMPLE = 4000
"""Vectors from which centres are found; the others are given to the nearest."""


def unit(rows: Floats) -> Floats:
    """Rows of length one; rows of zeros stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def centres_of(rows: Floats, group_of: Ints, count: int) -> Floats:
    """The direction (count, d) of each group's middle; zeros for a group without rows."""
    sums = np.zeros((count, rows.shape[1]), np.float32)
    known = group_of >= 0
    np.add.at(sums, group_of[known], rows[known])
    return unit(sums)


def groups_of(rows: Floats, least: int, most: int) -> Ints:
    """The group (n,) of each unit row: so many groups of `least` to `most` as are told apart best."""
    if most < 2 or len(rows) <= most:
        return np.zeros(len(rows), np.int64)
    sample = rows[np.unique(np.linspace(0, len(rows) - 1, min(len(rows), _SAMPLE)).astype(np.int64))]
    found = _bisected(sample, most)
    best, best_score = found[-1], -1.0
    for centres in found:
        if len(centres) < least:
            continue
        refined, group_of = _refined(sample, centres)
        score = _separation(sample, refined, group_of)
        if score > best_score + 1e-6:
            best, best_score = refined, score
    return nearest(rows, best)


def nearest(rows: Floats, centres: Floats) -> Ints:
    """Which centre (n,) each row is nearest to."""
    return np.argmax(rows @ centres.T, axis=1).astype(np.int64)


def _refined(rows: Floats, centres: Floats) -> tuple[Floats, Ints]:
    """Centres moved to the middle of what is nearest to them until nothing moves."""
    group_of = nearest(rows, centres)
    for _ in range(_ROUNDS):
        moved = centres_of(rows, group_of, len(centres))
        empty = ~np.any(moved, axis=1)
        moved[empty] = centres[empty]
        again = nearest(rows, moved)
        centres = moved
        if np.array_equal(again, group_of):
            break
        group_of = again
    return centres, group_of


def _bisected(rows: Floats, most: int) -> list[Floats]:
    """Centres of 2, 3, … `most` groups: always the widest is cut in two along the direction in which it is widest."""
    group_of = np.zeros(len(rows), np.int64)
    found: list[Floats] = []
    for count in range(2, most + 1):
        widths = [_width(rows[group_of == one]) for one in range(count - 1)]
        cut = int(np.argmax(widths))
        if widths[cut] <= 0:
            break
        members = np.flatnonzero(group_of == cut)
        group_of[members[_is_beyond(rows[members])]] = count - 1
        found.append(centres_of(rows, group_of, count))
    return found or [centres_of(rows, group_of, 1)]


def _width(rows: Floats) -> float:
    """How far rows are from their middle, in all."""
    return float(((rows - rows.mean(axis=0)) ** 2).sum()) if len(rows) > 1 else 0.0


def _is_beyond(rows: Floats) -> NDArray[np.bool_]:
    """Which rows lie in one of the two groups into which these fall best."""
    offsets = rows - rows.mean(axis=0)
    along = offsets @ _widest(offsets)
    is_beyond = along > 0
    if not is_beyond.any() or is_beyond.all():
        is_beyond = np.arange(len(rows)) >= len(rows) // 2
    ends = np.stack([rows[~is_beyond].mean(axis=0), rows[is_beyond].mean(axis=0)])
    _, group_of = _refined(rows, unit(ends))
    return group_of == 1 if 0 < int(group_of.sum()) < len(rows) else is_beyond


def _widest(offsets: Floats) -> Floats:
    """The direction (d,) in which rows around zero are widest, or nearly so."""
    axis = offsets[int(np.argmax(np.einsum("nd,nd->n", offsets, offsets)))]
    for _ in range(_STEPS):
        axis = offsets.T @ (offsets @ axis)
        axis = axis / max(float(np.linalg.norm(axis)), 1e-12)
    return axis


def _separation(rows: Floats, centres: Floats, group_of: Ints) -> float:
    """How much nearer rows are to their own centre than to the next, 0 to 1 (a silhouette by centres).

    Groups of very unlike sizes count less: one that holds nearly all says nothing.
    """
    away = 1.0 - rows @ centres.T
    own = away[np.arange(len(rows)), group_of].copy()
    away[np.arange(len(rows)), group_of] = np.inf
    other = away.min(axis=1)
    told = float(((other - own) / np.maximum(np.maximum(other, own), 1e-9)).mean())
    shares = np.bincount(group_of, minlength=len(centres)) / len(rows)
    shares = shares[shares > 0]
    evenness = float(-(shares * np.log(shares)).sum() / np.log(len(centres))) if len(centres) > 1 else 0.0
    return max(told, 0.0) * evenness
