"""Hits in another order than the best first: by title, by date or by place."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import Order
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.match_order import Matches
from bookwheel.library.search.query_parser import Query
from bookwheel.library.snapshot.facet_column import Bools
from bookwheel.library.snapshot.snapshot import Snapshot

Keys = NDArray[np.int64]


def ordered(keys: Keys, order: Order, snapshot: Snapshot) -> NDArray[np.intp]:
    """Where each of some section keys stands in an order; within a document, sections stay as they are written."""
    documents = snapshot.facets.document_of[keys]
    places = snapshot.facets.places
    positions = snapshot.facets.positions(keys)
    if order is Order.DATE:
        dates = np.array([places.get(key, ("", "", 0))[2] for key in documents.tolist()], np.int64)
        return np.lexsort((positions, -dates))
    if order is Order.PLACE:
        return _by_text([f"{slug}/{path}".casefold() for slug, path, _ in _each(documents, snapshot)], positions)
    rows = snapshot.catalogue.section_rows(keys.tolist(), with_text=False)
    titles = snapshot.catalogue.document_rows(np.unique(documents).tolist())
    names = [
        (row.title or (titles[row.document_key].title if row.document_key in titles else "")) if row else ""
        for row in (rows.get(key) for key in keys.tolist())
    ]
    return _by_text([name.casefold() for name in names], positions)


def complete(leg: KeywordLeg, query: Query, matches: Matches) -> Bools:
    """Which of the matches have every word that says something; all of them when none has, or the query offers a
    choice of words. In an order that is not by fitness, what fits a little would bury what was looked for."""
    everything = np.ones(len(matches.numbers), np.bool_)
    if any(len(clause.parts) > 1 for clause in query.clauses):
        return everything
    common = leg.common_words(matches.asked)
    kept = everything.copy()
    for answer in matches.asked:
        if not answer.is_extra and answer.term.text not in common:
            kept &= np.isin(matches.numbers, answer.hits.documents)
    return kept if kept.any() else everything


def _each(documents: NDArray[np.int32], snapshot: Snapshot) -> list[tuple[str, str, int]]:
    return [snapshot.facets.places.get(key, ("", "", 0)) for key in documents.tolist()]


def _by_text(texts: list[str], positions: NDArray[np.int64]) -> NDArray[np.intp]:
    return np.array(sorted(range(len(texts)), key=lambda at: (texts[at], int(positions[at]))), np.intp)
