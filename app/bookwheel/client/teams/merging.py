"""One answer made of those of several libraries: hits by their ranks, counts added up, copies folded."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bookwheel import wire
from bookwheel.domain.errors import BadRequest, RevisionChanged
from bookwheel.domain.messages import Message
from bookwheel.domain.search import (
    FacetCount,
    Hit,
    HitGroup,
    NamesAnswer,
    Order,
    SearchAnswer,
    SearchRequest,
)

MARK = "joined."
_LONGEST_CURSOR = 20_000
_MOST_PAGES = 3

Search = Callable[[SearchRequest], SearchAnswer]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the hits of one library were shown: `skipped` of those that its page at `cursor` holds.

    `shown` counts those of all its pages; `is_over` says that there are no more.
    """

    cursor: str = ""
    skipped: int = 0
    shown: int = 0
    is_over: bool = False


def read_cursor(cursor: str) -> dict[str, Progress]:
    """How far each library was shown, by its name; empty for the first page.

    Raises:
        RevisionChanged: for a cursor that was not made here.
    """
    if not cursor:
        return {}
    if not cursor.startswith(MARK) or len(cursor) > _LONGEST_CURSOR:
        raise RevisionChanged("The cursor belongs to another search. Search again.")
    try:
        return wire.decode(base64.urlsafe_b64decode(cursor.removeprefix(MARK)), dict[str, Progress])
    except (BadRequest, binascii.Error, ValueError):
        raise RevisionChanged("The cursor belongs to another search. Search again.") from None


def _write_cursor(progress: Mapping[str, Progress]) -> str:
    return MARK + base64.urlsafe_b64encode(wire.encode(dict(progress))).decode()


@dataclass(frozen=True, slots=True)
class Ahead:
    """What one library can show next: its first page's answer, and each hit with the progress once it is shown."""

    answer: SearchAnswer
    hits: tuple[tuple[Hit, Progress], ...]
    progress: Progress


def look_ahead(search: Search, request: SearchRequest, progress: Progress) -> Ahead:
    """Fetch as many hits of one library as one page may need, from where it was left."""
    first: SearchAnswer | None = None
    found: list[tuple[Hit, Progress]] = []
    at = progress
    for _ in range(_MOST_PAGES):
        answer = search(replace(request, cursor=at.cursor))
        first = first or answer
        rest = answer.hits[at.skipped :]
        for number, hit in enumerate(rest, 1):
            found.append((hit, replace(at, skipped=at.skipped + number, shown=at.shown + number)))
        at = Progress(answer.cursor, 0, at.shown + len(rest), is_over=not answer.cursor)
        if found and found[-1][1].shown == at.shown:
            found[-1] = (found[-1][0], at)
        if at.is_over or len(found) >= request.limit:
            break
    assert first is not None, "at least one page was asked for"
    return Ahead(first, tuple(found), progress if found else at)


def merge_hits(ahead: Mapping[str, Ahead], request: SearchRequest, notices: Iterable[Message]) -> SearchAnswer:
    """One page of several libraries' hits; the first library is the person's own.

    Ranks alone are compared, since each library's scores are of its own words: first hits of all, then second ones.
    """
    rows = [
        (_key(request, hit, place, after), name, hit, after)
        for place, (name, one) in enumerate(ahead.items())
        for hit, after in one.hits
    ]
    rows.sort(key=lambda row: row[0])
    progress = {name: one.progress for name, one in ahead.items()}
    shown: list[Hit] = []
    by_text: dict[tuple[str, str, str], int] = {}
    for _, name, hit, after in rows:
        text = (hit.document_title, hit.title, hit.snippet)
        if len(shown) >= request.limit and text not in by_text:
            break
        progress[name] = after
        if request.folds_copies and text in by_text:
            better = shown[by_text[text]]
            shown[by_text[text]] = replace(better, copies=(*better.copies, hit.section))
            continue
        by_text.setdefault(text, len(shown))
        shown.append(hit)
    answers = [one.answer for one in ahead.values()]
    is_over = all(one.is_over for one in progress.values())
    pending = [answer.pending for answer in answers]
    return SearchAnswer(
        hits=tuple(shown),
        total=sum(answer.total for answer in answers),
        cursor="" if is_over or not shown else _write_cursor(progress),
        revision=answers[0].revision,
        pending=None if pending[0] is None else sum(number or 0 for number in pending),  # a team may not tell
        coverage=min(answer.coverage for answer in answers),
        notices=tuple(dict.fromkeys((*(notice for answer in answers for notice in answer.notices), *notices))),
        facets=_add_up(answers, request.facet_values),
        suggestions=tuple(dict.fromkeys(text for answer in answers for text in answer.suggestions)),
        took_ms=max(answer.took_ms for answer in answers),
        groups=_add_groups(answers),
    )


def _key(request: SearchRequest, hit: Hit, place: int, after: Progress) -> tuple[object, ...]:
    tier = request.is_words_first and not hit.has_all_words
    if request.order is Order.TITLE:
        return (tier, (hit.title or hit.document_title).casefold(), place, after.shown)
    if request.order is Order.PLACE:
        return (tier, place, after.shown)
    return (tier, after.shown, place)


def _add_up(answers: Sequence[SearchAnswer], most: int) -> tuple[FacetCount, ...]:
    """The counts of the same values together, the most frequent of each field first; 0 for as many as there are."""
    counts: dict[tuple[str, str], FacetCount] = {}
    for answer in answers:
        for facet in answer.facets:
            known = counts.get((facet.field, facet.value))
            counts[facet.field, facet.value] = (
                facet if known is None else replace(known, count=known.count + facet.count)
            )
    fields = dict.fromkeys(field for field, _ in counts)
    found: list[FacetCount] = []
    for field in fields:
        own = sorted((one for one in counts.values() if one.field == field), key=lambda one: (-one.count, one.value))
        found += own[: most or len(own)]
    return tuple(found)


def _add_groups(answers: Sequence[SearchAnswer]) -> tuple[HitGroup, ...]:
    found: dict[bool, HitGroup] = {}
    for group in (group for answer in answers for group in answer.groups):
        known = found.get(group.has_all_words, HitGroup(group.has_all_words, 0, 0))
        found[group.has_all_words] = HitGroup(
            group.has_all_words, known.sections + group.sections, known.documents + group.documents
        )
    return tuple(sorted(found.values(), key=lambda group: not group.has_all_words))


def merge_names(answers: Sequence[NamesAnswer], limit: int) -> NamesAnswer:
    """Documents by name, each library's best first, in turns."""
    ranked = [((rank, place), card) for place, one in enumerate(answers) for rank, card in enumerate(one.documents)]
    ranked.sort(key=lambda row: row[0])
    return NamesAnswer(tuple(card for _, card in ranked[:limit]), answers[0].revision)
