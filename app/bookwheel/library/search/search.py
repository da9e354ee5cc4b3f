"""Search: a request becomes ranked sections with snippets, counts, notices and reasons."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.document import TOP
from bookwheel.domain.search import FacetCount, Filter, Hit, Order, Scope, SearchAnswer, SearchRequest
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.indexes.keyword.analysis import normalised, words
from bookwheel.library.search import legs, quoted_passages
from bookwheel.library.search.keyword_leg import MOST_RANKED, KeywordLeg, Matches
from bookwheel.library.search.query_parser import Query, parse
from bookwheel.library.search.score_explanation import explanations
from bookwheel.library.search.semantic_leg import Kept, SemanticLeg
from bookwheel.library.search.snippet_source import excerpted, located
from bookwheel.library.search.snippets import Matcher, cleaned, snippet
from bookwheel.library.search.sort_orders import complete, ordered
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.index_lag import is_keyword_behind, keyword_notices, titled
from bookwheel.library.snapshot.lookup import folder_titles
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import KeywordSettings, Settings

MOST_HITS = 100


@dataclass(frozen=True, slots=True)
class HitList:
    """What a cursor names: section keys and scores, best first, of the question's revision."""

    keys: NDArray[np.int64]
    scores: NDArray[np.float32]
    total: int
    common: frozenset[str] = frozenset()
    forms: tuple[bytes, ...] = ()


def search(
    request: SearchRequest,
    scope: Scope,
    snapshot: Snapshot,
    settings: Settings,
    cursors: Cursors | None = None,
    kept: Kept | None = None,
) -> SearchAnswer:
    """The sections that answer a request, best first. No query is an error; without `cursors` there are no next pages.

    `kept` holds what earlier queries had embedded.

    Raises:
        BadRequest: for a filter or a cursor that means nothing.
        RevisionChanged: for a cursor whose list is gone.
    """
    with snapshot.catalogue.snapshot():
        return _answered(request, scope, snapshot, settings, cursors, kept or Kept())


def _answered(
    request: SearchRequest,
    scope: Scope,
    snapshot: Snapshot,
    settings: Settings,
    cursors: Cursors | None,
    kept: Kept,
) -> SearchAnswer:
    began = time.perf_counter()
    asking = _understood(request, scope, snapshot, settings, kept)
    query, leg, semantic = asking.query, asking.leg, asking.semantic
    filters = (*request.filters, *query.filters)
    notices, is_behind = [*snapshot.notices, *keyword_notices(snapshot), *query.notices], is_keyword_behind(snapshot)
    stamp = repr((query.text, request.mode, request.filters, request.is_prefix, request.order, scope))
    limit = max(1, min(request.limit, MOST_HITS))
    offset, fused, matches, facets, suggestions, more = 0, None, None, (), (), {}
    if request.cursor and cursors is not None:
        hits, offset = cursors.resume(request.cursor, stamp, HitList)
        if request.explain:
            matches = quoted_passages.lifted(leg.match(query), asking.holders)
            fused = legs.ask(query, request.mode, matches, leg, semantic, snapshot, settings.fusion)
    else:
        matches = quoted_passages.lifted(leg.match(query), asking.holders)
        if asking.passage and not len(matches.numbers) and quoted_passages.is_asked_as_phrase(query):
            query = quoted_passages.as_quote(query, asking.passage)
            matches = leg.match(query)
            notices += [quoted_passages.NEARLY] if len(matches.numbers) else []
        is_lost = not len(matches.numbers) and not query.is_empty
        is_sure = request.is_prefix or len(asking.holders) > 0
        more = {} if is_behind else leg.nearest(query) if is_lost else {} if is_sure else leg.slips(query)
        if (is_lost and not is_behind) or more:
            matches = leg.match(query, more) if more else matches
            notices += _loosened(leg, snapshot, more, matches, bool(filters))
            suggestions = _suggestions(leg, snapshot, query, more)
        fused = legs.ask(query, request.mode, matches, leg, semantic, snapshot, settings.fusion)
        notices += fused.notices
        hits = HitList(
            fused.ranking.keys[:MOST_RANKED], fused.ranking.scores[:MOST_RANKED], fused.total, *_marked(leg, matches)
        )
        if is_behind:
            hits = _led_by(titled(query.name or query.text, filters, scope, snapshot), hits)
        found = (leg.reader.keys[matches.numbers], hits.keys) if request.facets else ()
        counted = np.concatenate([np.zeros(0, np.int64), *found])
        if request.order is not Order.BEST:
            hits, counted = _reordered(hits, request.order, counted, query, leg, matches, snapshot)
        facets = _facets(request.facets, snapshot, counted)
    is_quote = len(asking.holders) > 0 or quoted_passages.is_asked_as_phrase(query)
    passage = quoted_passages.pattern(asking.passage if is_quote else ())
    matcher = Matcher(query, leg.analyser, hits.forms, hits.common, passage)
    page, end = _page(hits, offset, limit, snapshot, matcher)
    if request.explain and fused is not None and matches is not None:
        reasons = explanations(fused, [key for key, _ in page], leg, matches, snapshot.facets.weight_of)
        page = [(key, replace(hit, explanation=why)) for (key, hit), why in zip(page, reasons, strict=True)]
    if request.is_located:
        page = [(key, located(hit, snapshot.catalogue)) for key, hit in page]
    cursor = ""
    if cursors is not None and end < len(hits.keys):
        cursor = cursors.moved(request.cursor, end) if request.cursor else cursors.keep(stamp, hits, end)
    return SearchAnswer(
        tuple(hit for _, hit in page),
        hits.total,
        cursor,
        snapshot.told_revision,
        snapshot.pending,
        round(snapshot.meaning.coverage, 4),
        tuple(dict.fromkeys(notices)),
        facets,
        suggestions,
        round((time.perf_counter() - began) * 1000, 3),
    )


@dataclass(frozen=True, slots=True)
class _Asking:
    """What was asked: the query, what may be quoted in it, the sections that hold that, and where to look."""

    query: Query
    leg: KeywordLeg
    semantic: SemanticLeg
    passage: tuple[str, ...] = ()
    holders: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))


def _understood(request: SearchRequest, scope: Scope, snapshot: Snapshot, settings: Settings, kept: Kept) -> _Asking:
    """The query as it was typed, or as a quote where a section holds all of its words one after the other."""

    def within(filters: Sequence[Filter]) -> _Asking:
        allowed = snapshot.facets.mask(tuple(filters), scope)
        semantic = SemanticLeg(snapshot, kept, allowed, settings.fusion, is_typing=request.is_prefix)
        return _Asking(query, KeywordLeg(snapshot, settings.keyword, allowed), semantic, passage)

    query = parse(request.query, is_prefix=request.is_prefix)
    passage = quoted_passages.passage_of(query)
    typed = within((*request.filters, *query.filters))
    if not passage or quoted_passages.is_asked_as_phrase(query):
        return typed
    plain = within(request.filters) if query.filters else typed
    holders = quoted_passages.holders(plain.leg, passage, snapshot)
    if not len(holders):
        return typed
    if query.name:
        return replace(typed, holders=holders)
    return replace(plain, query=quoted_passages.as_quote(query, passage), holders=holders)


def _led_by(keys: NDArray[np.int64], hits: HitList) -> HitList:
    """The same hits behind these, which score as much as the best one."""
    others = ~np.isin(hits.keys, keys)
    best = float(hits.scores.max(initial=0.0)) or 1.0
    return replace(
        hits,
        keys=np.concatenate([keys, hits.keys[others]]),
        scores=np.concatenate([np.full(len(keys), best, np.float32), hits.scores[others]]),
        total=hits.total + int(np.count_nonzero(~np.isin(keys, hits.keys))),
    )


def _reordered(
    hits: HitList,
    order: Order,
    counted: NDArray[np.int64],
    query: Query,
    leg: KeywordLeg,
    matches: Matches,
    snapshot: Snapshot,
) -> tuple[HitList, NDArray[np.int64]]:
    """The same hits in another order, and what counts: of those found by words, the ones that hold every word."""
    keys, scores, total = hits.keys, hits.scores, hits.total
    whole = leg.reader.keys[matches.numbers[complete(leg, query, matches)]]
    kept = np.isin(keys, whole)
    if kept.any():
        keys, scores, total, counted = keys[kept], scores[kept], len(whole), whole
    at = ordered(keys, order, snapshot)
    return replace(hits, keys=keys[at], scores=scores[at], total=total), counted


def marker(query: str, snapshot: Snapshot) -> Callable[[str], list[tuple[int, int]]]:
    """Finds what a query matches in any plain text: character ranges, in order and apart."""
    return matcher_of(query, snapshot).spans


def matcher_of(query: str, snapshot: Snapshot) -> Matcher:
    """What looks for a query's words in any plain text."""
    parsed = parse(query)
    leg = KeywordLeg(snapshot, KeywordSettings(), None)
    common, forms = _marked(leg, leg.match(parsed))
    return Matcher(parsed, leg.analyser, forms, common, quoted_passages.pattern(quoted_passages.passage_of(parsed)))


def uri_of(doc: str, anchor: str) -> str:
    """The address of a section in the window."""
    return f"bookwheel://doc/{quote(doc, safe='/')}#{quote(anchor, safe='')}"


def _marked(leg: KeywordLeg, matches: Matches) -> tuple[frozenset[str], tuple[bytes, ...]]:
    """The words that are too common to be marked, and the terms that are."""
    common = leg.common_words(matches.asked)
    forms = (form for each in matches.asked if each.term.text not in common for form, _ in each.term.forms)
    return common, tuple(forms)


def _page(
    hits: HitList, offset: int, limit: int, snapshot: Snapshot, matcher: Matcher
) -> tuple[list[tuple[int, Hit]], int]:
    """The next hits that still have a row, and where the page after them starts."""
    page: list[tuple[int, Hit]] = []
    at = offset
    while len(page) < limit and at < len(hits.keys):
        keys = hits.keys[at : at + limit - len(page)].tolist()
        rows = snapshot.catalogue.section_rows(keys)
        documents = snapshot.catalogue.document_rows(sorted({row.document_key for row in rows.values()}))
        for place, key in enumerate(keys, at):
            row = rows.get(key)
            document = documents.get(row.document_key) if row else None
            if row and document:
                page.append((key, _hit(row, document, float(hits.scores[place]), snapshot, matcher)))
        at += len(keys)
    return page, at


def _hit(
    row: SectionRow,
    document: DocumentRow,
    score: float,
    snapshot: Snapshot,
    matcher: Matcher,
) -> Hit:
    texts, lines = excerpted(row, document, snapshot.catalogue)
    text, spans = snippet(texts, matcher)
    return Hit(
        row.doc,
        f"{row.doc}#{row.anchor}",
        cleaned(row.title) or cleaned(document.title),
        cleaned(document.title),
        breadcrumb(row, document, snapshot),
        lines,
        text,
        spans,
        round(score, 4),
        uri_of(row.doc, row.anchor),
        document.collection,
        document.type,
    )


def breadcrumb(row: SectionRow, document: DocumentRow, snapshot: Snapshot) -> tuple[str, ...]:
    """Collection, folders by their titles, document and the headings above a section, outermost first."""
    collection = snapshot.collections.get(document.collection)
    title = cleaned(document.title)
    headings = [cleaned(each) for each in row.heading_path]
    if headings and headings[0] == title:
        headings = headings[1:]
    is_document = row.anchor == TOP or (row.level == 1 and cleaned(row.title) == title)
    return (
        collection.name if collection else document.collection,
        *(cleaned(each) for each in folder_titles(snapshot, document)),
        *(() if is_document else (title,)),
        *headings,
    )


def _facets(fields: Sequence[str], snapshot: Snapshot, keys: NDArray[np.int64]) -> tuple[FacetCount, ...]:
    return tuple(
        FacetCount(field, value, count)
        for field in dict.fromkeys(fields)
        for value, count in snapshot.facets.counts(field, keys)
    )


def _loosened(
    leg: KeywordLeg, snapshot: Snapshot, more: dict[str, tuple[bytes, ...]], matches: Matches, is_filtered: bool
) -> list[str]:
    notices: list[str] = []
    for word, terms in more.items() if len(matches.numbers) else ():
        shown = [f"“{each}”" for each in dict.fromkeys(_surface(leg, snapshot, term) for term in terms[:3]) if each]
        if shown:
            notices.append(f"Nothing matches “{word}”; {', '.join(shown)} stood in for it.")
    if not len(matches.numbers) and is_filtered:
        notices.append("Nothing matches within these filters.")
    return notices


def _suggestions(
    leg: KeywordLeg, snapshot: Snapshot, query: Query, more: dict[str, tuple[bytes, ...]]
) -> tuple[str, ...]:
    found: list[str] = []
    for word, terms in more.items():
        for term in terms[:3]:
            surface = _surface(leg, snapshot, term)
            if surface:
                found.append(query.text.replace(word, surface) if query.name else surface)
    return tuple(dict.fromkeys(found))[:5]


def _surface(leg: KeywordLeg, snapshot: Snapshot, term: bytes) -> str:
    """A term as a visible document writes it; empty when none can be shown."""
    row = next(iter(snapshot.catalogue.section_rows([leg.holder(term)]).values()), None)
    if row is None:
        return ""
    document = snapshot.catalogue.document_rows([row.document_key]).get(row.document_key)
    named = (document.title, *document.tags, *document.aliases, *document.keywords) if document else ()
    texts = (row.title, *row.heading_path, *named, row.prose[:20_000], row.code[:20_000])
    for text in texts:
        for word in words(normalised(text)):
            if term in leg.analyser.document_forms(word):
                return cleaned(word.lower())
    return ""
