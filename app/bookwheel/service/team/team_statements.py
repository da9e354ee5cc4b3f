"""Keeps what callers may see on a SPARQL server that several readers share, and asks it in place of the own engine.

What a set of collections shows is written once, as a collection of the port that is named by what it states: readers of
the same publications in the same state come to the same name, and find there what another has written.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import cast

from bookwheel.domain.errors import BookwheelError, NotReady, ServiceUnavailable, TooMany
from bookwheel.domain.graph import QueryPart, QueryRequest, QueryResult
from bookwheel.domain.stages import carry
from bookwheel.domain.team import TeamConfig
from bookwheel.indexes.ontology.statements import Limits, Mask, ServerStatements, Statements, graphs_of_part
from bookwheel.library.indexing.collections import slug_of
from bookwheel.service.team.config_engines import read_login
from bookwheel.service.team.statement_server import StatementServer

THREADS, WAITING = 4, 16
"""Queries that are asked at once, and that may wait besides."""

GRACE_S = 3600.0
"""Seconds for which what a newer state has replaced is kept, for readers that have not fetched that yet."""

_MOST_NAMES = 64
_TRIES = 2
_NOTHING = QueryPart("nothing", str)
"""A part without documents, over which the own engine checks each query first."""

Ask = Callable[[QueryRequest, QueryPart | None], Future[QueryResult]]

logger = logging.getLogger(__name__)


def open_statements(config: TeamConfig, engine: Ask, limit_s: Callable[[], float]) -> TeamStatements | None:
    """Return what asks the server that a configuration names; None where it names none."""
    engines = config.engines
    if not engines.statements:
        return None
    server = StatementServer(engines.statements, engines.statements_update, read_login(engines.statements_login))
    statements = ServerStatements(server, f"urn:bookwheel:team:{slug_of(config.name)}:")
    return TeamStatements(statements, engine, limit_s, server.close)


class TeamStatements:
    """Asks statements on a server. Safe to use from any thread."""

    def __init__(
        self, statements: Statements, engine: Ask, limit_s: Callable[[], float], close: Callable[[], None]
    ) -> None:
        """`engine` asks the reader's own engine; `limit_s` gives the seconds of a query; `close` ends what is open."""
        self._statements, self._engine, self._limit_s, self._close = statements, engine, limit_s, close
        self._threads = ThreadPoolExecutor(THREADS, "statements")
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._waiting = 0
        self._names: OrderedDict[str, str] = OrderedDict()
        self._known: frozenset[str] = frozenset()

    def ask(self, request: QueryRequest, part: QueryPart | None = None) -> Future[QueryResult]:
        """The rows of a query, when they have come; as `Questions.ask`. Parts of one caller alone never leave.

        Raises:
            TooMany: when too many wait already.
        """
        if part is None or not part.collections:
            return self._engine(request, part)
        with self._lock:
            if self._waiting >= THREADS + WAITING:
                raise TooMany("Too many queries are waiting. Try again in a moment.")
            self._waiting += 1
        try:
            return self._threads.submit(carry(self._answer), request, part)
        except RuntimeError:
            self._leave()
            raise ServiceUnavailable("The service is stopping. Try again in a moment.") from None

    def keep_only(self, collections: Collection[str]) -> None:
        """Drop from the server what shows other collections than these; a server that is away is left as it is."""
        self._known = frozenset(collections)
        try:
            self._sweep()
        except BookwheelError as error:
            logger.warning("The SPARQL server could not be cleared: %s", error.message)

    def close(self) -> None:
        """Answer no more queries, and end the connection."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._close()

    def _answer(self, request: QueryRequest, part: QueryPart) -> QueryResult:
        try:
            checked = self._engine(replace(request, limit=1), _NOTHING).result()  # names line and column of a fault
            limits = Limits(self._limit_s())
            for _ in range(_TRIES):
                name = self._write(part)
                result = self._statements.ask(request, Mask({name: None}), limits)
                if name in self._statements.marks():
                    notices = (*checked.first.notices, *result.first.notices)
                    return replace(result, first=replace(result.first, notices=notices))
                self._forget(part)  # another reader has dropped it meanwhile
            raise NotReady("The statements are being replaced. Try again in a moment.")
        finally:
            self._leave()

    def _write(self, part: QueryPart) -> str:
        """The collection of the port that holds a part, which is written unless it is there."""
        with self._lock:
            known = self._names.get(part.key)
        if known is not None:
            return known
        with self._writing:
            graphs = graphs_of_part(part.text())
            said = "\n".join(f"{name}\n{text}" for name, text in sorted(graphs.items()))
            name = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
            if name not in self._statements.marks():
                self._statements.replace(name, graphs)
                mark = {"collections": part.collections, "at": int(time.time())}
                self._statements.set_mark(name, json.dumps(mark))
                logger.info("Statements of %d graphs were written to the SPARQL server.", len(graphs))
                self._sweep()
        with self._lock:
            self._names[part.key] = name
            while len(self._names) > _MOST_NAMES:
                self._names.popitem(last=False)
        return name

    def _forget(self, part: QueryPart) -> None:
        with self._lock:
            self._names.pop(part.key, None)

    def _sweep(self) -> None:
        """Drop what shows a collection that is not known, and what was replaced some time ago."""
        marks = {name: _read_mark(mark) for name, mark in self._statements.marks().items()}
        newest: dict[tuple[str, ...], int] = {}
        for collections, at in marks.values():
            newest[collections] = max(at, newest.get(collections, 0))
        for name, (collections, at) in marks.items():
            is_foreign = bool(self._known) and not self._known.issuperset(collections)
            is_replaced = at < newest[collections] and newest[collections] + GRACE_S < time.time()
            if is_foreign or is_replaced:
                self._statements.drop(name)

    def _leave(self) -> None:
        with self._lock:
            self._waiting -= 1


def _read_mark(text: str) -> tuple[tuple[str, ...], int]:
    """The collections and the second of a mark; what is no mark of ours counts as one of nothing, from long ago."""
    try:
        mark: object = json.loads(text)
    except (ValueError, RecursionError):
        return (), 0
    if not isinstance(mark, dict):
        return (), 0
    fields = cast("Mapping[str, object]", mark)
    collections, at = fields.get("collections"), fields.get("at")
    names = [str(name) for name in cast("list[object]", collections)] if isinstance(collections, list) else []
    return tuple(names), at if isinstance(at, int) else 0
