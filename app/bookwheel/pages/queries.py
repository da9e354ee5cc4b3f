"""What a query on a page gives, and how it is set: a table, a list, tasks, or the query as code with what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from bookwheel.domain.tasks import is_done
from bookwheel.pages import highlighting

BASE = "base"
LANGUAGES = frozenset(("dataview", BASE))
"""Languages of code blocks that are queries."""
INLINE = "inline"
"""What an inline `= expression` is asked as."""
NEVER_RUN = "dataviewjs"

_MARKUP = re.compile(r"[\[*_`~=#<$]|https?:")
_LONGEST_INLINE = 2_000


@dataclass(frozen=True, slots=True)
class Cell:
    """A text as Markdown, a link with that text to the `path` of a document, or several below each other.

    Of tasks `mark` is the character in the box, `depth` how far they stand in; a heading stands above others.
    """

    text: str = ""
    path: str = ""
    items: tuple[Cell, ...] = ()
    mark: str = ""
    depth: int = 0
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class QueryResult:
    """`kind` is table, list, tasks, value or failed; `notice` says what is missing, or why there is nothing."""

    kind: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    title: str = ""
    notice: str = ""


Query = Callable[[str, str], Sequence[QueryResult]]
"""What a query gives, by its language and its text; nothing where this page's queries are not answered."""
Inline = Callable[[str], str]
"""A line of Markdown as HTML."""


def block_html(results: Sequence[QueryResult], code: str, language: str, inline: Inline) -> str:
    """The HTML of a query's results; the query itself where it failed."""
    return "".join(_result(result, code, language, inline) for result in results)


def value_html(result: QueryResult, inline: Inline) -> str:
    """The HTML of one value within a line; empty for one that failed."""
    return _cell(result.rows[0][0], inline) if result.kind == "value" and result.rows else ""


def _result(result: QueryResult, code: str, language: str, inline: Inline) -> str:
    title = f'<p class="filename">{escape(result.title)}</p>\n' if result.title else ""
    notice = f'<p class="quiet">{escape(result.notice)}</p>\n' if result.notice else ""
    if result.kind == "failed":
        return title + highlighting.block(code, language) + notice
    if result.kind == "table":
        return title + _table(result, inline) + notice
    if result.kind == "tasks":
        return title + _tasks(result.rows, inline) + notice
    rows = "".join(f"<li>{_row(row, inline)}</li>\n" for row in result.rows)
    return title + (f"<ul>\n{rows}</ul>\n" if rows else "") + notice


def _row(row: Sequence[Cell], inline: Inline) -> str:
    """What a list shows of a row: what it is about, and behind it what is asked of that."""
    first, *rest = (_cell(cell, inline) for cell in row)
    return first + "".join(part if part.startswith("<ul>") else f": {part}" for part in rest)


def _table(result: QueryResult, inline: Inline) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in result.head)
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
    if cell.path:
        return f'<a class="wikilink titled" href="{quote(cell.path)}">{escape(cell.text)}</a>'
    return _text(cell.text, inline)


def _text(text: str, inline: Inline) -> str:
    if len(text) <= _LONGEST_INLINE and _MARKUP.search(text):
        return inline(text)
    return escape(text).replace("\n", "<br>")
