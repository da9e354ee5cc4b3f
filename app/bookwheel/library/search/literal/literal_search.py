"""A literal search: a request becomes sections whose text holds what was typed, with lines, counts and notices."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bookwheel.domain.messages import Message
from bookwheel.domain.search import FacetCount, Filter, Hit, Order, Scope, SearchAnswer, SearchRequest
from bookwheel.indexes.catalogue import section_bounds, texts_of
from bookwheel.indexes.keyword.analysis import query_analyser
from bookwheel.library.search.hit_layout import lay_out, layout_of
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.hit_page import page_of
from bookwheel.library.search.hit_places import FilePlaces
from bookwheel.library.search.literal.excerpt import excerpt
from bookwheel.library.search.literal.pattern import Pattern
from bookwheel.library.search.literal.scan import MOST_IN_DOCUMENT, Scan, scan
from bookwheel.library.search.match_order import MOST_RANKED
from bookwheel.library.search.query.facet_counts import facet_counts
from bookwheel.library.search.query.typed_filters import settle, unfit
from bookwheel.library.search.query_parser import parse
from bookwheel.library.search.snippets import Matcher
from bookwheel.library.search.sort_orders import ordered
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.filter_values import left_out
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.unread_files import unread_notices

SECONDS, TYPING_SECONDS = 5.0, 1.5
"""How long texts are looked through for one request, and while something is being typed."""

MOST_HITS = 100


def literal_search(
    request: SearchRequest, pattern: Pattern, scope: Scope, snapshot: Snapshot, cursors: Cursors | None,
    seconds: float = SECONDS,
) -> SearchAnswer:  # fmt: skip
    """The sections whose text holds a pattern, those of documents with it in their title or oftenest first.

    Raises:
        BadRequest: for a filter or a cursor that means nothing.
        RevisionChanged: for a cursor whose list is gone.
    """
    began = time.perf_counter()
    filters, notices = _filters_of(request, pattern, snapshot)
    filters = (*filters, *left_out(snapshot.collections, filters))
    how = (request.filters, request.order, *layout_of(request))
    stamp = repr((pattern, *how, scope))
    offset, facets = 0, tuple[FacetCount, ...]()
    if request.cursor and cursors is not None:
        hits, offset = cursors.resume(request.cursor, stamp, HitList)
    else:
        mask = snapshot.facets.mask(filters, scope)
        allowed = snapshot.facets.document_of > 0 if mask is None else mask
        found = scan(pattern, allowed, snapshot, min(seconds, TYPING_SECONDS) if request.is_prefix else seconds)
        notices += _partial_notices(found)
        facets, said = facet_counts(request, snapshot, found.keys)
        notices += said
        hits = lay_out(_hits_of(found, request, snapshot), request, snapshot)
    limit = max(1, min(request.limit, MOST_HITS))
    page, end = page_of(hits, offset, limit, snapshot, Matcher(parse(""), query_analyser(snapshot.facets.languages())))
    cursor = ""
    if cursors is not None and end < len(hits.keys):
        cursor = cursors.moved(request.cursor, end) if request.cursor else cursors.keep(stamp, hits, end)
    unread = () if request.cursor else unread_notices(snapshot, filters, scope, hits.total)
    return SearchAnswer(
        tuple(_excerpts(page, pattern, snapshot)), hits.total, cursor, snapshot.told_revision, snapshot.pending, 1.0,
        tuple(dict.fromkeys((*snapshot.notices, *notices, *unread))), facets,
        took_ms=round((time.perf_counter() - began) * 1000, 3),
    )  # fmt: skip


def stands_alone(pattern: Pattern, snapshot: Snapshot) -> bool:
    """Whether nothing but filters follows a regular expression in slashes; else the query is no such one."""
    return not parse(pattern.rest, fields=snapshot.facets.fields()).clauses


def _filters_of(
    request: SearchRequest, pattern: Pattern, snapshot: Snapshot
) -> tuple[tuple[Filter, ...], list[Message]]:
    """The request's filters and those typed behind the slashes, and what is said of them."""
    query = parse(pattern.rest, fields=snapshot.facets.fields())
    typed, said = settle(query.filters, snapshot.facets)
    return (*request.filters, *typed), [*query.notices, *said, *unfit(request.filters, snapshot.facets)]


def _partial_notices(found: Scan) -> list[Message]:
    notices: list[Message] = []
    if not found.is_whole:
        notices.append(
            Message(
                "This takes long; {count} of {total} documents were looked through. Narrow the search by a filter.",
                count=f"{found.documents:,}",
                total=f"{found.wanted:,}",
            )  # fmt: skip
        )
    if found.is_cut:
        notices.append(Message("Of each document the first {count} matches count.", count=f"{MOST_IN_DOCUMENT:,}"))
    return notices


def _hits_of(found: Scan, request: SearchRequest, snapshot: Snapshot) -> HitList:
    keys, scores = found.keys[:MOST_RANKED], found.scores[:MOST_RANKED]
    if request.order is not Order.BEST:
        at = ordered(keys, request.order, snapshot)
        keys, scores = keys[at], scores[at]
    return HitList(keys, scores, len(found.keys))


def _excerpts(page: Sequence[tuple[int, Hit]], pattern: Pattern, snapshot: Snapshot) -> list[Hit]:
    """The hits with the lines that match, and where the first of these stands."""
    keys = np.array([key for key, _ in page], np.int64)
    documents: list[int] = snapshot.facets.document_of[keys].tolist()
    texts = texts_of(snapshot.catalogue, list(dict.fromkeys(documents)))
    places = FilePlaces(snapshot.catalogue)
    rows = snapshot.catalogue.document_rows(list(dict.fromkeys(documents)))
    hits: list[Hit] = []
    for (key, hit), document in zip(page, documents, strict=True):
        start, end = section_bounds(snapshot.catalogue, document).of(key)
        shown = excerpt(texts.get(document, b""), start, end, pattern)
        if shown is None:
            hits.append(hit)
            continue
        hit = replace(hit, snippet=shown.text, spans=shown.spans, line=shown.line)
        hits.append(replace(hit, place=places.at_line(shown.line, rows[document])))
    return hits
