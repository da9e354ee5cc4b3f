"""Documents rendered for reading, and what their links and images lead to."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import Message


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A document rendered for reading; `query` marks its matches in the page.

    `part` asks for a later part of a large one, from 1: its HTML alone, to be put in the place that waits for it.
    `place` asks where a place of its file is, as a link names it (`page=12`).
    """

    doc: str
    query: str = ""
    part: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A document to go to from another, and what it is called there; `language` where that is why one goes."""

    doc: str
    title: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Property:
    """A field of a document's front matter, its values as words."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """Safe HTML of one document's body (no html or head element) and what frames it.

    Its headings carry `id` equal to the anchors of the sections; matches are `<mark class="hit">`. `previous` and
    `next` are its neighbours in the order of its source, `languages` the page itself in each of its languages.
    A large document comes in `parts`: the first one is set, for the others stand empty `<div class="part">` with
    `data-part`, `data-size` (bytes of source) and their anchors. `hits` counts those of the part that was asked for.
    `anchor` is that of the section that holds the place asked for; `notices` say where there is no such place.
    `format` is that of the file, by its name in `domain/formats.py`. `topics` are those that the document belongs to.
    `url` is its address on the web, empty without one.
    """

    doc: str
    title: str
    html: str
    breadcrumb: tuple[str, ...]
    tags: tuple[str, ...]
    type: str
    language: str
    is_right_to_left: bool
    words: int
    reading_minutes: int
    modified_at: str
    source_path: str
    hits: int
    revision: int
    properties: tuple[Property, ...] = ()
    previous: Way | None = None
    next: Way | None = None
    languages: tuple[Way, ...] = ()
    parts: int = 1
    anchor: str = ""
    notices: tuple[Message, ...] = ()
    format: str = ""
    topics: tuple[Way, ...] = ()
    url: str = ""


@dataclass(frozen=True, slots=True)
class FindRequest:
    """Where words stand in a large document whose page is not there as a whole."""

    doc: str
    words: str


@dataclass(frozen=True, slots=True)
class FindAnswer:
    """How often the words stand in each part of the page as its source has it, which markup may change a little."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AssetRequest:
    """A file that a document shows (an image), by the href it was written with."""

    doc: str
    href: str


@dataclass(frozen=True, slots=True)
class AssetAnswer:
    """The bytes of an asset and their media type."""

    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ResolveRequest:
    """Where a link written in a document leads."""

    doc: str
    href: str


@dataclass(frozen=True, slots=True)
class ResolveAnswer:
    """`status` is resolved (`doc`, `section`), external (`url`), asset (`url` is the file's path) or broken.

    The path of an asset begins at its collection's root.
    """

    status: str
    doc: str = ""
    section: str = ""
    url: str = ""
    suggestions: tuple[str, ...] = ()
