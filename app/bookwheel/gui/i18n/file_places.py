"""A place in a file in the window's language: a page, a slide, cells, a time, or lines."""

from __future__ import annotations

from bookwheel.domain.places import FilePlace, PlaceKind, between, cells_of, clock
from bookwheel.gui.i18n.translation import tr


def name_place(place: FilePlace) -> str:
    """The place as a citation names it."""
    if place.kind is PlaceKind.SHEET:
        return cells_of(place)
    if place.kind is PlaceKind.TIME:
        return between(clock(place.first), clock(place.last))
    if place.kind in (PlaceKind.CHAPTER, PlaceKind.FILE):
        return between(place.label, place.last_label)
    return _counted(place.kind).format(numbers=place.numbers)


def name_lines(lines: tuple[int, int], place: FilePlace | None) -> str:
    """A passage's place in its file; its lines where these are the file's own."""
    return name_place(place) if place else tr("lines {first}–{last}").format(first=lines[0], last=lines[1])


def _counted(kind: PlaceKind) -> str:
    if kind is PlaceKind.PAGE:
        return tr("page {numbers}")
    if kind is PlaceKind.SLIDE:
        return tr("slide {numbers}")
    if kind is PlaceKind.CELL:
        return tr("cell {numbers}")
    if kind is PlaceKind.PARAGRAPH:
        return tr("paragraph {numbers}")
    if kind is PlaceKind.MESSAGE:
        return tr("message {numbers}")
    return tr("line {numbers} of the file")
