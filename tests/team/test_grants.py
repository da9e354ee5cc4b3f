"""Grants in a real database: how fast and how far they are followed, and what a reader shows by them."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bookwheel import __main__
from bookwheel.domain.errors import BadRequest, NotFound, QueueUnavailable
from bookwheel.domain.team import DatabaseConfig, Grant, GrantsConfig, TeamCollection, TeamConfig
from bookwheel.service.team.audit_and_grants import grant_gauges
from bookwheel.service.team.database import check
from bookwheel.service.team.database import grants as grants_module
from bookwheel.service.team.database.audit import Audit
from bookwheel.service.team.database.connection import Database
from bookwheel.service.team.database.grants import GrantTable
from bookwheel.service.team.database.grants_watch import GrantsWatch
from bookwheel.service.team.database.jobs import Jobs
from bookwheel.service.team.database.schema import MIGRATIONS, Version, migrate
from bookwheel.service.team.grant_changes import GrantChanges
from tests import processes
from tests.service.team import test_attacks as attacks
from tests.service.team.serving import Served, serving, write_publications
from tests.team.postgres import PASSWORD, Postgres
from tests.team.test_queue import _call
from tests.waiting import until

ADA, BOB = "person:ada:staff", "person:bob:lab"

SPARQL = "SELECT ?d ?t { ?d a bw:Document ; bw:title ?t }"


def _team(config: DatabaseConfig, keep_minutes: int = 60) -> TeamConfig:
    named = (("Open", False), ("Qumbra", True), ("Qworp", True))
    collections = tuple(TeamCollection(name, f"/srv/{name}", "key", (), has_grants=is_so) for name, is_so in named)
    return TeamConfig(
        "Team", "127.0.0.1", 1, "http://localhost:1", "", "", False, None, collections,
        grants=GrantsConfig(config, keep_minutes),
    )  # fmt: skip


@pytest.fixture
def changes(postgres: Postgres) -> Iterator[GrantChanges]:
    """What an operator does, in an empty database."""
    postgres.reset()
    opened = GrantChanges(_team(postgres.secret), GrantTable(Database(postgres.secret)), "olga")
    with closing(opened):
        yield opened


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Served]:
    """A reader of three publications, two of which go by grants."""
    folder = tmp_path_factory.mktemp("grants")
    collections = tuple(
        replace(one, has_grants=bool(one.groups), groups=(), scope="") for one in write_publications(folder)
    )
    grants = GrantsConfig(postgres.secret)
    with processes.lasting(folder), serving(folder / "library", collections, grants=grants) as served:
        served.service._parts.replace_settings("agents.calls_per_s", "100000")
        yield served


@contextmanager
def _table_of(postgres: Postgres) -> Iterator[GrantTable]:
    table = GrantTable(Database(postgres.secret))
    with closing(table):
        yield table


@contextmanager
def _role(postgres: Postgres, name: str, *rights: str) -> Iterator[DatabaseConfig]:
    """A role that has some rights alone."""
    postgres.ask(f"DROP ROLE IF EXISTS {name}")
    postgres.ask(f"CREATE ROLE {name} LOGIN PASSWORD '{PASSWORD}'")
    for right in rights:
        postgres.ask(f"GRANT {right} TO {name}")
    file = postgres.folder / name
    file.write_text(postgres.address.replace("bookwheel:", f"{name}:"), "utf-8")
    yield DatabaseConfig(file=str(file))
    postgres.ask(f"DROP OWNED BY {name}")
    postgres.ask(f"DROP ROLE {name}")


def _slugs(reader: Served, token: str) -> set[str]:
    return {card["slug"] for card in reader.rpc("collections", {}, token).json()["collections"]}


def _traces(reader: Served, token: str, word: str) -> list[str]:
    """The calls of all kinds whose answers hold a word."""
    calls = {
        "search": reader.rpc("search", {"query": "wheel", "facets": ["collection", "tag"]}, token).text,
        "names": reader.rpc("names", {"words": "pla", "limit": 50}, token).text,
        "browse": reader.rpc("browse", {"view": "documents"}, token).text,
        "query": reader.rpc("query", {"sparql": SPARQL}, token).text,
        "explore": reader.rpc("explore", {"node": "", "schema": True}, token).text,
        "tool": json.dumps(reader.tool("search", {"query": "wheel"}, token)),
        "team": reader.get("/team", token).text,
    }
    return [name for name, answer in calls.items() if word in answer.lower()]


def test_a_token_in_use_follows_what_is_granted_and_revoked(reader: Served, changes: GrantChanges) -> None:
    until(lambda: _slugs(reader, ADA) == {"team-open"})
    assert changes.grant("Qumbra", "staff", "")
    until(lambda: _slugs(reader, ADA) == {"team-open", "team-qumbra"})
    assert set(_traces(reader, ADA, "qumbra")) >= {"search", "names", "browse", "query", "tool", "team"}
    changes.grant("Qumbra", "staff", "-path:deep/")
    until(lambda: not _holds(reader, ADA, "qumbrarim"))
    assert _holds(reader, ADA, "qumbraword")
    changes.revoke("Qumbra", "staff")
    until(lambda: _slugs(reader, ADA) == {"team-open"})
    assert _traces(reader, ADA, "qumbra") == []


def _holds(reader: Served, token: str, word: str) -> bool:
    return bool(reader.rpc("search", {"query": word, "mode": "keyword"}, token).json()["hits"])


def test_a_page_asked_for_after_a_revocation_shows_nothing_of_it(reader: Served, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    until(lambda: "team-qumbra" in _slugs(reader, ADA))
    asked: dict[str, dict[str, Any]] = {
        "search": {"query": "wheel", "limit": 1},
        "browse": {"view": "documents", "limit": 1},
        "query": {"sparql": SPARQL, "limit": 1},
    }
    cursors = {name: reader.rpc(name, request, ADA).json()["cursor"] for name, request in asked.items()}
    assert all(cursors.values())
    changes.revoke("Qumbra", "staff")
    until(lambda: "team-qumbra" not in _slugs(reader, ADA))
    for name, request in asked.items():
        answer = reader.rpc(name, {**request, "cursor": cursors[name]}, ADA)
        assert answer.status_code in (400, 409) and "qumbra" not in answer.text.lower()


def test_calls_that_never_cease_show_nothing_once_a_grant_is_revoked(reader: Served, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    until(lambda: "team-qumbra" in _slugs(reader, ADA))
    is_revoked, is_over, late = threading.Event(), threading.Event(), list[str]()
    counts = [0, 0]

    def call(ask: Callable[[], str]) -> None:
        while not is_over.is_set():
            was_revoked = is_revoked.is_set()
            answer = ask().lower()
            assert "internal_error" not in answer
            counts[was_revoked] += "qumbra" in answer or was_revoked
            if was_revoked and "qumbra" in answer:
                late.append(answer[:300])

    asks: tuple[Callable[[], str], ...] = (
        lambda: reader.rpc("search", {"query": "wheel"}, ADA).text,
        lambda: reader.rpc("query", {"sparql": SPARQL}, ADA).text,
        lambda: reader.rpc("names", {"words": "plan"}, ADA).text,
        lambda: json.dumps(reader.tool("browse", {"view": "documents"}, ADA)),
    )
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(call, ask) for ask in asks]
        try:
            until(lambda: counts[0] > 20)
            changes.revoke("Qumbra", "staff")
            until(lambda: reader.service._grants is not None and not reader.service._grants.current.count)
            is_revoked.set()
            until(lambda: counts[1] > 20)
        finally:
            is_over.set()
        for one in calls:
            one.result(60)
    assert late == []


def test_no_attack_shows_what_is_not_granted(reader: Served, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "-tag:draft")
    changes.grant("Qworp", "lab", "")
    until(lambda: "team-qumbra" in _slugs(reader, ADA) and "team-qworp" in _slugs(reader, BOB))
    found: list[str] = []
    for token, hidden in ((ADA, ("qworp", "zorb")), ("agent:guest:", ("qumbra", "qworp", "zorb"))):
        for attack in (attack for word in hidden for attack in attacks._attacks(word)):
            answer = attacks._without_question(attacks._ask(reader, attack, token), attack[2])
            found += [f"{attack}: {answer[:600]}" for word in hidden if word in answer]
    assert found == []
    changes.revoke("Qumbra", "staff")
    changes.revoke("Qworp", "lab")
    until(lambda: _slugs(reader, ADA) == _slugs(reader, BOB) == {"team-open"})


def test_a_stream_ends_when_grants_change_and_may_begin_again(reader: Served, changes: GrantChanges) -> None:
    until(lambda: _slugs(reader, ADA) == {"team-open"})
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"notifications": {"resourcesListChanged": True}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params}
    headers = {
        "authorization": f"Bearer {ADA}",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "subscriptions/listen",
    }
    for group in ("one", "two"):
        with reader.client.stream("POST", "/mcp", json=message, headers=headers) as stream:
            assert stream.status_code == 200
            until(lambda: _listening(reader) == 1)
            changes.grant("Qworp", group, "")
            assert "qworp" not in "".join(stream.iter_lines())  # read to its end
        until(lambda: _listening(reader) == 0)


def _listening(reader: Served) -> int:
    application: Any = reader.service._agents._loaded
    return int(application.result().listening)


def test_probes_and_counts_tell_how_old_the_grants_are(reader: Served, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    until(lambda: "bookwheel_grants 1\n" in reader.get("/metrics").text)
    assert "bookwheel_grants_age_seconds " in reader.get("/metrics").text
    told = reader.get("/readyz").text
    assert told.startswith("ok, grants: read ") and told.endswith(" s ago\n")


def test_grants_are_changed_by_the_command_line(
    postgres: Postgres, changes: GrantChanges, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "team.toml"
    lines = ['name = "Team"', "[identity]", 'issuer = "https://login.example.org"', 'audience = "bookwheel"']
    lines += ["[grants]", f'database_file = "{postgres.folder / "queue"}"', "[[collections]]", 'name = "Qumbra"']
    lines += ['address = "/srv/qumbra"', 'key = "0123-4567-89ab-cdef"', 'groups = "database"']
    file.write_text("\n".join(lines), "utf-8")

    def run(*words: str) -> tuple[int, str, str]:
        code = __main__.main(["team", *words, "--config", str(file)])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    assert run("grants")[0] == 3  # no table yet
    granted = ("grant", "Qumbra", "--group", 'it\'s "staff"; --', "--scope", "path:guide/ -tag:draft")
    assert run(*granted)[:2] == (0, 'it\'s "staff"; -- sees Qumbra by path:guide/ -tag:draft.\n')
    assert json.loads(run(*granted, "--json")[1])["is_changed"] is False
    assert run("grant", "Qumbra", "--group", "x", "--scope", "draft")[0] == 4
    assert run("grant", "Qumbra", "--group", "a\x1bb")[0] == 4
    (listed,) = json.loads(run("grants", "--json")[1])
    assert (listed["group"], listed["scope"], listed["problem"]) == (granted[3], granted[5], "")
    assert listed["granted_by"] and listed["granted_at"]
    assert granted[3] in run("grants")[1]
    code, shown, told = run("revoke", "Qumbra", "--group", "it's staff")
    assert (code, shown) == (4, "") and f"did you mean: {granted[3]}" in told
    assert run("revoke", "Qumbra", "--group", granted[3])[0] == 0
    assert run("grants")[0] == 1
    methods = [row[0] for row in postgres.ask("SELECT method FROM bookwheel.audit ORDER BY at")]
    assert methods == ["team/grant", "team/revoke"]


def test_each_change_is_one_line_of_the_audit(postgres: Postgres, changes: GrantChanges) -> None:
    assert [changes.grant("Qumbra", "staff", scope) for scope in ("", "", "tag:a", "tag:a ")] == [
        True,
        False,
        True,
        False,
    ]
    changes.revoke("Qumbra", "staff")
    with pytest.raises(NotFound):
        changes.revoke("Qumbra", "staff")
    postgres.ask("INSERT INTO bookwheel.grants (collection, group_name) VALUES ('Qworp', 'lab')")
    rows = postgres.ask("SELECT subject, method, collections, note FROM bookwheel.audit ORDER BY at")
    assert rows == [
        ("olga", "team/grant", ["Qumbra"], "staff"),
        ("olga", "team/grant", ["Qumbra"], "staff tag:a"),
        ("olga", "team/revoke", ["Qumbra"], "staff tag:a"),
        ("bookwheel", "team/grant", ["Qworp"], "lab"),
    ]


def test_operators_at_once_lose_no_grant_and_no_line(postgres: Postgres, changes: GrantChanges) -> None:
    def work(operator: int) -> None:
        table = GrantTable(Database(postgres.secret))
        with closing(GrantChanges(_team(postgres.secret), table, f"o{operator}")) as own:
            for number in range(10):
                own.grant("Qumbra", f"g{operator}-{number}", "")
                own.grant("Qumbra", "shared", f"path:{operator}/")
            own.revoke("Qumbra", f"g{operator}-0")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(changes.find_all()) == 4 * 9 + 1
    counts = postgres.ask("SELECT method, count(*) FROM bookwheel.audit WHERE note LIKE 'g%' GROUP BY 1 ORDER BY 1")
    assert counts == [("team/grant", 40), ("team/revoke", 4)]
    with _table_of(postgres) as table:
        stored = table.read(None)
        assert stored is not None and table.read(None, stored.revision) is None


def test_the_last_grants_hold_for_a_while_without_the_database(postgres: Postgres, changes: GrantChanges) -> None:
    now, told = [1000.0], list[int]()
    changes.grant("Qumbra", "staff", "")
    watch = GrantsWatch(_team(postgres.secret, 5), lambda: told.append(watch.current.count), lambda: now[0])
    assert (watch.age_s, watch.has_tried, watch.state) == (None, False, "grants: not read")
    watch.look()
    assert (watch.current.count, watch.age_s, told) == (1, 0.0, [1])
    postgres.stop()
    try:
        now[0] += 300
        watch.look()
        assert (watch.current.count, watch.age_s, watch.state) == (1, 300.0, "grants: read 300 s ago")
        now[0] += 1
        watch.look()
        assert (watch.current.count, told) == (0, [1, 1, 0])
        assert watch.state == "grants: read 301 s ago, expired"
        (_, holding, _) = grant_gauges(watch)
        assert holding[2] == [((), 0)]
    finally:
        postgres.start()
    watch.look()
    assert (watch.current.count, watch.age_s, told) == (1, 0.0, [1, 1, 0, 1])
    watch.close()


def test_a_reader_that_starts_without_its_database_shows_no_granted_collection(postgres: Postgres) -> None:
    watch = GrantsWatch(_team(DatabaseConfig("postgresql://bookwheel@127.0.0.1:9/none")))
    watch.look()
    assert watch.has_tried and watch.age_s is None and watch.current.find("Qumbra", ("staff",)) == ()
    watch.close()


def test_a_wrong_time_of_day_changes_nothing(postgres: Postgres, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    postgres.ask("UPDATE bookwheel.grants SET granted_at = now() + interval '1 hour'")
    watch = GrantsWatch(_team(postgres.secret))
    watch.look()
    assert watch.current.find("Qumbra", ("staff",)) == ((),)
    postgres.ask("UPDATE bookwheel.grants SET granted_at = now() - interval '1 year'")
    watch.look()
    assert watch.current.find("Qumbra", ("staff",)) == ((),)
    watch.close()


def test_a_notice_comes_before_the_next_look(postgres: Postgres, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    heard = threading.Event()
    with _table_of(postgres) as table:

        def wait() -> None:
            table.wait(300)
            heard.set()

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        until(lambda: changes.grant("Qumbra", os.urandom(4).hex(), "") and heard.wait(0.2))
        thread.join(60)


def test_an_older_dump_of_the_same_number_is_read_as_it_is(postgres: Postgres, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    plain, environment = postgres.address.replace(f":{PASSWORD}", ""), {**os.environ, "PGPASSWORD": PASSWORD}
    dump = subprocess.run(
        [str(postgres.programs / "pg_dump"), "--schema=bookwheel", plain],
        check=True,
        env=environment,
        capture_output=True,
    ).stdout
    watch = GrantsWatch(_team(postgres.secret))
    changes.revoke("Qumbra", "staff")
    watch.look()
    number = postgres.ask("SELECT revision FROM bookwheel.grants_revision")
    assert watch.current.count == 0
    postgres.reset()
    watch.look()
    assert watch.current.count == 0
    restore = ["psql", "--quiet", "--set=ON_ERROR_STOP=1", plain]
    subprocess.run(restore, check=True, env=environment, input=dump, capture_output=True)
    postgres.ask("UPDATE bookwheel.grants SET granted_by = 'pia'")  # the number is that of the revocation again
    assert postgres.ask("SELECT revision FROM bookwheel.grants_revision") == number
    watch.look()
    assert watch.current.find("Qumbra", ("staff",)) == ((),)
    assert postgres.ask("SELECT count(*) FROM bookwheel.audit") == [(2,)]  # restoring noted nothing
    watch.close()


def test_too_many_grants_are_cut_and_no_more_are_taken(
    postgres: Postgres, changes: GrantChanges, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grants_module, "MOST_GRANTS", 3000)
    changes.grant("Qumbra", "g0", "")
    postgres.ask(
        "INSERT INTO bookwheel.grants (collection, group_name) "
        "SELECT 'Qumbra', 'h' || n FROM generate_series(1, 3500) AS n"
    )
    watch = GrantsWatch(_team(postgres.secret))
    watch.look()
    assert watch.current.count == 3000 and watch.current.find("Qumbra", ("g0",)) == ((),)
    watch.close()
    with pytest.raises(BadRequest, match="There are 3,000 grants already"):
        changes.grant("Qumbra", "one more", "")
    assert changes.grant("Qumbra", "g0", "tag:a")  # one that is there can still be changed
    bad = [str(one.message) for one in check.examine(_team(postgres.secret)) if one.state == "bad"]
    assert len(bad) == 1 and "more than" in bad[0]


def test_doctor_tells_which_grants_show_nothing(postgres: Postgres, changes: GrantChanges) -> None:
    (away,) = check.examine(_team(postgres.secret))
    assert away.state == "bad" and "has no grants yet" in away.message
    changes.grant("Qumbra", "staff", "")
    (good,) = check.examine(_team(postgres.secret))
    assert (good.state, str(good.message)) == ("good", "Grants: the database answers, 1 hold.")
    postgres.ask("UPDATE bookwheel.grants SET scope = 'after:soon'")
    postgres.ask("INSERT INTO bookwheel.grants (collection, group_name) VALUES ('Old name', E'a\\nb')")
    told = {str(one.message): one.state for one in check.examine(_team(postgres.secret))}
    assert list(told.values()) == ["bad", "bad", "good"]
    assert "1 show nothing. Qumbra to staff: after needs a date" in list(told)[0] and "Old name" in list(told)[1]
    problems = [bool(problem) for _, problem in changes.find_all()]
    assert problems == [True, True]


def test_a_reader_needs_no_more_than_to_read_grants(postgres: Postgres, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    tables = "bookwheel.schema_versions, bookwheel.grants, bookwheel.grants_revision"
    with _role(postgres, "watcher", "USAGE ON SCHEMA bookwheel", f"SELECT ON {tables}") as config:
        watch = GrantsWatch(_team(config))
        watch.look()
        assert watch.current.count == 1
        watch.close()
        with closing(GrantTable(Database(config))) as table, pytest.raises(QueueUnavailable, match="permission denied"):
            table.put(Grant("Qumbra", "x"))


def test_an_operator_needs_no_more_than_the_manual_says(postgres: Postgres, changes: GrantChanges) -> None:
    changes.grant("Qumbra", "staff", "")
    rights = (
        "USAGE ON SCHEMA bookwheel",
        "SELECT ON bookwheel.schema_versions",
        "SELECT, INSERT, UPDATE, DELETE ON bookwheel.grants",
        "SELECT, UPDATE ON bookwheel.grants_revision",
        "INSERT ON bookwheel.audit",
    )
    with _role(postgres, "operator", *rights) as config:
        with closing(GrantChanges(_team(config), GrantTable(Database(config)), "")) as own:
            assert own.grant("Qumbra", "staff", "tag:a") and own.grant("Qworp", "lab", "")
            own.revoke("Qworp", "lab")
            assert [grant.group for grant, _ in own.find_all()] == ["staff"]
        rows = postgres.ask("SELECT subject FROM bookwheel.audit ORDER BY at")
        assert [row[0] for row in rows] == ["olga", "operator", "operator", "operator"]


def test_programs_of_two_versions_work_on_at_once(postgres: Postgres) -> None:
    postgres.reset()
    with closing(Database(postgres.secret)) as database:
        assert database.run(lambda opened: migrate(opened, MIGRATIONS[:1])) == Version(1, 0)
        rights = ("USAGE ON SCHEMA bookwheel", "INSERT ON bookwheel.audit", "SELECT ON bookwheel.schema_versions")
        with _role(postgres, "reader", *rights) as config:  # may not bring the schema up to date
            for number in range(2):
                audit = Audit(config)
                audit.start()
                audit.note(_call(number))
                audit.close()
                assert audit.counts.written == 1
                database.run(migrate)
        assert database.run(lambda opened: migrate(opened, MIGRATIONS[:1])) == MIGRATIONS[-1].version
        jobs = Jobs(database, "old", 60)
        jobs.open({"Handbook": 60}, "old", "1.0")
        job = jobs.take(("Handbook",))
        assert job is not None
        jobs.finish(job, 1, 60)
    assert postgres.ask("SELECT note FROM bookwheel.audit") == [("",), ("",)]
