"""What callers may see is written once to what several readers share, and cleared when it is not named any more."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from bookwheel.domain.errors import BadRequest, GraphServerUnavailable
from bookwheel.domain.graph import QueryPart, QueryRequest, QueryResult
from bookwheel.indexes.ontology.statements import Limits, Mask
from bookwheel.service.team import team_statements
from bookwheel.service.team.team_statements import TeamStatements
from bookwheel.service.workers.sparql_supervisor import Questions
from bookwheel.settings import QuerySettings
from tests.indexes.statements.embedded import EmbeddedStatements


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Questions]:
    folder = tmp_path_factory.mktemp("statements")
    command = [sys.executable, "-m", "bookwheel", "child", "sparql", "--library", str(folder)]
    asked = Questions(command, folder / "log.txt", QuerySettings)
    yield asked
    asked.close()


@pytest.fixture
def shared(questions: Questions) -> EmbeddedStatements:
    return EmbeddedStatements(questions.ask)


@pytest.fixture
def readers(questions: Questions, shared: EmbeddedStatements) -> Iterator[tuple[TeamStatements, TeamStatements]]:
    opened = [TeamStatements(shared, questions.ask, lambda: 20.0, lambda: None) for _ in range(2)]
    yield opened[0], opened[1]
    for reader in opened:
        reader.close()


def _part(key: str, word: str, *collections: str) -> QueryPart:
    text = f'<urn:bookwheel:doc:{word}> {{ <urn:bookwheel:doc:{word}> <urn:bookwheel:ontology#title> "{word}" }}\n'
    return QueryPart(key, lambda: text, collections)


def _titles(reader: TeamStatements, part: QueryPart) -> list[str]:
    query = "SELECT ?t { ?d bw:title ?t FILTER(STRSTARTS(STR(?d), 'urn:bookwheel:doc:')) }"
    return [row[0] for row in reader.ask(QueryRequest(query), part).result(60).first.rows]


def test_two_readers_in_one_state_share_what_one_has_written(
    readers: tuple[TeamStatements, TeamStatements], shared: EmbeddedStatements
) -> None:
    assert _titles(readers[0], _part("of the first", "oak", "a")) == ["oak"]
    assert _titles(readers[1], _part("of the second", "oak", "a")) == ["oak"]
    assert [json.loads(mark)["collections"] for mark in shared.marks().values()] == [["a"]]
    assert _titles(readers[1], _part("newer", "ash", "a")) == ["ash"]
    assert _titles(readers[0], _part("of the first", "oak", "a")) == ["oak"]
    assert len(shared.marks()) == 2


def test_what_another_reader_has_dropped_is_written_again(
    readers: tuple[TeamStatements, TeamStatements], shared: EmbeddedStatements
) -> None:
    part = _part("key", "oak", "a")
    assert _titles(readers[0], part) == ["oak"]
    for name in shared.marks():
        shared.drop(name)
    assert _titles(readers[0], part) == ["oak"]


def test_collections_that_are_not_named_any_more_are_dropped(
    readers: tuple[TeamStatements, TeamStatements], shared: EmbeddedStatements
) -> None:
    for number, collections in enumerate((("a",), ("a", "b"), ("b",))):
        _titles(readers[0], _part(str(number), "oak" * (number + 1), *collections))
    readers[1].keep_only(["b", "c"])
    assert [json.loads(mark)["collections"] for mark in shared.marks().values()] == [["b"]]


def test_an_older_state_goes_some_time_after_a_newer_one(
    readers: tuple[TeamStatements, TeamStatements], shared: EmbeddedStatements, monkeypatch: pytest.MonkeyPatch
) -> None:
    _titles(readers[0], _part("older", "oak", "a"))
    for name in shared.marks():
        shared.set_mark(name, json.dumps({"collections": ["a"], "at": 1}))
    _titles(readers[0], _part("newer", "ash", "a"))
    assert len(shared.marks()) == 2
    monkeypatch.setattr(team_statements, "GRACE_S", -10.0)
    readers[0].keep_only(["a"])
    assert len(shared.marks()) == 1


def test_a_fault_in_a_query_is_named_with_its_line_before_anything_is_written(
    readers: tuple[TeamStatements, TeamStatements], shared: EmbeddedStatements
) -> None:
    with pytest.raises(BadRequest, match="line 2, column 6"):
        readers[0].ask(QueryRequest("SELECT ?x\n{ ?s nope:p ?o }"), _part("key", "oak", "a")).result(60)
    assert not shared.marks()
    told = readers[0].ask(QueryRequest("SELECT ?x { ?s bw:linkTo ?x }"), _part("key", "oak", "a")).result(60)
    assert any("bw:linksTo" in str(notice) for notice in told.first.notices)


def test_what_belongs_to_one_caller_alone_never_leaves(
    readers: tuple[TeamStatements, TeamStatements], shared: EmbeddedStatements
) -> None:
    assert _titles(readers[0], _part("memories", "oak")) == ["oak"]
    assert not shared.marks()


class _Away(EmbeddedStatements):
    """Statements on a server that is away."""

    def ask(self, request: QueryRequest, mask: Mask, limits: Limits) -> QueryResult:
        raise GraphServerUnavailable("Away.")


def test_a_server_that_is_away_is_told(questions: Questions) -> None:
    reader = TeamStatements(_Away(questions.ask), questions.ask, lambda: 20.0, lambda: None)
    with pytest.raises(GraphServerUnavailable):
        reader.ask(QueryRequest("ASK {}"), _part("key", "oak", "a")).result(60)
    reader.close()
