"""The legs of one search, asked as its mode wants and fused, with what each said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.search import LegScore, Mode
from bookwheel.domain.stages import Stage, enter
from bookwheel.indexes.catalogue.section_parts import LINK_LIST
from bookwheel.library.search import graph_leg
from bookwheel.library.search.fusion import Keys, Leg, Ranking, fuse
from bookwheel.library.search.graph_leg import Proximity
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.leg_weights import weights_of
from bookwheel.library.search.match_order import MOST_RANKED, Matches
from bookwheel.library.search.query_parser import Phrase, Query
from bookwheel.library.search.score_order import best_first
from bookwheel.library.search.semantic_leg import NEAREST, Nearness, SemanticLeg
from bookwheel.library.snapshot.index_lag import graph_notices
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import FusionSettings

MOST_READ = 500
"""Keyword hits, the best first, whose meaning is compared; the others follow the words."""

_NEAR, _SURE = 0.1, 10.0
"""What the graph's weight counts beside other legs: as proximity, and where the query asks for a name alone.

MRR@10 of k8s-docs-en and rust-rfcs, half of the questions that name things, and of known items: 1 and 0 .512 and .773;
.1 and 10 .947 and .797; without the graph .574 and .794.
"""

LINK_LIST_SHARE = 0.8
"""What a list of links keeps of its nearness: it is near to everything that it links to, and answers nothing.

Known items of k8s-docs-en, MRR@10: .796 without, .798 with.
"""

KEYWORD, SEMANTIC, GRAPH = "keyword", "semantic", "graph"

_WANTED = {
    Mode.AUTO: (KEYWORD, SEMANTIC, GRAPH),
    Mode.KEYWORD: (KEYWORD,),
    Mode.SEMANTIC: (SEMANTIC,),
    Mode.GRAPH: (GRAPH,),
    Mode.HYBRID: (KEYWORD, SEMANTIC, GRAPH),
    Mode.LITERAL: (KEYWORD,),
}
_NO_MEANING = Message("The semantic index is not ready yet; this answer uses keyword search.")
_WORDS_ALONE = Message("The semantic index is not ready yet; this answer uses the rarest words of the passage.")
_FAR = Message("No close matches in meaning. Nearest results:")
NOTHING_NAMED = Message("Nothing in the query matches a node of the graph.")
_NO_GRAPH = Message("The graph is not ready yet; this answer does not use it.")


@dataclass(frozen=True, slots=True)
class Fused:
    """The whole ranking, the legs it came from, and how many sections answer."""

    ranking: Ranking
    legs: tuple[Leg, ...]
    total: int
    notices: tuple[Message, ...] = ()
    reasons: Mapping[int, tuple[LegScore, ...]] = field(default_factory=dict[int, tuple[LegScore, ...]])
    """What a reranker said of sections, by their keys."""


def ask(
    query: Query, mode: Mode, matches: Matches, keyword: KeywordLeg, semantic: SemanticLeg, snapshot: Snapshot,
    settings: FusionSettings,
) -> Fused:  # fmt: skip
    """Fuse what the legs say that the mode wants; words stand in for a leg that is missing."""
    top = matches.numbers[:MOST_RANKED]
    words = Leg(KEYWORD, keyword.reader.keys[top], matches.scores[:MOST_RANKED], lifts=_lifts(keyword, matches))
    of_words, of_meaning, of_graph = weights_of(query, words, snapshot.facets, settings)
    words = replace(words, weight=of_words)
    wanted, notices = _wanted(mode, query), list[Message]()
    legs = [words] if KEYWORD in wanted else []
    total = len(matches.numbers)
    if SEMANTIC in wanted and not query.is_empty:
        if not semantic.is_ready:
            unsaid = NO_MESSAGE if mode is Mode.AUTO else _NO_MEANING
            missing = snapshot.meaning.notice or (_WORDS_ALONE if query.is_passage else unsaid)
            notices += [missing] if missing else []
        else:
            is_alone = wanted == (SEMANTIC,)
            asked = _words(query)
            with enter(Stage.MEANING):
                near = semantic.match(asked, words.keys[:MOST_READ], is_open=_is_open(query), is_alone=is_alone)
            notices += near.notices
            if legs:
                leg, more = _beside_words(near, words, of_meaning, snapshot)
                total += len(more) - int(np.count_nonzero(_among(more, keyword.reader.keys[matches.numbers])))
            else:
                leg = _alone(near, settings.floor, snapshot)
                total = len(leg.keys)
                notices += [_FAR] if total and leg.scores[0] < settings.floor else []
            legs.append(leg)
    if GRAPH in wanted and not query.is_empty:
        with enter(Stage.GRAPH):
            leg, said = _ask_graph(query, legs, snapshot, keyword, of_graph)
        notices += () if mode is Mode.AUTO else said
        if leg is not None:
            others = len(legs[-1].keys) if legs else 0
            total = (total if others else 0) + len(leg.keys) - others
            legs.append(leg)
    legs = legs or [words]
    with enter(Stage.FUSION):
        ranking = fuse(legs, settings)
    return Fused(ranking, tuple(legs), total, tuple(notices))


def _wanted(mode: Mode, query: Query) -> tuple[str, ...]:
    """The legs of a mode; a passage names nothing in the graph."""
    return tuple(name for name in _WANTED[mode] if name != GRAPH or not query.is_passage)


def _among(keys: Keys, others: Keys) -> NDArray[np.bool_]:
    """Which of the keys are among the others."""
    size = int(keys.max(initial=-1)) + 1
    is_there = np.zeros(size, np.bool_)
    is_there[others[others < size]] = True
    return is_there[keys]


def _beside_words(near: Nearness, words: Leg, weight: float, snapshot: Snapshot) -> tuple[Leg, Keys]:
    """The semantic leg over what the words found and what is near in meaning; sections that it alone brings in."""
    more = near.keys[~_among(near.keys, words.keys)]
    more = more[np.argsort(snapshot.facets.positions(more))]
    every = np.concatenate([words.keys, more])
    is_list = (snapshot.facets.held[every] & LINK_LIST) > 0
    return Leg(SEMANTIC, every, near.of(every) * np.where(is_list, np.float32(LINK_LIST_SHARE), 1), weight), more


def _alone(near: Nearness, floor: float, snapshot: Snapshot) -> Leg:
    """The semantic leg by itself: what is close enough, nearest first; the few nearest where nothing is."""
    order = best_first(near.cosines, snapshot.facets.positions(near.keys))
    close = order[near.cosines[order] >= floor]
    order = close if len(close) else order[:NEAREST]
    return Leg(SEMANTIC, near.keys[order], near.cosines[order])


def _ask_graph(
    query: Query, others: Sequence[Leg], snapshot: Snapshot, keyword: KeywordLeg, weight: float
) -> tuple[Leg | None, tuple[Message, ...]]:
    """The graph's leg, if it has a part in the answer, and what is said of that."""
    if snapshot.graph is None:
        return None, (_NO_GRAPH,)
    near = graph_leg.match(_words(query), snapshot.graph, snapshot, is_alone=not others)
    is_named = bool(near.scores.any())
    counted = weight * (_NEAR + _SURE * near.sureness)
    leg = _of_graph(near, others, snapshot, keyword, counted) if is_named or not others else None
    return leg, (*graph_notices(snapshot, snapshot.graph), *(() if is_named else (NOTHING_NAMED,)))


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
    if not query.filters and not query.names_fields and not any(clause.is_negated for clause in query.clauses):
        return query.text.replace('"', " ")
    parts = (part for clause in query.clauses if not clause.is_negated for part in clause.parts)
    return " ".join(" ".join(part.words) if isinstance(part, Phrase) else part.text for part in parts)
