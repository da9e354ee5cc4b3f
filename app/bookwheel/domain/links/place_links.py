"""Places as links write them: `page=12`, `cells=Budget!A2:F40`, `time=0:12:05`; and where in a document they are."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

from bookwheel.domain.places import FilePlace, Place, PlaceKind, cells_of, clock

_NAMES = {kind: "cells" if kind is PlaceKind.SHEET else kind.value for kind in PlaceKind}
_KINDS = {name: kind for kind, name in _NAMES.items()}
_CELLS = re.compile(r"(?:(.*)!)?([A-Za-z]*)(\d*)(?::([A-Za-z]*)(\d*))?", re.DOTALL)
_LONGEST = 500
"""Characters of what a link names a place by."""
_WHOLE = (PlaceKind.PAGE, PlaceKind.SLIDE, PlaceKind.CELL, PlaceKind.MESSAGE, PlaceKind.CHAPTER, PlaceKind.FILE)
_WITH_GAPS = (PlaceKind.LINE, PlaceKind.PARAGRAPH, PlaceKind.TIME)
"""What lies between two places of these kinds is blank, or belongs to the first of them."""
_SECOND_MS = 1000


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where in a document's text a place is: its first line and its last (0 for the end of the text).

    `place` is the nearest one that the document has, where it `is_exact` the one that was named.
    """

    lines: tuple[int, int]
    place: FilePlace
    is_exact: bool

    @property
    def is_whole(self) -> bool:
        """Whether its lines make a text by themselves, as those of a page or a message do."""
        return self.place.kind in _WHOLE


def place_query(place: FilePlace) -> str:
    """The place as a link names it, such as `page=12`: where it begins, or all of its cells."""
    name, value = name_and_value(place)
    return f"{name}={quote(value, safe='/:!')}"


def name_and_value(place: FilePlace) -> tuple[str, str]:
    """What a place is named by in links and in the graph: `page` and `12`, `cells` and `Budget!A2:F40`."""
    if place.kind is PlaceKind.SHEET:
        whole = cells_of(place)
        bare = whole.rstrip("!")
        value = bare if _cells(bare.strip()) == _cells(whole) else whole  # a sheet named 2024 is no row
    elif place.kind is PlaceKind.TIME:
        value = clock(place.first)
    elif place.label and (place.kind in (PlaceKind.PAGE, PlaceKind.CHAPTER, PlaceKind.FILE) or not place.first):
        value = place.label
    else:
        value = str(place.first)
    return _NAMES[place.kind], value


def place_named(query: str) -> FilePlace | None:
    """The first place that the query of a link names; None without one."""
    for name, value in parse_qsl(query[: 4 * _LONGEST]):
        kind = _KINDS.get(name.casefold())
        if kind is not None and value.strip():
            return _place(kind, value.strip()[:_LONGEST])
    return None


def find_place(places: Sequence[Place], wanted: FilePlace) -> FoundPlace | None:
    """The place that is wanted, or the one nearest to it; None in a document without places of its kind."""
    own = [number for number, place in enumerate(places) if place.kind is wanted.kind]
    if not own:
        return None
    number, is_exact = _nearest(places, own, wanted)
    found = places[number]
    ends = (later.line - 1 for later in places[number + 1 :] if _identity(later) != _identity(found))
    line = found.line
    if found.rises and found.number <= wanted.first <= found.last:
        line += wanted.first - found.number
    return FoundPlace((line, next(ends, 0)), _file_place(found, wanted), is_exact)


def _place(kind: PlaceKind, value: str) -> FilePlace:
    if kind is PlaceKind.SHEET:
        return _cells(value)
    if kind in (PlaceKind.CHAPTER, PlaceKind.FILE):
        return FilePlace(kind, 0, 0, value)
    if kind is PlaceKind.TIME:
        parts = value.split(":")
        if len(parts) <= 3 and all(part.isdecimal() and len(part) < 9 for part in parts):
            seconds = 0
            for part in parts:
                seconds = seconds * 60 + int(part)
            return FilePlace(kind, seconds * _SECOND_MS, seconds * _SECOND_MS)
        return FilePlace(kind, 0, 0, value)
    number = int(value) if value.isdecimal() and len(value) < 10 else 0
    return FilePlace(kind, number, number, value if kind is PlaceKind.PAGE or not number else "")


def _cells(value: str) -> FilePlace:
    read = _CELLS.fullmatch(value)
    if read is None:
        return FilePlace(PlaceKind.SHEET, 0, 0, f"{value}!")
    sheet, left, first, right, last = (part or "" for part in read.groups())
    if not sheet and not first:
        return FilePlace(PlaceKind.SHEET, 0, 0, f"{value}!")
    top, bottom = (int(row) if row and len(row) < 10 else 0 for row in (first, last))
    columns = f"{left}:{right}".upper() if right else left.upper()
    return FilePlace(PlaceKind.SHEET, top, max(top, bottom), f"{sheet}!{columns}" if sheet else columns)


def _nearest(places: Sequence[Place], own: Sequence[int], wanted: FilePlace) -> tuple[int, bool]:
    """Which of the places `own` is nearest, and whether it is the one wanted."""
    if wanted.kind in (PlaceKind.CHAPTER, PlaceKind.FILE):
        return _by_label(places, own, wanted.label)
    if wanted.kind is PlaceKind.SHEET:
        sheet = wanted.label.rpartition("!")[0].casefold()
        there = [number for number in own if not sheet or _sheet_of(places[number]) == sheet]
        if there and not wanted.first:
            return there[0], True
        if not there:
            names = {_sheet_of(places[number]): number for number in reversed(own)}
            near = difflib.get_close_matches(sheet, names, 1, 0.0)
            return names[near[0]] if near else own[0], False
        own = there
    if wanted.kind is PlaceKind.PAGE:
        label = wanted.label.casefold()
        named = [number for number in own if (places[number].label or str(places[number].number)).casefold() == label]
        if named:
            return named[0], True
    if wanted.kind is PlaceKind.TIME:
        starting = (n for n in own if wanted.first <= places[n].number < wanted.first + _SECOND_MS)
        if (begun := next(starting, None)) is not None:
            return begun, True
    number = min(own, key=lambda number: _distance(places[number], wanted.first))
    apart = _distance(places[number], wanted.first)
    if wanted.kind in _WITH_GAPS and apart and wanted.first and (wanted.kind is PlaceKind.TIME or not wanted.label):
        before = [one for one in own if places[one].number <= wanted.first]
        is_within = bool(before) and any(wanted.first <= places[one].number for one in own)
        return (max(before, key=lambda one: places[one].number), True) if is_within else (number, False)
    return number, not apart


def _by_label(places: Sequence[Place], own: Sequence[int], label: str) -> tuple[int, bool]:
    labels = {places[number].label: number for number in reversed(own)}
    if label in labels:
        return labels[label], True
    folded = {known.casefold(): number for known, number in reversed(labels.items())}
    if label.casefold() in folded:
        return folded[label.casefold()], True
    near = difflib.get_close_matches(label.casefold(), list(folded)[:3000], 1, 0.0)
    return folded[near[0]] if near else own[0], False


def _distance(place: Place, number: int) -> int:
    return max(place.number - number, number - max(place.number, place.last), 0)


def _sheet_of(place: Place) -> str:
    return place.label.rpartition("!")[0].casefold()


def _identity(place: Place) -> tuple[PlaceKind, int, str]:
    return (place.kind, place.number, place.label)


def _file_place(found: Place, wanted: FilePlace) -> FilePlace:
    """What was found as a citation names it: a row within its table's, where there is that row."""
    first, last = found.number, max(found.number, found.last)
    if found.rises:
        first = min(max(wanted.first, found.number), found.last)
        last = first
    return FilePlace(found.kind, first, last, found.label)
