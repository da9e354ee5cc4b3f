"""The memories of a team's callers in its database, where every reader finds them: a port of `indexes.state`."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import psycopg

from bookwheel import wire
from bookwheel.domain.annotations.memory import Memory
from bookwheel.domain.errors import BookwheelError, EngineUnavailable, QueueUnavailable
from bookwheel.domain.team import DatabaseConfig
from bookwheel.indexes.state.memory_storage import Overtaken, StoredMemories
from bookwheel.service.team.database.connection import Connection, Database
from bookwheel.service.team.database.schema import Version, migrate

SCHEMA = Version(1, 2)
"""The schema that first had memories."""

MOST = 50_000
"""Memories of one caller that are read; settings allow fewer."""

RETRY_S = 10.0
"""Seconds for which a database that did not answer is not asked again."""

TURN_S = 5.0
"""Seconds that a call waits for others to be answered."""

_MOST_DIMENSIONS = 8192

T = TypeVar("T")
_Row = tuple[str, int, str | None, str, str, bytes | None]

logger = logging.getLogger(__name__)


class MemoryDatabase:
    """The database of the memories, asked by one call at a time. Any thread."""

    def __init__(self, config: DatabaseConfig) -> None:
        """Connect to nothing yet."""
        self._database = Database(config)
        self._lock = threading.Lock()
        self._away_until = 0.0
        self._is_open = False
        self._trouble = ""

    def of(self, client: str) -> ClientMemories:
        """The memories of a caller, by its name."""
        return ClientMemories(self, client)

    def run(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, once its transaction is committed.

        Raises:
            EngineUnavailable: when the database does not answer, did not a moment ago, or answers others for too long.
        """
        if not self._lock.acquire(timeout=TURN_S):
            raise _away()
        try:
            if time.monotonic() < self._away_until:
                raise _away()
            done = self._database.run(lambda connection: work(self._opened(connection)))
        except QueueUnavailable as error:
            self._is_open = False
            if not isinstance(error.__cause__, psycopg.DataError | psycopg.IntegrityError):  # these are of one caller
                self._away_until = time.monotonic() + RETRY_S
            if self._trouble != error.message:  # said once, not at every call
                self._trouble = str(error.message)
                logger.warning("The memories are away: %s", error.message)
            raise _away() from error
        finally:
            self._lock.release()
        self._trouble = ""
        return done

    def close(self) -> None:
        """Close the connection."""
        self._database.close()

    def _opened(self, connection: Connection) -> Connection:
        if not self._is_open:
            migrate(connection, least=SCHEMA)
            self._is_open = True
        return connection


class ClientMemories:
    """See `MemoryStorage`."""

    def __init__(self, database: MemoryDatabase, client: str) -> None:
        """Read nothing yet."""
        self._database, self._client = database, client
        self._numbers: dict[str, int] = {}
        """At which number each memory was last read or written here: a vector of an older text is not kept."""

    def read(self, known: int) -> StoredMemories | None:
        """What changed since a number; all, where an older dump of the database has been restored."""

        def work(connection: Connection) -> tuple[int, list[_Row]] | None:
            number = self._number(connection)
            if number == known:
                return None
            rows = connection.execute(
                "SELECT id, number, CASE WHEN number > %(known)s THEN record END, read_at, model, "
                "CASE WHEN number > %(known)s THEN vectors END FROM bookwheel.memories WHERE client = %(client)s "
                "ORDER BY position LIMIT %(most)s",
                {"known": known if known <= number else -1, "client": self._client, "most": MOST},
            ).fetchall()
            return number, rows

        found = self._database.run(work)
        if found is None:
            return None
        number, rows = found
        self._numbers = {row[0]: row[1] for row in rows}
        memories = tuple(self._decoded(rows))
        vectors = {row[0]: (row[4], bytes(row[5])) for row in rows if row[5] and _is_whole(row[4], row[5])}
        return StoredMemories(number, tuple(row[0] for row in rows), memories, vectors)

    def change(
        self, known: int, kept: Sequence[Memory], dropped: Sequence[str] = (), *, is_edited: bool = False
    ) -> int:
        """Keep and drop memories where nobody else did meanwhile; what was dropped or edited is nowhere else."""

        def work(connection: Connection) -> int | None:
            row = connection.execute(
                "INSERT INTO bookwheel.memory_numbers AS known (client, number) VALUES (%s, 1) "
                "ON CONFLICT (client) DO UPDATE SET number = known.number + 1 WHERE known.number = %s RETURNING number",
                (self._client, known),
            ).fetchone()
            if row is None:
                return None
            number = int(row[0])
            if number != known + 1:  # somebody deleted everything: the new line goes with this transaction
                raise Overtaken
            connection.execute(
                "DELETE FROM bookwheel.memories WHERE client = %s AND id = ANY(%s)", (self._client, list(dropped))
            )
            with connection.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO bookwheel.memories (client, id, number, record, read_at) VALUES (%s, %s, %s, %s, %s) "
                    "ON CONFLICT (client, id) DO UPDATE SET number = excluded.number, record = excluded.record, "
                    "model = '', vectors = NULL",
                    [(self._client, one.id, number, wire.encode(one).decode(), one.read_at) for one in kept],
                )
            return number

        number = self._database.run(work)
        if number is None:
            raise Overtaken
        self._numbers |= dict.fromkeys((one.id for one in kept), number)
        return number

    def touch(self, memories: Sequence[Memory]) -> None:
        """Note when memories were read, unless another reader noted a later time."""
        rows = [(one.read_at, self._client, one.id) for one in memories]
        self._run_many(
            "UPDATE bookwheel.memories SET read_at = greatest(read_at, %s) WHERE client = %s AND id = %s", rows
        )

    def put_vectors(self, model: str, vectors: Sequence[tuple[str, bytes]]) -> None:
        """Keep vectors of memories that are as they were read."""
        rows = [(model, made, self._client, id, self._numbers.get(id, -1)) for id, made in vectors]
        self._run_many(
            "UPDATE bookwheel.memories SET model = %s, vectors = %s WHERE client = %s AND id = %s AND number = %s", rows
        )

    def back_up(self) -> None:
        """Whoever runs the database backs it up."""

    def _run_many(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        def work(connection: Connection) -> None:
            with connection.cursor() as cursor:
                cursor.executemany(statement, rows)  # pyright: ignore[reportArgumentType] - both are written above

        self._database.run(work)

    def _number(self, connection: Connection) -> int:
        row = connection.execute(
            "SELECT number FROM bookwheel.memory_numbers WHERE client = %s", (self._client,)
        ).fetchone()
        return 0 if row is None else int(row[0])

    def _decoded(self, rows: Iterable[_Row]) -> Iterable[Memory]:
        """The memories that can be read; one that was written by hand, or by a later version, may not."""
        for id, _, record, read_at, _, _ in rows:
            if record is None:
                continue
            try:
                memory = wire.decode(record, Memory)
            except BookwheelError:
                logger.warning("A memory in the database cannot be read.")
                continue
            if (memory.id, memory.client) == (id, self._client):
                yield replace(memory, read_at=max(read_at, memory.read_at))


def _is_whole(model: str, made: bytes) -> bool:
    """Whether bytes are vectors (float16) of as many dimensions as the model's name says first."""
    width = model.partition(" ")[0]
    return width.isdigit() and 0 < int(width) <= _MOST_DIMENSIONS and len(made) % (2 * int(width)) == 0


def _away() -> EngineUnavailable:
    return EngineUnavailable("The database of the memories does not answer. Try again in a moment.")
