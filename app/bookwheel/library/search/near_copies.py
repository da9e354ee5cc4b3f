"""Folds hits whose text is that of a better hit, word for word or nearly, under it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import Hit, Order, SearchRequest
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.indexes.catalogue.section_parts import BARE
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.match_order import MOST_RANKED, Matches
from bookwheel.library.search.similar.shared_runs import RUN, FindWords, SharedRuns
from bookwheel.library.snapshot.snapshot import Snapshot

LOOKED_AT = 40
"""Hits, the best first, that are compared; more where more than half of them are copies."""

MOST_TAKEN_UP = 60
"""Further hits among which a document is looked for that takes the place of a copy."""

PASSAGE = 12
"""Words on each side of one that was found, which must be the same: what differs there may be what is looked for."""

ALIKE = 0.8
"""Share of the runs of the longer of two texts that stand in both, from which on they are nearly the same."""

LEAST_RUNS = 12
"""Runs of a text below which only the very same text is a copy: one word may be all that it says."""

MOST_LETTERS = 20_000
"""Characters of a text beyond which only the very same text is a copy."""

AS_OFTEN = 1.5
"""How many times oftener one of two copies may have a word of the query, by the weights of fields and their lengths."""


Bools = NDArray[np.bool_]


def folds(request: SearchRequest) -> bool:
    """Whether copies are folded in the answer to a request."""
    return request.folds_copies and request.order is Order.BEST and not request.within


def fold_copies(
    hits: HitList, matches: Matches, leg: KeywordLeg, snapshot: Snapshot, *, refills: bool = True
) -> HitList:
    """The same hits without those that say what a better one says; `copies` names them by its key.

    A hit stays where it has a word of the query that the better one has not, or where its text differs about one.
    With `refills` documents further down take the places of copies, so that no reply names fewer documents.
    """
    copy_of = _copies_in(hits, matches, leg, snapshot)
    if not copy_of:
        return hits
    copies: dict[int, tuple[int, ...]] = {}
    for place, better in copy_of.items():
        copies[int(hits.keys[better])] = (*copies.get(int(hits.keys[better]), ()), int(hits.keys[place]))
    is_left = np.ones(len(hits.keys), np.bool_)
    is_left[list(copy_of)] = False
    order = np.flatnonzero(is_left)
    if refills:
        order = _refilled(order, copy_of, snapshot.facets.document_of[hits.keys])
    whole = hits.whole - sum(place < hits.whole for place in copy_of)
    total = hits.total - len(copy_of)
    return replace(hits, keys=hits.keys[order], scores=hits.scores[order], total=total, whole=whole, copies=copies)


def name_copies(page: Sequence[tuple[int, Hit]], copies: Mapping[int, Sequence[int]], snapshot: Snapshot) -> list[Hit]:
    """The hits of a page, each with the ids of the sections that are folded under it."""
    wanted = [copy for key, _ in page for copy in copies.get(key, ())]
    rows = snapshot.catalogue.section_rows(wanted, with_text=False) if wanted else {}
    ids = {key: f"{row.doc}#{row.anchor}" for key, row in rows.items()}
    return [
        replace(hit, copies=tuple(ids[copy] for copy in copies[key] if copy in ids)) if key in copies else hit
        for key, hit in page
    ]


def _copies_in(hits: HitList, matches: Matches, leg: KeywordLeg, snapshot: Snapshot) -> dict[int, int]:
    """The places of hits that are copies, each with the better one's; looks further while most are copies."""
    find_words = partial(leg.analyser.find_words, forms=frozenset(hits.forms))
    copy_of: dict[int, int] = {}
    kept: list[int] = []
    end = 0
    while len(kept) < LOOKED_AT // 2 and end < len(hits.keys):
        places = [*kept, *range(end, min(len(hits.keys), end + max(LOOKED_AT, end)))]
        keys = hits.keys[places]
        may_be = _may_be_copies(keys, matches, leg, snapshot)
        may_be[: len(kept)] = False
        rows = snapshot.catalogue.section_rows(keys[_compared(may_be)].tolist())
        texts = [_whole(rows[key]) if key in rows else "" for key in keys.tolist()]
        may_be &= _are_as_long(np.array(list(map(len, texts))))
        for place, better in _better_ones(texts, may_be, find_words).items():
            copy_of[places[place]] = places[better]
        end = places[-1] + 1
        kept = [place for place in places if place not in copy_of]
    return copy_of


def _better_ones(texts: Sequence[str], may_be: Bools, find_words: FindWords) -> dict[int, int]:
    """The places of texts that are another's, or nearly and the same about every word that was found; with its own."""
    ones, others = np.nonzero(may_be)
    number_of: dict[str, int] = {}
    written = np.array([number_of.setdefault(text, len(number_of)) for text in texts], np.intp)
    is_same = written[ones] == written[others]
    is_short = np.array([len(text) <= MOST_LETTERS for text in texts], np.bool_)
    open_ = np.flatnonzero(~is_same & is_short[ones] & is_short[others])
    if len(open_):
        wanted, at = np.unique([ones[open_], others[open_]], return_inverse=True)
        runs = SharedRuns([texts[int(place)] for place in wanted], find_words, PASSAGE)
        one, other = at.reshape(2, -1)
        is_same[open_] = runs.same(one, other, LEAST_RUNS, ALIKE)
    better_of: dict[int, int] = {}
    for place, better in zip(ones[is_same].tolist(), others[is_same].tolist(), strict=True):
        if place not in better_of and better not in better_of:
            better_of[place] = better
    return better_of


def _compared(may_be: Bools) -> Bools:
    return np.logical_or(may_be.any(axis=0), may_be.any(axis=1))


def _whole(row: SectionRow) -> str:
    """What a section says with its heading."""
    return f"{row.title}\n{row.prose}\n{row.code}"


def _are_as_long(lengths: NDArray[np.int64]) -> Bools:
    """Which texts (rows) are about as long as which (columns): where one has much more to say, it is no copy."""
    shorter, longer = np.minimum(lengths, lengths[:, np.newaxis]), np.maximum(lengths, lengths[:, np.newaxis])
    return shorter >= ALIKE * longer - RUN * RUN


def _may_be_copies(keys: NDArray[np.int64], matches: Matches, leg: KeywordLeg, snapshot: Snapshot) -> Bools:
    """Which of some sections (rows) may be copies of which better ones (columns), by the query's words in them.

    A copy has no word of the query that the better one lacks, and those that it has as often.
    """
    wanted = _numbers_of(keys, matches.numbers[:MOST_RANKED], leg.reader.keys)
    has_text = (snapshot.facets.held[keys] & BARE) == 0
    may_be = np.tril(has_text[:, np.newaxis] & has_text, -1)
    for answer in matches.asked:
        holders = answer.hits.documents
        if len(holders):
            at = np.minimum(np.searchsorted(holders, wanted), len(holders) - 1)
            often = np.where(holders[at] == wanted, answer.hits.frequencies[at], np.float32(0))
            mine, better = often[:, np.newaxis], often[np.newaxis, :]
            may_be &= (mine <= better * AS_OFTEN) & ((mine == 0) | (better <= mine * AS_OFTEN))
    return may_be


def _numbers_of(keys: NDArray[np.int64], among: NDArray[np.intp], key_of: NDArray[np.int64]) -> NDArray[np.intp]:
    """The numbers of some sections, by key, among those of others; -1 for a section that is not one of those."""
    order = np.argsort(keys)
    in_order, found = keys[order], key_of[among]
    places = np.minimum(np.searchsorted(in_order, found), len(keys) - 1)
    is_one = in_order[places] == found
    numbers = np.full(len(keys), -1, np.intp)
    numbers[order[places[is_one]]] = among[is_one]
    return numbers


def _refilled(left: NDArray[np.intp], copy_of: Mapping[int, int], document_of: NDArray[np.int32]) -> NDArray[np.intp]:
    """The places that are left, in the place of each copy the next hit of a document that was not seen before it."""
    order: list[int] = []
    seen: set[int] = set()
    moved: set[int] = set()
    last = max(copy_of)
    near = left[: int(np.searchsorted(left, last, "right")) + MOST_TAKEN_UP].tolist()
    documents = document_of[: near[-1] + 1].tolist()
    for place in range(last + 1):
        chosen: int | None = place
        if place in copy_of or place in moved:
            after = bisect_right(near, place)
            later = near[after : after + MOST_TAKEN_UP]
            chosen = next((one for one in later if one not in moved and documents[one] not in seen), None)
            if chosen is None:
                continue
            moved.add(chosen)
        order.append(chosen)
        seen.add(documents[chosen])
    is_behind = np.ones(len(left), np.bool_)
    is_behind[np.searchsorted(left, [*moved])] = False
    is_behind[: np.searchsorted(left, last, "right")] = False
    return np.concatenate([np.array(order, np.intp), left[is_behind]])
