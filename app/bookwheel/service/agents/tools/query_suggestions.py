"""What to ask instead of a search that found nothing: fewer filters, fewer words, topics of such a name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.readiness import COUNTING, KEYWORD_BEHIND
from bookwheel.domain.search import Filter, Mode, Scope, SearchAnswer, SearchRequest
from bookwheel.library.library import Library

MOST = 5
NOTHING = "Nothing found; browse with view=topics lists what the library covers."
_MOST_WORDS = 4


def looser(answer: SearchAnswer, request: SearchRequest, library: Library, scope: Scope) -> SearchAnswer:
    """An answer without hits with queries that have some, and topics of nearly such a name; any other as it is.

    Where there are none it says where to look instead.
    """
    if answer.hits or request.cursor or not request.query.strip():
        return answer
    found = list(dict.fromkeys((*answer.suggestions, *_tried(request, library, scope))))
    is_sure = not answer.pending and not {COUNTING, KEYWORD_BEHIND}.intersection(answer.notices)
    notices = answer.notices if found or not is_sure else (*answer.notices, NOTHING)
    return replace(answer, suggestions=tuple(found[:MOST]), notices=notices)


def _tried(request: SearchRequest, library: Library, scope: Scope) -> Iterator[str]:
    def total(query: str, filters: tuple[Filter, ...]) -> int:
        asked = SearchRequest(query, Mode.KEYWORD, filters, limit=1)
        return library.search(asked, scope).total

    if request.filters and total(request.query, ()):
        yield f"{request.query[:200]} (without {', '.join(each.field for each in request.filters)})"
    words = re.findall(r"\w{3,}", request.query)[:_MOST_WORDS]
    if len(words) > 1:
        for word in sorted(words, key=len, reverse=True):
            if total(word, request.filters):
                yield word
    yield from _topics(words, library, scope)


def _topics(words: list[str], library: Library, scope: Scope) -> Iterator[str]:
    for view, field in ((View.CATEGORIES, "category"), (View.TAGS, "tag")):
        values = [one.value for one in library.browse(BrowseRequest(view, limit=1000), scope).values if one.value]
        by_name = {value.casefold().rpartition("/")[2]: value for value in values}
        for word in words:
            for near in difflib.get_close_matches(word.casefold(), by_name, 1, 0.75):
                yield f"{field}:{by_name[near]}"
