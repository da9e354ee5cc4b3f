"""Search: a request becomes ranked sections with snippets, counts, notices and reasons."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.domain.messages import Message
from bookwheel.domain.search import FacetCount, Filter, Hit, HitGroup, Mode, Order, Scope, SearchAnswer, SearchRequest
from bookwheel.domain.stages import Stage, enter
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.indexes.keyword.segments import fetch_nothing
from bookwheel.library.search import legs, quoted_passages, replacements
from bookwheel.library.search.hit_languages import in_other_languages
from bookwheel.library.search.hit_layout import arrange, lay_out, layout_of
from bookwheel.library.search.hit_list import HitList, put_first, sort_hits
from bookwheel.library.search.hit_page import page_of
from bookwheel.library.search.hit_spread import spread_out
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.literal.literal_search import literal_search, stands_alone
from bookwheel.library.search.literal.pattern import pattern_of, typed_pattern
from bookwheel.library.search.match_order import MOST_RANKED, Matches
from bookwheel.library.search.near_copies import fold_copies, folds
from bookwheel.library.search.query.facet_counts import facet_counts
from bookwheel.library.search.query.first_letters import are_typed_first, recall
from bookwheel.library.search.query.typed_filters import settle, unfit
from bookwheel.library.search.query_parser import Query, parse
from bookwheel.library.search.reranking import rerank
from bookwheel.library.search.score_explanation import explanations
from bookwheel.library.search.semantic_leg import Kept, SemanticLeg
from bookwheel.library.search.shown_sections import allowed_by
from bookwheel.library.search.similar import ranking
from bookwheel.library.search.similar.passage import Passage, find_passage
from bookwheel.library.search.similar.rare_words import query_of, rarest
from bookwheel.library.search.snippet_source import located
from bookwheel.library.search.snippets import Matcher
from bookwheel.library.search.sort_orders import ordered
from bookwheel.library.search.typed_case import put_typed_case_first
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.filter_values import left_out
from bookwheel.library.snapshot.index_lag import is_keyword_behind, keyword_notices, titled
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.unread_files import unread_notices
from bookwheel.settings import FusionSettings, KeywordSettings, Settings

_WORDS_AWAY = Message("The words' database does not answer; this answer goes without keyword search.")

MOST_HITS = 100


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
        BadRequest: for a filter, weights, a regular expression, a passage or a cursor that mean nothing.
        NotFound: for a document or a section that the hits shall be like and that is not there.
        RevisionChanged: for a cursor whose list is gone.
    """
    with snapshot.catalogue.snapshot():
        passage = find_passage(request, scope, snapshot)
        pattern = pattern_of(request) if passage is None else None
        if pattern is not None and stands_alone(pattern, snapshot):
            with enter(Stage.LITERAL):
                answer = literal_search(request, pattern, scope, snapshot, cursors)
        else:
            answer = _answer_as_possible(request, passage, scope, snapshot, settings, cursors, kept or Kept())
        return replace(answer, hits=in_other_languages(answer.hits, snapshot))


@dataclass(frozen=True, slots=True)
class _Findings:
    """What a question found, and what is said of it; `matches` and `fused` only where hits may be explained."""

    query: Query
    hits: HitList
    matches: Matches | None = None
    fused: legs.Fused | None = None
    notices: tuple[Message, ...] = ()
    facets: tuple[FacetCount, ...] = ()
    suggestions: tuple[str, ...] = ()
    groups: tuple[HitGroup, ...] = ()


def _answer_as_possible(
    request: SearchRequest, passage: Passage | None, scope: Scope, snapshot: Snapshot, settings: Settings,
    cursors: Cursors | None, kept: Kept,
) -> SearchAnswer:  # fmt: skip
    """The answer; where the words' database is away, what the other legs find, and a notice."""
    try:
        return _answer(request, passage, scope, snapshot, settings, cursors, kept)
    except EngineUnavailable:
        if snapshot.keyword.fetch is fetch_nothing:
            raise
        nothing = replace(snapshot, keyword=KeywordReader.empty(0), shown=[], first_letters={})
        answer = _answer(request, passage, scope, nothing, settings, cursors, kept)
        return replace(answer, notices=(*answer.notices, _WORDS_AWAY))


def _answer(
    request: SearchRequest,
    passage: Passage | None,
    scope: Scope,
    snapshot: Snapshot,
    settings: Settings,
    cursors: Cursors | None,
    kept: Kept,
) -> SearchAnswer:
    began = time.perf_counter()
    weigh = FusionSettings.weighed if passage is None else ranking.weighed
    settings = replace(settings, fusion=weigh(settings.fusion, request.weights))
    with enter(Stage.PARSE):
        question = _understand(request, scope, snapshot, settings, kept)
    if passage is not None:
        request = replace(request, is_words_first=False)  # nobody typed the words
        question = _like(passage, question, request, scope, snapshot, settings, kept)
    how = (request.mode, request.filters, request.is_prefix, request.order, request.weights, *layout_of(request))
    how = (*how, request.query, request.like, request.like_from) if passage is not None else how
    stamp = repr((question.query.text, *how, scope))
    offset = 0
    if request.cursor and cursors is not None:
        hits, offset = cursors.resume(request.cursor, stamp, HitList)
        found = _resume(hits, question, request, snapshot, settings)
    elif are_typed_first(request):
        found = recall(
            request, scope, settings, snapshot, _Findings,
            lambda: replace(_find(question, request, scope, snapshot, settings), matches=None, fused=None),
        )  # fmt: skip
    else:
        found = _find(question, request, scope, snapshot, settings)
    limit = max(1, min(request.limit, MOST_HITS))
    matcher = _matcher_for(question, found)
    with enter(Stage.SNIPPETS):
        page, end = page_of(found.hits, offset, limit, snapshot, matcher, request.snippets)
    if request.explain:
        page = _explain(page, found, question.leg, snapshot)
    cursor = ""
    if cursors is not None and end < len(found.hits.keys):
        cursor = cursors.moved(request.cursor, end) if request.cursor else cursors.keep(stamp, found.hits, end)
    unread = () if request.cursor else unread_notices(snapshot, question.filters, scope, found.hits.total)
    notices = (*snapshot.notices, *keyword_notices(snapshot), *question.query.notices, *found.notices, *unread)
    return SearchAnswer(
        tuple(located(hit, snapshot.catalogue) if request.is_located else hit for _, hit in page),
        found.hits.total,
        cursor,
        snapshot.told_revision,
        snapshot.pending,
        round(snapshot.meaning.coverage, 4),
        tuple(dict.fromkeys(notices)),
        found.facets,
        found.suggestions,
        round((time.perf_counter() - began) * 1000, 3),
        found.groups,
    )


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked: the query, where to look, what may be quoted in it, and the sections that hold that."""

    query: Query
    leg: KeywordLeg
    semantic: SemanticLeg
    filters: tuple[Filter, ...]
    passage: tuple[str, ...] = ()
    holders: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))
    like: Passage | None = None


def _like(
    passage: Passage, narrowing: _Question, request: SearchRequest, scope: Scope, snapshot: Snapshot,
    settings: Settings, kept: Kept,
) -> _Question:  # fmt: skip
    """What is like a passage, among what the query's words and filters leave."""
    allowed = snapshot.facets.mask(narrowing.filters, scope)
    if not narrowing.query.is_empty:
        found = narrowing.leg.reader.keys[narrowing.leg.match(narrowing.query).numbers]
        allowed = np.zeros(len(snapshot.facets.document_of), np.bool_)
        allowed[found] = True
    others = snapshot.facets.document_of > 0 if allowed is None else allowed.copy()
    others[list(passage.sections)] = False
    leg = KeywordLeg(snapshot, settings.keyword, others)
    query = query_of(passage.text, leg)
    semantic = SemanticLeg(snapshot, kept, allowed, settings.fusion, passage=passage)
    query = replace(query, filters=narrowing.query.filters, notices=narrowing.query.notices)
    return _Question(query, leg, semantic, narrowing.filters, like=passage)


def _understand(request: SearchRequest, scope: Scope, snapshot: Snapshot, settings: Settings, kept: Kept) -> _Question:
    """The query as it was typed, or as a quote where a section holds all of its words one after the other."""

    def within(filters: Sequence[Filter]) -> _Question:
        filters = (*filters, *left_out(snapshot.collections, filters))
        allowed = allowed_by(snapshot, filters, scope)
        semantic = SemanticLeg(snapshot, kept, allowed, settings.fusion, is_typing=request.is_prefix)
        # Meaning tells better than parts of words what is alike: Cranfield, fused, nDCG@10 .488 alone, .459 with both.
        find_unread = (lambda: None) if request.mode is Mode.KEYWORD else semantic.find_unread
        leg = KeywordLeg(snapshot, settings.keyword, allowed, find_unread)
        return _Question(query, leg, semantic, tuple(filters), passage)

    query = parse(request.query, is_prefix=request.is_prefix, fields=snapshot.facets.fields())
    filters, notices = settle(query.filters, snapshot.facets, is_typing=request.is_prefix)
    query = replace(
        query, filters=filters, notices=(*query.notices, *notices, *unfit(request.filters, snapshot.facets))
    )
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


def _resume(
    hits: HitList, question: _Question, request: SearchRequest, snapshot: Snapshot, settings: Settings
) -> _Findings:
    """The hits of an earlier page, with what explains them where that is asked for."""
    query, leg = question.query, question.leg
    if not request.explain:
        return _Findings(query, hits)
    matches = quoted_passages.lifted(leg.match(query), question.holders)
    return _Findings(query, hits, matches, _fuse(question, query, matches, request, snapshot, settings))


def _fuse(
    question: _Question, query: Query, matches: Matches, request: SearchRequest, snapshot: Snapshot, settings: Settings
) -> legs.Fused:
    """One ranking of the legs, its first hits in the reranker's order where there is one."""
    fused = legs.ask(query, request.mode, matches, question.leg, question.semantic, snapshot, settings.fusion)
    return rerank(fused, query, matches, request, snapshot, settings.meaning.reranker)


def _find(
    question: _Question, request: SearchRequest, scope: Scope, snapshot: Snapshot, settings: Settings
) -> _Findings:
    """Match and rank, with facets counted and, where words match nothing, with the nearest terms in their place."""
    if question.like is not None:
        return _find_like(question, question.like, request, snapshot, settings)
    leg, is_filtered = question.leg, bool(request.filters or question.query.filters)
    with enter(Stage.WORDS):
        query, matches, notices = _match(question)
    is_behind = is_keyword_behind(snapshot)
    suggestions: tuple[str, ...] = ()
    if not is_behind:
        is_sure = request.is_prefix or len(question.holders) > 0
        is_lost = not len(matches.numbers) and not query.is_empty
        terms = leg.nearest(query) if is_lost else {} if is_sure else leg.slips(query)
        matches = leg.match(query, terms) if terms else matches
        if is_lost or terms:
            notices += replacements.notices_of(leg, snapshot, terms, matches, is_filtered)
            suggestions = replacements.suggestions_of(leg, snapshot, query, terms)
    fused = _fuse(question, query, matches, request, snapshot, settings)
    ranking = fused.ranking
    hits = HitList(ranking.keys[:MOST_RANKED], ranking.scores[:MOST_RANKED], fused.total, *_marked(leg, matches))
    hits = spread_out(hits, matches, leg.reader, snapshot.facets)
    hits = put_typed_case_first(hits, query, snapshot)
    if is_behind:
        hits = put_first(titled(query.name or query.text, question.filters, scope, snapshot), hits)
    hits, counted = _sort(hits, query, matches, leg, request, snapshot)
    facets, said = facet_counts(request, snapshot, counted)
    hits, groups = arrange(hits, request, query, leg, matches, snapshot)
    return _Findings(query, hits, matches, fused, (*notices, *fused.notices, *said), facets, suggestions, groups)


def _find_like(
    question: _Question, passage: Passage, request: SearchRequest, snapshot: Snapshot, settings: Settings
) -> _Findings:
    """Match and rank what is like a passage."""
    query, leg = question.query, question.leg
    with enter(Stage.WORDS):
        matches = leg.match(query)
    fused = legs.ask(query, request.mode, matches, leg, question.semantic, snapshot, settings.fusion)
    hits = HitList(fused.ranking.keys, fused.ranking.scores, fused.total)
    hits = ranking.put_apart(spread_out(hits, matches, leg.reader, snapshot.facets), passage, snapshot)
    hits = fold_copies(hits, matches, leg, snapshot) if folds(request) else hits
    if request.order is not Order.BEST:
        at = ordered(hits.keys, request.order, snapshot)
        hits = replace(hits, keys=hits.keys[at], scores=hits.scores[at])
    facets, said = facet_counts(request, snapshot, hits.keys)
    return _Findings(query, lay_out(hits, request, snapshot), matches, fused, (*fused.notices, *said), facets)


def _match(question: _Question) -> tuple[Query, Matches, list[Message]]:
    """The sections that have the words; where none holds a quoted phrase, those that come nearest to it."""
    query, leg = question.query, question.leg
    matches = quoted_passages.lifted(leg.match(query), question.holders)
    if len(matches.numbers) or not question.passage or not quoted_passages.is_asked_as_phrase(query):
        return query, matches, []
    query = quoted_passages.as_quote(query, question.passage)
    matches = leg.match(query)
    return query, matches, [quoted_passages.NEARLY] if len(matches.numbers) else []


def _sort(
    hits: HitList, query: Query, matches: Matches, leg: KeywordLeg, request: SearchRequest, snapshot: Snapshot
) -> tuple[HitList, NDArray[np.int64]]:
    """The hits in the order that is asked for, and the sections that facets count."""
    found = (leg.reader.keys[matches.numbers], hits.keys) if request.facets else ()
    counted = np.concatenate([np.zeros(0, np.int64), *found])
    if request.order is Order.BEST:
        return hits, counted
    return sort_hits(hits, request.order, counted, query, leg, matches, snapshot)


def _matcher_for(question: _Question, found: _Findings) -> Matcher:
    """What marks the matches in snippets: a passage as a whole where sections hold it or it was asked as a phrase."""
    if question.like is not None:
        return Matcher(rarest(found.query), question.leg.analyser)
    is_quote = len(question.holders) > 0 or quoted_passages.is_asked_as_phrase(found.query)
    passage = quoted_passages.pattern(question.passage if is_quote else ())
    return Matcher(found.query, question.leg.analyser, found.hits.forms, found.hits.common, passage)


def _explain(
    page: list[tuple[int, Hit]], found: _Findings, leg: KeywordLeg, snapshot: Snapshot
) -> list[tuple[int, Hit]]:
    """The same hits, each with the reasons for its score."""
    if found.fused is None or found.matches is None:
        return page
    keys = [key for key, _ in page]
    reasons = explanations(found.fused, keys, leg, found.matches, snapshot.facets.weight_of)
    return [(key, replace(hit, explanation=why)) for (key, hit), why in zip(page, reasons, strict=True)]


def marker(query: str, snapshot: Snapshot) -> Callable[[str], list[tuple[int, int]]]:
    """Finds what a query matches in any plain text: character ranges, in order and apart."""
    pattern = typed_pattern(query)
    if pattern is not None and pattern.is_readable and stands_alone(pattern, snapshot):
        return pattern.spans
    return matcher_of(query, snapshot).spans


def matcher_of(query: str, snapshot: Snapshot) -> Matcher:
    """What looks for a query's words in any plain text."""
    parsed = parse(query, fields=snapshot.facets.fields())
    leg = KeywordLeg(snapshot, KeywordSettings(), None)
    common, forms = _marked(leg, leg.match(parsed))
    return Matcher(parsed, leg.analyser, forms, common, quoted_passages.pattern(quoted_passages.passage_of(parsed)))


def _marked(leg: KeywordLeg, matches: Matches) -> tuple[frozenset[str], tuple[bytes, ...]]:
    """The words that are too common to be marked, and the terms that are."""
    common = leg.common_words(matches.asked)
    forms = (form for asked in matches.asked if asked.term.text not in common for form, _ in asked.term.forms)
    return common, tuple(forms)
