"""One connection to a team's database: opened when it is needed, bounded in time, and dropped after any trouble."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg import conninfo

from bookwheel.domain.errors import QueueUnavailable
from bookwheel.domain.messages import Message
from bookwheel.domain.team import DatabaseConfig
from bookwheel.postgres_connections import CONNECT_S, OLDEST_SERVER, until

STATEMENT_S = 15
"""Seconds after which the database itself ends a statement."""

ANSWER_S = 20.0
"""Seconds that any answer is waited for, also from a database that hangs."""

_MOST_FILE_BYTES = 10_000
_REASON = 200

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]

_LIMITS = (
    "SELECT set_config('statement_timeout', %(limit)s, true), set_config('lock_timeout', %(limit)s, true), "
    "set_config('idle_in_transaction_session_timeout', %(limit)s, true), set_config('synchronous_commit', 'on', true)"
)
"""Limits for one transaction, not for the connection, which a pooler may give to others."""


class _Bounded(psycopg.Connection[tuple[Any, ...]]):
    """A connection that gives up a database which does not answer; psycopg itself would wait for ever."""

    def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
        """See psycopg.Connection.

        Raises:
            psycopg.OperationalError: when the database takes too long.
        """
        return super().wait(until(gen, time.monotonic() + ANSWER_S, psycopg.OperationalError), *args, **named)


class Database:
    """Runs work in transactions, one at a time. Safe to use from any thread."""

    def __init__(self, config: DatabaseConfig) -> None:
        """Connect to nothing yet."""
        self._config = config
        self._lock = threading.Lock()
        self._connection: Connection | None = None

    def run(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, once its transaction is committed.

        Raises:
            QueueUnavailable: when the database cannot be reached or refuses; nobody knows then whether it committed.
        """
        with self._lock:
            try:
                connection = self._connection = self._connection or self._open()
                with connection.transaction():
                    connection.execute(_LIMITS, {"limit": f"{STATEMENT_S}s"})
                    return work(connection)
            except psycopg.Error as error:
                self._drop()
                raise _unavailable(error) from error
            except BaseException:
                self._drop()
                raise

    def wait_for(self, channel: LiteralString, most_s: float) -> None:
        """Wait until a channel is notified, or for so many seconds; a pooler in between may keep notices away.

        Raises:
            QueueUnavailable: when the database cannot be reached or refuses.
        """
        with self._lock:
            try:
                connection = self._connection = self._connection or self._open()
                connection.execute(f"LISTEN {channel}")
                for _ in connection.notifies(timeout=most_s, stop_after=1):
                    pass
            except psycopg.Error as error:
                self._drop()
                raise _unavailable(error) from error

    def close(self) -> None:
        """Close the connection; another call opens a new one."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()

    def _open(self) -> Connection:
        address = _address_of(self._config)
        try:
            conninfo.conninfo_to_dict(address)
        except psycopg.ProgrammingError:  # its sentence may hold a password
            raise QueueUnavailable("The address of the team's database is not valid. Correct it.") from None
        # Neither prepared statements nor options at the start: poolers between here and the database know none.
        connection = _Bounded.connect(
            address, connect_timeout=CONNECT_S, application_name="bookwheel", autocommit=True, prepare_threshold=None,
            keepalives_idle=10, keepalives_interval=5, keepalives_count=3,
        )  # fmt: skip
        if connection.info.server_version < OLDEST_SERVER:
            connection.close()
            raise QueueUnavailable("The team's database is older than PostgreSQL 14. Use a newer one.")
        return connection


def _unavailable(error: psycopg.Error) -> QueueUnavailable:
    return QueueUnavailable("The team's database cannot be used ({reason}).", reason=_reason_of(error))


def _address_of(config: DatabaseConfig) -> str:
    """The address, read again at every connection: a secret may be renewed."""
    if not config.file:
        return config.address
    try:
        with Path(config.file).open("rb") as file:
            content = file.read(_MOST_FILE_BYTES)
        return content.decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise QueueUnavailable("The file {file} cannot be read ({reason}).", file=config.file, reason=reason) from None


def _reason_of(error: psycopg.Error) -> Message:
    """What the database or its client says, on one line of bounded length."""
    lines = str(error).strip().splitlines()
    text = "".join(letter for letter in (lines[0] if lines else type(error).__name__) if letter.isprintable())
    return Message.verbatim(text[:_REASON].rstrip("."))
