"""A document's source to the HTML that a person reads: the one door of this room."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from html import escape

from bookwheel.domain.document import TOP, Dialect
from bookwheel.domain.drawings import Drawing
from bookwheel.domain.messages import Message
from bookwheel.pages import markdown, mkdocs, plain, source_code
from bookwheel.pages.citations import link_citations
from bookwheel.pages.drawing import drawing_html
from bookwheel.pages.hit_marks import mark_matches
from bookwheel.pages.includes import Include, Kind
from bookwheel.pages.notices import notice_html
from bookwheel.pages.postprocess import Finisher
from bookwheel.pages.queries import Query
from bookwheel.pages.sanitising import sanitise
from bookwheel.pages.types import Embed, Heading, Mark, Piece, Rendered, Resolve, Source, Target

__all__ = ["Heading", "Include", "Kind", "Piece", "Rendered", "Target", "render", "render_as_source"]

LARGEST = 3_000_000
"""Characters that are set as Markdown; a longer source is shown as plain text."""
TOO_LARGE = Message("This page is too large or too deeply nested to render, so its source is shown.")
DEEPEST = 200
"""Open quotes, lists or elements that a line may nest before the page is shown as plain text."""

_SHEETS = ("sheet", "csv")
"""Formats whose documents are tables."""
_NESTED = re.compile(rf"^[ \t]*(?:(?:>|[-*+]|\d+[.)])[ \t]*){{{DEEPEST},}}", re.MULTILINE)
_ELEMENT = re.compile(
    r"<(/?)(?:div|span|details|blockquote|section|table|ul|ol|dl|b|i|em|strong|font|p)\b[^<>]*>", re.IGNORECASE
)


def render(
    text: str,
    *,
    format: str,
    dialect: Dialect,
    first_line: int,
    headings: Sequence[Heading],
    resolve: Resolve,
    embed: Embed,
    mark: Mark | None,
    extensions: Iterable[str] = (),
    include: Include | None = None,
    name: str = "",
    kind: str = "",
    pieces: Sequence[Piece] = (),
    query: Query | None = None,
    drawing: Drawing | None = None,
) -> Rendered:
    """The safe HTML of a document's body (no head, no body element), with its matches marked and counted.

    `text` is the whole source; what stands before `first_line` (counted from 1), the front matter, is left out. Every
    heading's anchor stands in the page exactly once, as an id. Nothing that the document says can run, fetch, submit
    or style. `kind` is the name of the document's format, see `domain.formats`, `pieces` what a converted one is made
    of, `query` what gives the results of queries on the page, `drawing` the picture that stands above its words.
    `extensions` are the names of the Markdown extensions that the collection's own settings switch on.
    Takes time in proportion to the text; what is too large or too deeply nested is shown as its source, with a notice.
    """
    body = "\n".join(text.split("\n")[first_line - 1 :]) if first_line > 1 else text
    seal = secrets.token_hex(8) + " "
    try:
        if format == "text":
            html = plain.to_html(body, first_line, headings, seal)
        elif format == "code":
            html = source_code.to_html(body, name, first_line, headings, seal)
        elif len(body) > LARGEST or _is_too_deep(body):
            html = _as_source(body, headings, seal)
        elif dialect is Dialect.MKDOCS and mkdocs.can_set(body):
            html = mkdocs.to_html(body, headings, seal, extensions)
        else:
            source = Source(first_line, seal, {}, embed, include or _no_inclusion, pieces=pieces)
            source.query = query or source.query
            html = _markdown(body, dialect, headings, source, extensions)
    except RecursionError:
        html = _as_source(body, headings, seal)
    is_guess = dialect not in (Dialect.OBSIDIAN, Dialect.CONVERTED)
    has_keys = dialect is not Dialect.CONVERTED if format == "markdown" else None
    shown = {"guess_wikilinks": is_guess, "is_sheet": kind in _SHEETS}
    page = _finish(html, headings, seal, resolve, mark, has_keys=has_keys, **shown)
    if drawing is None:
        return page
    return Rendered(drawing_html(drawing, seal, resolve, embed, name) + page.html, page.hits)


def render_as_source(text: str, *, first_line: int, headings: Sequence[Heading], mark: Mark | None) -> Rendered:
    """Return a page that is too costly to render as plain text, with a notice; see `render`."""
    body = "\n".join(text.split("\n")[first_line - 1 :]) if first_line > 1 else text
    seal = secrets.token_hex(8) + " "
    html = _as_source(
        body, headings, seal, Message("This page is too complex to render, so it is shown as plain text.")
    )
    return _finish(html, headings, seal, lambda _href, _kind: Target("", "broken"), mark, guess_wikilinks=False)


def _finish(
    html: str,
    headings: Sequence[Heading],
    seal: str,
    resolve: Resolve,
    mark: Mark | None,
    *,
    guess_wikilinks: bool,
    is_sheet: bool = False,
    has_keys: bool | None = None,
) -> Rendered:
    """The page; citations in its words become links unless `has_keys`, whether they may be keys, is None."""
    anchors = (heading.anchor for heading in headings)
    finisher = Finisher(anchors, seal, resolve, guess_wikilinks=guess_wikilinks, is_sheet=is_sheet)
    safe = sanitise(html)
    page = finisher.finish(safe if has_keys is None else link_citations(safe, has_keys=has_keys))
    return mark_matches(page, mark) if mark else Rendered(page, 0)


def _markdown(
    body: str, dialect: Dialect, headings: Sequence[Heading], source: Source, extensions: Iterable[str]
) -> str:
    for heading in headings:
        line = source.first_line if heading.anchor == TOP and not heading.level else heading.line
        source.headings.setdefault(line, []).append(heading)
    return markdown.to_html(body, dialect, source, extensions)


def _no_inclusion(_kind: Kind, _name: str) -> str | None:
    return None


def _is_too_deep(body: str) -> bool:
    if _NESTED.search(body):
        return True
    depth = 0
    for match in _ELEMENT.finditer(body):
        depth = max(0, depth - 1) if match[1] else depth + 1
        if depth > DEEPEST * 5:
            return True
    return False


def _as_source(body: str, headings: Sequence[Heading], seal: str, notice: Message = TOO_LARGE) -> str:
    places = "".join(markdown.place_of(seal + heading.anchor) for heading in headings)
    return f'{places}{notice_html(notice)}\n<pre class="plain">{escape(body)}</pre>'
