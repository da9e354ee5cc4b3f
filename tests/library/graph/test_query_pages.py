"""Pages of SPARQL results, as they are kept for each client."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from bookwheel.domain.errors import BadRequest, RevisionChanged
from bookwheel.domain.graph import QueryAnswer, QueryPart, QueryRequest, QueryResult
from bookwheel.domain.search import Scope
from bookwheel.library.graph.query_pages import MOST_RESULTS, QueryPages

ROWS = tuple((str(number),) for number in range(6))


def pages() -> QueryPages:
    made = QueryPages()

    def ask(request: QueryRequest, part: QueryPart | None = None) -> Future[QueryResult]:
        answered: Future[QueryResult] = Future()
        answered.set_result(QueryResult(QueryAnswer(("n",), ROWS[: request.limit], True, 1), ROWS[request.limit :]))
        return answered

    made.ask = ask
    return made


def page(of: QueryPages, client: str, cursor: str = "", sparql: str = "SELECT ?n {}") -> QueryAnswer:
    return of.page(QueryRequest(sparql, 2, cursor), Scope(client=client)).result(0)


def test_rows_follow_by_cursor_to_the_last():
    of, found = pages(), list[tuple[str, ...]]()
    answer = page(of, "quiet")
    while answer.cursor:
        assert answer.is_cut and len(answer.rows) == 2
        found += answer.rows
        answer = page(of, "quiet", answer.cursor)
    assert (*found, *answer.rows) == ROWS and not answer.is_cut and len(answer.rows) == 2


def test_a_cursor_is_of_one_client_and_one_query():
    of = pages()
    cursor = page(of, "quiet").cursor
    for client, sparql in (("other", "SELECT ?n {}"), ("quiet", "SELECT ?m {}")):
        with pytest.raises(BadRequest):
            page(of, client, cursor, sparql)


def test_a_client_that_asks_much_leaves_another_its_rows():
    of = pages()
    cursor, first = page(of, "quiet").cursor, page(of, "greedy").cursor
    for _ in range(MOST_RESULTS):
        page(of, "greedy")
    assert page(of, "quiet", cursor).rows == ROWS[2:4]
    with pytest.raises(RevisionChanged):
        page(of, "greedy", first)
