"""Lists: collections, documents, values with their counts, the tree, and names for quick open."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from bookwheel.domain.browse import BrowseAnswer, BrowseRequest, Sort, View
from bookwheel.domain.collection import Collection, CollectionCard, FileCounts, join_counts, join_skipped
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.search import FacetCount, NamesAnswer, NamesRequest, Scope
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.status import ProblemsAnswer
from bookwheel.library.graph import graph_facets
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.facet_column import Bools, Keys
from bookwheel.library.snapshot.index_lag import graph_notices
from bookwheel.library.snapshot.lookup import card_of, is_visible
from bookwheel.library.snapshot.name_index import Names
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.source_order import order_of
from bookwheel.library.snapshot.unread_files import Unread, unread_notices, unread_of
from bookwheel.library.sources.file_rules import with_missing_programs
from bookwheel.library.sources.publication_cards import publication_of
from bookwheel.wire import PAGE

FACET_FIELDS = ("collection", "type", "category", "tag", "topic", "language")
MOST_VALUES = 100
OF_GRAPH = (View.PEOPLE, View.ENTITIES, View.TERMS, View.PROJECTS, View.TOPICS, View.SCHEMA)
"""Lists that the graph gives."""
_FIELD_OF = {View.CATEGORIES: "category", View.TYPES: "type", View.TAGS: "tag"}


@dataclass(frozen=True, slots=True)
class _Keys:
    keys: Keys


@dataclass(frozen=True, slots=True)
class _Values:
    values: list[FacetCount]


def browse(request: BrowseRequest, scope: Scope, snapshot: Snapshot, cursors: Cursors) -> BrowseAnswer:
    """One view of what the library holds, with counts over everything that the filters leave.

    Documents without a type or category are counted under an empty value, so that the counts add up.

    Raises:
        BadRequest: for a limit out of range, or a filter that cannot be.
    """
    if not 1 <= request.limit <= PAGE:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{PAGE:,}")
    stamp = repr((replace(request, cursor="", limit=1), scope))
    with snapshot.catalogue.snapshot():
        mask = _mask(request, scope, snapshot)
        facets = tuple(
            FacetCount(field, value, count)
            for field in FACET_FIELDS
            for value, count in snapshot.facets.counts_of(field, mask)[:MOST_VALUES]
        )
        is_counted = request.view in (View.COLLECTIONS, View.STATUS) or request.cursor
        unread = () if is_counted else unread_notices(snapshot, request.filters, scope)
        answer = BrowseAnswer(
            *(request.view, 0, "", snapshot.told_revision, snapshot.pending, round(snapshot.meaning.coverage, 4)),
            notices=(*snapshot.notices, *unread),
            facets=facets,
        )
        match request.view:
            case View.COLLECTIONS:
                cards = _cards(request, mask, scope, snapshot)
                return replace(answer, total=len(cards), collections=cards)
            case View.DOCUMENTS:
                return _documents(answer, request, mask, stamp, snapshot, cursors)
            case View.STATUS:
                return _status(answer, mask, _cards(request, mask, scope, snapshot), snapshot)
            case _:
                return _values(answer, request, mask, stamp, snapshot, cursors)


def problems(request: NameRequest, scope: Scope, snapshot: Snapshot) -> ProblemsAnswer:
    """Files that could not be indexed, or only in part; of one collection, by its slug, if one is named."""
    found, total = snapshot.catalogue.problems(request.name)
    shown = tuple(problem for problem in found if is_visible(problem.collection, scope))
    cards = [card for card in collection_cards(snapshot, scope) if request.name in ("", card.slug)]
    files = join_counts(card.files for card in cards)
    return ProblemsAnswer(
        shown,
        total if snapshot.facets.is_whole else len(shown),
        join_skipped({card.slug: card.skipped_types for card in cards}),
        sum(card.documents for card in cards),
        files.ignored,
        files.secret,
        files,
    )


def collection_cards(snapshot: Snapshot, scope: Scope) -> tuple[CollectionCard, ...]:
    """The collections that the scope shows, by name."""
    with snapshot.catalogue.snapshot():
        totals = snapshot.catalogue.totals()
        problems = snapshot.catalogue.problem_counts()
        unread = unread_of(snapshot)
        cards = [
            card_without_catalogue(
                collection,
                snapshot.readiness,
                totals.get(slug, (0, 0, 0)),
                problems.get(slug, 0),
                snapshot.catalogue.is_missing(slug),
                unread,
            )
            for slug, collection in snapshot.collections.items()
            if is_visible(slug, scope)
        ]
    return tuple(sorted(cards, key=lambda card: (card.name.casefold(), card.slug)))


def card_without_catalogue(
    collection: Collection,
    readiness: Readiness,
    totals: tuple[int, int, int] = (0, 0, 0),
    problems: int = 0,
    is_missing: bool = False,
    unread: Unread | None = None,
) -> CollectionCard:
    """A collection with counts (documents, sections, words) that are known."""
    files = unread.counts(collection.slug, totals[0]) if unread is not None else FileCounts()
    types = unread.types.get(collection.slug, ()) if unread is not None else ()
    return CollectionCard(
        collection.slug,
        collection.name,
        collection.root,
        collection.weight,
        collection.dialect,
        *totals,
        state=readiness.state_of(collection.slug, is_missing=is_missing),
        problems=problems,
        added_at=collection.added_at,
        skipped_types=with_missing_programs(types, collection),
        ignored=files.ignored,
        secret=files.secret,
        files=files,
        address=collection.source.address if collection.source is not None else "",
        publication=publication_of(collection),
    )


def names(request: NamesRequest, scope: Scope, snapshot: Snapshot, known: Names) -> NamesAnswer:
    """Documents whose title, alias or file name fits what is typed; the last modified when nothing is.

    Raises:
        BadRequest: for a limit out of range.
    """
    if not 1 <= request.limit <= PAGE:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{PAGE:,}")
    places = snapshot.facets.places

    def is_allowed(key: int) -> bool:
        place = places.get(key)
        return place is not None and is_visible(place[0], scope)

    with snapshot.catalogue.snapshot():
        if request.query.strip():
            keys = known.best(request.query, request.limit, is_allowed, snapshot.facets.rank_of)
        else:
            keys = snapshot.catalogue.recent(scope.collections, request.limit)
        rows = snapshot.catalogue.document_rows(keys)
    return NamesAnswer(tuple(card_of(rows[key]) for key in keys if key in rows), snapshot.told_revision)


def _mask(request: BrowseRequest, scope: Scope, snapshot: Snapshot) -> Bools | None:
    return snapshot.facets.document_mask(request.filters, scope)


def _cards(request: BrowseRequest, mask: Bools | None, scope: Scope, snapshot: Snapshot) -> tuple[CollectionCard, ...]:
    """The collections with documents that the filters leave, and empty ones unless a filter asks for others."""
    cards = collection_cards(snapshot, scope)
    if mask is None:
        return cards
    counted = dict(snapshot.facets.counts_of("collection", mask))
    named = {value for wanted in request.filters if not wanted.is_negated for value in wanted.values}
    return tuple(
        card
        for card in cards
        if card.slug in counted or (not card.documents and (not request.filters or card.slug in named))
    )


def _documents(
    answer: BrowseAnswer,
    request: BrowseRequest,
    mask: Bools | None,
    stamp: str,
    snapshot: Snapshot,
    cursors: Cursors,
) -> BrowseAnswer:
    if request.cursor:
        kept, start = cursors.resume(request.cursor, stamp, _Keys)
    else:
        # As an array: five hundred lists of a large library may be kept at a time.
        kept, start = _Keys(np.array(_sorted(request.sort, mask, snapshot), np.int32)), 0
    keys = kept.keys
    end = start + request.limit
    cursor = ""
    if end < len(keys):
        cursor = cursors.moved(request.cursor, end) if request.cursor else cursors.keep(stamp, kept, end)
    shown: list[int] = keys[start:end].tolist()
    rows = snapshot.catalogue.document_rows(shown)
    cards = tuple(card_of(rows[key]) for key in shown if key in rows)
    return replace(answer, total=len(keys), cursor=cursor, documents=cards)


def _sorted(sort: Sort, mask: Bools | None, snapshot: Snapshot) -> list[int]:
    if sort is Sort.BOOK:
        return _in_book_order(mask, snapshot)
    rows = [
        row
        for row in snapshot.catalogue.sort_rows()
        if row[0] in snapshot.facets.places and (mask is None or mask[row[0]])
    ]
    rank_of = snapshot.facets.rank_of
    rows.sort(key=lambda row: int(rank_of[row[0]]))
    if sort is Sort.DATE:
        rows.sort(key=lambda row: row[1].casefold())
        rows.sort(key=lambda row: row[3], reverse=True)
    elif sort is Sort.CATEGORY:
        rows.sort(key=lambda row: (not row[2], row[2].casefold(), row[1].casefold()))
    else:
        rows.sort(key=lambda row: row[1].casefold())
    return [row[0] for row in rows]


def _in_book_order(mask: Bools | None, snapshot: Snapshot) -> list[int]:
    """Documents in the order of their source, collection by collection."""
    places = snapshot.facets.places.items()
    keys = {place[:2]: key for key, place in places if mask is None or mask[key]}
    slugs = sorted({slug for slug, _ in keys} & snapshot.collections.keys())
    return [
        keys[slug, spot.path] for slug in slugs for spot in order_of(snapshot, slug).spots if (slug, spot.path) in keys
    ]


def _values(
    answer: BrowseAnswer,
    request: BrowseRequest,
    mask: Bools | None,
    stamp: str,
    snapshot: Snapshot,
    cursors: Cursors,
) -> BrowseAnswer:
    field = _FIELD_OF.get(request.view, "")
    branches: list[tuple[str, int]] = []
    notices: tuple[Message, ...] = ()
    if request.cursor:
        kept, start = cursors.resume(request.cursor, stamp, _Values)
    elif field:
        kept, start = _Values(_counted(field, mask, snapshot)), 0
        branches = snapshot.facets.branches_of(field, mask)[:PAGE]
        total = len(snapshot.facets.places) if mask is None else int(np.count_nonzero(mask))
        without = total - snapshot.facets.carrying(field, mask)
        if without and field != "tag":
            kept.values.append(FacetCount(field, "", without))
    elif request.view is View.LABELS:
        kept, start = _Values(_labels(request.sort, mask, snapshot)), 0
    else:
        listed, notices = _of_graph(request.view, mask, snapshot)
        kept, start = _Values(listed), 0
    values = kept.values
    end = start + request.limit
    cursor = ""
    if end < len(values):
        cursor = cursors.moved(request.cursor, end) if request.cursor else cursors.keep(stamp, kept, end)
    counted = tuple(FacetCount(field, value, count) for value, count in branches)
    return replace(
        answer,
        total=len(values),
        cursor=cursor,
        values=tuple(values[start:end]),
        branches=counted,
        notices=(*answer.notices, *notices),
    )


def _counted(field: str, mask: Bools | None, snapshot: Snapshot) -> list[FacetCount]:
    return [FacetCount(field, value, count) for value, count in snapshot.facets.counts_of(field, mask)]


def _labels(sort: Sort, mask: Bools | None, snapshot: Snapshot) -> list[FacetCount]:
    """Categories, types and tags as one list."""
    found = [one for field in _FIELD_OF.values() for one in _counted(field, mask, snapshot)]
    return found if sort is Sort.CATEGORY else sorted(found, key=lambda one: (-one.count, one.value.casefold()))


def _of_graph(view: View, mask: Bools | None, snapshot: Snapshot) -> tuple[list[FacetCount], tuple[Message, ...]]:
    """What the graph lists of the documents that the filters leave, and how far it has come."""
    if snapshot.graph is None:
        return [], graph_notices(snapshot, None)
    graph = graph_facets.part(snapshot.graph, snapshot, mask)
    notices = graph_notices(snapshot, snapshot.graph)
    if view is View.SCHEMA:
        return [*graph_facets.schema(graph), *_parts(mask, snapshot)], notices
    return graph_facets.things(graph, view), notices


def _parts(mask: Bools | None, snapshot: Snapshot) -> list[FacetCount]:
    """How many headings there are of each level, then how many documents in each collection."""
    places = {key: slug for key, (slug, _, _) in snapshot.facets.places.items() if mask is None or mask[key]}
    levels: Counter[int] = Counter()
    for key, level, count in snapshot.catalogue.level_counts():
        if key in places:
            levels[level] += count
    collections = Counter(places.values())
    return [
        *(FacetCount("level", str(level), count) for level, count in sorted(levels.items())),
        *(FacetCount("collection", slug, count) for slug, count in collections.most_common()),
    ]


def _status(
    answer: BrowseAnswer, mask: Bools | None, cards: tuple[CollectionCard, ...], snapshot: Snapshot
) -> BrowseAnswer:
    places = snapshot.facets.places
    sizes = [row for row in snapshot.catalogue.sizes() if row[0] in places and (mask is None or mask[row[0]])]
    files = join_counts(card.files for card in cards)
    counts = {
        "collections": len(cards),
        "documents": len(sizes),
        "sections": sum(sections for _, sections, _ in sizes),
        "words": sum(words for _, _, words in sizes),
        "problems": sum(card.problems for card in cards),
        "skipped_files": sum(kind.count for card in cards for kind in card.skipped_types),
        "ignored_files": files.ignored,
        "secret_files": files.secret,
        "binary_files": files.binary,
        "too_large_files": files.too_large,
        "failed_files": files.failed,
        "files_found": files.found,
        **({} if snapshot.pending is None else {"pending": snapshot.pending}),
        "revision": snapshot.told_revision,
    }
    values = tuple(FacetCount("status", name, count) for name, count in counts.items())
    return replace(answer, total=len(values), values=values)
