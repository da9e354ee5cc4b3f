"""Where documents stand, in the order of their ids, and what changed of them between two revisions."""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Iterable, Mapping
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

Place = tuple[str, str, int]
"""Collection, path and day of a document."""

FEW_CHANGED = 100
"""Documents that are put in their place, or taken from it, one by one; with more, all are sorted."""

Keys = NDArray[np.int32]


def changed_places(
    before: Mapping[int, Place], rank_of: Keys, added: Mapping[int, Place], gone: Iterable[int]
) -> dict[int, Place]:
    """The places of documents by key, with those that came and without others, in the order of their ids.

    `rank_of` says which of those before each is, from 1. Of a few changes, the others are only copied.
    """
    lost = before.keys() & {*gone, *added}
    if len(added) + len(lost) > FEW_CHANGED:
        left = ((key, place) for key, place in before.items() if key not in lost)
        return dict(sorted((*left, *added.items()), key=itemgetter(1)))
    keys, places = list(before), list(before.values())
    for rank in sorted(rank_of[list(lost)].tolist(), reverse=True):
        del keys[rank - 1], places[rank - 1]
    for key, place in added.items():
        position = bisect(places, place)
        keys.insert(position, key)
        places.insert(position, place)
    return dict(zip(keys, places, strict=True))


def compare_ranks(before: Keys, now: Keys) -> tuple[list[int], list[int]]:
    """The keys of documents that are gone and of those that came, by the ranks of all (0 for none)."""
    size = max(len(before), len(now))
    was = np.pad(before > 0, (0, size - len(before)))
    is_there = np.pad(now > 0, (0, size - len(now)))
    return np.flatnonzero(was & ~is_there).tolist(), np.flatnonzero(is_there & ~was).tolist()


def hash_of(version: str) -> int:
    """A number (64 bits) that tells a document's version from others."""
    return int.from_bytes(hashlib.blake2b(version.encode(), digest_size=8).digest())
