"""What goes into a page and what comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bookwheel.domain.document import LinkKind
from bookwheel.pages.includes import Include
from bookwheel.pages.queries import Query, QueryResult


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's heading in source order; `line` counts from 1 in the whole source; level 0 is the text before any."""

    anchor: str
    title: str
    level: int
    line: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A slide, cell, message, chapter, page or time that begins at a line of the source; `number` counts from 1.

    `label` is what the file calls it; a cell of code has one. `before` and `after` are the chapters around a chapter.
    """

    line: int
    kind: str
    number: int
    label: str = ""
    before: Heading | None = None
    after: Heading | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: `status` is resolved, broken, external, asset or unknown, `href` what the page shall carry.

    For a link by name, `title` is what the section is called that it leads to; `url` is where it leads on the web.
    """

    href: str
    status: str
    title: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Safe HTML of a document's body, and how many matches are marked in it as `<mark class="hit">`."""

    html: str
    hits: int


Resolve = Callable[[str, LinkKind], Target]
"""Where a link leads, by its href or name as written (percent-encoding undone for names alone) and its syntax."""

Embed = Callable[[str], str | None]
"""The Markdown of a note or a section to show in place, or None if there is none."""

Mark = Callable[[str], Sequence[tuple[int, int]]]
"""The half-open character ranges of matches in a plain text."""


def _no_query(_language: str, _text: str) -> Sequence[QueryResult]:
    return ()


@dataclass(slots=True)
class Source:
    """One page on its way through markdown-it: what the plugins need to know of it."""

    first_line: int
    seal: str
    headings: dict[int, list[Heading]]
    embed: Embed
    include: Include
    embeds: int = 0
    chain: tuple[str, ...] = ()
    pieces: Sequence[Piece] = ()
    query: Query = _no_query
    queries: int = 0
