"""Where on the pages the sections of a document begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookwheel.domain.document import TOP
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.reading import OutlineEntry


@dataclass(frozen=True, slots=True)
class Section:
    """A section's anchor and where it begins: number of the page, from 0, and points from its upper edge."""

    anchor: str
    page: int
    top: float


def sections_of(entries: Sequence[OutlineEntry]) -> tuple[Section, ...]:
    """The sections that say on which page they begin, in their order."""
    return tuple(
        Section(entry.section.partition("#")[2], place.first - 1, place.box[1] if place.box else 0.0)
        for entry in entries
        if (place := entry.place) is not None and place.kind is PlaceKind.PAGE and place.first > 0
    )


def find_section(sections: Sequence[Section], anchor: str) -> Section | None:
    """The section of an anchor."""
    return next((section for section in sections if section.anchor == anchor), None)


def section_at(sections: Sequence[Section], page: int, top: float) -> str:
    """Anchor of the last section that begins at a spot or before it; that of the top before all of them."""
    reached = TOP
    for section in sections:
        if (section.page, section.top) <= (page, top):
            reached = section.anchor
        elif section.page > page:
            break
    return reached


def end_of(sections: Sequence[Section], section: Section) -> tuple[int, float]:
    """Where the next section begins."""
    row = sections.index(section) + 1
    later = sections[row] if row < len(sections) else None
    return (later.page, later.top) if later is not None else (1 << 30, 0.0)
