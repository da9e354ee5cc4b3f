"""The loop of a worker over a real database."""

from __future__ import annotations

import threading
from contextlib import closing

import pytest

from bookwheel.domain.team import TeamCollection, TeamConfig, WorkersConfig
from bookwheel.service.sources.publishing import Permit
from bookwheel.service.team.database.connection import Database
from bookwheel.service.team.database.jobs import Jobs
from bookwheel.service.team.worker.loop import WorkerLoop
from tests.team.postgres import Postgres
from tests.waiting import until


class _Stalled:
    """Publishes while the database is away, and notes for how long it may."""

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres
        self.permitted: list[float] = []
        self.is_over = threading.Event()

    def publish(self, wanted: TeamCollection, permit: Permit) -> int:
        """See `loop.Publisher`."""
        self._postgres.kill()
        start = threading.Timer(1.0, self._postgres.start)
        start.start()
        self.permitted.append(permit())
        start.join()
        self.is_over.set()
        return 1


@pytest.fixture
def config(postgres: Postgres) -> TeamConfig:
    postgres.reset()
    collection = TeamCollection("Handbook", "/srv/handbook", "key", (), source="/srv/x")
    return TeamConfig(
        "Team", "127.0.0.1", 1, "http://localhost:1", "", "", False, None, (collection,),
        workers=WorkersConfig(postgres.secret),
    )  # fmt: skip


def test_a_worker_waits_for_its_database_before_it_replaces_a_publication(
    postgres: Postgres, config: TeamConfig
) -> None:
    loop, publisher = WorkerLoop(config, "one", "worker-one"), _Stalled(postgres)
    loop.start(publisher)
    ended = "SELECT sequence, attempts FROM bookwheel.jobs WHERE finished_at IS NOT NULL"
    try:
        assert publisher.is_over.wait(300)
        until(lambda: postgres.ask(ended) == [(1, 1)])
    finally:
        loop.end()
        loop.close(60)
    assert len(publisher.permitted) == 1 and publisher.permitted[0] > 0


def test_a_worker_replaces_nothing_once_another_has_its_job(postgres: Postgres, config: TeamConfig) -> None:
    permitted: list[float] = []
    is_over = threading.Event()

    class Slow:
        def publish(self, wanted: TeamCollection, permit: Permit) -> int:
            """See `loop.Publisher`."""
            postgres.ask("UPDATE bookwheel.jobs SET lease_until = now() - interval '1 second'")
            with closing(Database(postgres.secret)) as database:
                assert Jobs(database, "two", 60).take(("Handbook",)) is not None
            permitted.append(permit())
            is_over.set()
            return 1

    loop = WorkerLoop(config, "one", "worker-one")
    loop.start(Slow())
    try:
        assert is_over.wait(300)
    finally:
        loop.end()
        loop.close(60)
    assert permitted == [0.0]
