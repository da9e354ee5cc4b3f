"""How ranked hits are laid out for a reader: those with every word first, one of each document, or one document's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import HitGroup, Order, SearchRequest
from bookwheel.indexes.catalogue.section_parts import BARE, LINK_LIST
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.hit_spread import named_keys
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.match_order import Matches
from bookwheel.library.search.near_copies import fold_copies, folds
from bookwheel.library.search.query_parser import Query
from bookwheel.library.search.sort_orders import complete
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot

Keys = NDArray[np.int64]


def layout_of(request: SearchRequest) -> tuple[bool, bool, str, bool]:
    """What of a request decides how its hits are laid out."""
    return request.is_words_first, request.is_by_document, request.within, folds(request)


def arrange(
    hits: HitList, request: SearchRequest, query: Query, leg: KeywordLeg, matches: Matches, snapshot: Snapshot
) -> tuple[HitList, tuple[HitGroup, ...]]:
    """The same hits as the request wants them laid out, in the order of the ranking otherwise; and its groups."""
    if not any(layout_of(request)):
        return hits, ()
    document_of = snapshot.facets.document_of
    whole = np.zeros(0, np.int64)
    if request.is_words_first and request.order is Order.BEST:
        whole = _with_all_words(leg, query, matches)
    if request.within:
        hits = _within(hits, request.within, snapshot)
        whole = np.intersect1d(whole, hits.keys)
    found = np.zeros(0, np.int64)
    if 0 < len(whole) < hits.total:
        found = hits.keys if request.within else np.concatenate((leg.reader.keys[matches.numbers], hits.keys))
        hits = _put_first(whole, hits)
    if folds(request):
        hits = fold_copies(hits, matches, leg, snapshot, refills=not (request.is_by_document or request.is_words_first))
    groups = _count(whole, found, document_of, hits) if len(found) else ()
    return (
        _one_of_each(hits, snapshot.facets, named_keys(matches, leg.reader)) if request.is_by_document else hits
    ), groups


def _with_all_words(leg: KeywordLeg, query: Query, matches: Matches) -> Keys:
    """The sections that hold each of several words that say something; none where the query is not of that kind."""
    common = leg.common_words(matches.asked)
    if len({answer.term.text for answer in matches.asked if not answer.is_extra} - common) < 2:
        return np.zeros(0, np.int64)
    is_whole = complete(leg, query, matches)
    return np.zeros(0, np.int64) if is_whole.all() else leg.reader.keys[matches.numbers[is_whole]]


def _within(hits: HitList, doc: str, snapshot: Snapshot) -> HitList:
    row = snapshot.catalogue.document(doc)
    is_there = snapshot.facets.document_of[hits.keys] == (row.key if row is not None else -1)
    return replace(hits, keys=hits.keys[is_there], scores=hits.scores[is_there], total=int(is_there.sum()))


def _count(whole: Keys, found: Keys, document_of: NDArray[np.int32], hits: HitList) -> tuple[HitGroup, ...]:
    """How many hits have every word and how many some, without those that are folded as copies."""
    if hits.copies:
        copies = np.array([key for folded in hits.copies.values() for key in folded], np.int64)
        whole, found = whole[~np.isin(whole, copies)], found[~np.isin(found, copies)]
    with_all = np.unique(document_of[whole])
    documents = len(np.setdiff1d(document_of[found], with_all))
    return HitGroup(True, len(whole), len(with_all)), HitGroup(False, hits.total - len(whole), documents)


def _put_first(whole: Keys, hits: HitList) -> HitList:
    is_whole = np.isin(hits.keys, whole)
    at = np.argsort(~is_whole, kind="stable")
    return replace(hits, keys=hits.keys[at], scores=hits.scores[at], whole=int(is_whole.sum()))


def _one_of_each(hits: HitList, facets: Facets, named: frozenset[int] = frozenset()) -> HitList:
    """The first hit of each document, with the number of others.

    For a list of links or a mere heading, unless it was asked for by its name, stands the first text of the document.
    """
    documents = facets.document_of[hits.keys]
    _, first, counts = np.unique(documents, return_index=True, return_counts=True)
    at = np.argsort(first)
    first = first[at]
    is_text = (facets.held[hits.keys] & (LINK_LIST | BARE)) == 0
    texts = np.flatnonzero(is_text)
    _, first_text = np.unique(documents[texts], return_index=True)
    text_of = {int(documents[place]): int(place) for place in texts[first_text]}
    shown = first.copy()
    for number in np.flatnonzero(~is_text[first]).tolist():
        place = int(first[number])
        if int(hits.keys[place]) not in named:
            shown[number] = text_of.get(int(documents[place]), place)
    return replace(
        hits,
        keys=hits.keys[shown],
        scores=hits.scores[first],
        whole=int(np.count_nonzero(first < hits.whole)),
        others=(counts[at] - 1).astype(np.int64),
    )


def lay_out(hits: HitList, request: SearchRequest, snapshot: Snapshot) -> HitList:
    """The same hits of one document, or one of each, as a request wants them that asks for no words."""
    hits = _within(hits, request.within, snapshot) if request.within else hits
    return _one_of_each(hits, snapshot.facets) if request.is_by_document else hits
