from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

import bookwheel
from bookwheel import paths
from bookwheel.domain.errors import BadRequest, ServiceUnavailable, TimedOut, TooMany
from bookwheel.domain.graph import QueryRequest
from bookwheel.indexes.ontology import Described, OntologyWriter
from bookwheel.paths import LibraryPaths
from bookwheel.service.workers.sparql_supervisor import WAITING, Questions
from bookwheel.settings import QuerySettings

COUNT = QueryRequest("SELECT (COUNT(*) AS ?n) { ?d a bw:Document }")
EXPLODING = QueryRequest("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LibraryPaths:
    monkeypatch.setenv("PYTHONPATH", str(Path(bookwheel.__file__).parents[1]))
    places = paths.library(tmp_path / "library")
    places.root.mkdir()
    writer = OntologyWriter(places.ontology)
    writer.replace([Described(f"notes/{number}.md", "notes", f"{number}.md", f"Page {number}") for number in range(60)])
    writer.stamp(7)
    writer.close()
    return places


@pytest.fixture
def questions(library: LibraryPaths) -> Iterator[Questions]:
    one = _questions(library)
    yield one
    one.close()


def _questions(library: LibraryPaths, limit_s: float = 2.0, idle_s: float = 60.0, memory_mb: int = 1024) -> Questions:
    words = [sys.executable, "-m", "bookwheel", "child", "sparql", "--library", str(library.root)]
    return Questions(words, library.log, lambda: QuerySettings(limit_s, memory_mb), idle_s)


def _wait(condition: Callable[[], object]) -> None:
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_one_child_answers_one_question_after_another(questions: Questions):
    assert questions.pid == 0
    answer = questions.ask(COUNT).result(30).first
    assert (answer.rows, answer.graph_revision) == ((("60",),), 7)
    first = questions.pid
    waiting = [questions.ask(COUNT) for _ in range(5)]
    assert {one.result(30).first.rows for one in waiting} == {(("60",),)}
    assert questions.pid == first != 0


def test_an_exploding_query_is_stopped_and_the_next_is_answered_by_a_new_child(questions: Questions):
    questions.ask(COUNT).result(30)
    first = questions.pid
    asked = time.monotonic()
    with pytest.raises(TimedOut, match="2 s"):
        questions.ask(EXPLODING).result(30)
    assert time.monotonic() - asked >= 2.0
    assert not psutil.pid_exists(first)
    assert questions.ask(COUNT).result(30).first.rows == (("60",),)
    assert questions.pid not in (0, first)


def test_the_rows_after_an_answer_come_with_it(questions: Questions):
    every = QueryRequest("SELECT ?p { ?d bw:path ?p } ORDER BY ?p", 25)
    result = questions.ask(every).result(30)
    assert len(result.first.rows) == 25
    assert len(result.following) == 35
    assert (result.first.is_cut, result.is_cut) == (True, False)
    assert sorted({*result.first.rows, *result.following}) == [*result.first.rows, *result.following]
    assert questions.ask(COUNT).result(30).following == ()


def test_an_answer_waits_no_longer_for_rows_that_do_not_come(questions: Questions, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bookwheel.service.workers.sparql_supervisor.FOLLOWING_S", 0.2)
    numbers = " ".join(str(number) for number in range(60))
    never = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(CONCAT(STR(?a), STR(?f), STR(?i)) = 'no') FILTER(?n >= 55)"
    some_and_then_none = QueryRequest(
        f"SELECT ?n {{ VALUES ?n {{ {numbers} }} LATERAL {{ {{ FILTER(?n < 55) }} UNION {{ {never} }} }} }}", 50
    )
    questions.ask(COUNT).result(30)
    result = questions.ask(some_and_then_none).result(30)
    assert len(result.first.rows) == 50
    assert result.is_cut
    assert questions.ask(COUNT).result(30).first.rows == (("60",),)


def test_refusals_cross_the_pipe_and_the_child_goes_on(questions: Questions):
    questions.ask(COUNT).result(30)
    first = questions.pid
    with pytest.raises(BadRequest, match="line 1, column 1"):
        questions.ask(QueryRequest("SELCT")).result(30)
    with pytest.raises(BadRequest, match="SERVICE"):
        questions.ask(QueryRequest("ASK { SERVICE <http://x.y/> { ?s ?p ?o } }")).result(30)
    assert questions.pid == first


def test_a_child_that_dies_over_a_question_is_followed_by_another(questions: Questions):
    questions.ask(COUNT).result(30)
    child = psutil.Process(questions.pid)
    before = child.cpu_times().user
    dying = questions.ask(EXPLODING)
    _wait(lambda: child.cpu_times().user > before + 0.05)
    child.kill()
    with pytest.raises(BadRequest, match="memory"):
        dying.result(30)
    assert questions.ask(COUNT).result(30).first.rows == (("60",),)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not bound a process's memory")
def test_a_query_that_takes_too_much_memory_ends_its_child_alone(library: LibraryPaths):
    questions = _questions(library, limit_s=60.0, memory_mb=64)
    try:
        with pytest.raises(BadRequest, match="memory"):
            questions.ask(QueryRequest("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?i ?a", 1)).result(60)
        assert questions.ask(COUNT).result(30).first.rows == (("60",),)
    finally:
        questions.close()


def test_too_many_that_wait_are_refused(questions: Questions):
    waiting = [questions.ask(COUNT) for _ in range(WAITING)]
    with pytest.raises(TooMany):
        for _ in range(WAITING):
            waiting.append(questions.ask(EXPLODING))
    assert waiting[0].result(30).first.rows == (("60",),)


def test_an_idle_child_ends_and_comes_back_on_demand(library: LibraryPaths):
    questions = _questions(library, idle_s=0.05)
    questions.ask(COUNT).result(30)
    _wait(lambda: questions.pid == 0)
    assert questions.ask(COUNT).result(30).first.rows == (("60",),)
    questions.close()


def test_closing_ends_the_child_in_the_middle_of_a_question(questions: Questions):
    questions.ask(COUNT).result(30)
    first = questions.pid
    asked = questions.ask(EXPLODING)
    time.sleep(0.05)
    questions.close()
    assert not psutil.pid_exists(first)
    assert asked.cancelled() or isinstance(asked.exception(), ServiceUnavailable)
    with pytest.raises(ServiceUnavailable):
        questions.ask(COUNT)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_child_whose_service_was_killed_ends_itself_over_an_exploding_query(library: LibraryPaths):
    script = (
        "import sys, time; from pathlib import Path\n"
        "from bookwheel.service.workers.sparql_supervisor import Questions\n"
        "from bookwheel.settings import QuerySettings; from bookwheel.domain.graph import QueryRequest\n"
        "words = [sys.executable, '-m', 'bookwheel', 'child', 'sparql', '--library', sys.argv[1]]\n"
        "one = Questions(words, Path(sys.argv[1]) / 'log', lambda: QuerySettings(1.0))\n"
        f"one.ask(QueryRequest({COUNT.sparql!r})).result()\n"
        f"one.ask(QueryRequest({EXPLODING.sparql!r})); time.sleep(0.2); print(one.pid, flush=True); input()\n"
    )
    command = [sys.executable, "-c", script, str(library.root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        child = int(service.stdout.readline())
        service.kill()
    _wait(lambda: not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE)
