from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bookwheel import postgres_connections
from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.keyword.store import Change, Keyword
from bookwheel.indexes.keyword.store.opening import open_words
from tests import words_contract
from tests.team.postgres import Postgres
from tests.words_contract import contents, part, read

_PROGRAM = """
from bookwheel.indexes.keyword.store import open_words
from tests.words_contract import apply_until_killed
apply_until_killed(open_words({address!r}))
"""


@pytest.fixture
def address(postgres: Postgres) -> str:
    """A database without any tables of words."""
    with psycopg.connect(postgres.address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres.address


@pytest.mark.parametrize("check", words_contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[[words_contract.Open], None], address: str) -> None:
    check(lambda: open_words(address))


def test_revisions_of_a_killed_process_are_whole(address: str, tmp_path: Path) -> None:
    words_contract.check_kill(_PROGRAM.format(address=address), tmp_path, lambda: open_words(address))


def test_many_who_apply_the_same_revision_at_once_leave_one(address: str) -> None:
    sections: dict[int, words_contract.Section] = {key: {"body": {b"sea": 1.0}} for key in range(1, 400)}
    parts = [part({key: sections[key]}, f"p{key}") for key in range(1, 20)]
    parts.append(part({key: sections[key] for key in range(20, 400)}, "rest"))

    def apply(number: int) -> None:
        with closing(open_words(address)) as words:
            words.apply("one", 1, Change(put=parts if number % 2 else parts[::-1]))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(apply, range(4)))
    with closing(open_words(address)) as words:
        assert contents(read(words, "one", 1)) == {key: {"body": {b"sea": 1.0}} for key in sections}
    assert _count(address, "terms") == 20 and _count(address, "members") == 20


def test_all_terms_of_a_query_come_in_one_round_trip(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = open_words(address)
    parts = [part({key: {"body": {b"sea": 1.0, b"word%d" % key: 1.0}}}) for key in range(1, 9)]
    words.apply("one", 1, Change(put=parts))
    reader = read(words, "one", 1)
    asked: list[int] = []
    fetch = postgres_connections.PostgresConnections.run

    def count(self: object, *values: object, **named: object) -> object:
        asked.append(1)
        return fetch(self, *values, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(postgres_connections.PostgresConnections, "run", count)
    reader.fetch([b"sea", *(b"word%d" % key for key in range(1, 9)), b"none"])
    assert len(asked) == 1
    assert [len(reader.documents_of(term)) for term in (b"sea", b"word3", b"none")] == [8, 1, 0]
    assert len(asked) == 1, "what was fetched was asked for again"
    words.close()


def test_a_database_that_hangs_is_given_up_and_asked_again_later(
    address: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connections, "ANSWER_S", 0.5)
    words = open_words(address)
    words.apply("one", 1, Change(put=[part({1: {"body": {b"sea": 1.0}}})]))
    reader = read(words, "one", 1)
    pids = [postgres.process.pid, *_children(address)] if postgres.process else []
    _signal(pids, signal.SIGSTOP)
    try:
        with pytest.raises(EngineUnavailable):
            reader.documents_of(b"sea")
        with pytest.raises(EngineUnavailable, match="a moment ago"):
            reader.documents_of(b"sea")
    finally:
        _signal(pids, signal.SIGCONT)
    monkeypatch.setattr(words._connections, "_away_until", 0.0)
    assert len(reader.documents_of(b"sea")) == 1
    words.close()


def test_rows_that_no_reader_put_there_are_told_not_shown(address: str) -> None:
    for block in (b"", b"x", b"\xff" * 40, b"\0" * 40):
        words = open_words(address)
        words.apply("one", 1, Change(put=[part({1: {"body": {b"sea": 1.0}}}, "p")]))
        reader = read(words, "one", 1)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("UPDATE bookwheel_words1_terms SET postings = %s", (block,))
        with pytest.raises(EngineUnavailable):
            reader.documents_of(b"sea")
        words.close()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE bookwheel_words1_segments SET lexicon = 'x'")
    with closing(open_words(address)) as words, pytest.raises(EngineUnavailable):
        words.open("one", 1)


def test_errors_do_not_tell_the_password() -> None:
    words = open_words("postgresql://someone:a-secret@127.0.0.1:1/none")
    with pytest.raises(EngineUnavailable) as raised:
        words.collections()
    assert "a-secret" not in str(raised.value)


def test_what_nobody_uses_is_dropped_and_what_is_used_stays(address: str) -> None:
    with closing(open_words(address)) as words:
        for revision in (1, 2):
            words.apply("used", revision, Change(put=[part({revision: {"body": {b"sea": 1.0}}})]))
        words.apply("gone", 1, Change(put=[part({1: {"body": {b"zebra": 1.0}}})]))
        _age(address, "revisions", "collection = 'used' AND revision = 1", 3)
        _age(address, "revisions", "collection = 'gone'", 31)
        _age(address, "segments", "true", 40)
        words.sweep()
        assert words.revisions("used") == {2} and words.revisions("gone") == {1}
        _age(address, "revisions", "collection = 'gone'", 33)
        words.sweep()
        assert words.collections() == {"used"}
        assert contents(read(words, "used", 2)) == {2: {"body": {b"sea": 1.0}}}
    assert _count(address, "terms") == _count(address, "segments") == 1


def test_a_revision_that_is_opened_counts_as_used(address: str) -> None:
    with closing(open_words(address)) as words:
        words.apply("one", 1, Change(put=[part({1: {"body": {b"sea": 1.0}}})]))
        _age(address, "revisions", "true", 33)
        read(words, "one", 1)
        words.sweep()
        assert words.revisions("one") == {1}


def test_a_reader_whose_segments_were_deleted_says_so(address: str) -> None:
    words: Keyword = open_words(address)
    words.apply("one", 1, Change(put=[part({1: {"body": {b"sea": 1.0}}})]))
    reader = read(words, "one", 1)
    words.drop_collection("one")
    with pytest.raises(EngineUnavailable):
        reader.documents_of(b"sea")
    words.close()


def _count(address: str, table: str) -> int:
    with psycopg.connect(address) as connection:
        row = connection.execute(f"SELECT count(*) FROM bookwheel_words1_{table}").fetchone()  # type: ignore[arg-type]
    assert row is not None
    return int(row[0])


def _age(address: str, table: str, condition: str, days: int) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            f"UPDATE bookwheel_words1_{table} SET used_at = now() - make_interval(days => %s) WHERE {condition}",  # type: ignore[arg-type]
            (days,),
        )


def _children(address: str) -> list[int]:
    with psycopg.connect(address) as connection:
        return [
            int(row[0]) for row in connection.execute("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        ]


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        os.kill(pid, number)
