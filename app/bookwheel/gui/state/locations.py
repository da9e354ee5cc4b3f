"""Where a reader is and was: locations in documents, and the trail of them that one tab keeps."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qs, quote, unquote, urlsplit

from bookwheel.domain.links.lone_files import is_lone
from bookwheel.domain.links.place_links import place_named, place_query
from bookwheel.domain.places import FilePlace
from bookwheel.domain.things import is_thing
from bookwheel.domain.topics import PREFIX, is_topic
from bookwheel.gui.state.comparisons import compared_documents

LONGEST_QUOTE = 2000
"""Characters of the words that a link marks."""


@dataclass(frozen=True, slots=True)
class Location:
    """A spot in a document: at an `anchor`, with a `query` marked, scrolled to `scroll` pixels.

    A `scroll` of -1 means: wherever the anchor or the first hit is. With `is_source` it is in the document's own lines.
    `place` is one of the document's file, as links name it (`page=12`); without an anchor its section is landed on.
    On a file's own pages `scroll` counts pages, from 0; with `is_text` its text is shown in their place.
    `depth` is how far into its section to go, from 0 to 1; 0 is where the section begins. `passage` is text of the
    section that begins with a match of the query: that match is gone to, where it is found.
    """

    doc: str
    anchor: str = ""
    query: str = ""
    scroll: float = -1.0
    title: str = ""
    is_source: bool = False
    place: str = ""
    is_text: bool = False
    depth: float = 0.0
    passage: str = ""

    @property
    def link(self) -> str:
        """The deep link of this location."""
        return address(self.doc, self.anchor, place=place_named(self.place))


def address(doc: str, anchor: str = "", words: str = "", place: FilePlace | None = None) -> str:
    """The `bookwheel://doc/…` address of a document, a section or a place, with words to be marked there."""
    asked = [place_query(place)] if place is not None else []
    if words:
        asked.append(f"quote={quote(words, safe='')}")
    query = f"?{'&'.join(asked)}" if asked else ""
    return f"bookwheel://doc/{quote(doc, safe='/')}{query}" + (f"#{quote(anchor)}" if anchor else "")


def section_location(
    section: str, words: str = "", place: FilePlace | None = None, title: str = "", passage: str = ""
) -> Location:
    """The location of a section by its id, with the place in the document's file where that is known."""
    doc, _, anchor = section.partition("#")
    spot = place_query(place) if place is not None else ""
    return Location(doc, anchor, words, title=title, place=spot, passage=passage)


def has_graph_page(id: str) -> bool:
    """Whether an id is that of a thing or a topic, whose page is made of the graph, and not of a document."""
    return is_thing(id) or is_topic(id)


def is_made_page(id: str) -> bool:
    """Whether a page is made when it is asked for and is of no document of the library.

    Such are pages of things and topics, comparisons, and files that are read outside the library.
    """
    return has_graph_page(id) or compared_documents(id) is not None or is_lone(id)


def is_left(doc: str, slugs: Collection[str]) -> bool:
    """Whether these collections have what is shown as `doc`: a document or a topic; things and lone files need none."""
    if (compared := compared_documents(doc)) is not None:
        return all(is_left(one, slugs) for one in compared)
    return is_thing(doc) or is_lone(doc) or doc.removeprefix(PREFIX).partition("/")[0] in slugs


def is_link(text: str) -> bool:
    """Whether a text is one of our addresses, of whatever it may be."""
    return text[:10].casefold() == "bookwheel:"


def location_of(link: str) -> Location | None:
    """The location that a `bookwheel://doc/…` address names, with its place and words; None for any other."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return None
    if parts.scheme != "bookwheel" or parts.netloc != "doc":
        return None
    doc = unquote(parts.path).lstrip("/")
    words = " ".join(parse_qs(parts.query).get("quote", [""])[0].split())[:LONGEST_QUOTE]
    place = place_named(parts.query)
    return Location(doc, unquote(parts.fragment), words, place=place_query(place) if place else "") if doc else None


def _is_same(here: Location, other: Location) -> bool:
    """Whether two locations differ at most in how far they are scrolled."""
    plain = {"scroll": 0.0, "depth": 0.0, "title": ""}
    return replace(here, **plain) == replace(other, **plain)


@dataclass(slots=True)
class Trail:
    """The locations of one tab, oldest first, and which of them is shown."""

    places: list[Location] = field(default_factory=list)
    at: int = -1

    @property
    def here(self) -> Location | None:
        """The location shown."""
        return self.places[self.at] if 0 <= self.at < len(self.places) else None

    def copy(self) -> Trail:
        """A trail of its own through the same locations."""
        return Trail(list(self.places), self.at)

    @property
    def can_go_back(self) -> bool:
        """Whether an older location is kept."""
        return self.at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether a newer location is kept."""
        return self.at + 1 < len(self.places)

    def push(self, location: Location) -> None:
        """Go to a new location; what lay ahead is forgotten."""
        here = self.here
        if here is not None and _is_same(here, location):
            self.places[self.at] = location
            return
        del self.places[self.at + 1 :]
        self.places.append(location)
        del self.places[:-100]
        self.at = len(self.places) - 1

    def amend(self, **changes: object) -> None:
        """Note more about the location shown, such as how far it is scrolled."""
        here = self.here
        if here is not None:
            self.places[self.at] = replace(here, **changes)  # type: ignore[arg-type]

    def only(self, is_kept: Callable[[str], bool]) -> Trail | None:
        """The trail with the locations alone whose documents are kept; None when the one shown is not among them."""
        if self.here is None or not is_kept(self.here.doc):
            return None
        before = [place for place in self.places[: self.at] if is_kept(place.doc)]
        return Trail([*before, *(place for place in self.places[self.at :] if is_kept(place.doc))], len(before))

    def step(self, by: int) -> Location | None:
        """Go back (-1) or forward (1); None at the ends."""
        if not 0 <= self.at + by < len(self.places):
            return None
        self.at += by
        return self.here
