"""Sections in the order of their scores; equally good ones follow the order of their documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.intp]
Positions = NDArray[np.int64]
Scores = NDArray[np.floating[Any]]


def best_first(scores: Scores, positions: Positions) -> Numbers:
    """Where the scores stand in their order, best first; equal ones by position."""
    return np.lexsort((positions, -scores))


def best(scores: Scores, most: int, positions_of: Callable[[Numbers], Positions]) -> Numbers:
    """Where the best scores stand, in no order: `most` at most.

    Of those that are as good as the last one, the first by position are taken.
    """
    if len(scores) <= most:
        return np.arange(len(scores))
    least = np.partition(scores, len(scores) - most)[len(scores) - most]
    above, level = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
    wanted = most - len(above)
    if len(level) > wanted:
        level = level[np.argsort(positions_of(level))[:wanted]]
    return np.concatenate([above, level])
