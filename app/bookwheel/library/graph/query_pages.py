"""Pages of SPARQL results: rows that do not fit an answer are kept for ten minutes, as they were when it was asked."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace

import msgspec

from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.domain.graph import QueryAnswer, QueryPart, QueryRequest, QueryResult
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Scope
from bookwheel.library.snapshot.cursors import Cursors

MOST_ROWS = 1000
"""Rows of one page."""

MOST_RESULTS = 32
"""Results that are kept; each holds some megabytes of text at most, and a tenth of that once it is compressed."""

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A result: its columns and what was said of it, its rows as compressed JSON, and whether the engine had more."""

    answer: QueryAnswer
    rows: bytes
    is_cut: bool


class QueryPages:
    """Answers queries page by page; any thread."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._cursors = Cursors(most=MOST_RESULTS)
        self.ask: Callable[[QueryRequest, QueryPart | None], Future[QueryResult]] | None = None
        """What answers SPARQL, in a process of its own; of a part of the ontology alone, if one is given."""

    def page(
        self,
        request: QueryRequest,
        scope: Scope,
        part: QueryPart | None = None,
        dress: Callable[[QueryAnswer], QueryAnswer] = lambda answer: answer,
    ) -> Future[QueryAnswer]:
        """The rows of a query from the first, or those that follow a cursor, when they have come.

        `dress` puts into the first answer what the engine cannot know.

        Raises:
            BadRequest: for a cursor of another query.
            RevisionChanged: when the rows that a cursor names are gone.
        """
        answered: Future[QueryAnswer] = Future()
        if request.cursor:
            answered.set_result(self._resumed(request, scope))
            return answered
        if self.ask is None:
            raise ServiceUnavailable("Queries are not available here.")

        def done(asked: Future[QueryResult]) -> None:
            if answered.set_running_or_notify_cancel():
                try:
                    result = asked.result()
                    answered.set_result(self._first(request, scope, replace(result, first=dress(result.first))))
                except BaseException as error:
                    answered.set_exception(error)

        asked = self.ask(request, part)
        answered.add_done_callback(lambda one: asked.cancel() if one.cancelled() else None)
        asked.add_done_callback(done)
        return answered

    def cut(self, request: QueryRequest, scope: Scope, answer: QueryAnswer, count: int) -> QueryAnswer:
        """An answer with its first rows alone, and a cursor for those after them."""
        if answer.cursor:
            cursor = self._cursors.back(answer.cursor, len(answer.rows) - count)
        elif request.cursor:
            kept, offset = self._cursors.resume(request.cursor, _stamp(request, scope), _Kept)
            cursor = self._cursors.moved(request.cursor, min(offset + count, len(_rows_of(kept))))
        else:
            cursor = self._keep(request, scope, answer, answer.rows, count, is_cut=answer.is_cut)
        return replace(answer, rows=answer.rows[:count], is_cut=True, cursor=cursor)

    def _first(self, request: QueryRequest, scope: Scope, result: QueryResult) -> QueryAnswer:
        answer = result.first
        if not result.following:
            return replace(answer, notices=(*answer.notices, *_more(answer)))
        rows = (*answer.rows, *result.following)
        return replace(answer, cursor=self._keep(request, scope, answer, rows, len(answer.rows), is_cut=result.is_cut))

    def _keep(
        self, request: QueryRequest, scope: Scope, answer: QueryAnswer, rows: Rows, offset: int, *, is_cut: bool
    ) -> str:
        kept = _Kept(replace(answer, rows=()), zlib.compress(msgspec.json.encode(rows), 1), is_cut)
        return self._cursors.of(scope.client).keep(_stamp(request, scope), kept, offset)

    def _resumed(self, request: QueryRequest, scope: Scope) -> QueryAnswer:
        kept, offset = self._cursors.resume(request.cursor, _stamp(request, scope), _Kept)
        rows = _rows_of(kept)
        end = offset + min(max(1, request.limit), MOST_ROWS)
        is_last = end >= len(rows)
        cursor = "" if is_last else self._cursors.moved(request.cursor, end)
        answer = replace(kept.answer, rows=rows[offset:end], is_cut=not is_last or kept.is_cut, cursor=cursor)
        return replace(answer, notices=_more(answer, len(rows)))


def _rows_of(kept: _Kept) -> Rows:
    return msgspec.json.decode(zlib.decompress(kept.rows), type=Rows)


def _stamp(request: QueryRequest, scope: Scope) -> str:
    """What a cursor belongs to: rows of a wider scope are not brought to a narrower one."""
    return f"{scope.client}\0{scope.collections}\0{scope.filters}\0{scope.by_collection}\0{request.sparql}"


def _more(answer: QueryAnswer, rows: int = 0) -> tuple[str, ...]:
    """What is said when there are more rows than are kept."""
    if answer.cursor or not answer.is_cut:
        return ()
    return (Message("Only the first {count} rows are shown.", count=f"{rows or len(answer.rows):,}"),)
