"""Why a hit ranks, in words: what each leg gave it, and what was added."""

from __future__ import annotations

from bookwheel.domain.search import Hit, LegScore, Mode
from bookwheel.gui.i18n.translation import QT_TR_NOOP, figure, number, tr

LEGS = {
    "keyword": QT_TR_NOOP("keyword search"),
    "semantic": QT_TR_NOOP("semantic search"),
    "graph": QT_TR_NOOP("graph"),
    "reranker": QT_TR_NOOP("reranker"),
    "fused": QT_TR_NOOP("before reranking"),
}
"""A leg's name as a person reads it."""

MODES: dict[Mode, tuple[str, str]] = {
    Mode.AUTO: (QT_TR_NOOP("Automatic"), QT_TR_NOOP("Chooses the mode that suits the query")),
    Mode.HYBRID: (QT_TR_NOOP("Hybrid"), QT_TR_NOOP("Keyword, semantic and graph search together")),
    Mode.KEYWORD: (QT_TR_NOOP("Keyword"), QT_TR_NOOP("Sections that contain the words")),
    Mode.SEMANTIC: (QT_TR_NOOP("Semantic"), QT_TR_NOOP("Sections with a similar meaning")),
    Mode.GRAPH: (QT_TR_NOOP("Graph"), QT_TR_NOOP("Sections connected in the graph to what the query mentions")),
    Mode.LITERAL: (QT_TR_NOOP("Exact text"), QT_TR_NOOP("The text as it is written; /…/ is a regular expression")),
}
"""Each mode's name and what it does."""

_PARTS = {
    "title": QT_TR_NOOP("title"),
    "headings": QT_TR_NOOP("headings"),
    "body": QT_TR_NOOP("body"),
    "code": QT_TR_NOOP("code"),
    "tags": QT_TR_NOOP("tags"),
    "exact title": QT_TR_NOOP("exact title"),
    "exact heading": QT_TR_NOOP("exact heading"),
    "word parts": QT_TR_NOOP("word parts"),
    "incoming links": QT_TR_NOOP("incoming links"),
    "exact passage": QT_TR_NOOP("exact passage"),
    "other sections": QT_TR_NOOP("other sections"),
    "collection weight": QT_TR_NOOP("collection weight"),
}
"""What the fields of words and the additions to a score are called."""
_MOST_TERMS = 8


def list_reasons(hit: Hit) -> list[str]:
    """A sentence for each leg that found a hit, and one for what was added to its score."""
    if hit.explanation is None:
        return []
    legs = [_leg(leg) for leg in hit.explanation.legs]
    added = ", ".join(
        f"{_part(name)} {'+' if amount >= 0 else ''}{figure(amount, 2)}" for name, amount in hit.explanation.boosts
    )
    return [*legs, *([tr("Added to the score: {parts}.").format(parts=added)] if added else [])]


def _leg(leg: LegScore) -> str:
    name = tr(LEGS.get(leg.leg, leg.leg))
    rank, score = number(leg.rank), figure(leg.score, 3)
    said = tr("{leg}: rank {rank}, score {score}").format(leg=f"{name[:1].upper()}{name[1:]}", rank=rank, score=score)
    terms = sorted(leg.terms, key=lambda term: -term.score)[:_MOST_TERMS]
    if not terms:
        return f"{said}."
    parts = ", ".join(
        f"{term.term} {figure(term.score, 2)}"
        + (f" ({', '.join(_part(field) for field, _ in term.fields)})" if term.fields else "")
        for term in terms
    )
    return f"{said}; {parts}."


def _part(name: str) -> str:
    words = name.replace("_", " ")
    return tr(_PARTS.get(words, words))
