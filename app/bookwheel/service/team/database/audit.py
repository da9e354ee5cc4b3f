"""The audit of a team's readers: calls, without texts, written in batches by a thread that no call waits for."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

import psycopg

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.team import AuditedCall, DatabaseConfig
from bookwheel.service.team.database.connection import Connection, Database
from bookwheel.service.team.database.schema import Version, migrate

MOST_WAITING = 20_000
"""Calls that wait to be written; those beyond are counted and lost."""

BATCH = 500
EVERY_S = 1.0
"""Seconds for which calls are gathered."""

LONGEST_RETRY_S = 30.0
CLOSE_S = 5.0
"""Seconds that the end waits for what is not written yet."""

_SCHEMA = Version(1, 0)
"""The oldest schema into which this can write; a reader's role may not bring it up to date."""

_LETTERS = 300
_MOST_COLLECTIONS = 200

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AuditCounts:
    """How many calls were written, lost, and are still waiting."""

    written: int
    lost: int
    waiting: int


class Audit:
    """Takes calls from any thread."""

    def __init__(self, config: DatabaseConfig) -> None:
        """Connect to nothing yet; `start` does."""
        self._database = Database(config)
        self._changed = threading.Condition()
        self._waiting: deque[tuple[UUID, AuditedCall]] = deque()
        self._written = self._lost = 0
        self._is_closing = self._is_open = False
        self._trouble = ""
        self._thread = threading.Thread(target=self._work, name="audit", daemon=True)

    @property
    def counts(self) -> AuditCounts:
        """How far writing is."""
        with self._changed:
            return AuditCounts(self._written, self._lost, len(self._waiting))

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def note(self, call: AuditedCall) -> None:
        """Have a call written; never waits."""
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                self._lost += 1
            else:
                self._waiting.append((uuid4(), call))

    def close(self) -> None:
        """Write what waits, for a bounded time."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        with self._changed:
            if self._waiting:
                logger.warning("%d calls could not be written to the audit.", len(self._waiting))

    def _work(self) -> None:
        retry_s = EVERY_S
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing, retry_s)
                is_last = self._is_closing
            is_good = self._write_all()
            if is_last:
                break
            retry_s = EVERY_S if is_good else min(LONGEST_RETRY_S, retry_s * 2)
        self._database.close()

    def _write_all(self) -> bool:
        """Write what waits; whether that went well. What was not written waits on, in its order."""
        while True:
            with self._changed:
                batch = [self._waiting[position] for position in range(min(BATCH, len(self._waiting)))]
            if not batch:
                return True
            try:
                self._database.run(lambda connection, batch=batch: self._write(connection, batch))
                written = len(batch)
            except BookwheelError as error:
                if not isinstance(error.__cause__, psycopg.DataError):
                    self._note_trouble(error)
                    return False
                written = 0  # the same batch would be refused again and again
                logger.error("Calls could not be written to the audit: %s", error.message)
            except Exception:  # the thread's edge: later calls are written
                logger.exception("Calls could not be written to the audit.")
                written = 0
            with self._changed:
                for _ in batch:
                    self._waiting.popleft()
                self._written += written
                self._lost += len(batch) - written
                self._trouble = ""

    def _write(self, connection: Connection, batch: Sequence[tuple[UUID, AuditedCall]]) -> None:
        if not self._is_open:
            migrate(connection, least=_SCHEMA)
        # A batch whose commit was not heard of is written again: its lines are known by their ids.
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO bookwheel.audit (id, at, subject, client, is_agent, method, collections, status, "
                "duration_ms) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
                [_row(id, call) for id, call in batch],
            )
        self._is_open = True

    def _note_trouble(self, error: BookwheelError) -> None:
        self._is_open = False
        if self._trouble != error.message:  # said once, not at every try
            self._trouble = str(error.message)
            logger.warning("The audit waits: %s", error.message)


def _row(id: UUID, call: AuditedCall) -> tuple[object, ...]:
    names = [_plain(name) for name in call.collections[:_MOST_COLLECTIONS]]
    who = (_plain(call.subject), _plain(call.client), call.is_agent)
    return (id, call.at, *who, _plain(call.method), names, _plain(call.status), min(call.duration_ms, 2**31 - 1))


def _plain(text: str) -> str:
    """Text as a database takes it."""
    return text[:_LETTERS].replace("\0", "").encode("utf-8", "replace").decode("utf-8")
