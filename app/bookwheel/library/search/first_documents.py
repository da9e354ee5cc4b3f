"""The documents of an answer that are embedded before others: who asks about them may ask again."""

from __future__ import annotations

from bookwheel.domain.search import SearchAnswer, SearchRequest

MOST = 5


def of(request: SearchRequest, answer: SearchAnswer) -> tuple[str, ...]:
    """The documents of the first hits, best first; none while something is typed, or where all have vectors."""
    if answer.coverage >= 1 or request.is_prefix:
        return ()
    return tuple(dict.fromkeys(hit.doc for hit in answer.hits))[:MOST]
