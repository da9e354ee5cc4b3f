"""Connections to PostgreSQL that are bounded in time, kept between questions, and closed after any trouble.

Its package (psycopg, of the extra `team`) is loaded when the first engine is opened.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
import time
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from bookwheel.domain.errors import EngineUnavailable

CONNECT_S = 5
"""Seconds that the database has for taking a connection."""

ANSWER_S, LONG_ANSWER_S = 5.0, 120.0
"""Seconds that the answer to a question, and to a part that is put, is waited for."""

AWAY_S = 10.0
"""Seconds for which a database that did not answer is not asked again."""

OLDEST_SERVER = 140_000
"""PostgreSQL 14, as `server_version` counts."""

_MOST_KEPT = 8

T = TypeVar("T")
Work = Callable[[Any], T]


class PostgresConnections:
    """Runs work in transactions. Safe to use from any thread."""

    def __init__(self, address: str, prepare: Callable[[Any], None], settings: str = "") -> None:
        """Ask nothing yet; `prepare` makes tables on the first connection, `settings` are `-c name=value` of its own.

        Raises:
            EngineUnavailable: where the package is missing.
        """
        try:
            self._psycopg: Any = importlib.import_module("psycopg")
        except ImportError:
            raise EngineUnavailable("PostgreSQL's package is missing. Install bookwheel[team].") from None
        self._kind = _bounded(self._psycopg)
        self._address, self._prepare, self._settings = address, prepare, settings
        self._lock, self._preparing = threading.Lock(), threading.Lock()
        self._free: list[Any] = []
        self._is_ready = False
        self._away_until = 0.0

    def run(self, work: Work[T], *, is_long: bool = False) -> T:
        """What `work` returns once its transaction is committed; it may be done twice.

        Raises:
            EngineUnavailable: when the database cannot be reached, refuses, or did not answer a moment ago.
        """
        if time.monotonic() < self._away_until:
            raise EngineUnavailable(
                "PostgreSQL did not answer a moment ago. Try again in {seconds} seconds.", seconds=round(AWAY_S)
            )
        limit_s = LONG_ANSWER_S if is_long else ANSWER_S
        with self._lock:
            known = self._free.pop() if self._free else None
        if known is not None:
            with contextlib.suppress(self._psycopg.OperationalError, self._psycopg.errors.UndefinedTable):
                return self._run(known, work, limit_s)
            self._forget()  # the server was started again since, or the tables were deleted
        try:
            return self._run(self._connect(), work, limit_s)
        except (self._psycopg.Error, ValueError) as error:
            self._forget()
            self._away_until = time.monotonic() + AWAY_S
            raise _away(error) from error

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            free, self._free = self._free, []
        for connection in free:
            connection.close()

    def _run(self, connection: Any, work: Work[T], limit_s: float) -> T:
        """What work returns on a connection, which is kept for the next one where all went well."""
        try:
            self._make_tables(connection)
            connection.answer_s = limit_s
            with connection.transaction():
                found = work(connection)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if len(self._free) < _MOST_KEPT:
                self._free.append(connection)
                return found
        connection.close()
        return found

    def _make_tables(self, connection: Any) -> None:
        with self._preparing:
            if not self._is_ready:
                with connection.transaction():
                    self._prepare(connection)
                self._is_ready = True

    def _forget(self) -> None:
        self._is_ready = False
        self.close()

    def _connect(self) -> Any:
        settings = f"-c statement_timeout={round(LONG_ANSWER_S * 1000)} -c client_min_messages=error {self._settings}"
        connection = self._kind.connect(
            self._address, autocommit=True, connect_timeout=CONNECT_S, options=settings, application_name="bookwheel",
            keepalives_idle=30,
        )  # fmt: skip
        if connection.info.server_version < OLDEST_SERVER:
            connection.close()
            raise EngineUnavailable("PostgreSQL is older than version 14. Use a newer one.")
        return connection


def _bounded(psycopg: Any) -> Any:
    """A kind of connection that gives up a database which does not answer; psycopg itself would wait for ever."""

    kind: Any = psycopg.Connection

    class Bounded(kind):
        answer_s = ANSWER_S

        def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
            """See psycopg.Connection."""
            steps = until(gen, time.monotonic() + self.answer_s, psycopg.OperationalError)
            return kind.wait(self, steps, *args, **named)

    return Bounded


def until(steps: Any, end: float, error: type[Exception]) -> Generator[Any, Any, Any]:
    """The same steps of psycopg's, until a moment of the monotonic clock; then the error."""
    try:
        wanted = next(steps)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                raise error("the database does not answer")
            wanted = steps.send(ready)
    except StopIteration as end_of_steps:
        return end_of_steps.value


def _away(error: Exception) -> EngineUnavailable:
    """What is wrong, without the address: it may hold a password."""
    said = getattr(getattr(error, "diag", None), "message_primary", None)
    return EngineUnavailable(
        "PostgreSQL cannot be used ({reason}). Check its address and its log.",
        reason=str(said or type(error).__name__)[:300],
    )  # fmt: skip
