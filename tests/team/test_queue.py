from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from bookwheel.domain.errors import LeaseLost, QueueUnavailable
from bookwheel.domain.team import AuditConfig, AuditedCall, DatabaseConfig, TeamCollection, TeamConfig, WorkersConfig
from bookwheel.service.team.database import audit as audit_module
from bookwheel.service.team.database import check, connection
from bookwheel.service.team.database.audit import Audit
from bookwheel.service.team.database.connection import Database
from bookwheel.service.team.database.jobs import Jobs
from bookwheel.service.team.database.schema import MIGRATIONS, Migration, Version, migrate
from tests.team.postgres import PASSWORD, Postgres
from tests.waiting import until

NAMES = ("Handbook", "News")
EVERY = dict.fromkeys(NAMES, 60)


@pytest.fixture(autouse=True)
def _empty(postgres: Postgres) -> None:
    postgres.reset()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[Database]:
    with closing(Database(postgres.secret)) as opened:
        yield opened


def _jobs(database: Database, worker: str, lease_s: float = 60, names: tuple[str, ...] = NAMES) -> Jobs:
    jobs = Jobs(database, worker, lease_s)
    jobs.open(dict.fromkeys(names, 60), worker, "1.0")
    return jobs


def _team(config: DatabaseConfig) -> TeamConfig:
    collections = tuple(TeamCollection(name, f"/srv/{name}", "key", (), source="/srv/x") for name in NAMES)
    return TeamConfig(
        "Team", "127.0.0.1", 1, "http://localhost:1", "", "", False, None, collections, workers=WorkersConfig(config)
    )


def _call(number: int = 0, subject: str = "ada") -> AuditedCall:
    return AuditedCall(datetime.now(UTC), subject, "desk", False, f"rpc/{number}", ("open",), "ok", 3)


def test_a_job_is_taken_once_and_its_end_makes_the_next(database: Database, postgres: Postgres) -> None:
    one, two = _jobs(database, "one"), _jobs(database, "two")
    first, second = one.take(NAMES), two.take(NAMES)
    assert first is not None and second is not None and {first.collection, second.collection} == set(NAMES)
    assert one.take(NAMES) is None and two.take(NAMES) is None
    one.finish(first, 4, 60)
    one.finish(first, 4, 60)  # of the first try no answer came
    rows = postgres.ask(
        "SELECT sequence, finished_at IS NULL, due_at > now() + interval '59 minutes' FROM bookwheel.jobs "
        "WHERE collection = %s ORDER BY id",
        first.collection,
    )
    assert rows == [(4, False, False), (None, True, True)]


def test_a_job_goes_to_another_after_its_lease_and_its_first_worker_may_do_nothing_more(database: Database) -> None:
    one, two = _jobs(database, "one", 0.2, ("Handbook",)), _jobs(database, "two", 60, ("Handbook",))
    job = one.take(NAMES)
    assert job is not None
    until(lambda: two.take(NAMES) is not None)
    for attempt in (lambda: one.renew(job), lambda: one.finish(job, 1, 60), lambda: one.fail(job, "x")):
        with pytest.raises(LeaseLost):
            attempt()
    with pytest.raises(LeaseLost):
        one.give_back(job)


def test_a_renewed_job_stays_with_its_worker(database: Database) -> None:
    one, two = _jobs(database, "one", 0.5, ("Handbook",)), _jobs(database, "two", 0.5, ("Handbook",))
    job = one.take(NAMES)
    assert job is not None
    for _ in range(8):
        threading.Event().wait(0.1)
        one.renew(job)
        assert two.take(NAMES) is None


def test_a_failed_job_waits_and_keeps_its_problem(database: Database, postgres: Postgres) -> None:
    one = _jobs(database, "one", names=("Handbook",))
    job = one.take(NAMES)
    assert job is not None
    one.fail(job, "fetch_failed: {address} is away.\0" + "x" * 5000)
    assert one.take(NAMES) is None
    (state,) = one.states(NAMES)
    assert state.problem.startswith("fetch_failed: {address} is away.x") and len(state.problem) == 499
    assert (state.attempts, state.is_running, state.is_due, state.age_s) == (1, False, False, None)
    bad = [one for one in check.examine(_team(postgres.secret)) if one.state == "bad"]
    assert len(bad) == 1 and "Handbook: publishing failed 1 times" in bad[0].message


def test_a_job_that_is_given_back_is_as_it_was(database: Database) -> None:
    one, two = _jobs(database, "one", names=("Handbook",)), _jobs(database, "two", names=("Handbook",))
    job = one.take(NAMES)
    assert job is not None
    one.give_back(job)
    again = two.take(NAMES)
    assert again is not None and again.attempts == 1 and again.fence > job.fence


def test_a_worker_that_starts_again_gives_back_what_it_held(database: Database) -> None:
    job = _jobs(database, "one", names=("Handbook",)).take(NAMES)
    restarted = _jobs(database, "one", names=("Handbook",))
    assert job is not None and restarted.take(NAMES) is not None
    with pytest.raises(LeaseLost):
        Jobs(database, "one", 60).finish(job, 1, 60)


def test_a_due_collection_waits_a_while_for_the_worker_that_has_it(database: Database, postgres: Postgres) -> None:
    one, two = _jobs(database, "one", names=("Handbook",)), _jobs(database, "two", names=("Handbook",))
    job = one.take(NAMES)
    assert job is not None
    one.finish(job, 1, 60)
    postgres.ask("UPDATE bookwheel.jobs SET due_at = now() WHERE finished_at IS NULL")
    assert two.take(NAMES) is None
    postgres.ask("UPDATE bookwheel.workers SET seen_at = now() - interval '5 minutes' WHERE id = 'one'")
    assert two.take(NAMES) is not None


def test_a_full_queue_gives_each_job_once(postgres: Postgres) -> None:
    names = tuple(f"c{number}" for number in range(200))
    taken: list[str] = []
    with closing(Database(postgres.secret)) as first:
        _jobs(first, "first", names=names)
    postgres.ask(
        "INSERT INTO bookwheel.jobs (collection, finished_at, sequence) SELECT 'c' || n %% 200, now(), n "
        "FROM generate_series(1, %s) AS n",
        40_000,
    )

    def work(worker: str) -> None:
        with closing(Database(postgres.secret)) as own:
            jobs = Jobs(own, worker, 60)
            while (job := jobs.take(names)) is not None:
                taken.append(job.collection)
                jobs.finish(job, 1, 60)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, "abcd"))
    assert sorted(taken) == sorted(names)
    assert postgres.ask("SELECT max(n) FROM (SELECT count(*) AS n FROM bookwheel.jobs GROUP BY collection) AS x") == [
        (101,)
    ]


def test_the_schema_is_made_once_by_many_at_once(postgres: Postgres) -> None:
    def make(_: int) -> Version:
        with closing(Database(postgres.secret)) as own:
            return own.run(migrate)

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(make, range(16))) == {MIGRATIONS[-1].version}
    assert postgres.ask("SELECT count(*) FROM bookwheel.schema_versions") == [(len(MIGRATIONS),)]


def test_an_older_program_goes_on_with_a_newer_minor_version(database: Database) -> None:
    newer = (*MIGRATIONS, Migration(Version(1, 7), ("ALTER TABLE bookwheel.jobs ADD COLUMN note text",)))
    jobs = _jobs(database, "old", names=("Handbook",))
    assert database.run(lambda opened: migrate(opened, newer)) == Version(1, 7)
    assert database.run(migrate) == Version(1, 7)
    job = jobs.take(NAMES)
    assert job is not None
    jobs.finish(job, 1, 60)


def test_an_older_program_refuses_a_newer_major_version_with_a_sentence(database: Database, postgres: Postgres) -> None:
    newer = (*MIGRATIONS, Migration(Version(2, 0), ("ALTER TABLE bookwheel.jobs RENAME COLUMN kind TO sort",)))
    database.run(lambda opened: migrate(opened, newer))
    with pytest.raises(
        QueueUnavailable, match=rf"has version 2\.0, and this program knows {MIGRATIONS[-1].version}\. Update"
    ):
        _jobs(database, "old")
    assert [one.state for one in check.examine(_team(postgres.secret))] == ["bad"]


def test_a_migration_that_fails_leaves_the_schema_as_it_was(database: Database) -> None:
    broken = (*MIGRATIONS, Migration(Version(1, 9), ("CREATE TABLE bookwheel.extra (id int)", "SELECT 1/0")))
    database.run(migrate)
    with pytest.raises(QueueUnavailable):
        database.run(lambda opened: migrate(opened, broken))
    assert database.run(migrate) == MIGRATIONS[-1].version
    assert database.run(lambda opened: opened.execute("SELECT to_regclass('bookwheel.extra')").fetchone()) == (None,)


def test_a_role_that_may_not_make_the_schema_is_told_what_to_run(postgres: Postgres) -> None:
    postgres.ask("DROP ROLE IF EXISTS guest")
    postgres.ask(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'")
    address = postgres.address.replace("bookwheel:", "guest:")
    file = postgres.folder / "guest"
    file.write_text(address, "utf-8")
    with closing(Database(DatabaseConfig(file=str(file)))) as guest:
        with pytest.raises(QueueUnavailable, match="CREATE SCHEMA bookwheel AUTHORIZATION guest"):
            guest.run(migrate)
        postgres.ask("CREATE SCHEMA bookwheel AUTHORIZATION guest")
        assert guest.run(migrate) == MIGRATIONS[-1].version


def test_a_wrong_password_is_named_and_not_shown(postgres: Postgres, tmp_path: Path) -> None:
    file = tmp_path / "queue"
    file.write_text(postgres.address.replace(PASSWORD, "qumbrasecret"), "utf-8")
    with pytest.raises(QueueUnavailable, match="password authentication failed") as caught:
        Database(DatabaseConfig(file=str(file))).run(migrate)
    assert "qumbrasecret" not in str(caught.value)
    file.write_text("postgresql://bookwheel:qumbra secret@[/x", "utf-8")
    with pytest.raises(QueueUnavailable, match="not valid") as caught:
        Database(DatabaseConfig(file=str(file))).run(migrate)
    assert "qumbra" not in str(caught.value)
    file.write_text(postgres.address, "utf-8")
    with closing(Database(DatabaseConfig(file=str(file)))) as corrected:
        assert corrected.run(migrate) == MIGRATIONS[-1].version


def test_a_database_that_hangs_is_given_up(
    postgres: Postgres, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.run(migrate)
    monkeypatch.setattr(connection, "ANSWER_S", 1.0)
    monkeypatch.setattr(connection, "CONNECT_S", 2)
    assert postgres.process is not None
    hung = [psutil.Process(postgres.process.pid), *psutil.Process(postgres.process.pid).children()]
    for process in hung:
        process.send_signal(signal.SIGSTOP)
    try:
        for _ in range(2):  # in the open connection, and in a new one
            with pytest.raises(QueueUnavailable):
                database.run(migrate)
    finally:
        for process in hung:
            process.send_signal(signal.SIGCONT)
    assert database.run(migrate) == MIGRATIONS[-1].version


def test_the_audit_goes_on_over_a_crash_of_the_database_and_doubles_nothing(postgres: Postgres) -> None:
    audit = Audit(postgres.secret)
    audit.start()
    for number in range(700):
        audit.note(_call(number))
    until(lambda: audit.counts.written == 700)
    postgres.kill()
    for number in range(700, 1000):
        audit.note(_call(number))
    assert audit.counts.waiting == 300
    postgres.start()
    until(lambda: audit.counts.written == 1000)
    audit.close()
    assert postgres.ask("SELECT count(*), count(DISTINCT method) FROM bookwheel.audit") == [(1000, 1000)]
    columns = "subject, client, is_agent, collections, status, duration_ms"
    row = postgres.ask(f"SELECT {columns} FROM bookwheel.audit LIMIT 1")
    assert row == [("ada", "desk", False, ["open"], "ok", 3)]


def test_texts_that_no_database_takes_do_not_hold_the_audit_up(postgres: Postgres) -> None:
    audit = Audit(postgres.secret)
    audit.start()
    audit.note(_call(1, "a\0b\udcff" + "x" * 5000))
    audit.note(_call(2))
    audit.close()
    subjects = [str(row[0]) for row in postgres.ask("SELECT subject FROM bookwheel.audit ORDER BY method")]
    assert [(subject[:3], len(subject)) for subject in subjects] == [("ab?", 299), ("ada", 3)]


def test_the_audit_needs_no_more_than_to_insert(postgres: Postgres, database: Database) -> None:
    database.run(migrate)
    postgres.ask("DROP ROLE IF EXISTS reader")
    postgres.ask(f"CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}'")
    postgres.ask("GRANT USAGE ON SCHEMA bookwheel TO reader")
    postgres.ask("GRANT INSERT ON bookwheel.audit TO reader")
    postgres.ask("GRANT SELECT ON bookwheel.schema_versions TO reader")
    file = postgres.folder / "reader"
    file.write_text(postgres.address.replace("bookwheel:", "reader:"), "utf-8")
    audit = Audit(DatabaseConfig(file=str(file)))
    audit.start()
    audit.note(_call())
    audit.close()
    assert audit.counts.written == 1


def test_old_lines_of_the_audit_are_deleted(postgres: Postgres, database: Database) -> None:
    audit = Audit(postgres.secret)
    audit.start()
    for number in range(3):
        audit.note(_call(number))
    audit.close()
    postgres.ask("UPDATE bookwheel.audit SET at = now() - interval '9 days' WHERE method = 'rpc/1'")
    Jobs(database, "one", 60).prune_audit(8)
    assert postgres.ask("SELECT count(*) FROM bookwheel.audit") == [(2,)]


def test_what_waits_for_the_audit_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_module, "MOST_WAITING", 10)
    audit = Audit(DatabaseConfig("postgresql://bookwheel@127.0.0.1:9/none"))
    for number in range(25):
        audit.note(_call(number))
    assert (audit.counts.waiting, audit.counts.lost) == (10, 15)


def test_doctor_says_how_the_queue_is(postgres: Postgres, database: Database) -> None:
    config = _team(postgres.secret)
    (empty,) = [one for one in check.examine(config) if one.state == "good"][:1]
    assert "who uses it first makes the schema" in empty.message
    jobs = _jobs(database, "one")
    job = jobs.take(("Handbook",))
    assert job is not None
    jobs.finish(job, 1, 60)
    told = [str(one.message) for one in check.examine(config)]
    assert told[0] == f"Queue: the database answers, its schema has version {MIGRATIONS[-1].version}."
    assert told[1:] == ["Handbook: published by a worker 0 minutes ago.", "News: not published by a worker yet."]


def test_a_dump_of_the_schema_is_a_backup(postgres: Postgres, database: Database, tmp_path: Path) -> None:
    jobs = _jobs(database, "one", names=("Handbook",))
    job = jobs.take(NAMES)
    assert job is not None
    jobs.finish(job, 7, 60)
    before = postgres.ask("SELECT * FROM bookwheel.jobs ORDER BY id")
    file, environment = str(tmp_path / "dump"), {**os.environ, "PGPASSWORD": PASSWORD}
    plain = postgres.address.replace(f":{PASSWORD}", "")
    programs = postgres.programs
    dump = [str(programs / "pg_dump"), "--format=custom", "--schema=bookwheel", f"--file={file}", plain]
    subprocess.run(dump, check=True, env=environment)
    postgres.reset()
    restore = [str(programs / "pg_restore"), "--single-transaction", f"--dbname={plain}", file]
    subprocess.run(restore, check=True, env=environment)
    assert postgres.ask("SELECT * FROM bookwheel.jobs ORDER BY id") == before
    postgres.ask("UPDATE bookwheel.jobs SET due_at = now() WHERE finished_at IS NULL")
    again = jobs.take(NAMES)
    assert again is not None and again.fence > job.fence


def test_an_audit_of_its_own_is_checked_as_well(postgres: Postgres) -> None:
    away = DatabaseConfig("postgresql://bookwheel@127.0.0.1:9/none")
    config = _team(postgres.secret)
    other = TeamConfig(
        "Team", "127.0.0.1", 1, "http://localhost:1", "", "", False, None, config.collections,
        workers=config.workers, audit=AuditConfig(away),
    )  # fmt: skip
    assert [(one.name, one.state) for one in check.examine(other)] == [("Queue", "good"), ("Audit", "bad")]
