from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
import pytest

import bookwheel
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.service.agents import app
from bookwheel.service.agents.search_supervisor import IDLE_S, MOST_EMPTY, MOST_FAILED, PATIENCE_S, PRESSED, Second
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.arguments import parsed
from bookwheel.service.agents.tools.tools import SEARCH
from bookwheel.settings import MeaningSettings, Settings
from tests.service.agents.serving import embed, index, write_sources

WHEEL = {"query": "wheel"}
WORDS = Settings(meaning=MeaningSettings(enabled=False))


@dataclass
class _Desk:
    """One library as a service reads it, and what it is told of settings."""

    paths: LibraryPaths
    library: Library
    held: list[tuple[Collection, ...]]

    def refresh(self) -> None:
        """Take in what was published, as the service does."""
        self.library.refresh(0)
        self.library.refresh_meaning()

    def asked_here(self, question: Mapping[str, object], scope: Scope = EVERYTHING) -> Shaped:
        shaped = SEARCH.run(parsed(SEARCH.arguments, question), self.library, scope)
        assert isinstance(shaped, Shaped)
        return shaped

    async def asked_there(
        self,
        second: Second,
        question: Mapping[str, object],
        scope: Scope = EVERYTHING,
        client: str = "",
        others: int = 1,
    ) -> Shaped | None:
        given = parsed(SEARCH.arguments, question)
        return await second.answer(client or str(question), given, self.library, scope, others)

    async def answered_there(self, second: Second, question: Mapping[str, object]) -> Shaped:
        """The child's answer, asked again where it had not come in time: a model's first answer may take longer."""
        for _ in range(200):
            if (found := await self.asked_there(second, question)) is not None:
                return found
            await asyncio.sleep(0.05)
        raise AssertionError("No answer came.")

    @contextlib.asynccontextmanager
    async def second(self, idle_s: float = IDLE_S, words: Sequence[str] = ()) -> AsyncGenerator[Second]:
        own = [sys.executable, "-m", "bookwheel", "child", "search", "--library", str(self.paths.root)]
        second = Second(words or own, self.paths.log, lambda: self.library.settings, lambda: self.held[0], idle_s)
        try:
            yield second
        finally:
            await second.close()

    async def ready(self, second: Second) -> int:
        """Press until a child is there; its process id."""
        for _ in range(2000):
            if second.pid:
                return second.pid
            await self.asked_there(second, WHEEL)
            await asyncio.sleep(0.015)
        raise AssertionError("No child came.")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[_Desk]:
    monkeypatch.setenv("PYTHONPATH", str(Path(bookwheel.__file__).parents[1]))
    paths = LibraryPaths(tmp_path / "library")
    paths.root.mkdir()
    held = [write_sources(tmp_path)]
    index(paths, held[0])
    library = Library(paths, WORDS, lambda: held[0])
    library.refresh_meaning()
    yield _Desk(paths, library, held)
    library.close()


QUESTIONS: tuple[dict[str, object], ...] = (
    {"query": "wheel"},
    {"query": "wheel", "limit": 3, "explain": True},
    {"query": "turning pages", "collection": "notes", "limit": 50},
    {"query": '"wheel turns" OR marginalia -poison', "order": "title"},
    {"query": "whel turns"},
    {"query": "tag:hush wheel"},
    {"query": "nothing at all like zzyzx"},
    {"query": "読書の輪"},
    {"query": "", "filter": ["type=guide"]},
    {"query": "A manicule points at what matters"},
    {"query": "chapter", "level": 2, "mode": "keyword", "limit": 5},
    {"query": "chapter \ud800 wheel", "limit": "7", "filter": "language=en"},
    {"query": 10**30, "level": 2.0},
    {"query": float("inf"), "memories": "false"},
)


def test_it_answers_as_the_service_does_and_the_service_goes_on_with_its_lists(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            await desk.ready(second)
            scopes = (
                EVERYTHING,
                Scope(("notes",), "guest"),
                Scope(None, "guest", filters=(Filter("tag", ("hush",), is_negated=True),)),
            )
            for scope in scopes:
                for question in QUESTIONS:
                    here, there = desk.asked_here(question, scope), await desk.asked_there(second, question, scope)
                    assert there is not None, question
                    if here.content["cursor"]:
                        assert there.content["cursor"] != here.content["cursor"]
                        pages = [
                            desk.asked_here({**question, "cursor": one.content["cursor"]}, scope)
                            for one in (here, there)
                        ]
                        assert pages[0].content["hits"] == pages[1].content["hits"] != here.content["hits"]
                    assert _without_cursor(there) == _without_cursor(here), (scope, question)
                    assert (there.sections, there.hits) == (here.sections, here.hits)
                    is_whole = scope is EVERYTHING
                    assert is_whole or "secret" not in there.text.replace(str(question["query"]), "")

    asyncio.run(ask())


def _without_cursor(shaped: Shaped) -> dict[str, object]:
    return {name: value for name, value in shaped.content.items() if name != "cursor"}


def test_what_is_refused_is_refused_alike(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            await desk.ready(second)
            for question in ({"query": "wheel", "after": "tomorrow"}, {"query": "wheel", "filter": ["="]}):
                with pytest.raises(BadRequest) as here:
                    desk.asked_here(question)
                with pytest.raises(BadRequest) as there:
                    await desk.asked_there(second, question)
                assert there.value.message == here.value.message

    asyncio.run(ask())


def test_the_service_answers_alone_what_only_it_can_and_while_it_has_nothing_else_in_hand(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            await desk.ready(second)
            cursor = desk.asked_here({**WHEEL, "limit": 2}).content["cursor"]
            for question in (
                {"query": "wheel", "mode": "hybrid"},
                {"query": "wheel", "mode": "graph"},
                {"query": "wheel", "memories": True},
                {"query": "wheel", "limit": 2, "cursor": cursor},
                {"query": "wheel topic:repair"},
                {"query": "wheel ｔｏｐｉｃ:repair"},
                {"query": "wheel", "filter": ["topic=repair"]},
            ):
                assert await desk.asked_there(second, question) is None
            assert await desk.asked_there(second, {"query": "a topic of wheels"}) is not None
            assert await desk.asked_there(second, WHEEL, others=0) is None
            assert await desk.asked_there(second, WHEEL) is not None
            desk.library.readiness = lambda: Readiness({})
            assert await desk.asked_there(second, WHEEL) is None
            desk.library.readiness, desk.library.settings = Readiness, Settings()
            desk.library.refresh_meaning()
            assert await desk.asked_there(second, WHEEL) is None  # nothing is embedded yet
            desk.library.settings = WORDS
            assert await desk.asked_there(second, WHEEL) is None  # the model is still at hand
            desk.library.refresh_meaning()
            few = {"query": "marginalia"}
            assert await desk.asked_there(second, few) == desk.asked_here(few)

    asyncio.run(ask())


def test_it_answers_while_the_embedder_waits_for_the_graph_of_what_was_published(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            for settings in (WORDS, Settings()):  # by words alone, and by default before a model is loaded
                desk.library.settings = settings
                Path(desk.held[0][0].root, "spoke.md").write_text(f"# A spoke\n\nOf ash. {settings}\n", "utf-8")
                index(desk.paths, desk.held[0])
                desk.library.refresh(0)
                assert not desk.library.meaning.views
                await desk.ready(second)
                found = await desk.asked_there(second, {"query": "spoke"})
                assert found is not None and found.hits and found == desk.asked_here({"query": "spoke"})

    asyncio.run(ask())


def test_it_answers_by_meaning_from_vectors_that_the_service_took_in_before_a_change(desk: _Desk):
    async def ask() -> None:
        desk.library.settings = Settings()
        embed(desk.paths, desk.held[0])
        desk.refresh()
        assert desk.library.coverage() == 1
        async with desk.second() as second:
            await desk.ready(second)
            question = {"query": "what turns the pages of a book", "mode": "semantic"}
            found = await desk.answered_there(second, question)
            assert _without_cursor(found) == _without_cursor(desk.asked_here(question))
            Path(desk.held[0][0].root, "poison.md").unlink()
            index(desk.paths, desk.held[0])
            desk.library.refresh(0)  # and the vectors as they were
            found = await desk.answered_there(second, question)
            assert _without_cursor(found) == _without_cursor(desk.asked_here(question))

    asyncio.run(ask())


def test_it_reads_what_was_published_and_set_meanwhile_or_says_nothing(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            await desk.ready(second)
            assert await desk.asked_there(second, {"query": "axle"}) == desk.asked_here({"query": "axle"})
            Path(desk.held[0][0].root, "axle.md").write_text("# The axle\n\nIt holds a wheel.\n", "utf-8")
            index(desk.paths, desk.held[0])
            assert await desk.asked_there(second, {"query": "axle"}) == desk.asked_here(
                {"query": "axle"}
            )  # both as before
            desk.refresh()
            found = await desk.asked_there(second, {"query": "axle"})
            assert found is not None and found.hits == 1 and found == desk.asked_here({"query": "axle"})
            heavier = replace(WORDS.keyword, title=0.0)
            desk.library.settings = replace(WORDS, keyword=heavier)
            named = tuple(replace(one, name=f"{one.name} renamed") for one in desk.held[0])
            desk.held[0] = named
            renamed = await desk.asked_there(second, {"query": "axle", "explain": True})
            assert renamed == desk.asked_here({"query": "axle", "explain": True})
            assert renamed is not None
            # One that has come further than the service, as it may while much is published, says nothing.
            for name in ("spoke", "rim"):
                desk.refresh()
                Path(desk.held[0][0].root, f"{name}.md").write_text(f"# A {name}\n\nMade of ash.\n", "utf-8")
                index(desk.paths, desk.held[0])
            assert await desk.asked_there(second, {"query": "ash"}) is None
            desk.refresh()
            assert await desk.asked_there(second, {"query": "ash"}) == desk.asked_here({"query": "ash"})

    asyncio.run(ask())


def test_a_child_that_is_killed_keeps_nobody_waiting_and_another_comes_but_not_for_ever(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            for _ in range(MOST_FAILED):
                child = psutil.Process(await desk.ready(second))
                child.suspend()
                waiting = asyncio.create_task(desk.asked_there(second, WHEEL))
                await asyncio.sleep(0.05)
                child.kill()
                assert await asyncio.wait_for(waiting, PATIENCE_S) is None
                while second.pid:
                    await asyncio.sleep(0.01)
            for _ in range(3 * PRESSED):
                assert await desk.asked_there(second, WHEEL) is None
            await asyncio.sleep(0.5)
            assert not second.pid

    asyncio.run(ask())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")
def test_a_slow_child_holds_up_nobody_for_long_and_no_client_twice(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            pid = await desk.ready(second)
            os.kill(pid, signal.SIGSTOP)
            loop = asyncio.get_running_loop()
            began = loop.time()
            assert await desk.asked_there(second, WHEEL, client="one") is None
            assert PATIENCE_S * 0.9 < loop.time() - began < PATIENCE_S + 1
            began = loop.time()
            assert await desk.asked_there(second, WHEEL, client="one") is None
            assert loop.time() - began < PATIENCE_S / 2
            given_up = asyncio.create_task(desk.asked_there(second, WHEEL, client="two"))
            await asyncio.sleep(0.05)
            given_up.cancel()
            os.kill(pid, signal.SIGCONT)
            for _ in range(100):
                if await desk.asked_there(second, WHEEL, client="one") is not None:
                    break
                await asyncio.sleep(0.05)
            assert await desk.asked_there(second, WHEEL, client="two") is not None
            assert second.pid == pid

    asyncio.run(ask())


def test_a_child_that_nobody_asks_ends_and_none_comes_without_pressure(desk: _Desk):
    async def ask() -> None:
        async with desk.second(idle_s=0.5) as second:
            for _ in range(PRESSED - 1):
                assert await desk.asked_there(second, WHEEL) is None
            await asyncio.sleep(1)
            assert not second.pid
            child = psutil.Process(await desk.ready(second))
            while second.pid or child.is_running():
                await asyncio.sleep(0.02)
            assert await desk.ready(second) != child.pid

    asyncio.run(ask())


def test_it_ends_with_the_service_and_with_one_that_is_killed(desk: _Desk):
    async def ask() -> psutil.Process:
        async with desk.second() as second:
            child = psutil.Process(await desk.ready(second))
            child.suspend()
            waiting = asyncio.create_task(desk.asked_there(second, WHEEL))
            await asyncio.sleep(0.05)
        assert await waiting is None
        return child

    assert not asyncio.run(ask()).is_running()


def test_it_ends_when_something_is_forgotten_and_comes_again(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            agents = app.build(desk.library, lambda: desk.library.settings, lambda call: None, lambda: False, second)
            for _ in range(MOST_FAILED + 1):
                child = psutil.Process(await desk.ready(second))
                agents.heard(Event(0, EventKind.PUBLISHED, 0))
                agents.heard(Event(0, EventKind.COLLECTIONS_CHANGED, 0))
                while second.pid or child.is_running():
                    await asyncio.sleep(0.01)

    asyncio.run(ask())


def test_a_child_that_never_comes_to_where_the_service_stands_is_given_up(desk: _Desk):
    async def ask() -> None:
        async with desk.second() as second:
            await desk.ready(second)
            assert await desk.asked_there(second, WHEEL) is not None
            desk.library.meaning.standing += " and what the child cannot read"
            for _ in range(MOST_EMPTY):
                assert await desk.asked_there(second, WHEEL) is None
            while second.pid:
                await asyncio.sleep(0.01)

    asyncio.run(ask())


FLOOD = """
import struct, sys
frame = b'{"number": 99, "text": "' + b"x" * 60_000 + b'"}'
while True:
    sys.stdout.buffer.write(struct.pack(">I", len(frame)) + frame)
"""
TORN = "import sys; sys.stdout.buffer.write(b'\\0\\0\\0\\x09{\"number\"'); sys.stdout.flush(); sys.stdin.read()"


@pytest.mark.parametrize("words", [["/nowhere/at/all"], [sys.executable, "-c", FLOOD], [sys.executable, "-c", TORN]])
def test_whatever_a_child_does_the_service_answers_and_ends(desk: _Desk, words: list[str]):
    async def ask() -> None:
        async with desk.second(words=words) as second:
            for _ in range(4 * PRESSED):
                assert await desk.asked_there(second, WHEEL) is None
                await asyncio.sleep(0.005)
        for _ in range(2 * PRESSED):  # after its end none is started
            assert await desk.asked_there(second, WHEEL) is None
        await asyncio.sleep(0.2)
        assert not second.pid

    asyncio.run(asyncio.wait_for(ask(), 30))
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):
            assert words[-1] not in child.cmdline()
