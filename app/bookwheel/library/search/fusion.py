"""Fusion: the legs' rankings become one, best first.

A section's score is the weighted sum of what each leg says of it: its share of the query's best keyword score, its
cosine, its share of the graph's best score. Where meaning cannot tell (no vector yet, a language that the model does
not read), it is taken to agree with the words: so hybrid is never below keyword there, and a library that is still
being embedded ranks as one leg would. nDCG@10 of the sum at .7 meaning, and of keyword alone: Cranfield .488 (.441),
CISI .465 (.392); known items of k8s-docs-en, MRR .783 (.774).
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

    A single leg passes through with its own scores, best first: beside words that found nothing, meaning has none.
    """
    present = [leg for leg in legs if len(leg.keys) and not np.isnan(leg.scores).all()]
    if len(present) < 2:
        alone = present[0] if present else legs[0]
        order = np.argsort(-np.nan_to_num(alone.scores, nan=-1.0), kind="stable")
        return Ranking(alone.keys[order], alone.scores[order])
    keys, places = _together([leg.keys for leg in present])
    whole = sum(leg.weight for leg in present) or 1.0
    totals = np.zeros(len(keys), np.float32)
    in_words = _spread(present[0].shares(), places[0], len(keys))
    for leg, at in zip(present, places, strict=True):
        values = _ranks(leg) if settings.method == "ranks" else leg.shares()
        said = _spread(values, at, len(keys))
        # What a leg cannot tell follows the words.
        said = np.where(np.isnan(said), in_words * np.nanmax(values, initial=0.0), said)
        totals += np.float32(leg.weight / whole) * said.astype(np.float32) + _lifted(leg, keys)
    order = np.argsort(-totals, kind="stable")
    return Ranking(keys[order], totals[order])


def _together(parts: Sequence[Keys]) -> tuple[Keys, list[Keys]]:
    """All keys, each once, in the order of first appearance, and the places of each part's among them."""
    longest = max(parts, key=len)
    if all(np.array_equal(part, longest[: len(part)]) for part in parts):
        # So it is nearly always: each leg speaks of what those before it found, and of more.
        return longest, [np.arange(len(part)) for part in parts]
    everything = np.concatenate(parts)
    _, first, group = np.unique(everything, return_index=True, return_inverse=True)
    order = np.argsort(first)
    ends = np.cumsum([len(part) for part in parts])[:-1]
    return everything[first[order]], np.split(np.argsort(order)[group], ends)


def _spread(values: Floats, places: Keys, count: int) -> Floats:
    """Values at their places among `count`, 0 elsewhere."""
    spread = np.zeros(count, np.float32)
    spread[places] = values
    return spread


def _ranks(leg: Leg) -> Floats:
    """1 / (60 + rank) scaled to 1 for the first; NaN where the leg cannot tell."""
    ranks = np.empty(len(leg.keys), np.float32)
    ranks[np.argsort(-np.nan_to_num(leg.scores, nan=-1.0), kind="stable")] = np.arange(1, len(leg.keys) + 1)
    return np.where(np.isnan(leg.scores), np.float32(np.nan), (RANK_K + 1) / (RANK_K + ranks)).astype(np.float32)


def _lifted(leg: Leg, keys: Keys) -> Floats:
    """What a leg lifts each section by, as a share of its best score without lifts."""
    if not leg.lifts:
        return np.zeros(len(keys), np.float32)
    best = float(np.nanmax(leg.scores - _at(leg.keys, leg.lifts), initial=0.0)) or 1.0
    return _at(keys, leg.lifts) / np.float32(best)


def _at(keys: Keys, values: Mapping[int, float] | None) -> Floats:
    """The value of each key, 0 of those that have none."""
    if not values:
        return np.zeros(len(keys), np.float32)
    known = np.array(sorted(values), np.int64)
    found = np.array([values[key] for key in known.tolist()], np.float32)
    places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[places] == keys, found[places], np.float32(0))
