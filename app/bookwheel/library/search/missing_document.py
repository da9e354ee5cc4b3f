"""Why a document is not among the hits: filtered out, without the words, excluded, or further down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.diagnostics import AbsenceAnswer, AbsenceRequest
from bookwheel.domain.errors import NotFound
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Filter, Mode, Scope, SearchRequest
from bookwheel.indexes.catalogue import DocumentRow
from bookwheel.library.search import legs
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.literal.literal_search import stands_alone
from bookwheel.library.search.literal.pattern import pattern_of
from bookwheel.library.search.query.typed_filters import settle
from bookwheel.library.search.query_parser import Clause, Phrase, Query, Word, parse
from bookwheel.library.search.semantic_leg import Kept, SemanticLeg
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.filter_values import left_out
from bookwheel.library.snapshot.index_lag import is_keyword_behind, keyword_notices
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import Settings

Numbers = NDArray[np.intp]


def absence(request: AbsenceRequest, scope: Scope, snapshot: Snapshot, settings: Settings, kept: Kept) -> AbsenceAnswer:
    """What keeps a document from answering a query, in sentences.

    Raises:
        NotFound: for a document that is neither in the library nor among the files that could not be read.
        BadRequest: for a filter that means nothing.
    """
    with snapshot.catalogue.snapshot():
        try:
            row, _ = lookup.find(snapshot, request.doc, scope)
        except NotFound:
            answer = _unread(request, scope, snapshot)
            if answer is None:
                raise
            return answer
        pattern = pattern_of(SearchRequest(request.query, request.mode))
        if pattern is not None and not request.filters and stands_alone(pattern, snapshot):
            is_there = pattern.is_in(snapshot.catalogue.text_of(row.key))
            lacks, has = Message("It does not contain this text."), Message("It contains this text as it is written.")
            return AbsenceAnswer(row.doc, cleaned(row.title), (has if is_there else lacks,))
        if is_keyword_behind(snapshot):  # what the document lacks is not known
            return AbsenceAnswer(row.doc, cleaned(row.title), keyword_notices(snapshot))
        query = parse(request.query, fields=snapshot.facets.fields())
        query = replace(query, filters=settle(query.filters, snapshot.facets)[0])
        wanted = (*request.filters, *query.filters)
        filters = (*wanted, *left_out(snapshot.collections, wanted))
        closed = [condition for condition in filters if not _lets_in(condition, row, scope, snapshot)]
        reasons = [sentence for condition in closed for sentence in _filtered(condition, row, condition in wanted)]
        leg = KeywordLeg(snapshot, settings.keyword, None)
        own = np.flatnonzero(snapshot.facets.document_of[leg.reader.keys] == row.key)
        lacking, missing = _words(query, leg, own)
        rank, section = (0, 0) if closed else _rank(request, query, filters, scope, snapshot, settings, kept, row.key)
        if rank:
            reasons.insert(0, Message("It is among the hits, at position {place}.", place=f"{rank:,}"))
        reasons += lacking
        if not rank and not closed and not missing and not lacking:
            reasons.append(Message("It contains the words, but in different sections; no single section has them all."))
        if not rank and request.mode is not Mode.KEYWORD and missing and not closed:
            reasons.append(Message("Its sections are not close enough in meaning."))
        section = section or _closest(query, leg, own)
        return AbsenceAnswer(
            row.doc, cleaned(row.title), tuple(reasons), rank, _named(section, row, snapshot) if section else ""
        )


def _unread(request: AbsenceRequest, scope: Scope, snapshot: Snapshot) -> AbsenceAnswer | None:
    """A file that could not be read, by a part of its path."""
    wanted = request.doc.casefold()
    for problem in snapshot.catalogue.problems()[0]:
        if wanted and wanted in problem.doc.casefold() and lookup.is_visible(problem.collection, scope):
            return AbsenceAnswer(
                problem.doc, problem.path, (Message("It is not in the index: {reason}", reason=problem.reason),)
            )
    return None


def _lets_in(one: Filter, row: DocumentRow, scope: Scope, snapshot: Snapshot) -> bool:
    mask = snapshot.facets.document_mask([one], scope)
    return mask is None or bool(mask[row.key])


def _filtered(one: Filter, row: DocumentRow, is_wanted: bool) -> list[Message]:
    if not is_wanted:
        return [
            Message(
                "Its collection is left out of searches of the whole library; add collection:{slug} to the query.",
                slug=row.collection,
            )
        ]
    own = {
        "collection": row.collection, "type": row.type, "category": row.category, "language": row.language,
        "path": row.path, "tag": ", ".join(row.tags), "before": row.date or row.modified_at[:10],
        "after": row.date or row.modified_at[:10],
    }.get(one.field, "")  # fmt: skip
    shown = f"{'-' if one.is_negated else ''}{one.field}: {' or '.join(one.values)}"
    said = Message("The filter {filter} excludes it.", filter=shown)
    if own:
        return [said, Message("Its value is {value}.", value=own)]
    return [said, Message("It has no value.")] if one.field in ("type", "category", "tag") else [said]


def _words(query: Query, leg: KeywordLeg, own: Numbers) -> tuple[list[Message], bool]:
    """What of the query the document holds and what it lacks, and whether nothing of it is there."""
    has: list[str] = []
    lacks: list[str] = []
    excluded: list[str] = []
    for clause in query.clauses:
        said = " or ".join(f"“{_said(part)}”" for part in clause.parts)
        is_there = len(_holding(clause.parts, leg, own)) > 0
        if clause.is_negated:
            excluded += [said] * is_there
        else:
            (has if is_there else lacks).append(said)
    reasons = [Message("It contains {words}, which the query excludes.", words=term) for term in excluded]
    if lacks:
        reasons.append(Message("It does not contain {words}.", words=", ".join(lacks)))
        reasons += [Message("It contains {words}.", words=", ".join(has))] if has else []
    return reasons, bool(lacks) and not has


def _said(part: Word | Phrase) -> str:
    return " ".join(part.words) if isinstance(part, Phrase) else part.text + "*" * part.is_prefix


def _holding(parts: Sequence[Word | Phrase], leg: KeywordLeg, own: Numbers) -> Numbers:
    found = leg.match(Query("", "", (Clause(tuple(parts), is_required=True),)))
    return np.intersect1d(found.numbers, own)


def _closest(query: Query, leg: KeywordLeg, own: Numbers) -> int:
    """The key of the section of the document that has most words of the query; 0 when none has any."""
    counts = np.zeros(leg.reader.size, np.int32)
    for clause in query.clauses:
        if not clause.is_negated:
            counts[_holding(clause.parts, leg, own)] += 1
    best = int(own[counts[own].argmax()]) if len(own) else -1
    return int(leg.reader.keys[best]) if best >= 0 and counts[best] else 0


def _rank(
    request: AbsenceRequest, query: Query, filters: Sequence[Filter], scope: Scope, snapshot: Snapshot,
    settings: Settings, kept: Kept, document: int,
) -> tuple[int, int]:  # fmt: skip
    """The document's first place in the whole ranking, from 1, with its section's key; 0 and 0 when it has none."""
    allowed = snapshot.facets.mask(filters, scope)
    leg = KeywordLeg(snapshot, settings.keyword, allowed)
    semantic = SemanticLeg(snapshot, kept, allowed, settings.fusion, is_typing=False)
    matches = leg.match(query)
    keys = legs.ask(query, request.mode, matches, leg, semantic, snapshot, settings.fusion).ranking.keys
    if len(matches.numbers) > len(keys):
        rest = leg.reader.keys[matches.numbers[~np.isin(leg.reader.keys[matches.numbers], keys)]]
        keys = np.concatenate([keys, rest])
    found = np.flatnonzero(snapshot.facets.document_of[keys] == document)
    return (int(found[0]) + 1, int(keys[found[0]])) if len(found) else (0, 0)


def _named(key: int, row: DocumentRow, snapshot: Snapshot) -> str:
    section = snapshot.catalogue.section_rows([key], with_text=False).get(key)
    return f"{row.doc}#{section.anchor}" if section is not None else ""
