"""Several places of one section: where the query's words stand together again, far from its snippet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.search import Hit, Snippet
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow, SectionRow
from bookwheel.library.search.snippet_source import excerpted, line_of
from bookwheel.library.search.snippets import (
    FARTHEST,
    FARTHEST_OTHER,
    LAP,
    SEARCHED,
    Matcher,
    Span,
    bounds,
    cleaned,
    cut,
    densest,
)

MOST = 3
"""Snippets of a section, the first included."""

APART = 600
"""Characters between two places that are shown each for itself."""

LEAST_SHARE = 0.5
"""Share of the different words of the best place that a further one must have."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Matches that stand together: how much they say, where, and how they are shown."""

    kinds: int
    weight: int
    start: int
    text: str
    spans: tuple[Span, ...]


def with_further(
    hit: Hit, row: SectionRow, document: DocumentRow, matcher: Matcher, count: int, catalogue: CatalogueReader
) -> Hit:
    """The hit with up to so many snippets in all; as it is where its matches stand together."""
    for text in excerpted(row, document, catalogue)[0]:
        places = _chosen(_places(text, matcher), min(count, MOST))
        if places:
            break
    else:
        return hit
    further = sorted(places[1:], key=lambda place: place.start)
    if not further:
        return hit
    lines = catalogue.text_of(document.key).split("\n")
    hit = replace(hit, snippet=places[0].text, spans=places[0].spans)
    return replace(hit, further=tuple(_snippet(hit, place, lines) for place in further))


def _snippet(hit: Hit, place: _Place, lines: Sequence[str]) -> Snippet:
    line = line_of(replace(hit, snippet=place.text, spans=place.spans), lines)
    return Snippet(place.text, place.spans, line)


def _chosen(places: Iterator[_Place], count: int) -> list[_Place]:
    """The places that say most, the best first, each far from the others."""
    chosen: list[_Place] = []
    for place in sorted(places, key=lambda place: (-place.kinds, -place.weight, place.start)):
        if chosen and place.kinds < LEAST_SHARE * chosen[0].kinds:
            break
        if all(abs(place.start - other.start) >= APART for other in chosen):
            chosen.append(place)
        if len(chosen) == count:
            break
    return chosen


def _places(raw: str, matcher: Matcher) -> Iterator[_Place]:
    """Where matches stand together in a text, piece by piece."""
    end = min(len(raw), FARTHEST if raw.isascii() else FARTHEST_OTHER)
    for at in range(0, max(end, 1), SEARCHED - LAP):
        text = cleaned(raw[at : at + SEARCHED])
        marks = matcher.marks(text)
        while marks:
            first, last = densest(marks)
            inside = [mark for mark in marks if first <= mark[0] < last]
            shown, spans = cut(text, *bounds(text, first, last), marks, is_later=at > 0)
            kinds = len({number for _, _, number in inside})
            yield _Place(kinds, len(inside), at + first, shown, spans)
            marks = [mark for mark in marks if mark[0] < first - APART or mark[0] > first + APART]
