"""What a query on a page gives, and how it is set: a table, a list, cards, tasks, or its code with what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from bookwheel.domain.messages import Message
from bookwheel.domain.tasks import is_done
from bookwheel.pages import highlighting
from bookwheel.pages.notices import notice_html

BASE = "base"
LANGUAGES = frozenset(("dataview", BASE))
"""Languages of code blocks that are queries."""
INLINE = "inline"
"""What an inline `= expression` is asked as."""
NEVER_RUN = "dataviewjs"
ANSWER = "answer"
"""The class of what a query gives, by which a window knows the pages that other documents change."""

_MARKUP = re.compile(r"[\[*_`~=#<$]|https?:")
_LONGEST_INLINE = 2_000


@dataclass(frozen=True, slots=True)
class Cell:
    """A text as Markdown, a link with that text to the `path` of a document, or several below each other.

    Of tasks and boxes `mark` is the character in the box, `depth` how far they stand in; a heading stands above
    others. `picture` is the name of a picture, whose text is that instead.
    """

    text: str = ""
    path: str = ""
    items: tuple[Cell, ...] = ()
    mark: str = ""
    depth: int = 0
    is_heading: bool = False
    picture: str = ""


@dataclass(frozen=True, slots=True)
class QueryResult:
    """`kind` is table, list, cards, tasks, value or failed; `notices` say what is missing, or why there is nothing.

    Of lists, `separator` stands between the cells of a row, and `markers` is bullet, number or none.
    """

    kind: str
    head: tuple[Message, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    title: str = ""
    notices: tuple[Message, ...] = ()
    separator: str = ": "
    markers: str = "bullet"


Query = Callable[[str, str], Sequence[QueryResult]]
"""What a query gives, by its language and its text; nothing where this page's queries are not answered."""
Inline = Callable[[str], str]
"""A line of Markdown as HTML."""


def block_html(results: Sequence[QueryResult], code: str, language: str, inline: Inline) -> str:
    """The HTML of a query's results; the query itself where it failed."""
    shown = "".join(_result(result, code, language, inline) for result in results)
    return f'<div class="{ANSWER}">\n{shown}</div>\n'


def value_html(result: QueryResult, inline: Inline) -> str:
    """The HTML of one value within a line; empty for one that failed."""
    if result.kind != "value" or not result.rows:
        return ""
    return f'<span class="{ANSWER}">{_cell(result.rows[0][0], inline)}</span>'


def _result(result: QueryResult, code: str, language: str, inline: Inline) -> str:
    title = f'<p class="filename">{escape(result.title)}</p>\n' if result.title else ""
    notices = "".join(f"{notice_html(notice)}\n" for notice in result.notices)
    match result.kind:
        case "failed":
            shown = highlighting.block(code, language)
        case "table":
            shown = _table(result, inline)
        case "cards":
            shown = _cards(result, inline)
        case "tasks":
            shown = _tasks(result.rows, inline)
        case _:
            shown = _list(result, inline)
    return title + shown + notices


def _list(result: QueryResult, inline: Inline) -> str:
    rows = "".join(f"<li>{_row(row, escape(result.separator), inline)}</li>\n" for row in result.rows)
    tag = "ol" if result.markers == "number" else "ul"
    bare = ' class="bare"' if result.markers == "none" else ""
    return f"<{tag}{bare}>\n{rows}</{tag}>\n" if rows else ""


def _row(row: Sequence[Cell], separator: str, inline: Inline) -> str:
    """What a list shows of a row: what it is about, and behind it what is asked of that."""
    first, *rest = (_cell(cell, inline) for cell in row)
    return first + "".join(part if part.startswith("<ul>") else f"{separator}{part}" for part in rest)


def _cards(result: QueryResult, inline: Inline) -> str:
    """Cards beside each other: a picture where there is one, the first cell as the title, the others by their names."""
    cards: list[str] = []
    for row in result.rows:
        picture, title, fields = "", "", ""
        for name, cell in zip(result.head, row, strict=True):
            shown = _cell(cell, inline)
            if cell.picture and not title:
                picture = shown
            elif not title and (name or shown):
                title = f'<p class="base-name">{shown}</p>'
            elif shown:
                fields += f"<dt>{escape(name)}</dt><dd>{shown}</dd>"
        fields = f"<dl>{fields}</dl>" if fields else ""
        cards.append(f'<div class="base-card">{picture}{title}{fields}</div>\n')
    return f'<div class="base-cards">\n{"".join(cards)}</div>\n' if cards else ""


def _table(result: QueryResult, inline: Inline) -> str:
    head = "".join(notice_html(name, "th", "") for name in result.head)
    rows = "".join(f"<tr>{''.join(f'<td>{_cell(cell, inline)}</td>' for cell in row)}</tr>\n" for row in result.rows)
    return f"<table>\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n"


def _tasks(rows: Sequence[tuple[Cell, ...]], inline: Inline) -> str:
    made: list[str] = []
    depth = 0
    for (cell,) in rows:
        wanted = 0 if cell.is_heading else cell.depth + 1
        made.append("<ul>\n" * (wanted - depth) + "</ul>\n" * (depth - wanted))
        depth = wanted
        if cell.is_heading:
            made.append(f"<p><strong>{_cell(cell, inline)}</strong></p>\n")
            continue
        has_tick = is_done(cell.mark)
        box = f'<input type="checkbox"{" checked" if has_tick else ""}>'
        link = f' <a class="wikilink titled" href="{quote(cell.path)}">↗</a>' if cell.path else ""
        made.append(f'<li class="task{" done" if has_tick else ""}">{box} {_text(cell.text, inline)}{link}</li>\n')
    return "".join(made) + "</ul>\n" * depth


def _cell(cell: Cell, inline: Inline) -> str:
    if cell.items:
        return f"<ul>{''.join(f'<li>{_cell(item, inline)}</li>' for item in cell.items)}</ul>"
    if cell.picture:
        return f'<img class="embed" src="{quote(cell.picture)}" alt="{escape(cell.text)}">'
    if cell.mark:
        return f'<input type="checkbox"{" checked" if is_done(cell.mark) else ""}>'
    if cell.path:
        return f'<a class="wikilink titled" href="{quote(cell.path)}">{escape(cell.text)}</a>'
    return _text(cell.text, inline)


def _text(text: str, inline: Inline) -> str:
    if len(text) <= _LONGEST_INLINE and _MARKUP.search(text):
        return inline(text)
    return escape(text).replace("\n", "<br>")
