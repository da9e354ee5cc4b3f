"""Reads what a SPARQL server answers, within bounds; what is cut or torn gives the rows before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, cast

import pyoxigraph as ox

from bookwheel.domain.errors import GraphServerUnavailable
from bookwheel.domain.graph import QueryAnswer, QueryRequest, QueryResult
from bookwheel.indexes.ontology.query import LARGEST, LARGEST_KEPT, LONGEST_VALUE

JSON = "application/sparql-results+json"
TRIPLES = "application/n-triples, text/plain;q=0.5"

Row = tuple[str, ...]
T = TypeVar("T")
_BAD_ANSWER = "The SPARQL server sent an answer that cannot be read. See its log for details."


def _parse(content: bytes, kind: type[T]) -> T:
    try:
        found = cast("object", ox.parse_query_results(content, format=ox.QueryResultsFormat.JSON))
    except (SyntaxError, ValueError):
        raise GraphServerUnavailable(_BAD_ANSWER) from None
    if not isinstance(found, kind):
        raise GraphServerUnavailable(_BAD_ANSWER)
    return found


def read_boolean(content: bytes) -> bool:
    """Return the answer to ASK.

    Raises:
        GraphServerUnavailable: for what is no such answer.
    """
    found = _parse(content, ox.QueryBoolean)
    return bool(found)


def read_solutions(content: bytes, own: str, *, is_cut: bool) -> tuple[tuple[str, ...], list[Row]]:
    """Return the columns of SELECT without those whose names begin with `own`, and the rows.

    Raises:
        GraphServerUnavailable: for what is no such answer.
    """
    columns, solutions = read_terms(content, is_cut=is_cut)
    shown = [number for number, name in enumerate(columns) if not name.startswith(own)]
    rows = [tuple(_plain(terms[number]) for number in shown) for terms in solutions]
    return tuple(columns[number] for number in shown), rows


def read_terms(content: bytes, *, is_cut: bool) -> tuple[list[str], list[list[object]]]:
    """Return the columns and the terms of SELECT; of an answer that is cut, the rows that are whole.

    Raises:
        GraphServerUnavailable: for what is no such answer.
    """
    found = _parse(content, ox.QuerySolutions)
    rows: list[list[object]] = []
    try:
        for solution in found:
            rows.append(list(solution))
    except (SyntaxError, ValueError):
        if not is_cut:
            raise GraphServerUnavailable(_BAD_ANSWER) from None
    return [variable.value for variable in found.variables], rows


def read_triples(content: bytes, *, is_cut: bool) -> list[Row]:
    """Return the triples of CONSTRUCT, each once, in the order of their texts.

    Raises:
        GraphServerUnavailable: for what is no such answer.
    """
    if is_cut:
        content = content[: content.rfind(b"\n") + 1]
    try:
        quads = list(ox.parse(content, format=ox.RdfFormat.N_TRIPLES, lenient=True))
    except (SyntaxError, ValueError):
        raise GraphServerUnavailable(_BAD_ANSWER) from None
    rows = {(_plain(quad.subject), _plain(quad.predicate), _plain(quad.object)): None for quad in quads}
    return sorted(rows)


def divide(columns: tuple[str, ...], rows: list[Row], request: QueryRequest, *, is_cut: bool) -> QueryResult:
    """Return the first page of rows and those after it, both within the bounds of the engine in the reader."""
    first, rest = _within(iter(rows), request.limit, LARGEST)
    following, left = _within(iter(rest), len(rest), LARGEST_KEPT)
    has_more = bool(left) or is_cut
    answer = QueryAnswer(columns, tuple(first), bool(rest) or has_more, 0)
    return QueryResult(answer, tuple(following), has_more)


def _within(rows: Iterator[Row], most: int, most_characters: int) -> tuple[list[Row], list[Row]]:
    taken: list[Row] = []
    size = 0
    for row in rows:
        size += sum(len(text) for text in row)
        if taken and (len(taken) == most or size > most_characters):
            return taken, [row, *rows]
        taken.append(row)
    return taken, []


def _plain(term: object) -> str:
    text = term.value if isinstance(term, ox.NamedNode | ox.Literal) else "" if term is None else str(term)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"
