"""Dataview's queries read: `TABLE … FROM … WHERE … SORT … GROUP BY … FLATTEN … LIMIT`.

Source of the grammar: the documentation of the Obsidian plugin Dataview, “Structure of a query” and “Expressions”.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import QueryFailed, not_understood, too_deep
from bookwheel.library.fields.queries.expressions import Expression
from bookwheel.library.fields.queries.literals import parse_link
from bookwheel.library.fields.queries.parser import Parser
from bookwheel.library.fields.queries.tokens import unquoted
from bookwheel.library.fields.queries.values import Link

_CLAUSES = ("from", "where", "sort", "group", "flatten", "limit")
_MOST_CLAUSES = 100


@dataclass(frozen=True, slots=True)
class Source:
    """Where pages come from.

    `kind` is tag, path, to (pages that link to a page), from (pages that it links to), not, and, or.
    """

    kind: str
    name: str = ""
    link: Link | None = None
    parts: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """An expression and what it is called."""

    expression: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One step of a query: `kind` is where, sort, group, flatten or limit; of a sort, which ways are falling."""

    kind: str
    columns: tuple[Column, ...]
    falling: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class DataviewQuery:
    """`kind` is table, list or task."""

    kind: str
    columns: tuple[Column, ...]
    has_id: bool
    source: Source | None
    clauses: tuple[Clause, ...]


def parse_query(text: str, now: datetime) -> DataviewQuery:
    """A query from its text.

    Raises:
        QueryFailed: for one that is not understood.
    """
    parser = Parser(text, now=now)
    kind = parser.take("table", "list", "task", "calendar")
    if kind in ("", "calendar"):
        raise parser.failure() if not kind else QueryFailed(Message("CALENDAR is not shown here."))
    has_id = True
    if parser.take("without"):
        parser.expect("id")
        has_id = False
    columns = _columns(parser, is_table=kind == "table") if kind != "task" else ()
    source = _source(parser) if parser.take("from") else None
    clauses: list[Clause] = []
    while not parser.is_done:
        clauses.append(_clause(parser))
        if len(clauses) > _MOST_CLAUSES:
            raise too_deep()
    return DataviewQuery(kind, columns, has_id, source, tuple(clauses))


def _columns(parser: Parser, *, is_table: bool) -> tuple[Column, ...]:
    found: list[Column] = []
    while not parser.is_done and not _is_clause(parser):
        found.append(_column(parser))
        if not is_table or not parser.take(","):
            break
    return tuple(found)


def _is_clause(parser: Parser) -> bool:
    return parser.token.kind == "name" and parser.token.text.lower() in _CLAUSES


def _column(parser: Parser) -> Column:
    start = parser.token.start
    expression = parser.expression()
    name = parser.text[start : parser.last_end].strip()
    if parser.take("as"):
        token = parser.next()
        if token.kind not in ("text", "name"):
            raise parser.failure()
        name = unquoted(token.text) if token.kind == "text" else token.text
    return Column(expression, name)


def _clause(parser: Parser) -> Clause:
    kind = parser.take(*_CLAUSES)
    if kind == "group":
        parser.expect("by")
    if kind == "sort":
        return _sort(parser)
    if kind in ("where", "limit"):
        return Clause(kind, (Column(parser.expression(), ""),))
    if kind in ("group", "flatten"):
        return Clause(kind, (_column(parser),))
    raise parser.failure()


def _sort(parser: Parser) -> Clause:
    columns: list[Column] = []
    falling: list[bool] = []
    while True:
        columns.append(Column(parser.expression(), ""))
        falling.append(parser.take("asc", "ascending", "desc", "descending").startswith("desc"))
        if not parser.take(","):
            return Clause("sort", tuple(columns), tuple(falling))


def _source(parser: Parser, depth: int = 0) -> Source:
    if depth > 20:
        raise too_deep()
    left = _one_source(parser, depth)
    while operator := parser.take("and", "or", "&", "|"):
        kind = "and" if operator in ("and", "&") else "or"
        right = _one_source(parser, depth)
        left = Source(kind, parts=(*left.parts, right) if left.kind == kind else (left, right))
    return left


def _one_source(parser: Parser, depth: int) -> Source:
    if parser.take("-", "!"):
        return Source("not", parts=(_one_source(parser, depth + 1) if depth < 20 else _source(parser, depth + 1),))
    if parser.take("("):
        found = _source(parser, depth + 1)
        parser.expect(")")
        return found
    outgoing = parser.take("outgoing")
    if outgoing:
        parser.expect("(")
    token = parser.next()
    if token.kind == "link":
        found = Source("from" if outgoing else "to", link=parse_link(token.text) or Link(""))
    elif token.kind == "tag" and not outgoing:
        found = Source("tag", token.text)
    elif token.kind == "text" and not outgoing:
        found = Source("path", unquoted(token.text).strip("/"))
    else:
        raise not_understood(parser.text[token.start :])
    if outgoing:
        parser.expect(")")
    return found
