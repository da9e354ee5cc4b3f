from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bookwheel import postgres_connections
from bookwheel.domain.team import EngineConfig, TeamCollection
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.indexes.keyword.store import postgres_tables
from bookwheel.paths import LibraryPaths
from tests import processes, waiting
from tests.project.manual import ROOT
from tests.publications.publishing import public, publish, with_terms
from tests.service.team import serving as server
from tests.service.team.serving import Served
from tests.team.postgres import Postgres

QUERIES = 200
TOKEN = "person:ada:staff"


@pytest.fixture(scope="module")
def books() -> dict[str, dict[str, str]]:
    """The manual, whose terms are counted, and the pages about the program, whose terms are not."""
    return {
        "Manual": {path.name: path.read_text("utf-8") for path in (ROOT / "resources" / "manual" / "en").glob("*.md")},
        "Docs": {path.name: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")},
    }


@pytest.fixture
def collections(tmp_path: Path, books: dict[str, dict[str, str]]) -> tuple[TeamCollection, ...]:
    for number, (name, texts) in enumerate(books.items()):
        change = {"change": with_terms} if name == "Manual" else {}
        publish(tmp_path / "books" / name, texts, id=f"{number:032x}", name=name, buckets=40, **change)
    return tuple(TeamCollection(name, str(tmp_path / "books" / name), public(), ()) for name in books)


@pytest.fixture
def queries(books: dict[str, dict[str, str]]) -> list[str]:
    """One to six words out of the texts, one after the other; some with an ending cut off, or a slip."""
    words = [text.split() for texts in books.values() for text in texts.values()]
    chosen = random.Random(1)
    found: list[str] = []
    while len(found) < QUERIES:
        page = chosen.choice(words)
        start, count = chosen.randrange(len(page) - 6), chosen.randrange(1, 7)
        text = " ".join("".join(filter(str.isalpha, word)) for word in page[start : start + count])
        if text.strip():
            found.append(text if chosen.random() < 0.7 else text[:-1])
    return found


@pytest.fixture
def engines(postgres: Postgres) -> EngineConfig:
    with psycopg.connect(postgres.address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return EngineConfig(words=postgres.address)


@pytest.fixture(autouse=True)
def lasting(tmp_path: Path) -> Iterator[None]:
    with processes.lasting(tmp_path):
        yield


@contextmanager
def serving(folder: Path, collections: tuple[TeamCollection, ...], **named: Any) -> Iterator[Served]:
    """A reader that embeds nothing."""
    folder.mkdir(exist_ok=True)
    LibraryPaths(folder).settings.write_text("[meaning]\nenabled = false\n", "utf-8")
    with server.serving(folder, collections, **named) as served:
        yield served


def _wait(served: Served) -> None:
    """Until all words are there, and the graph, whose links weigh in rankings too."""
    waiting.until(lambda: served.get("/readyz").status_code == 200, 120)
    opened = served.service._parts.opened
    assert opened is not None
    waiting.until(lambda: opened.library.graphs.revision == opened.library.revision, 120)


def _answers(served: Served, queries: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for query in queries:
        answer = served.rpc("search", {"query": query, "limit": 10, "mode": "keyword"}, TOKEN).json()
        assert "hits" in answer, answer
        notices = [notice["template"] for notice in answer.get("notices", [])]
        assert not any("keyword" in notice or "database" in notice for notice in notices), notices
        found.append([*(hit["section"].replace("-too/", "/", 1) for hit in answer["hits"]), *notices])
    return found


@pytest.mark.timeout(1200)  # three readers, and 200 queries to each
def test_two_readers_of_a_database_answer_as_one_that_holds_its_words(
    collections: tuple[TeamCollection, ...],
    queries: list[str],
    engines: EngineConfig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving(tmp_path / "own", collections) as own:
        _wait(own)
        wanted = _answers(own, queries)
    assert sum(map(bool, wanted)) > 0.9 * QUERIES
    puts: list[str] = []
    put = postgres_tables.put_segment

    def count_puts(connection: object, segment: object, collection: str, packed: object) -> bool:
        puts.append(collection)
        return put(connection, segment, collection, packed)  # type: ignore[arg-type]

    monkeypatch.setattr(postgres_tables, "put_segment", count_puts)
    renamed = tuple(TeamCollection(f"{one.name} too", one.address, one.key, ()) for one in collections)
    with serving(tmp_path / "first", collections, engines=engines) as first:
        _wait(first)
        assert puts
        puts.clear()
        with serving(tmp_path / "second", renamed, engines=engines) as second:
            _wait(second)
            assert not puts, "the second reader put what was there"
            for reader in (first, second):
                with closing(KeywordReader.open(reader.paths.keyword)) as index:
                    assert index.size == 0 and index.is_stamp, "a reader indexed words itself"
                told = _answers(reader, queries)
                others = [rows for rows in zip(queries, told, wanted, strict=True) if rows[1] != rows[2]]
                print(f"words: {QUERIES - len(others)} of {QUERIES} answers are the same")
                assert not others


def test_words_follow_a_publication_that_changes(
    collections: tuple[TeamCollection, ...], books: dict[str, dict[str, str]], engines: EngineConfig, tmp_path: Path
) -> None:
    texts = {**books["Manual"], "new.md": "# Zorbling\n\nThe zorbword is new.\n"}
    del texts[sorted(books["Manual"])[0]]
    with serving(tmp_path / "first", collections[:1], engines=engines) as served:
        _wait(served)
        assert _answers(served, ["zorbword"]) == [[]]
        publish(tmp_path / "books" / "Manual", texts, 2, id=f"{0:032x}", name="Manual", buckets=40, change=with_terms)
        slug = served.service._reader.slugs["Manual"]
        parts = served.service._parts
        parts.refreshes.ask(parts.collections.find(slug), "")
        waiting.until(lambda: bool(served.rpc("search", {"query": "zorbword"}, TOKEN).json()["hits"]), 60)
        assert len(_answers(served, ["zorbword"])[0]) == 1


def test_a_reader_goes_on_without_words_while_the_database_is_away(
    collections: tuple[TeamCollection, ...],
    engines: EngineConfig,
    postgres: Postgres,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres_connections, "AWAY_S", 0.5)
    with serving(tmp_path / "first", collections[:1], engines=engines) as served:
        _wait(served)
        postgres.kill()
        try:
            answer = served.rpc("search", {"query": "publication signed"}, TOKEN).json()
            assert any("database" in str(notice) for notice in answer["notices"]), answer
        finally:
            postgres.start()
        waiting.until(lambda: not served.rpc("search", {"query": "publication signed"}, TOKEN).json()["notices"], 60)
        assert _answers(served, ["publication signed"])[0]


def test_a_reader_that_starts_while_the_database_is_away_fills_it_later(
    collections: tuple[TeamCollection, ...],
    engines: EngineConfig,
    postgres: Postgres,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bookwheel.service.team.shared_words.AWAY_S", 0.5)
    monkeypatch.setattr(postgres_connections, "AWAY_S", 0.5)
    postgres.kill()
    try:
        with serving(tmp_path / "first", collections[:1], engines=engines, is_awaited=False) as served:
            waiting.until(lambda: served.service._parts.revision > 0, 60)
            assert served.get("/readyz").status_code == 503
            assert served.rpc("search", {"query": "publication"}, TOKEN).json()["notices"]
            postgres.start()
            _wait(served)
            assert _answers(served, ["publication signed"])[0]
    finally:
        if postgres.process is None:
            postgres.start()


def test_a_reader_changes_to_a_database_and_back(
    collections: tuple[TeamCollection, ...], queries: list[str], engines: EngineConfig, tmp_path: Path
) -> None:
    found: list[list[list[str]]] = []
    for engine in (EngineConfig(), engines, EngineConfig()):
        with serving(tmp_path / "same", collections[:1], engines=engine) as served:
            _wait(served)
            found.append(_answers(served, queries[:20]))
    assert found[0] == found[1] == found[2]


def test_words_that_somebody_deleted_are_put_again(
    collections: tuple[TeamCollection, ...], engines: EngineConfig, postgres: Postgres, tmp_path: Path
) -> None:
    with serving(tmp_path / "first", collections[:1], engines=engines) as served:
        _wait(served)
        with psycopg.connect(postgres.address, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        served.rpc("search", {"query": "publication signed"}, TOKEN)
        waiting.until(lambda: not served.rpc("search", {"query": "publication signed"}, TOKEN).json()["notices"], 60)
        assert _answers(served, ["publication signed"])[0]
