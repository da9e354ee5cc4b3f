"""Reranking: a model reads the query beside each of the first hits, and puts those in order."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.domain.search import LegScore, Mode, Order, SearchRequest
from bookwheel.library.search.fusion import Ranking
from bookwheel.library.search.legs import Fused
from bookwheel.library.search.match_order import EXACT_HEADING, EXACT_TITLE, Matches
from bookwheel.library.search.query_parser import Query
from bookwheel.library.search.quoted_passages import EXACT
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_RERANKED = 24
"""First hits that are read."""

MOST_S = 1.5
"""Seconds after which the order stays as it was."""

MOST_LETTERS = 2000
"""Of a section; no reranker holds more."""

RERANKER, BEFORE = "reranker", "fused"
_MODES = (Mode.AUTO, Mode.HYBRID)
_EXACT = (EXACT_TITLE, EXACT_HEADING, EXACT)
log = logging.getLogger(__name__)


def rerank(
    fused: Fused, query: Query, matches: Matches, request: SearchRequest, snapshot: Snapshot, chosen: str
) -> Fused:
    """The answer with its first hits in the order of the reranker that the settings chose, if it has a part in this.

    It has none while somebody types, in a query with operators, and in modes and orders that were asked for. What is
    exactly what was asked stays where it is, and scores fall as before: a section takes that of its place.
    """
    ranking = fused.ranking
    if not chosen or request.mode not in _MODES or request.order is not Order.BEST:
        return fused
    if request.is_prefix or not query.name or not len(ranking.keys):
        return fused
    model = snapshot.meaning.reranker
    if model is None:
        return _with_notice(fused, _failed(chosen)) if snapshot.meaning.vectors else fused  # else it is being loaded
    places = _free_places(ranking, matches, snapshot)
    keys = ranking.keys[places].tolist()
    try:
        scores = model.scores(query.name, _texts(keys, snapshot), MOST_S)
    except ModelUnavailable as error:
        log.warning("%s", error.message)
        return _with_notice(fused, _failed(model.name))
    if len(scores) < len(keys):
        return _with_notice(
            fused,
            Message("The reranker {model} took too long; this answer is in the order without it.", model=model.name),
        )
    order = np.argsort(-np.array(scores), kind="stable")
    reordered = ranking.keys.copy()
    reordered[places] = ranking.keys[places][order]
    reasons = _reasons(ranking, places, scores, order)
    return replace(fused, ranking=Ranking(reordered, ranking.scores), reasons=reasons)


def _failed(model: str) -> Message:
    return Message("The reranker {model} cannot be used; this answer is in the order without it.", model=model)


def _with_notice(fused: Fused, notice: Message) -> Fused:
    return replace(fused, notices=(*fused.notices, notice))


def _free_places(ranking: Ranking, matches: Matches, snapshot: Snapshot) -> NDArray[np.intp]:
    """Where the first hits stand that may change places."""
    first = ranking.keys[:MOST_RERANKED]
    exact = [number for number, added in matches.boosts.items() if any(why in _EXACT for why, _ in added)]
    return np.flatnonzero(~np.isin(first, snapshot.keyword.keys[exact]))


def _texts(keys: Sequence[int], snapshot: Snapshot) -> list[str]:
    """What sections say, under their titles and headings."""
    rows = snapshot.catalogue.section_rows(keys)
    documents = snapshot.catalogue.document_rows(sorted({row.document_key for row in rows.values()}))
    found: list[str] = []
    for key in keys:
        row = rows.get(key)
        document = documents.get(row.document_key) if row else None
        if row is None or document is None:
            found.append("")
            continue
        above = dict.fromkeys(part.strip() for part in (document.title, *row.heading_path, row.title) if part.strip())
        found.append("\n".join((" > ".join(above), row.prose.strip(), row.code.strip()))[:MOST_LETTERS])
    return found


def _reasons(
    ranking: Ranking, places: NDArray[np.intp], scores: Sequence[float], order: NDArray[np.intp]
) -> dict[int, tuple[LegScore, ...]]:
    """What the reranker said of each section, and where it stood before."""
    best, least = max(scores), min(scores)
    top = float(ranking.scores[0]) or 1.0
    found: dict[int, tuple[LegScore, ...]] = {}
    for rank, at in enumerate(map(int, order), 1):
        place, score = int(places[at]), scores[at]
        share = (score - least) / (best - least) if best > least else 1.0
        before = float(ranking.scores[place])
        found[int(ranking.keys[place])] = (
            LegScore(RERANKER, rank, round(score, 4), round(share, 4)),
            LegScore(BEFORE, place + 1, round(before, 4), round(min(1.0, max(0.0, before / top)), 4)),
        )
    return found
