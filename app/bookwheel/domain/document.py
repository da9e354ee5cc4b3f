"""A parsed source file: its section tree, links, labels and text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.links.named_links import NameKind
from bookwheel.domain.messages import Message
from bookwheel.domain.places import Place
from bookwheel.domain.things import Statement, Thing

TOP = "top"
"""Anchor of the text before a document's first heading."""


class Dialect(StrEnum):
    """How a collection writes Markdown; AUTO is decided from the files at its root.

    CONVERTED is the Markdown that a reader of another format has made; no collection is set to it.
    """

    AUTO = "auto"
    COMMONMARK = "commonmark"
    GFM = "gfm"
    OBSIDIAN = "obsidian"
    MKDOCS = "mkdocs"
    CONVERTED = "converted"


class LinkKind(StrEnum):
    """The syntax in which a link was written; NAME leads to whatever states a name (see `named_links`)."""

    MARKDOWN = "markdown"
    REFERENCE = "reference"
    WIKILINK = "wikilink"
    EMBED = "embed"
    HTML = "html"
    IMAGE = "image"
    SHORTCODE = "shortcode"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text under it, up to the next heading.

    `level` is 1 to 6, 0 for `#top`; lines count from 1 and `end_line` is included; bytes are half-open UTF-8 offsets
    into the document's text; `heading_path` holds the headings above this one, outermost first; `prose` is the text
    without markup and without fenced code, which is in `code`; `words` counts the prose. `parent` is an index into the
    document's sections, -1 for none.
    """

    anchor: str
    level: int
    title: str
    heading_path: tuple[str, ...]
    parent: int
    start_line: int
    end_line: int
    start_byte: int
    end_byte: int
    words: int
    prose: str
    code: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class Link:
    """A reference as written: `target` is the path, name or URL without its `#fragment`; `section` is an index.

    `relation` is what a field of front matter states of both documents (supersedes, dependsOn, …), empty for a link.
    """

    kind: LinkKind
    target: str
    fragment: str
    text: str
    line: int
    section: int
    relation: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name by which links of other documents lead to a section; `section` is an index, -1 for the whole document."""

    kind: NameKind
    name: str
    section: int


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced or indented code block; `language` is lower case, empty where none is given."""

    language: str
    start_line: int
    end_line: int
    section: int


@dataclass(frozen=True, slots=True)
class Document:
    """One source file, parsed.

    `path` is POSIX and relative to its collection's root; `text` is the whole normalised source (no BOM, `\\n` lines);
    `fields` are the front matter's values as facets, flattened to strings, names lower case; `header_json` is the front
    matter as a JSON object; `date` is ISO 8601 or empty; `language` an ISO 639-1 code or empty; `warnings` are
    sentences about what could not be read. There is always at least one section, and the sections are in source order.
    Where the text was made from a file of another format, `places` say where in the file it stood; without them, lines
    of the text are lines of the file. `things` are what it speaks of, each once, and `statements` what it says of them.
    """

    path: str
    format: str
    dialect: Dialect
    title: str
    description: str
    type: str
    language: str
    date: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    categories: tuple[str, ...]
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    header_json: str
    summary: str
    keywords: tuple[str, ...]
    words: int
    text: str
    sections: tuple[Section, ...]
    links: tuple[Link, ...]
    fences: tuple[Fence, ...]
    warnings: tuple[Message, ...]
    places: tuple[Place, ...] = ()
    names: tuple[Name, ...] = ()
    things: tuple[Thing, ...] = ()
    statements: tuple[Statement, ...] = ()
