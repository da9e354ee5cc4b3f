"""Kills of workers, the database, the object store and readers, each while it is at work.

The variables `BOOKWHEEL_…_KILLS` say how often; a publication is read whole after each.
"""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.crawling.test_git_clone import GitServer
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.s3.server import BUCKET, WRITER, S3Server
from tests.team.fleet import Fleet, Worker, answers, gathered, search, wait_for
from tests.team.postgres import Postgres, free_port
from tests.team.torture import Asking, Follower, Moments, Stage, children_of

WORKER_KILLS = int(os.environ.get("BOOKWHEEL_WORKER_KILLS", "10"))
DATABASE_KILLS = int(os.environ.get("BOOKWHEEL_DATABASE_KILLS", "6"))
STORE_KILLS = int(os.environ.get("BOOKWHEEL_STORE_KILLS", "4"))
READER_KILLS = int(os.environ.get("BOOKWHEEL_READER_KILLS", "6"))

OF_FOLDER = (Stage.TAKEN, Stage.INDEX, Stage.PUBLISH, Stage.UPLOAD, Stage.PUBLISHED)
OF_GIT = (*OF_FOLDER, Stage.FETCH)

pytestmark = pytest.mark.timeout(7200)


class Scene:
    """Two workers, a collection of a folder and one of a Git repository, and a reader that is asked all the time."""

    def __init__(self, fleet: Fleet, postgres: Postgres, git: GitServer, every_s: float = 0.02) -> None:
        self.fleet, self.postgres, self.git = fleet, postgres, git
        self._every_s = every_s
        self.workers: dict[str, Worker] = {}
        self.followers: dict[str, Follower] = {}
        self.asking: list[Asking] = []
        self.written: dict[str, int] = {}
        self.acknowledged: dict[str, int] = {}

    def begin(self, readers: int = 1) -> None:
        """Publish both collections once, and let readers read them."""
        texts = {f"p{number}.md": f"# Page {number}\n\nWords of wheels {number}.\n" for number in range(12)}
        self.fleet.add("Handbook", texts)
        self.git.commit(**{name.replace(".", "_"): text for name, text in texts.items()})
        self.fleet.add("Plans", source=self.git.url)
        self.written = dict.fromkeys(self.fleet.collections, len(texts))
        self.acknowledged = dict.fromkeys(self.fleet.collections, 0)
        self.workers = {name: self.fleet.start_worker(name) for name in ("one", "two")}
        wait_for(lambda: self.postgres.ask("SELECT to_regclass('bookwheel.jobs')")[0][0], self.fleet)
        wait_for(lambda: all(self.fleet.finished(name) for name in self.fleet.collections), self.fleet)
        self.followers = {name: Follower(self.fleet, name, self._every_s) for name in self.fleet.collections}
        for number in range(readers):
            port = free_port() if number else self.fleet.reader_port
            address = self.fleet.start_reader(f"reader{number}", port)
            wait_for(lambda address=address: answers(address, "/readyz"), self.fleet)
            self.asking.append(Asking(address, "wheels"))

    def change(self, number: int, name: str) -> int:
        """Write a document into a collection, and have it published; the number before."""
        before = self.followers[name].newest
        text = f"# Change {number}\n\nWords of change {number} and of wheels.\n"
        if name == "Plans":
            self.git.commit(**{f"k{number}_md": text})
        else:
            self.fleet.write(name, f"k{number}.md", text)
        self.written[name] += 1
        self.fleet.make_due(name)
        return before

    def verify(self) -> None:
        """Read both publications whole, and see that the queue forgot nothing that it knew."""
        for name, follower in self.followers.items():
            follower.verify()
            assert follower.faults == [], self.fleet.logs()
            noted = self.fleet.finished(name)
            assert max(noted) >= self.acknowledged[name], "the database forgot a publication"
            # A job that found nothing to publish notes the number that is there; followers see one made twice.
            assert noted == sorted(noted), f"an older publication followed a newer one: {noted}"
            self.acknowledged[name] = max(noted)

    def finish(self) -> None:
        """See that everything that was written is published once, and read."""
        self.fleet.make_due()
        wait_for(lambda: all(follower.look() == self.written[name] for name, follower in self.followers.items()),
                 self.fleet, 300)  # fmt: skip
        wait_for(lambda: _open_jobs(self.postgres) == [(name, 1, 0) for name in sorted(self.followers)], self.fleet)
        self.verify()
        for name, follower in self.followers.items():
            follower.end()
            assert follower.faults == [] and self.fleet.finished(name)[-1] == follower.newest
            assert len(follower.paths) == self.written[name] and follower.newest <= self.written[name]
        for asking in self.asking:
            wait_for(lambda asking=asking: _counts(asking.address) == self.written, self.fleet, 300)
            asking.end()
            assert asking.refusals == []


def _counts(address: str) -> dict[str, int]:
    """The documents of each collection that a reader shows."""
    text = httpx.get(f"{address}/metrics", trust_env=False, timeout=60).text
    return {
        name: int(count) for name, count in re.findall(r'^bookwheel_documents{collection="(.+)"} (\d+)$', text, re.M)
    }


def _open_jobs(postgres: Postgres) -> list[tuple[str, int, int]]:
    """Of each collection the open jobs, and those of them that are due or taken."""
    return postgres.ask(
        "SELECT collection, count(*), count(*) FILTER (WHERE due_at <= now() OR taken_by IS NOT NULL) "
        "FROM bookwheel.jobs WHERE finished_at IS NULL GROUP BY collection ORDER BY collection"
    )


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
        fleet.refresh_minutes = 3  # each takes processors from what is tried here
        running = Scene(fleet, postgres, git)
        stack.callback(lambda: [one.end() for one in running.asking])
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
        running = Scene(fleet, postgres, git, 0.5)
        stack.callback(lambda: [one.end() for one in running.asking])
        yield running


def test_workers_that_are_killed_at_work_lose_and_double_nothing(scene: Scene) -> None:
    scene.begin()
    moments = Moments(scene.fleet, scene.postgres, scene.followers)
    kills = number = 0
    while kills < WORKER_KILLS:
        name = moments.chance.choice(("Handbook", "Plans"))
        stage = moments.chance.choice(OF_GIT if name == "Plans" else OF_FOLDER)
        before = scene.change(number, name)
        number += 1
        victim = moments.wait(stage, name, scene.workers, before)
        if victim:
            scene.workers[victim].end(signal.SIGKILL)
            kills += 1
            print(f"worker {kills}: {name} at {stage}", flush=True)
            scene.verify()
            if moments.chance.random() < 0.2:  # its lease ends before it is back
                time.sleep(scene.fleet.lease_s + 1)
            scene.workers[victim] = scene.fleet.start_worker(victim)
    print(f"{kills} kills of workers: {dict(moments.hit)}")
    scene.finish()


def test_a_database_that_is_killed_at_work_loses_and_doubles_nothing(scene: Scene) -> None:
    scene.begin()
    moments = Moments(scene.fleet, scene.postgres, scene.followers, 11)
    for number in range(DATABASE_KILLS):
        name, stage = moments.chance.choice(("Handbook", "Plans")), moments.chance.choice(OF_FOLDER)
        moments.wait(stage, name, scene.workers, scene.change(number, name))
        scene.postgres.kill()
        time.sleep(moments.chance.uniform(0, 2))
        scene.postgres.start()
        print(f"database {number + 1}: {name} at {stage}", flush=True)
        scene.verify()
    print(f"{DATABASE_KILLS} kills of the database: {dict(moments.hit)}")
    scene.finish()
    (asking,) = scene.asking
    wait_for(lambda: scene.postgres.ask("SELECT count(*) FROM bookwheel.audit")[0][0] >= asking.answers, scene.fleet)
    counts = scene.postgres.ask("SELECT count(*), count(DISTINCT id) FROM bookwheel.audit WHERE status = 'ok'")
    assert counts[0][0] == counts[0][1]


def test_an_object_store_that_is_killed_at_work_loses_and_doubles_nothing(stored: Scene, store: S3Server) -> None:
    stored.begin(2)
    moments = Moments(stored.fleet, stored.postgres, stored.followers, 13)
    for number in range(STORE_KILLS):
        name = moments.chance.choice(("Handbook", "Plans"))
        stage = moments.chance.choice((Stage.PUBLISH, Stage.UPLOAD, Stage.PUBLISHED))
        moments.wait(stage, name, stored.workers, stored.change(number, name))
        store.kill()
        time.sleep(moments.chance.uniform(0, 3))
        store.start()
        print(f"store {number + 1}: {name} at {stage}", flush=True)
        stored.verify()
    print(f"{STORE_KILLS} kills of the store: {dict(moments.hit)}")
    stored.finish()
    print(f"slowest answers: {[round(asking.slowest_s, 2) for asking in stored.asking]} s")


def test_readers_that_are_killed_while_they_fetch_and_answer_answer_again(stored: Scene) -> None:
    stored.begin()
    (asking,) = stored.asking
    moments = Moments(stored.fleet, stored.postgres, stored.followers, 17)
    found = 0
    hit = Counter[str]()
    while hit.total() < READER_KILLS:
        kind = ("fetching", "answering", "starting")[hit.total() % 3]
        if kind == "fetching":
            stored.change(hit.total(), "Handbook")
            wait_for(lambda: "crawler" in children_of(stored.fleet.processes[-1].pid), stored.fleet, 180)
        elif kind == "answering":
            again = len(search(asking.address, "change"))
            assert again >= found, "the reader forgot documents"
            found = again
        time.sleep(moments.chance.uniform(0, 0.5))
        with asking.away():
            _restart(stored.fleet)
            if kind == "starting":
                time.sleep(moments.chance.uniform(0, 4))
                _restart(stored.fleet)
            wait_for(lambda: answers(asking.address, "/readyz"), stored.fleet)
        hit[kind] += 1
        print(f"reader {hit.total()}: {kind}", flush=True)
    print(f"{READER_KILLS} kills of readers: {dict(hit)}")
    stored.finish()


def _restart(fleet: Fleet) -> None:
    """Kill the reader that was started last, and start it again."""
    fleet.processes[-1].kill()
    fleet.processes[-1].wait(60)
    fleet.start_reader("reader0")
