"""Places in files that are not read line by line: pages, slides, cells, times, and the lines of a converted source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import Message


class PlaceKind(StrEnum):
    """What a format is cited by."""

    LINE = "line"
    PAGE = "page"
    SLIDE = "slide"
    SHEET = "sheet"
    CELL = "cell"
    PARAGRAPH = "paragraph"
    CHAPTER = "chapter"
    TIME = "time"
    MESSAGE = "message"
    FILE = "file"


_ONE = {
    PlaceKind.PAGE: Message("page {numbers}", numbers="{numbers}"),
    PlaceKind.SLIDE: Message("slide {numbers}", numbers="{numbers}"),
    PlaceKind.CELL: Message("cell {numbers}", numbers="{numbers}"),
    PlaceKind.PARAGRAPH: Message("paragraph {numbers}", numbers="{numbers}"),
    PlaceKind.MESSAGE: Message("message {numbers}", numbers="{numbers}"),
    PlaceKind.LINE: Message("line {numbers} of the file", numbers="{numbers}"),
}
_SEVERAL = {
    PlaceKind.PAGE: Message("pages {numbers}", numbers="{numbers}"),
    PlaceKind.SLIDE: Message("slides {numbers}", numbers="{numbers}"),
    PlaceKind.CELL: Message("cells {numbers}", numbers="{numbers}"),
    PlaceKind.PARAGRAPH: Message("paragraphs {numbers}", numbers="{numbers}"),
    PlaceKind.MESSAGE: Message("messages {numbers}", numbers="{numbers}"),
    PlaceKind.LINE: Message("lines {numbers} of the file", numbers="{numbers}"),
}
"""What one or several places of a kind are called; the others are named by what the file calls them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its file a document's text stands, from one line of the text up to the next place.

    `line` is a line of the text. The text came from `number` to `last`, which count from 1 in the file (milliseconds
    for a time); where it `rises`, each further line of text is one number further, as rows of a table are. `label` is
    what the file calls it: a page's label, a sheet with its columns (`Budget!A:F`), a chapter's or an inner file's
    path. `box` is left, top, right and bottom in points from the upper left corner of a page.
    """

    line: int
    kind: PlaceKind
    number: int = 0
    last: int = 0
    label: str = ""
    box: tuple[float, float, float, float] | None = None
    rises: bool = False


@dataclass(frozen=True, slots=True)
class FilePlace:
    """The part of a file that is cited: numbers and labels of its first and last place; fields as in `Place`."""

    kind: PlaceKind
    first: int
    last: int
    label: str = ""
    last_label: str = ""
    box: tuple[float, float, float, float] | None = None

    @property
    def words(self) -> Message:
        """What a citation says: `page 12`, `slides 3–5`, `Budget!A2:F40`, `0:12:05–0:13:10`."""
        if self.kind is PlaceKind.SHEET:
            return Message.verbatim(cells_of(self))
        if self.kind is PlaceKind.TIME:
            return Message.verbatim(between(clock(self.first), clock(self.last)))
        if self.kind in (PlaceKind.CHAPTER, PlaceKind.FILE):
            return Message.verbatim(between(self.label, self.last_label))
        forms = _ONE if self.first == self.last else _SEVERAL
        return Message(forms[self.kind].template, numbers=self.numbers)

    @property
    def numbers(self) -> str:
        """The first and the last number, as the file labels them where it does."""
        if self.label and (self.kind is PlaceKind.PAGE or not self.first):
            return between(self.label, self.last_label)
        return between(str(self.first), str(self.last))


def between(first: str, last: str) -> str:
    """A range in words; one word where both are the same."""
    return first if first == last or not last else f"{first}–{last}"


def clock(milliseconds: int) -> str:
    """A time as hours, minutes and seconds."""
    seconds = milliseconds // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def cells_of(place: FilePlace) -> str:
    """The cells of a sheet as spreadsheets write them, such as `Budget!A2:F40`."""
    sheet, _, columns = place.label.rpartition("!")
    left, _, right = columns.partition(":")
    end = f"{right or left}{place.last or ''}"
    begin = f"{left}{place.first or ''}"
    cells = begin if begin == end else f"{begin}:{end}"
    return f"{sheet}!{cells}" if sheet else cells


def place_at(places: Sequence[Place], lines: tuple[int, int]) -> FilePlace | None:
    """The part of the file that the first to the last of these lines of the text came from; None without places.

    The places are in the order of their lines. Lines before the first place count as that place.
    """
    if not places:
        return None
    first, last = (max(0, bisect_right(places, line, key=lambda place: place.line) - 1) for line in lines)
    begin, end = places[first], places[last]
    own = [place for place in places[first : last + 1] if _go_together(begin, place)]
    # A note is placed where the text refers to it, and cards of a canvas stand in the file in any order.
    lowest = min(own, key=lambda place: place.number)
    highest = max(reversed(own), key=lambda place: place.last)
    opening = _number_at(begin, lines[0], begin.number) if lowest is begin else lowest.number
    ending = _number_at(end, lines[1], end.last) if highest is end else highest.last
    same_page = [place.box for place in own if place.number == lowest.number and place.box]
    return FilePlace(
        begin.kind,
        opening,
        max(ending, opening),
        lowest.label,
        highest.label if highest.label != lowest.label else "",
        _union(same_page) if same_page else None,
    )


def _go_together(begin: Place, other: Place) -> bool:
    """Whether a place can be cited in one with the first: cells only of one sheet."""
    return other.kind is begin.kind and (begin.kind is not PlaceKind.SHEET or other.label == begin.label)


def _number_at(place: Place, line: int, whole: int) -> int:
    return max(place.number, min(place.last, place.number + line - place.line)) if place.rises else whole


def _union(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    left, top, right, bottom = zip(*boxes, strict=True)
    return (min(left), min(top), max(right), max(bottom))
