"""The hits of one search as a cursor names them, and the same hits in another order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import Order
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.match_order import Matches
from bookwheel.library.search.query_parser import Query
from bookwheel.library.search.sort_orders import complete, ordered
from bookwheel.library.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class HitList:
    """What a cursor names: section keys and scores, best first, of the question's revision.

    The first `whole` of them hold every word, where such hits come first; `others` counts, for each key, the further
    hits of its document, where one of each is listed; `copies` are the keys of the sections folded under a key.
    """

    keys: NDArray[np.int64]
    scores: NDArray[np.float32]
    total: int
    common: frozenset[str] = frozenset()
    forms: tuple[bytes, ...] = ()
    whole: int = 0
    others: NDArray[np.int64] | None = None
    copies: Mapping[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])


def put_first(keys: NDArray[np.int64], hits: HitList) -> HitList:
    """The same hits behind these, which score as much as the best one."""
    others = ~np.isin(hits.keys, keys)
    best = float(hits.scores.max(initial=0.0)) or 1.0
    return replace(
        hits,
        keys=np.concatenate([keys, hits.keys[others]]),
        scores=np.concatenate([np.full(len(keys), best, np.float32), hits.scores[others]]),
        total=hits.total + int(np.count_nonzero(~np.isin(keys, hits.keys))),
    )


def sort_hits(
    hits: HitList,
    order: Order,
    counted: NDArray[np.int64],
    query: Query,
    leg: KeywordLeg,
    matches: Matches,
    snapshot: Snapshot,
) -> tuple[HitList, NDArray[np.int64]]:
    """The same hits in another order, and what counts: of those found by words, the ones that hold every word."""
    keys, scores, total = hits.keys, hits.scores, hits.total
    whole = leg.reader.keys[matches.numbers[complete(leg, query, matches)]]
    kept = np.isin(keys, whole)
    if kept.any():
        keys, scores, total, counted = keys[kept], scores[kept], len(whole), whole
    at = ordered(keys, order, snapshot)
    return replace(hits, keys=keys[at], scores=scores[at], total=total), counted
