"""The slides, cells, messages and chapters that a page is set in, by the places of its document; pages and times."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from bookwheel.domain.places import Place, PlaceKind, clock
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.pages.types import Heading, Piece

_KINDS = {
    PlaceKind.SLIDE: "slide", PlaceKind.CELL: "cell", PlaceKind.MESSAGE: "message", PlaceKind.CHAPTER: "chapter",
    PlaceKind.PAGE: "page", PlaceKind.TIME: "time",
}  # fmt: skip


def pieces_of(places: Sequence[Place], sections: Sequence[SectionRow], part: Sequence[SectionRow]) -> tuple[Piece, ...]:
    """The pieces that begin in a part of a document; chapters know the headings of those around them."""
    before_each = (None, *places)
    begins = [
        place
        for before, place in zip(before_each, places, strict=False)
        if place.kind in _KINDS and not (place.kind is PlaceKind.PAGE and (before is None or _is_same(before, place)))
    ]
    if not begins or not part:
        return ()
    first, last = part[0].start_line, _line_after(sections, part)
    chapters = [place for place in begins if place.kind is PlaceKind.CHAPTER]
    headings = {
        place.line: heading
        for number, place in enumerate(chapters)
        if (heading := _heading_in(sections, place.line, chapters[number + 1 : number + 2]))
    }
    lines = [place.line for place in chapters if place.line in headings]
    pieces: list[Piece] = []
    for place in begins:
        if first <= place.line < last:
            at = bisect_left(lines, place.line) if place.kind is PlaceKind.CHAPTER else -1
            before = headings[lines[at - 1]] if at > 0 else None
            after = headings[lines[at + 1]] if 0 <= at < len(lines) - 1 else None
            pieces.append(Piece(place.line, _KINDS[place.kind], place.number, _label(place), before, after))
    return tuple(pieces)


def _is_same(one: Place, other: Place) -> bool:
    return (one.kind, one.number) == (other.kind, other.number)


def _label(place: Place) -> str:
    if place.kind is PlaceKind.TIME:
        return clock(place.number)
    return place.label or str(place.number) if place.kind is PlaceKind.PAGE else place.label


def _line_after(sections: Sequence[SectionRow], part: Sequence[SectionRow]) -> int:
    following = next((one for one in sections if one.start_byte >= part[-1].end_byte and one is not part[-1]), None)
    return following.start_line if following else part[-1].end_line + 1_000_000_000


def _heading_in(sections: Sequence[SectionRow], line: int, following: Sequence[Place]) -> Heading | None:
    at = bisect_left(sections, line, key=lambda section: section.start_line)
    end = following[0].line if following else None
    for section in sections[at : at + 1]:
        if end is None or section.start_line < end:
            return Heading(section.anchor, section.title, section.level, section.start_line)
    return None
