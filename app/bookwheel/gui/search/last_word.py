"""Whether the last word typed is whole: hits tell that they know it."""

from __future__ import annotations

from os.path import commonprefix

from bookwheel.domain.search import Mode, SearchAnswer, SearchRequest


def knows_last_word(request: SearchRequest, answer: SearchAnswer) -> bool:
    """Whether a hit holds the last word, by the stems that gave it its score; an operator counts as known.

    Hits by meaning and graph alone do not say that a word is whole; where only those are asked, every word is.
    """
    last = request.query.casefold().split()[-1]
    if not last.isalnum() or not answer.hits or request.mode in (Mode.SEMANTIC, Mode.GRAPH, Mode.LITERAL):
        return bool(answer.hits)
    legs = [leg for hit in answer.hits if hit.explanation is not None for leg in hit.explanation.legs]
    terms = {term.term.casefold() for leg in legs if leg.leg == "keyword" for term in leg.terms}
    return not legs or any(term in last or commonprefix((term, last))[3:] for term in terms)
