"""Fusion: the legs' rankings become one, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Ranking:
    """Section keys (int64), best first, and their scores (float32, falling)."""

    keys: NDArray[np.int64]
    scores: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Leg:
    """One leg's whole ranking; `name` is keyword, semantic or graph; `weight` its part in the whole."""

    name: str
    ranking: Ranking
    weight: float = 1.0


def fuse(legs: Sequence[Leg]) -> Ranking:
    """Merge the legs' rankings into one.

    A single leg passes through with its own scores. Otherwise a section scores the sum of weight times its share of
    the leg's best score; ties keep the order of first appearance.
    """
    present = [leg for leg in legs if len(leg.ranking.keys)]
    if len(present) == 1:
        return present[0].ranking
    totals: dict[int, float] = {}
    for leg in present:
        best = float(leg.ranking.scores[0]) or 1.0
        for key, score in zip(leg.ranking.keys.tolist(), leg.ranking.scores.tolist(), strict=True):
            totals[key] = totals.get(key, 0.0) + leg.weight * score / best
    ordered = sorted(totals.items(), key=lambda pair: -pair[1])
    keys = np.array([key for key, _ in ordered], np.int64)
    return Ranking(keys, np.array([score for _, score in ordered], np.float32))
