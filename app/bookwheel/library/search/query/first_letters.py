"""What the first letters of a query find, kept for a revision: they stand in most sections and are typed most often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from bookwheel.domain.search import Scope, SearchRequest
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import Settings

Found = TypeVar("Found")

MOST_LETTERS = 3
"""Letters of which answers are kept. Of 790,000 sections one letter takes 90 ms to rank, four take 16."""

MOST_KEPT = 300
"""Answers that are kept; one takes some 25 KB."""


def are_typed_first(request: SearchRequest) -> bool:
    """Whether a request is for the first letters that somebody types, and so one that will come again."""
    is_plain = not (request.explain or request.cursor or request.like)
    return request.is_prefix and is_plain and len(request.query.strip()) <= MOST_LETTERS


def recall(
    request: SearchRequest,
    scope: Scope,
    settings: Settings,
    snapshot: Snapshot,
    kind: type[Found],
    find: Callable[[], Found],
) -> Found:
    """What was found for the same letters upon the same grounds, else what is found now."""
    key = repr((replace(request, limit=0), scope, settings.keyword, settings.fusion))
    grounds = (snapshot.facets, snapshot.meaning, snapshot.graph, snapshot.keyword)
    known = snapshot.first_letters.get(key)
    if known is not None and all(one is other for one, other in zip(known[0], grounds, strict=True)):
        found = known[1]
        assert isinstance(found, kind)
        return found
    found = find()
    for oldest in list(snapshot.first_letters)[: max(0, len(snapshot.first_letters) + 1 - MOST_KEPT)]:
        snapshot.first_letters.pop(oldest, None)
    snapshot.first_letters[key] = (grounds, found)
    return found
