from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.publications import MANIFEST
from bookwheel.publications import manifest
from bookwheel.publications.keys import public_key, read_key
from tests.crawling.test_git_clone import GitServer
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.team.fleet import Fleet, Worker, answers, gathered, search, wait_for
from tests.team.postgres import PASSWORD, Postgres, free_port
from tests.waiting import until

KILLS = int(os.environ.get("BOOKWHEEL_WORKER_KILLS", "20"))
"""How often workers are killed; every fifth time the database is as well."""

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture
def fleet(tmp_path: Path, postgres: Postgres) -> Iterator[Fleet]:
    with gathered(tmp_path, postgres) as running:
        yield running


class Follower:
    """Reads a collection's manifest all the time, as subscribers do, and keeps what is wrong with it."""

    def __init__(self, fleet: Fleet, name: str) -> None:
        self._file = fleet.target(name) / MANIFEST
        self._key = public_key(read_key(fleet.folder / f"{name}.key"))
        self.by_sequence: dict[int, bytes] = {}
        self.faults: list[str] = []
        self.newest = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()
        self.look()

    def look(self) -> int:
        """Check the manifest; how many documents it names."""
        try:
            content = self._file.read_bytes()
        except FileNotFoundError:
            return 0
        signed = manifest.decode(content)
        manifest.check(signed, None, self._key)
        number = signed.manifest.sequence
        if self.by_sequence.setdefault(number, content) != content:
            self.faults.append(f"number {number} was published twice")
        if number < self.newest:
            self.faults.append(f"number {number} followed {self.newest}")
        self.newest = max(number, self.newest)
        for entry in signed.manifest.segments:
            if not (self._file.parent / "segments" / entry.hash).exists():
                self.faults.append(f"number {number} lacks a segment")
        return signed.manifest.documents

    def _follow(self) -> None:
        while not self._is_over.wait(0.005):
            self.look()


def test_two_workers_publish_a_folder_and_a_git_repository_to_a_reader(tmp_path: Path, postgres: Postgres) -> None:
    (tmp_path / "served").mkdir()
    server = GitServer(tmp_path / "served")
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    work = tmp_path / "work"

    def commit(name: str, text: str) -> None:
        (work / name).write_text(text, "utf-8")
        for words in (["add", "."], ["commit", "-qm", name], ["push", "-q", str(tmp_path / "served/repo.git"), "main"]):
            _git(work, *words)

    _git(tmp_path, "init", "-q", "--bare", "-b", "main", "served/repo.git")
    _git(tmp_path, "init", "-q", "-b", "main", "work")
    commit("first.md", "# Qumbrafirst\n\nThe qumbraword turns.\n")
    try:
        with gathered(tmp_path, postgres, has_vectors=True) as fleet:
            fleet.add("Handbook", {"a.md": "# Wheel\n\nThe wheel turns.\n", "b.md": "# Rim\n\nIt holds the spokes.\n"})
            fleet.add("Plans", source=server.url)
            workers = [fleet.start_worker(name) for name in ("one", "two")]
            wait_for(lambda: all(worker.is_ready() for worker in workers), fleet)
            wait_for(lambda: fleet.finished("Handbook") == [1] and fleet.finished("Plans") == [1], fleet)
            assert all(Follower(fleet, name).look() for name in fleet.collections)
            reader = fleet.start_reader()
            wait_for(lambda: answers(reader, "/readyz"), fleet)
            assert search(reader, "wheel") == ["handbook/a.md"] and search(reader, "qumbraword") == ["plans/first.md"]
            commit("second.md", "# Second\n\nThe zorbword is new.\n")
            fleet.make_due("Plans")
            wait_for(lambda: fleet.finished("Plans") == [1, 2], fleet)
            wait_for(lambda: search(reader, "zorbword") == ["plans/second.md"], fleet, 120)
            wait_for(lambda: postgres.ask("SELECT count(*) > 3 FROM bookwheel.audit") == [(True,)], fleet)
            _check_metrics(workers[0])
            for worker in workers:
                worker.end()
                assert worker.process.returncode == 0
    finally:
        server.shutdown()
        server.server_close()


def _git(folder: Path, *words: str) -> None:
    names = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, env={**os.environ, **names})


def _check_metrics(worker: Worker) -> None:
    text = worker.get("/metrics").text
    assert "bookwheel_queue_up 1" in text and 'bookwheel_jobs{state="failed"} 0' in text
    assert 'bookwheel_publication_age_seconds{collection="Handbook"}' in text
    assert worker.get("/healthz").status_code == 200 and worker.get("/rpc/search").status_code == 404


def test_killed_workers_and_a_killed_database_lose_and_double_nothing(fleet: Fleet, postgres: Postgres) -> None:
    names = ("Handbook", "News")
    for name in names:
        fleet.add(name, {f"p{number}.md": f"# Page {number}\n\nWords of wheels {number}.\n" for number in range(5)})
    workers = {name: fleet.start_worker(name) for name in ("one", "two")}
    wait_for(lambda: postgres.ask("SELECT to_regclass('bookwheel.jobs')")[0][0], fleet)
    wait_for(lambda: all(fleet.finished(name) for name in names), fleet)
    followers = {name: Follower(fleet, name) for name in names}
    reader = fleet.start_reader()
    wait_for(lambda: answers(reader, "/readyz"), fleet)
    refusals: list[str] = []
    is_over = threading.Event()

    def ask() -> None:
        while not is_over.wait(0.2):
            try:
                if not search(reader, "wheels"):
                    refusals.append("nothing was found")
            except Exception as error:
                refusals.append(repr(error))

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    chance = random.Random(7)
    acknowledged: dict[str, int] = dict.fromkeys(names, 0)
    for number in range(KILLS):
        victim = chance.choice(sorted(workers))
        wait_for(workers[victim].is_ready, fleet)
        for name in names:
            fleet.write(name, f"k{number}.md", f"# Kill {number}\n\nWords of kill {number}.\n")
        fleet.make_due()
        time.sleep(chance.uniform(0, 4))  # a random moment is what is tried
        workers[victim].end(signal.SIGKILL)
        workers[victim] = fleet.start_worker(victim)
        for name in names:
            acknowledged[name] = max([acknowledged[name], *fleet.finished(name)])
        if number % 5 == 4:
            postgres.kill()
            time.sleep(chance.uniform(0, 2))
            postgres.start()
            for name in names:
                assert max(fleet.finished(name)) >= acknowledged[name], "the database forgot a publication"
    fleet.make_due()
    wait_for(lambda: all(follower.look() == 5 + KILLS for follower in followers.values()), fleet, 180)
    wait_for(lambda: _open_jobs(postgres) == [(name, 1, 0) for name in names], fleet)
    is_over.set()
    asking.join()
    for name, follower in followers.items():
        follower.end()
        numbers = fleet.finished(name)
        assert follower.faults == [] and numbers == sorted(numbers) and numbers[-1] == follower.newest
        assert follower.newest <= KILLS + 1 and acknowledged[name] <= follower.newest
    assert refusals == []


def _open_jobs(postgres: Postgres) -> list[tuple[str, int, int]]:
    """Of each collection the open jobs, and those of them that are due or taken."""
    return postgres.ask(
        "SELECT collection, count(*), count(*) FILTER (WHERE due_at <= now() OR taken_by IS NOT NULL) "
        "FROM bookwheel.jobs WHERE finished_at IS NULL GROUP BY collection ORDER BY collection"
    )


def _taken_by(postgres: Postgres, collection: str) -> str:
    rows = postgres.ask(
        "SELECT name FROM bookwheel.workers JOIN bookwheel.jobs ON taken_by = workers.id "
        "WHERE collection = %s AND finished_at IS NULL",
        collection,
    )
    return str(rows[0][0]) if rows else ""


def test_a_worker_that_was_paused_past_its_lease_does_not_overwrite_another(fleet: Fleet, postgres: Postgres) -> None:
    fleet.add("Handbook", {"a.md": "# Wheel\n\nThe wheel turns.\n"})
    one = fleet.start_worker("one")
    wait_for(lambda: one.is_ready() and fleet.finished("Handbook") == [1], fleet)
    fleet.write("Handbook", "b.md", "# Old\n\nThe old word.\n")
    fleet.make_due()
    wait_for(lambda: _taken_by(postgres, "Handbook"), fleet)
    one.process.send_signal(signal.SIGSTOP)
    held = _taken_by(postgres, "Handbook")
    fleet.write("Handbook", "b.md", "# New\n\nThe new word.\n")
    two = fleet.start_worker("two")
    try:
        wait_for(lambda: fleet.finished("Handbook") == [1, 2], fleet)
    finally:
        one.process.send_signal(signal.SIGCONT)
    content = (fleet.target("Handbook") / MANIFEST).read_bytes()
    wait_for(lambda: "Another worker publishes Handbook now." in one.log.read_text("utf-8"), fleet)
    wait_for(lambda: one.is_ready() and two.is_ready(), fleet)
    assert held and (fleet.target("Handbook") / MANIFEST).read_bytes() == content
    assert fleet.finished("Handbook") == [1, 2]


def test_a_worker_waits_for_a_database_that_is_away_at_its_start_and_later(fleet: Fleet, postgres: Postgres) -> None:
    fleet.add("Handbook", {"a.md": "# Wheel\n\nThe wheel turns.\n"})
    postgres.kill()
    try:
        worker = fleet.start_worker("one")
        wait_for(lambda: worker.address() and _said(worker, "cannot be used"), fleet)
        assert worker.get("/healthz").status_code == 200 and worker.get("/readyz").status_code == 503
        assert "bookwheel_queue_up 0" in worker.get("/metrics").text
    finally:
        postgres.start()
    wait_for(lambda: worker.is_ready() and fleet.finished("Handbook") == [1], fleet)
    postgres.kill()
    try:
        wait_for(lambda: worker.get("/readyz").status_code == 503, fleet)
    finally:
        postgres.start()
    wait_for(worker.is_ready, fleet)
    fleet.write("Handbook", "b.md", "# Rim\n\nA rim.\n")
    fleet.make_due()
    wait_for(lambda: fleet.finished("Handbook") == [1, 2], fleet)


def _said(worker: Worker, text: str) -> bool:
    return text in worker.log.read_text("utf-8")


def test_a_worker_with_a_wrong_password_says_so_and_shows_none(fleet: Fleet, postgres: Postgres) -> None:
    fleet.add("Handbook", {"a.md": "# Wheel\n\nThe wheel turns.\n"})
    wrong = fleet.folder / "wrong"
    wrong.write_text(postgres.address.replace(PASSWORD, "qumbrasecret"), "utf-8")
    worker = fleet.start_worker("one", queue=f'queue_file = "{wrong}"')
    wait_for(lambda: _said(worker, "password authentication failed"), fleet)
    assert worker.get("/readyz").status_code == 503 and not _said(worker, "qumbrasecret")


def test_the_first_signal_finishes_the_job_and_the_second_gives_it_back(fleet: Fleet, postgres: Postgres) -> None:
    fleet.add("Handbook", {"a.md": "# Wheel\n\nThe wheel turns.\n"})
    one = fleet.start_worker("one")
    wait_for(lambda: _said(one, "Publishing Handbook"), fleet)
    one.end(signal.SIGTERM)
    assert one.process.returncode == 0 and fleet.finished("Handbook") == [1]
    fleet.add("Plans", source=f"http://127.0.0.1:{free_port()}/")  # a site that never answers keeps a worker busy
    two = fleet.start_worker("two")
    with _Silence(fleet.collections["Plans"]):
        wait_for(lambda: _taken_by(postgres, "Plans"), fleet)
        two.process.send_signal(signal.SIGTERM)
        wait_for(lambda: _said(two, "a second signal gives it back"), fleet)
        two.end(signal.SIGTERM)
    rows = postgres.ask(
        "SELECT taken_by, attempts, due_at <= now() FROM bookwheel.jobs WHERE collection = 'Plans' "
        "AND finished_at IS NULL"
    )
    assert rows == [(None, 0, True)]


class _Silence:
    """A server that takes connections, and never says anything."""

    def __init__(self, collection: str) -> None:
        found = re.search(r"127\.0\.0\.1:(\d+)/", collection)
        assert found is not None
        self._socket = socket.create_server(("127.0.0.1", int(found[1])), backlog=50)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self._socket.close()


def test_a_collection_that_cannot_be_published_holds_no_other_up(fleet: Fleet, postgres: Postgres) -> None:
    fleet.add("Empty", source=str(fleet.folder / "none"))
    fleet.add("Handbook", {"a.md": "# Wheel\n\nThe wheel turns.\n"})
    worker = fleet.start_worker("one")
    wait_for(lambda: worker.is_ready() and fleet.finished("Handbook") == [1], fleet)
    until(lambda: postgres.ask("SELECT last_problem <> '' FROM bookwheel.jobs WHERE collection = 'Empty'") == [(True,)])
    problem = postgres.ask("SELECT last_problem FROM bookwheel.jobs WHERE collection = 'Empty'")[0][0]
    assert problem.startswith("folder_unreadable: ") and str(fleet.folder) not in problem
    assert 'bookwheel_jobs{state="failed"} 1' in worker.get("/metrics").text
