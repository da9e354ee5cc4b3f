"""What the window asks for while one searches."""

from __future__ import annotations

from bookwheel.domain.search import PASSAGE_MODES, Filter, Mode, Order, SearchRequest
from bookwheel.domain.typed_patterns import is_slashed
from bookwheel.gui.state.likeness import Likeness

FIRST, PAGE = 16, 40
"""Hits asked for while typing, as many as are seen, and afterwards."""
PASSAGES = 3
"""Places shown of a long section, the first included; not while typing, since to look for them takes time."""


def build_request(
    words: str, like: Likeness | None, mode: Mode, filters: dict[str, tuple[str, ...]], order: Order, *,
    is_prefix: bool, is_by_document: bool, facets: tuple[str, ...],
) -> SearchRequest:  # fmt: skip
    """The request for the words, or for what is like a passage; in automatic mode where another cannot be asked."""
    can_ask = not is_slashed(words) if like is None else mode in PASSAGE_MODES
    return SearchRequest(
        words,
        mode if can_ask else Mode.AUTO,
        tuple(Filter(field, values) for field, values in filters.items()),
        limit=FIRST if is_prefix else PAGE,
        explain=True,
        snippets=1 if is_prefix else PASSAGES,
        facets=facets,
        is_prefix=is_prefix,
        order=order,
        is_words_first=is_by_document and like is None,
        is_by_document=is_by_document,
        folds_copies=is_by_document,
        like=like.like if like is not None else "",
        like_from=like.taken_from if like is not None else "",
    )
