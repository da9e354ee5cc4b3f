"""Why hits rank: what each leg and each term said of them, and what was added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import Explanation, LegScore, TermScore
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.scorer import TermHits, frequencies_in, scores_of
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.legs import KEYWORD, Fused
from bookwheel.library.search.match_order import Asked, Matches


def explanations(
    fused: Fused, keys: Sequence[int], keyword: KeywordLeg, matches: Matches, weight_of: NDArray[np.float32]
) -> list[Explanation]:
    """Why each of these sections ranks; `weight_of` are their collections' weights by section key."""
    legs: dict[int, list[LegScore]] = {key: [] for key in keys}
    boosts: dict[int, list[tuple[str, float]]] = {key: [] for key in keys}
    for leg in fused.legs:
        shares = leg.shares()
        place_of = {key: int(found[0]) for key in keys if len(found := np.flatnonzero(leg.keys == key))}
        place_of = {key: place for key, place in place_of.items() if not np.isnan(leg.scores[place])}
        terms_of: Mapping[int, tuple[TermScore, ...]] = {}
        if leg.name == KEYWORD:
            terms_of = _terms(keyword, matches.asked, [int(matches.numbers[place]) for place in place_of.values()])
        for key, place in place_of.items():
            score = float(leg.scores[place])
            rank = 1 + int(np.count_nonzero(leg.scores > leg.scores[place]))
            terms: tuple[TermScore, ...] = ()
            if leg.name == KEYWORD:
                number = int(matches.numbers[place])
                terms = terms_of[number]
                boosts[key] = _boosts(score, terms, matches.boosts.get(number, ()), float(weight_of[key]))
            legs[key].append(LegScore(leg.name, rank, round(score, 4), round(float(shares[place]), 4), terms))
    return [Explanation((*legs[key], *fused.reasons.get(key, ())), tuple(boosts[key])) for key in keys]


def _boosts(
    score: float, terms: Sequence[TermScore], added: Sequence[tuple[str, float]], weight: float
) -> list[tuple[str, float]]:
    boosts = list(added)
    if weight != 1.0:
        boosts.append(("collection weight", round(weight, 4)))
    siblings = score - sum(term.score for term in terms) * weight - sum(amount for _, amount in added)
    if siblings > 1e-3 and terms:
        boosts.append(("other sections", round(siblings, 4)))
    return boosts


def _terms(keyword: KeywordLeg, asked: Sequence[Asked], numbers: Sequence[int]) -> dict[int, tuple[TermScore, ...]]:
    """What each term gave each of some sections, by their numbers."""
    documents = np.array(sorted(numbers), np.int64)
    counted = frequencies_in(keyword.reader, [answer.term for answer in asked], documents)
    given: dict[int, list[TermScore]] = {number: [] for number in numbers}
    for answer, counts in zip(asked, counted, strict=True):
        hits, term = answer.hits, answer.term
        there = np.flatnonzero(np.isin(documents, hits.documents))
        places = np.searchsorted(hits.documents, documents[there])
        scores = scores_of(TermHits(documents[there], hits.frequencies[places], hits.idf), term, keyword.weights)
        for row, score in zip(there.tolist(), scores.tolist(), strict=True):
            fields = tuple(
                (name, round(count, 2)) for name, count in zip(FIELDS, counts[row].tolist(), strict=True) if count
            )
            given[int(documents[row])].append(TermScore(term.text, round(hits.idf, 4), round(score, 4), fields))
    return {number: tuple(terms) for number, terms in given.items()}
