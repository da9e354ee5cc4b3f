"""The queue of a team's workers: one open job for each collection, taken for a time, with a fence that grows."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bookwheel.domain.errors import LeaseLost
from bookwheel.service.team.database.connection import Connection, Database
from bookwheel.service.team.database.schema import migrate

KEPT = 100
"""Finished jobs of each collection that are kept."""

AWAY_S = 120
"""Seconds of silence after which a worker's collections are anybody's."""

GRACE_S = 30
"""Seconds that a due job waits for the worker that has its collection in its library already."""

FORGOTTEN = timedelta(days=7)
"""Time after which a worker that is gone is no longer listed."""

FIRST_RETRY_S, LONGEST_RETRY_S = 30.0, 3600.0
PROBLEM_LETTERS = 500


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job that this worker holds until `until` of its own monotonic clock; `fence` tells it from other holders."""

    id: int
    collection: str
    fence: int
    attempts: int
    until: float


@dataclass(frozen=True, slots=True)
class CollectionState:
    """How a collection stands: seconds since its last publication (None for never) and its last problem."""

    collection: str
    age_s: float | None
    problem: str
    attempts: int
    is_running: bool
    is_due: bool


def retry_s(attempts: int) -> float:
    """Return the seconds until the next try after so many that failed: half a minute, doubled up to an hour."""
    return min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** min(max(attempts - 1, 0), 20))


class Jobs:
    """The queue as one worker sees it; every method raises QueueUnavailable when the database is away.

    Safe to use from any thread.
    """

    def __init__(self, database: Database, worker: str, lease_s: float) -> None:
        """`worker` is this worker's id; a job that it does not renew for `lease_s` goes to another."""
        self._database, self._worker, self._lease_s = database, worker, lease_s

    def open(self, every_minutes: Mapping[str, int], name: str, version: str) -> None:
        """Make the schema where it is missing, list this worker, and see that every collection has a job.

        Jobs that an earlier process of this worker held are given back.
        """

        def work(connection: Connection) -> None:
            migrate(connection)
            self._announce(connection, name, version)
            connection.execute(
                "UPDATE bookwheel.jobs SET taken_by = NULL, lease_until = NULL "
                "WHERE taken_by = %s AND finished_at IS NULL",
                (self._worker,),
            )
            for collection, minutes in sorted(every_minutes.items()):
                every = timedelta(minutes=minutes)
                connection.execute(
                    "INSERT INTO bookwheel.jobs (collection) VALUES (%s) "
                    "ON CONFLICT (collection, kind) WHERE finished_at IS NULL DO NOTHING",
                    (collection,),
                )
                connection.execute(
                    "UPDATE bookwheel.jobs SET due_at = now() + %s "
                    "WHERE collection = %s AND kind = 'publish' AND finished_at IS NULL AND due_at > now() + %s",
                    (every, collection, every),
                )

        self._database.run(work)

    def announce(self, name: str, version: str) -> None:
        """Say that this worker lives."""
        self._database.run(lambda connection: self._announce(connection, name, version))

    def take(self, collections: Sequence[str]) -> TakenJob | None:
        """Take the most urgent due job of some collections, those first that this worker published before."""
        asked_at = time.monotonic()

        def work(connection: Connection) -> TakenJob | None:
            row = connection.execute(
                """
                UPDATE bookwheel.jobs SET taken_by = %(worker)s, preferred = %(worker)s, attempts = attempts + 1,
                    lease_until = clock_timestamp() + %(lease)s, fence = nextval('bookwheel.fences')
                WHERE id = (
                    SELECT id FROM bookwheel.jobs AS free
                    WHERE finished_at IS NULL AND kind = 'publish' AND collection = ANY(%(names)s)
                        AND due_at <= clock_timestamp()
                        AND (lease_until IS NULL OR lease_until < clock_timestamp())
                        AND (preferred IN ('', %(worker)s) OR due_at < clock_timestamp() - %(grace)s
                            OR lease_until IS NOT NULL OR NOT EXISTS (
                                SELECT FROM bookwheel.workers AS other
                                WHERE other.id = free.preferred AND other.seen_at > clock_timestamp() - %(away)s))
                    ORDER BY preferred = %(worker)s DESC, due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING id, collection, fence, attempts
                """,
                {
                    "worker": self._worker,
                    "lease": timedelta(seconds=self._lease_s),
                    "names": list(collections),
                    "grace": timedelta(seconds=GRACE_S),
                    "away": timedelta(seconds=AWAY_S),
                },
            ).fetchone()
            if row is None:
                return None
            id, collection, fence, attempts = row
            return TakenJob(id, collection, fence, attempts, asked_at + self._lease_s)

        return self._database.run(work)

    def renew(self, job: TakenJob) -> float:
        """Hold a job for longer; the moment of the monotonic clock until which it is held.

        Raises:
            LeaseLost: when another worker has taken it.
        """
        asked_at = time.monotonic()

        def work(connection: Connection) -> None:
            row = connection.execute(
                "UPDATE bookwheel.jobs SET lease_until = clock_timestamp() + %s "
                "WHERE id = %s AND fence = %s AND taken_by = %s AND finished_at IS NULL RETURNING id",
                (timedelta(seconds=self._lease_s), job.id, job.fence, self._worker),
            ).fetchone()
            if row is None:
                raise _lost(job)

        self._database.run(work)
        return asked_at + self._lease_s

    def finish(self, job: TakenJob, sequence: int, every_minutes: int) -> None:
        """Note that a collection is published with this number, and when that is due again; doing it twice is harmless.

        Raises:
            LeaseLost: when another worker has taken it.
        """

        def work(connection: Connection) -> None:
            done = connection.execute(
                "UPDATE bookwheel.jobs SET finished_at = clock_timestamp(), sequence = %s, lease_until = NULL, "
                "last_problem = '' WHERE id = %s AND fence = %s AND taken_by = %s AND finished_at IS NULL RETURNING id",
                (sequence, job.id, job.fence, self._worker),
            ).fetchone()
            if done is None:
                self._check_finished(connection, job)
                return
            connection.execute(
                "INSERT INTO bookwheel.jobs (collection, due_at, preferred) VALUES (%s, clock_timestamp() + %s, %s)",
                (job.collection, timedelta(minutes=every_minutes), self._worker),
            )
            connection.execute(
                "DELETE FROM bookwheel.jobs WHERE id IN (SELECT id FROM bookwheel.jobs WHERE collection = %s "
                "AND finished_at IS NOT NULL ORDER BY finished_at DESC OFFSET %s)",
                (job.collection, KEPT),
            )

        self._database.run(work)

    def fail(self, job: TakenJob, problem: str) -> None:
        """Note why a job failed, and let anybody try it again later.

        Raises:
            LeaseLost: when another worker has taken it.
        """
        self._release(job, timedelta(seconds=retry_s(job.attempts)), problem[:PROBLEM_LETTERS].replace("\0", ""), 0)

    def give_back(self, job: TakenJob) -> None:
        """Let anybody take a job at once, as if it had never been taken.

        Raises:
            LeaseLost: when another worker has taken it.
        """
        self._release(job, timedelta(), None, 1)

    def states(self, collections: Sequence[str]) -> tuple[CollectionState, ...]:
        """How collections stand, by name."""

        def work(connection: Connection) -> tuple[CollectionState, ...]:
            rows = connection.execute(
                """
                SELECT collection,
                    (SELECT extract(epoch FROM clock_timestamp() - max(finished_at))::float8 FROM bookwheel.jobs AS done
                        WHERE done.collection = open.collection AND done.finished_at IS NOT NULL),
                    last_problem, attempts, coalesce(lease_until > clock_timestamp(), false),
                    due_at <= clock_timestamp()
                FROM bookwheel.jobs AS open
                WHERE finished_at IS NULL AND kind = 'publish' AND collection = ANY(%s) ORDER BY collection
                """,
                (list(collections),),
            ).fetchall()
            return tuple(CollectionState(*row) for row in rows)

        return self._database.run(work)

    def prune_audit(self, days: int) -> None:
        """Delete lines of the audit that are older than so many days, a bounded number at once."""
        self._database.run(
            lambda connection: connection.execute(
                "DELETE FROM bookwheel.audit WHERE id IN "
                "(SELECT id FROM bookwheel.audit WHERE at < now() - %s ORDER BY at LIMIT 10000)",
                (timedelta(days=days),),
            )
        )

    def _announce(self, connection: Connection, name: str, version: str) -> None:
        connection.execute(
            "INSERT INTO bookwheel.workers (id, name, version) VALUES (%s, %s, %s) ON CONFLICT (id) DO UPDATE "
            "SET name = excluded.name, version = excluded.version, seen_at = now()",
            (self._worker, name, version),
        )
        connection.execute("DELETE FROM bookwheel.workers WHERE seen_at < now() - %s", (FORGOTTEN,))

    def _release(self, job: TakenJob, wait: timedelta, problem: str | None, undone: int) -> None:
        def work(connection: Connection) -> None:
            row = connection.execute(
                "UPDATE bookwheel.jobs SET taken_by = NULL, lease_until = NULL, preferred = '', "
                "due_at = clock_timestamp() + %s, attempts = attempts - %s, last_problem = coalesce(%s, last_problem) "
                "WHERE id = %s AND fence = %s AND taken_by = %s AND finished_at IS NULL RETURNING id",
                (wait, undone, problem, job.id, job.fence, self._worker),
            ).fetchone()
            if row is None:
                raise _lost(job)

        self._database.run(work)

    def _check_finished(self, connection: Connection, job: TakenJob) -> None:
        """Pass a job whose end was noted by an earlier try, of which no answer came."""
        row = connection.execute(
            "SELECT FROM bookwheel.jobs WHERE id = %s AND fence = %s AND finished_at IS NOT NULL", (job.id, job.fence)
        ).fetchone()
        if row is None:
            raise _lost(job)


def _lost(job: TakenJob) -> LeaseLost:
    return LeaseLost("Another worker publishes {collection} now.", collection=job.collection)
