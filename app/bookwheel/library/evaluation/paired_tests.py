"""How sure a mean over queries is, and whether two ways of answering them differ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.service.evaluation import Estimate

RESAMPLES = 4_000
PERMUTATIONS = 20_000
SEED = 20
_PART = 500
_ROUNDING = 1e-12
"""Within which two permutations' means are the same."""


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of some values with its 95% interval, by the bootstrap's percentiles."""
    array = np.asarray(values, np.float64)
    if not len(array):
        return Estimate(0.0, 0.0, 0.0)
    chance = np.random.default_rng(SEED)
    means = [array[chance.integers(0, len(array), (_PART, len(array)))].mean(axis=1) for _ in range(RESAMPLES // _PART)]
    least, most = np.quantile(np.concatenate(means), (0.025, 0.975))
    return Estimate(float(array.mean()), float(least), float(most))


def p_of_difference(first: Sequence[float], second: Sequence[float]) -> float:
    """How likely a difference at least this large is when both ways are as good: a paired randomisation test.

    Source: Smucker, Allan & Carterette, CIKM 2007.
    """
    differences: NDArray[np.float64] = np.asarray(second, np.float64) - np.asarray(first, np.float64)
    differences = differences[differences != 0]
    if not len(differences):
        return 1.0
    chance = np.random.default_rng(SEED)
    found, seen = 0, abs(float(differences.sum()))
    for _ in range(PERMUTATIONS // _PART):
        signs = chance.integers(0, 2, (_PART, len(differences))) * 2 - 1
        found += int(np.count_nonzero(np.abs(signs @ differences) >= seen - _ROUNDING))
    return (found + 1) / (PERMUTATIONS + 1)


def adjust(ps: Sequence[float]) -> list[float]:
    """The p-values of several tests by Holm's rule, which keeps the chance of any wrong finding below their level."""
    order = sorted(range(len(ps)), key=lambda at: ps[at])
    adjusted, highest = [1.0] * len(ps), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, ps[at] * (len(ps) - rank)))
        adjusted[at] = highest
    return adjusted
