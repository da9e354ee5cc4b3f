"""The legs of one search, asked as its mode wants and fused, with what each said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import Mode
from bookwheel.library.search import graph_leg
from bookwheel.library.search.fusion import Keys, Leg, Ranking, fuse
from bookwheel.library.search.graph_leg import Proximity
from bookwheel.library.search.keyword_leg import MOST_RANKED, KeywordLeg, Matches
from bookwheel.library.search.query_parser import Phrase, Query
from bookwheel.library.search.score_order import best_first
from bookwheel.library.search.semantic_leg import NEAREST, Nearness, SemanticLeg
from bookwheel.library.snapshot.index_lag import graph_notices
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import FusionSettings

MOST_READ = 500
"""Keyword hits, the best first, whose meaning is compared; the others follow the words."""

KEYWORD, SEMANTIC, GRAPH = "keyword", "semantic", "graph"

_WANTED = {
    Mode.AUTO: (KEYWORD, SEMANTIC),
    Mode.KEYWORD: (KEYWORD,),
    Mode.SEMANTIC: (SEMANTIC,),
    Mode.GRAPH: (GRAPH,),
    Mode.HYBRID: (KEYWORD, SEMANTIC, GRAPH),
}
_NO_MEANING = "Meaning is not ready yet; words ranked this answer."
_FAR = "Nothing is close in meaning; these are the nearest."
_NOTHING_NAMED = "The query names nothing that stands in the graph."
_NO_GRAPH = "The graph is not ready yet; it has no part in this answer."


@dataclass(frozen=True, slots=True)
class Fused:
    """The whole ranking, the legs it came from, and how many sections answer."""

    ranking: Ranking
    legs: tuple[Leg, ...]
    total: int
    notices: tuple[str, ...] = ()


def ask(
    query: Query, mode: Mode, matches: Matches, keyword: KeywordLeg, semantic: SemanticLeg, snapshot: Snapshot,
    settings: FusionSettings,
) -> Fused:  # fmt: skip
    """Fuse what the legs say that the mode wants; words stand in for a leg that is missing."""
    of_words, of_meaning, of_graph = settings.weights
    top = matches.numbers[:MOST_RANKED]
    words = Leg(KEYWORD, keyword.reader.keys[top], matches.scores[:MOST_RANKED], of_words, _lifts(keyword, matches))
    wanted, notices = _WANTED[mode], list[str]()
    legs = [words] if KEYWORD in wanted else []
    total = len(matches.numbers)
    near_by = None
    if GRAPH in wanted and not query.is_empty and snapshot.graph is not None:
        near_by = graph_leg.match(_words(query), snapshot.graph, snapshot)
    if SEMANTIC in wanted and not query.is_empty:
        if not semantic.is_ready:
            missing = snapshot.meaning.notice or ("" if mode is Mode.AUTO else _NO_MEANING)
            notices += [missing] if missing else []
        else:
            is_alone = wanted == (SEMANTIC,)
            near = semantic.match(_words(query), words.keys[:MOST_READ], is_open=_is_open(query), is_alone=is_alone)
            notices += near.notices
            more = near.keys[~_among(near.keys, words.keys)]
            more = more[np.argsort(snapshot.facets.positions(more))]
            every = np.concatenate([words.keys, more])
            if legs:
                legs.append(Leg(SEMANTIC, every, near.of(every), of_meaning))
                total += len(more) - int(np.count_nonzero(_among(more, keyword.reader.keys[matches.numbers])))
            else:
                legs.append(_alone(near, settings.floor, snapshot))
                total = len(legs[0].keys)
                notices += [_FAR] if total and legs[0].scores[0] < settings.floor else []
    if GRAPH in wanted and not query.is_empty:
        if near_by is None:
            notices.append(_NO_GRAPH)
        else:
            notices += graph_notices(snapshot, snapshot.graph)
            others = len(legs[-1].keys) if legs else 0
            if near_by.scores.any() or not legs:
                legs.append(_of_graph(near_by, legs, snapshot, keyword, of_graph))
                total = (total if others else 0) + len(legs[-1].keys) - others
            if not near_by.scores.any():
                notices.append(_NOTHING_NAMED)
    if not legs:
        legs = [words]
    return Fused(fuse(legs, settings), tuple(legs), total, tuple(notices))


def _among(keys: Keys, others: Keys) -> NDArray[np.bool_]:
    """Which of the keys are among the others."""
    size = int(keys.max(initial=-1)) + 1
    is_there = np.zeros(size, np.bool_)
    is_there[others[others < size]] = True
    return is_there[keys]


def _alone(near: Nearness, floor: float, snapshot: Snapshot) -> Leg:
    """The semantic leg by itself: what is close enough, nearest first; the few nearest where nothing is."""
    order = best_first(near.cosines, snapshot.facets.positions(near.keys))
    close = order[near.cosines[order] >= floor]
    order = close if len(close) else order[:NEAREST]
    return Leg(SEMANTIC, near.keys[order], near.cosines[order])


def _of_graph(near: Proximity, others: Sequence[Leg], snapshot: Snapshot, keyword: KeywordLeg, weight: float) -> Leg:
    """What the graph says of the sections that others found, and a section of each document that it alone brings in."""
    document_of = snapshot.facets.document_of
    said = np.concatenate([np.zeros(0, np.int64), *(leg.keys for leg in others[-1:])])
    new = near.scores > 0
    new[document_of[said]] = False
    documents = np.flatnonzero(new)
    own = near.sections(document_of, documents[np.argsort(snapshot.facets.rank_of[documents])])
    keys = np.concatenate([said, own[keyword.shows_keys(own)]])
    scores = near.scores[document_of[keys]]
    if not others:
        order = np.argsort(-scores, kind="stable")
        keys, scores = keys[order], scores[order]
    return Leg(GRAPH, keys, scores, weight)


def _lifts(keyword: KeywordLeg, matches: Matches) -> dict[int, float]:
    return {
        int(keyword.reader.keys[number]): sum(amount for _, amount in added) for number, added in matches.boosts.items()
    }


def _is_open(query: Query) -> bool:
    """Whether sections may answer that have none of the words: not where some are required or excluded."""
    return not any(clause.is_required or clause.is_negated for clause in query.clauses)


def _words(query: Query) -> str:
    """What is asked, without operators as far as they would change its meaning."""
    if not query.filters and not any(clause.is_negated for clause in query.clauses):
        return query.text.replace('"', " ")
    parts = (part for clause in query.clauses if not clause.is_negated for part in clause.parts)
    return " ".join(" ".join(part.words) if isinstance(part, Phrase) else part.text for part in parts)
