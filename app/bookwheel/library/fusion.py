"""Fusion: the legs' rankings become one, best first.

A section's score is the weighted sum of what each leg says of it: its share of the query's best keyword score, its
cosine, its share of the graph's best score. Where meaning cannot tell (no vector yet, a language that the model does
not read), it is taken to agree with the words: so hybrid is never below keyword there, and a library that is still
being embedded ranks as one leg would. nDCG@10 of the sum at .7 meaning, with keyword alone and meaning alone:
Cranfield .486 (.439, .433), CISI .459 (.382, .418); known items of k8s-docs-en, MRR .780 (.774, .690).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.settings import FusionSettings

RANK_K = 60
"""Of reciprocal rank fusion. Source: Cormack, Clarke & Büttcher, SIGIR 2009."""

Keys = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Section keys (int64), best first, and their scores (float32, falling)."""

    keys: Keys
    scores: Floats


@dataclass(frozen=True, slots=True)
class Leg:
    """What one leg says of sections: `scores` (float32) by `keys` (int64, best first), NaN where it cannot tell.

    `name` is keyword, semantic or graph, `weight` its part in the whole. `lifts` were added to single scores (exact
    titles) and stand above every weight.
    """

    name: str
    keys: Keys
    scores: Floats
    weight: float = 1.0
    lifts: Mapping[int, float] | None = None

    def shares(self) -> Floats:
        """The scores without lifts as shares of the best one, cosines as they are; 0 to 1."""
        own = self.scores - _at(self.keys, self.lifts)
        if self.name == "semantic":
            return np.maximum(own, 0).astype(np.float32)
        best = float(np.nanmax(own, initial=0.0))
        return (own / best if best > 0 else own).astype(np.float32)


def fuse(legs: Sequence[Leg], settings: FusionSettings) -> Ranking:
    """Merge the legs' rankings into one; ties keep the order of first appearance.

    A single leg passes through with its own scores.
    """
    present = [leg for leg in legs if len(leg.keys) and not np.isnan(leg.scores).all()]
    if len(present) < 2:
        alone = present[0] if present else legs[0]
        return Ranking(alone.keys, alone.scores)
    everything = np.concatenate([leg.keys for leg in present])
    _, first = np.unique(everything, return_index=True)
    keys = everything[np.sort(first)]
    whole = sum(leg.weight for leg in present) or 1.0
    totals = np.zeros(len(keys), np.float32)
    for leg in present:
        values = _ranks(leg) if settings.method == "ranks" else leg.shares()
        totals += np.float32(leg.weight / whole) * _said(leg, values, keys, present[0])
    for leg in present:
        totals += _lifted(leg, keys)
    order = np.argsort(-totals, kind="stable")
    return Ranking(keys[order], totals[order])


def _said(leg: Leg, values: Floats, keys: Keys, words: Leg) -> Floats:
    """What a leg says of each section, 0 of those it does not name; what it cannot tell follows the words' shares."""
    order = np.argsort(leg.keys, kind="stable")
    named = leg.keys[order]
    places = np.minimum(np.searchsorted(named, keys), len(named) - 1)
    is_named = named[places] == keys
    said = np.where(is_named, values[order][places], np.float32(0))
    unknown = np.isnan(said)
    if unknown.any():
        best = np.float32(np.nanmax(values, initial=0.0))
        said[unknown] = (_said(words, words.shares(), keys, words) * best)[unknown]
    return said


def _ranks(leg: Leg) -> Floats:
    """1 / (60 + rank) scaled to 1 for the first; NaN where the leg cannot tell."""
    ranks = np.empty(len(leg.keys), np.float32)
    ranks[np.argsort(-np.nan_to_num(leg.scores, nan=-1.0), kind="stable")] = np.arange(1, len(leg.keys) + 1)
    return np.where(np.isnan(leg.scores), np.float32(np.nan), (RANK_K + 1) / (RANK_K + ranks)).astype(np.float32)


def _lifted(leg: Leg, keys: Keys) -> Floats:
    if not leg.lifts:
        return np.zeros(len(keys), np.float32)
    best = float(np.nanmax(leg.scores - _at(leg.keys, leg.lifts), initial=0.0)) or 1.0
    return _at(keys, leg.lifts) / np.float32(best)


def _at(keys: Keys, values: Mapping[int, float] | None) -> Floats:
    if not values:
        return np.zeros(len(keys), np.float32)
    return np.array([values.get(key, 0.0) for key in keys.tolist()], np.float32)
