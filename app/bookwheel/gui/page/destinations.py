"""Places that the reader's commands lead to, made of the place and the document that are shown."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.annotations.reading_progress import LeftPlace
from bookwheel.domain.document import TOP
from bookwheel.domain.page import PageAnswer
from bookwheel.gui.state.locations import Location


def neighbour_of(page: PageAnswer, by: int) -> Location | None:
    """The page before (-1) or after (1) in the order of the source."""
    neighbour = page.previous if by < 0 else page.next
    return Location(neighbour.doc, title=neighbour.title) if neighbour else None


def section_of(here: Location, page: PageAnswer, anchor: str) -> Location:
    """A section of the document shown, in the form in which it is shown."""
    return replace(here, doc=page.doc, anchor=anchor, scroll=-1.0, depth=0.0, title=page.title)


def at_section(here: Location, section: str) -> Location:
    """The place where the reader is, as another view can find it; `section` is the anchor of the one being read."""
    anchor = "" if section == TOP else section
    return replace(here, anchor=anchor, scroll=-1.0, depth=0.0, place="" if anchor else here.place)


def scrolled_to(offset: float, left: LeftPlace) -> dict[str, object]:
    """What is noted of a place that is left: how far it is scrolled, or how far into which section."""
    if offset >= 0:
        return {"scroll": offset}
    return {"scroll": -1.0, "anchor": left.anchor, "depth": left.depth}


def source_of(here: Location, section: str) -> Location:
    """The document's own lines in place of its page, or its page again."""
    return replace(at_section(here, section), query="", is_source=not here.is_source)


def text_of(here: Location, section: str, *, is_text: bool) -> Location:
    """The text of a document that has pages of its own, or its pages."""
    return replace(at_section(here, section), is_source=False, is_text=is_text)
