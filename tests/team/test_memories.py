"""The memories of a team's callers in a real database: the contract, and readers that share them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest

from bookwheel.domain.annotations.memory import (
    ForgetRequest,
    MemoriesRequest,
    RememberRequest,
)
from bookwheel.domain.errors import BookwheelError, EngineUnavailable, NotFound
from bookwheel.domain.search import Scope
from bookwheel.domain.team import MemoryConfig
from bookwheel.indexes.state.memory_storage import Overtaken
from bookwheel.library.annotations.memories import Memories
from bookwheel.service.team.database import memories as module
from bookwheel.service.team.database.connection import Database
from bookwheel.service.team.database.memories import MemoryDatabase
from bookwheel.service.team.database.schema import MIGRATIONS, migrate
from bookwheel.service.team.team_memories import MOST_CALLERS, TeamMemories
from bookwheel.settings import Settings
from tests import processes
from tests.indexes.memories.contract import *  # noqa: F403 - the tests of the contract
from tests.indexes.memories.contract import MODEL, Open, memory
from tests.service.team.serving import Served, serving, write_publications
from tests.team.postgres import PASSWORD, Postgres
from tests.waiting import until

ADA, BOB, EVE = "agent:ada:staff", "agent:bob:staff,lab", "agent:eve:lab"
HERS = Scope(client="agent:ada", may_remember=True)


@pytest.fixture
def storage(database: Postgres) -> Iterator[Open]:
    with closing(MemoryDatabase(database.secret)) as opened:
        yield lambda: opened.of("agent:ada")


@pytest.fixture
def database(postgres: Postgres) -> Postgres:
    """An empty database."""
    postgres.reset()
    return postgres


@pytest.fixture
def reader(database: Postgres) -> Iterator[Callable[[], Memories]]:
    """Opens the memories as one reader after the other does."""
    opened: list[TeamMemories] = []

    def open_one() -> Memories:
        opened.append(TeamMemories(MemoryDatabase(database.secret)))
        return Memories(opened[-1], Settings)

    yield open_one
    for one in opened:
        one.close()


def contents(memories: Memories, scope: Scope = HERS, query: str = "") -> list[str]:
    return [one.content for one in memories.recall(MemoriesRequest(query, limit=500), scope).memories]


def test_what_one_reader_keeps_all_others_recall_and_forget(reader: Callable[[], Memories]):
    here, there = reader(), reader()
    assert contents(there) == []
    oak = here.remember(RememberRequest("Oak is hard.", session="wood"), HERS)
    here.remember(RememberRequest("Elm bends."), HERS)
    assert contents(there, query="oak") == ["Oak is hard."]
    again = there.remember(RememberRequest("Oak is hard.", session="wood", tags=("tree",)), HERS)
    assert (again.is_new, again.total, again.memory.id) == (False, 2, oak.memory.id)
    assert here.recall(MemoriesRequest("oak"), HERS).memories[0].tags == ("tree",)
    there.forget(ForgetRequest(ids=(oak.memory.id,)), HERS)
    assert contents(here) == ["Elm bends."]
    with pytest.raises(NotFound):
        here.forget(ForgetRequest(ids=(oak.memory.id,)), HERS)
    assert here.visible_to(HERS)[0] == there.visible_to(HERS)[0] == 4


def test_callers_see_their_own_alone(reader: Callable[[], Memories]):
    here, his = reader(), replace(HERS, client="agent:bob")
    oak = here.remember(RememberRequest("Oak is hard."), HERS).memory
    assert contents(reader(), his) == [] == here.visible_to(his)[1]
    with pytest.raises(NotFound):
        here.forget(ForgetRequest(ids=(oak.id,)), his)
    assert contents(here) == ["Oak is hard."]


def test_many_readers_at_once_keep_each_thing_once(reader: Callable[[], Memories]):
    readers = [reader() for _ in range(4)]

    def keep(number: int) -> bool:
        return readers[number % 4].remember(RememberRequest(f"Thing {number // 4}"), HERS).is_new

    with ThreadPoolExecutor(8) as pool:
        news = list(pool.map(keep, range(120)))
    assert sum(news) == 30
    for one in readers:
        assert sorted(contents(one)) == sorted(f"Thing {number}" for number in range(30))


def test_what_was_decided_on_old_grounds_is_refused(database: Postgres):
    with closing(MemoryDatabase(database.secret)) as opened:
        here, there = opened.of("agent:ada"), opened.of("agent:ada")
        number = here.change(0, [memory("m1")])
        with pytest.raises(Overtaken):
            there.change(0, [memory("m2")])
        here.change(number, [memory("m1", "elm")])
        there.put_vectors(MODEL, [("m1", bytes(4))])  # of a text that it has not read
        database.ask("DELETE FROM bookwheel.memory_numbers")
        with pytest.raises(Overtaken):
            here.change(number + 1, [memory("m3")])
        stored = there.read(number)
        assert stored is not None and (stored.ids, dict(stored.vectors)) == (("m1",), {})


def test_rows_that_nobody_can_read_cost_only_themselves(reader: Callable[[], Memories], database: Postgres):
    reader().remember(RememberRequest("Oak is hard."), HERS)
    row = "INSERT INTO bookwheel.memories (client, id, number, record, model, vectors) VALUES (%s, %s, 1, %s, %s, %s)"
    database.ask(row, "agent:ada", "torn", "{", "", None)
    database.ask(row, "agent:ada", "other", '{"id":"mine"}', "nan words", b"123")
    [(stolen,)] = database.ask("SELECT record FROM bookwheel.memories WHERE record LIKE '%Oak%'")
    database.ask(row, "agent:bob", "stolen", stolen, "", None)
    database.ask(
        "UPDATE bookwheel.memories SET model = '3 words', vectors = %s WHERE record LIKE %s", b"12345", "%Oak%"
    )
    assert contents(reader()) == ["Oak is hard."]
    assert contents(reader(), replace(HERS, client="agent:bob")) == []


def test_a_database_that_is_away_is_said_at_once_and_asked_again_later(
    reader: Callable[[], Memories], database: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "RETRY_S", 2.0)
    here = reader()
    here.remember(RememberRequest("Oak is hard."), HERS)
    database.stop()
    for _ in range(50):  # one of them waits for the database
        with pytest.raises(EngineUnavailable):
            here.remember(RememberRequest("Elm bends."), HERS)
    assert here.visible_to(HERS)[1][0].content == "Oak is hard."
    database.start()
    until(lambda: _is_kept(here, "Elm bends."), 60)
    assert sorted(contents(reader())) == ["Elm bends.", "Oak is hard."]


def test_a_caller_whom_the_database_refuses_and_a_slow_answer_keep_nobody_else_for_long(
    reader: Callable[[], Memories], database: Postgres, monkeypatch: pytest.MonkeyPatch
):
    here = reader()
    for name in ("agent:" + "x" * 600, "agent:a\0b"):
        with pytest.raises(EngineUnavailable):
            here.remember(RememberRequest("Oak is hard."), replace(HERS, client=name))
        assert here.remember(RememberRequest(f"Oak is hard, {len(name)}."), HERS).is_new
    monkeypatch.setattr(module, "TURN_S", 0.2)
    with closing(MemoryDatabase(database.secret)) as opened:
        sleeping = threading.Thread(target=opened.run, args=(lambda one: one.execute("SELECT pg_sleep(2)"),))
        sleeping.start()
        time.sleep(0.5)
        began = time.monotonic()
        with pytest.raises(EngineUnavailable):
            opened.of("agent:ada").read(-1)
        assert time.monotonic() - began < 1
        sleeping.join()
        assert opened.of("agent:ada").read(-1) is not None


def test_what_was_said_to_be_kept_is_there_once_after_kills_of_the_database(
    reader: Callable[[], Memories], database: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "RETRY_S", 0.2)
    readers, acknowledged, is_over = [reader(), reader()], [list[str](), list[str]()], threading.Event()

    def keep(which: int) -> None:
        number = 0
        while not is_over.is_set():
            content = f"Thing {number} of {which}"
            if _is_kept(readers[which], content):  # else it is asked for again, as an agent would
                acknowledged[which].append(content)
                number += 1

    with ThreadPoolExecutor(2) as pool:
        work = [pool.submit(keep, which) for which in range(2)]
        for _ in range(5):
            least = [len(each) + 5 for each in acknowledged]
            until(lambda least=least: all(len(a) >= b for a, b in zip(acknowledged, least, strict=True)), 120)
            database.kill()
            time.sleep(0.3)
            database.start()
        is_over.set()
        for one in work:
            one.result(60)
    found = contents(reader())
    assert len(found) == len(set(found))
    assert {*acknowledged[0], *acknowledged[1]} <= set(found)


def _is_kept(memories: Memories, content: str) -> bool:
    try:
        memories.remember(RememberRequest(content), HERS)
    except BookwheelError:
        time.sleep(0.02)
        return False
    return True


def test_a_role_that_may_not_make_the_tables_uses_those_that_are_there(database: Postgres):
    with closing(Database(database.secret)) as administrator:
        administrator.run(migrate)
    database.ask("DROP ROLE IF EXISTS reader")
    database.ask(f"CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}'")
    database.ask("GRANT USAGE ON SCHEMA bookwheel TO reader")
    database.ask("GRANT SELECT ON bookwheel.schema_versions TO reader")
    for table in ("memories", "memory_numbers"):
        database.ask(f"GRANT SELECT, INSERT, UPDATE, DELETE ON bookwheel.{table} TO reader")
    own = replace(database.secret, file="", address=database.address.replace("//bookwheel:", "//reader:"))
    with closing(TeamMemories(MemoryDatabase(own))) as opened:
        memories = Memories(opened, Settings)
        assert memories.remember(RememberRequest("Oak is hard."), HERS).is_new
        memories.forget(ForgetRequest(session=""), HERS)
        assert contents(memories) == []


def test_an_older_schema_gets_its_tables(database: Postgres):
    with closing(Database(database.secret)) as older:
        older.run(lambda connection: migrate(connection, MIGRATIONS[:2]))
    with closing(TeamMemories(MemoryDatabase(database.secret))) as opened:
        assert Memories(opened, Settings).remember(RememberRequest("Oak is hard."), HERS).is_new


def test_those_who_have_not_called_for_longest_are_let_go(database: Postgres):
    with closing(TeamMemories(MemoryDatabase(database.secret))) as opened:
        first, third = opened.for_client("agent:0"), opened.for_client("agent:2")
        for number in range(MOST_CALLERS + 3):
            opened.for_client(f"agent:{number}")
        opened.settle()
        assert opened.for_client("agent:0") is not first and opened.for_client("agent:2") is not third
        assert opened.for_client(f"agent:{MOST_CALLERS + 2}") is opened.for_client(f"agent:{MOST_CALLERS + 2}")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[tuple[Served, Served]]:
    """Two readers whose staff may remember."""
    folder = tmp_path_factory.mktemp("memories")
    collections = write_publications(folder)
    memory = MemoryConfig(("staff",), postgres.secret)
    with (
        processes.lasting(folder),
        serving(folder / "one", collections, memory=memory) as one,
        serving(folder / "two", collections, memory=memory) as two,
    ):
        yield one, two


def test_agents_of_a_team_remember_through_any_reader(served: tuple[Served, Served], postgres: Postgres):
    postgres.reset()
    one, two = served
    made = one.tool("remember", {"content": "The qworp test failed on Monday.", "tags": ["test"]}, ADA)
    assert made["structuredContent"]["is_new"], made
    recalled = two.tool("recall", {"query": "qworp test"}, ADA)["structuredContent"]["memories"]
    assert [row["id"] for row in recalled] == [made["structuredContent"]["id"]]
    found = two.tool("search", {"query": "qworp test", "memories": True}, ADA)["structuredContent"]
    assert "failed on Monday" in str(found["memories"])
    for other in (BOB, EVE):
        for tool, arguments in (
            ("search", {"query": "qworp test", "memories": True}),
            ("recall", {"query": "qworp"}),
            ("context", {"question": "Which qworp test failed?"}),
            ("browse", {"view": "memories"}),
        ):
            assert "Monday" not in str(two.tool(tool, arguments, other))
    forgotten = two.tool("forget", {"id": [made["structuredContent"]["id"]]}, ADA)["structuredContent"]
    assert forgotten["forgotten"] == 1
    assert one.tool("recall", {"query": "qworp"}, ADA)["structuredContent"]["memories"] == []


def test_who_is_in_no_such_group_is_offered_nothing_and_refused(served: tuple[Served, Served], postgres: Postgres):
    one, _ = served

    def offered(token: str) -> set[str]:
        return {tool["name"] for tool in one.mcp("tools/list", {}, token).json()["result"]["tools"]}

    assert offered(ADA) - offered(EVE) == {"remember", "recall", "forget"}
    for tool, arguments in (("remember", {"content": "x"}), ("recall", {}), ("forget", {"session": "s"})):
        refused = one.tool(tool, arguments, EVE)
        assert refused["isError"] and refused["structuredContent"]["code"] == "not_allowed", refused
        assert "[memory]" in str(refused)
    for arguments in (
        {"subject": "team-qumbra/plan.md", "relation": "about", "object": "team-open/rims.md"},
        {"subject": "team-qumbra/plan.md", "topics": ["wheels"]},
    ):
        refused = one.tool("remember", arguments, ADA)
        assert refused["isError"], refused
    assert one.rpc("memories", {}, ADA).status_code == 403


def test_a_database_that_is_away_keeps_no_search_from_its_answer(served: tuple[Served, Served], postgres: Postgres):
    one, _ = served
    one.tool("remember", {"content": "The wheel squeaks."}, ADA)
    postgres.stop()
    try:
        began = time.monotonic()
        found = one.tool("search", {"query": "wheel", "memories": True}, ADA)
        assert not found.get("isError") and found["structuredContent"]["hits"]
        assert not one.tool("explore", {"node": "team-open/rims.md"}, ADA).get("isError")
        refused = one.tool("remember", {"content": "The rim is bent."}, ADA)
        assert refused["isError"] and "moment" in str(refused)
        assert str(postgres.port) not in str(refused)
        assert time.monotonic() - began < 30
    finally:
        postgres.start()
    until(lambda: not one.tool("remember", {"content": "The rim is bent."}, ADA).get("isError"), 60)
