"""Kills of workers, the database, the object store and readers while they are at work.

The variables `BOOKWHEEL_…_KILLS` say how often; `storm.py` says what is looked at meanwhile.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.crawling.test_git_clone import GitServer
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.s3.server import BUCKET, WRITER, S3Server
from tests.team.fleet import gathered, wait_for
from tests.team.postgres import Postgres
from tests.team.scene import Scene
from tests.team.storm import Kind, Storm

WORKER_KILLS = int(os.environ.get("BOOKWHEEL_WORKER_KILLS", "10"))
DATABASE_KILLS = int(os.environ.get("BOOKWHEEL_DATABASE_KILLS", "6"))
STORE_KILLS = int(os.environ.get("BOOKWHEEL_STORE_KILLS", "4"))
READER_KILLS = int(os.environ.get("BOOKWHEEL_READER_KILLS", "6"))

pytestmark = pytest.mark.timeout(7200)


@pytest.fixture
def git(tmp_path: Path) -> Iterator[GitServer]:
    (tmp_path / "served").mkdir()
    server = GitServer(tmp_path / "served")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def scene(tmp_path: Path, postgres: Postgres, git: GitServer) -> Iterator[Scene]:
    with gathered(tmp_path, postgres) as fleet, ExitStack() as stack:
        fleet.lease_s = 4
        running = Scene(fleet, postgres, git, 0.1)
        stack.callback(lambda: [one.end() for one in running.asking.values()])
        yield running


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Server]:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    server = S3Server(tmp_path / "store")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", WRITER[0])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", WRITER[1])
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.endpoint)
    try:
        server.start()
        server.make_buckets()
        yield server
    finally:
        server.kill()


@pytest.fixture
def stored(tmp_path: Path, postgres: Postgres, git: GitServer, store: S3Server) -> Iterator[Scene]:
    """A scene whose publications are in the object store."""
    with gathered(tmp_path, postgres, store=f"s3://{BUCKET}/team") as fleet, ExitStack() as stack:
        fleet.lease_s = 4
        running = Scene(fleet, postgres, git, 0.8)
        stack.callback(lambda: [one.end() for one in running.asking.values()])
        yield running


def test_workers_and_a_database_that_are_killed_at_work_lose_and_double_nothing(scene: Scene) -> None:
    scene.begin()
    storm = Storm(scene, {Kind.WORKER: WORKER_KILLS // 2, Kind.DATABASE: DATABASE_KILLS // 2})
    storm.run()
    scene.finish()
    (asking,) = scene.asking.values()
    wait_for(lambda: scene.postgres.ask("SELECT count(*) FROM bookwheel.audit")[0][0] >= asking.answers, scene.fleet)
    assert storm.deaths == []


def test_a_team_whose_processes_are_all_killed_loses_and_doubles_nothing(stored: Scene, store: S3Server) -> None:
    stored.begin(2)
    kills = {Kind.WORKER: (WORKER_KILLS + 1) // 2, Kind.DATABASE: (DATABASE_KILLS + 1) // 2}
    storm = Storm(stored, {**kills, Kind.STORE: STORE_KILLS, Kind.READER: READER_KILLS}, store, 13)
    storm.run()
    stored.finish()
    print(f"slowest answers: {[round(asking.slowest_s, 2) for asking in stored.asking.values()]} s")
    assert storm.deaths == []
