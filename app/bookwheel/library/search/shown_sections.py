"""Which sections a question may find: by its filters and its scope, kept for the questions that follow.

Of a million sections it takes five milliseconds to find out, and most questions of a caller have the same scope.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import Filter, Scope
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.snapshot.snapshot import Shown, Snapshot

MOST_KEPT = 4

Bools = NDArray[np.bool_]


def allowed_by(snapshot: Snapshot, filters: Sequence[Filter], scope: Scope) -> Bools | None:
    """The mask by section key, which nobody may change; None when all are allowed.

    Raises:
        BadRequest: for a level that is no number, or a date that is none.
    """
    asked = (tuple(filters), scope.collections)
    for kept in _kept(snapshot):
        if kept.asked == asked:
            return kept.by_key
    mask = snapshot.facets.mask(filters, scope)
    if mask is None:
        return None
    mask.flags.writeable = False
    return _keep(snapshot, mask, asked).by_key


def shown_by(snapshot: Snapshot, allowed: Bools | None) -> Shown:
    """The sections that a mask by section key allows; of every section for None."""
    for kept in _kept(snapshot):
        if kept.by_key is allowed or (allowed is None and kept.asked is None):
            return kept
    if allowed is None:
        return _keep(snapshot, snapshot.facets.document_of > 0, None)
    return _shown(snapshot, allowed, None)


def _kept(snapshot: Snapshot) -> list[Shown]:
    facets, keyword = snapshot.facets, snapshot.keyword
    return [one for one in snapshot.shown if one.facets is facets and one.keyword is keyword]


def _keep(snapshot: Snapshot, mask: Bools, asked: Hashable) -> Shown:
    made = _shown(snapshot, mask, asked)
    snapshot.shown[:] = [made, *_kept(snapshot)][:MOST_KEPT]
    return made


def _shown(snapshot: Snapshot, by_key: Bools, asked: Hashable) -> Shown:
    return Shown(snapshot.facets, snapshot.keyword, by_key, _by_number(snapshot.keyword, by_key), asked)


def _by_number(reader: KeywordReader, mask: Bools) -> Bools:
    if reader.newest_key < len(mask):
        return mask[reader.keys] & reader.is_living
    is_visible = reader.is_living.copy()
    known = reader.keys < len(mask)
    is_visible &= mask[np.where(known, reader.keys, 0)] & known
    return is_visible
