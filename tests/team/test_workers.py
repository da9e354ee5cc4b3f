from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.publications import MANIFEST
from tests.crawling.test_git_clone import GitServer
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.team.fleet import Fleet, Worker, answers, gathered, search, wait_for
from tests.team.postgres import PASSWORD, Postgres, free_port
from tests.team.torture import Follower
from tests.waiting import until

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture
def fleet(tmp_path: Path, postgres: Postgres) -> Iterator[Fleet]:
    with gathered(tmp_path, postgres) as running:
        yield running


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
            for name in fleet.collections:
                follower = Follower(fleet, name)
                follower.end()
                assert follower.verify() and follower.faults == []
            reader = fleet.start_reader()
            wait_for(lambda: answers(reader, "/readyz"), fleet)
            assert search(reader, "wheel") == ["team-handbook/a.md"]
            assert search(reader, "qumbraword") == ["team-plans/first.md"]
            commit("second.md", "# Second\n\nThe zorbword is new.\n")
            fleet.make_due("Plans")
            wait_for(lambda: fleet.finished("Plans") == [1, 2], fleet)
            wait_for(lambda: search(reader, "zorbword") == ["team-plans/second.md"], fleet, 120)
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
