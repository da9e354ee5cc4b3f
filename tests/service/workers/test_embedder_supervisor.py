from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.events import Event
from bookwheel.indexes.state import State
from bookwheel.library.embedding import nearest_rule
from bookwheel.library.indexing import indexer
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.service.events import Events
from bookwheel.service.files.storage_watch import StorageWatch
from bookwheel.service.workers import embedder_supervisor
from bookwheel.service.workers.embedder_supervisor import Embedder
from bookwheel.service.workers.nearest import nearest_child, nearest_vectors
from bookwheel.service.workers.power_source import PowerSource
from bookwheel.settings import Settings
from bookwheel.settings_text import with_value
from tests.end_to_end.conftest import SOURCE
from tests.waiting import until


class _Told(Events):
    """Events that are kept."""

    def __init__(self) -> None:
        super().__init__(0)
        self.kept: list[Event] = []

    def publish(self, event: Event) -> None:
        self.kept.append(event)


class Bench:
    """An embedder with a real child on a small library; `is_indexing` and `is_paused` are set by the test."""

    def __init__(self, folder: Path) -> None:
        self.is_indexing = self.is_paused = False
        self.settings = Settings()
        self.paths = LibraryPaths(folder / "library")
        self.paths.root.mkdir()
        self._folder = folder
        self.collections: tuple[Collection, ...] = ()
        self._index("notes")
        self.library = Library(self.paths, self.settings, lambda: self.collections)
        self.told = _Told()
        self.kept = State(self.paths.state, self.paths.state_backup)
        self.embedder = Embedder(
            self.paths,
            self.kept,
            self.library,
            self.told,
            lambda: self.settings,
            lambda: self.collections,
            lambda: self.is_indexing,
            lambda: self.is_paused,
            StorageWatch(self.paths.root, lambda problem: None),
        )

    def _index(self, slug: str) -> None:
        root = self._folder / slug
        root.mkdir(exist_ok=True)
        for number in range(3):
            text = f"# Page {number}\n\nThe wheel of {slug} turns {number} times.\n"
            (root / f"p{number}.md").write_text(text, "utf-8")
        self.collections = (*self.collections, Collection(slug, slug.title(), str(root)))
        self._run(Command(Verb.SCAN))

    def _run(self, command: Command) -> None:
        waiting = [Command(Verb.CONFIGURE, collections=self.collections), command]
        indexer.run(
            self.paths, lambda wait: waiting.pop(0) if waiting else None if wait == 0 else Command(Verb.STOP), _ignored
        )

    def add(self, slug: str) -> None:
        self._index(slug)
        self._published()

    def remove(self, slug: str) -> None:
        self.collections = tuple(one for one in self.collections if one.slug != slug)
        self._run(Command(Verb.FORGET, slug))
        self._published()
        self.embedder.forget(slug)

    def _published(self) -> None:
        self.library.refresh(self.library.revision)
        self.embedder.published()

    def set(self, name: str, value: str) -> None:
        self.settings = self.library.settings = with_value(self.settings, name, value)
        self.embedder.configure()

    @property
    def state(self) -> str:
        return self.embedder.state.state


def _ignored(report: object) -> None:
    pass


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    monkeypatch.setattr(embedder_supervisor, "QUIET_S", 0.0)
    monkeypatch.setattr(embedder_supervisor, "LULL_S", 0.0)
    others = set(threading.enumerate())
    one = Bench(tmp_path)
    yield one
    one.embedder.close()
    one.library.close()
    one.kept.close()
    assert not [thread for thread in set(threading.enumerate()) - others if thread.name == "meaning"]


def test_words_go_first_and_a_pause_holds_vectors_too(bench: Bench):
    bench.is_indexing = True
    bench.embedder.start()
    threading.Event().wait(0.6)
    assert bench.state == "waiting" and not bench.library.meaning.views
    bench.is_paused, bench.is_indexing = True, False
    until(lambda: bench.state == "paused")
    assert bench.library.meaning.now.coverage == 0
    bench.is_paused = False
    until(lambda: bench.state == "ready" and bench.library.meaning.now.coverage == 1)


def test_what_was_published_since_counts_as_not_yet_embedded(bench: Bench):
    bench.embedder.start()
    until(lambda: bench.state == "ready" and bench.library.coverage() == 1)
    bench.is_indexing = True
    bench.add("more")
    answer = bench.library.search(SearchRequest("wheel"))
    assert answer.total == 6 and answer.coverage == bench.library.coverage() == 0.5 and bench.state == "waiting"
    bench.is_indexing = False
    until(lambda: bench.state == "ready" and bench.library.coverage() == 1)
    assert bench.library.search(SearchRequest("wheel")).coverage == 1


def test_a_model_that_cannot_be_loaded_is_named_with_what_to_do(bench: Bench):
    bench.set("meaning.model", "/nowhere/at/all")
    bench.embedder.start()
    until(lambda: bench.state == "failed")
    assert "The folder /nowhere/at/all" in bench.embedder.state.problem
    assert "settings set meaning.model" in bench.embedder.state.problem
    bench.set("meaning.model", "")
    until(lambda: bench.state == "ready" and bench.library.meaning.now.coverage == 1)
    assert not bench.embedder.state.problem


def test_switched_off_nothing_is_loaded_or_started(bench: Bench):
    bench.set("meaning.enabled", "false")
    bench.embedder.start()
    until(lambda: bench.state == "off")
    threading.Event().wait(0.6)
    assert not bench.library.meaning.views and not bench.paths.vectors.exists()
    assert not bench.embedder.is_busy


def test_a_collection_that_comes_or_comes_back_while_the_embedder_is_up_is_embedded(bench: Bench):
    def is_ready() -> bool:
        state, meaning = bench.embedder.state, bench.library.meaning
        return (state.state, state.done, meaning.now.coverage) == ("ready", meaning.sections, 1)

    bench.embedder.start()
    until(lambda: bench.state == "ready" and bench.library.meaning.now.coverage == 1)
    bench.add("more")
    until(lambda: bench.library.meaning.sections == 6 and is_ready())
    bench.remove("more")
    until(lambda: bench.library.meaning.sections == 3 and is_ready())
    bench.add("more")
    until(lambda: bench.library.meaning.sections == 6 and is_ready())
    bench.remove("more")
    bench.remove("notes")  # the last one of its model
    bench.add("more")
    until(lambda: bench.library.meaning.sections == 3 and is_ready())


def _nearest_pid(bench: Bench) -> int:
    return bench.embedder._nearest._child.pid


def _ask_nearest(bench: Bench) -> list[int]:
    view = bench.library.meaning.views[0]
    keys, _ = view.nearest(view.encoder.encode(["The wheel turns 1 times."], is_query=True)[0], 3)
    return sorted(keys.tolist())


def _is_built(bench: Bench) -> bool:
    meaning = bench.library.meaning
    return bench.state == "ready" and meaning.now.coverage == 1 and meaning.is_built()


def test_a_small_library_needs_the_process_of_nearest_vectors_only_while_it_is_built(bench: Bench):
    bench.embedder.start()
    until(lambda: _is_built(bench))
    assert not _nearest_pid(bench) and any(bench.paths.chroma.rglob("chroma.sqlite3"))
    assert not bench.library.meaning.strays() and not _nearest_pid(bench)


def test_killed_while_it_serves_the_process_of_nearest_vectors_is_missed_by_no_query_and_comes_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 0)
    bench.embedder.start()
    until(lambda: _is_built(bench))
    killed, before = _nearest_pid(bench), _ask_nearest(bench)
    psutil.Process(killed).kill()
    assert _ask_nearest(bench) == before
    until(lambda: _nearest_pid(bench) not in (0, killed) and _is_built(bench))
    assert _ask_nearest(bench) == before and not bench.library.meaning.strays()
    assert not bench.embedder.notices


def test_killed_again_and_again_while_it_builds_it_is_told_of_and_builds_in_the_end(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(nearest_vectors, "CRASHES_BEFORE_NOTICE", 2)
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 0)
    bench.embedder.start()
    killed = set[int]()
    while len(killed) < 3:
        until(lambda: _nearest_pid(bench) not in {0, *killed})
        pid = _nearest_pid(bench)
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(pid).kill()
        killed.add(pid)
    until(lambda: _nearest_pid(bench) not in {0, *killed} and _is_built(bench))
    assert not bench.library.meaning.strays()
    assert bench.embedder.notices == (nearest_vectors.KEEPS_STOPPING,)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
def test_closing_waits_for_no_process_that_stands_still_over_a_build(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    for module, name in ((embedder_supervisor, "PART_S"), (nearest_child, "STOP_S")):
        monkeypatch.setattr(module, name, 0.2)
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 0)
    bench.embedder.start()
    until(lambda: _nearest_pid(bench))
    process = psutil.Process(_nearest_pid(bench))
    process.suspend()
    bench.embedder.close()
    until(lambda: not process.is_running())
    assert not _nearest_pid(bench) and not bench.library.meaning.is_built()


def test_on_battery_nothing_is_embedded_unless_the_person_wants_it(bench: Bench):
    is_on_battery = True
    bench.embedder.power = PowerSource(lambda: is_on_battery, every_s=0)
    bench.set("meaning.on_battery", "false")
    bench.embedder.start()
    until(lambda: bench.state == "battery")
    state = bench.embedder.state
    assert (state.done, state.total, state.time_left_s) == (0, 3, -1.0) and not bench.embedder.is_busy
    assert bench.library.search(SearchRequest("wheel")).total == 3
    is_on_battery = False
    until(lambda: _is_built(bench))
    is_on_battery = True
    bench.add("more")
    until(lambda: (bench.state, bench.embedder.state.done, bench.embedder.state.total) == ("battery", 3, 6))
    bench.set("meaning.on_battery", "true")
    until(lambda: _is_built(bench))


def test_what_a_search_finds_first_is_embedded_before_the_rest(bench: Bench):
    bench.library.on_viewed = bench.embedder.viewed
    bench.library.refresh_meaning()
    bench.library.search(SearchRequest("wheel", is_prefix=True))
    assert bench.embedder._viewed == ()
    bench.library.search(SearchRequest("turns 1 times"))
    assert bench.embedder._viewed[0] == "notes/p1.md"
    bench.embedder.start()
    until(lambda: _is_built(bench))
    bench.library.search(SearchRequest("turns 2 times"))
    assert bench.embedder._viewed[0] == "notes/p1.md"  # all have vectors: nothing is to be put first


def test_the_child_is_told_which_collections_are_subscriptions(bench: Bench):
    sources = {
        "guide": Source(SourceKind.PUBLICATION, "https://example.org/guide"),
        "site": Source(SourceKind.SITE, "https://example.org/"),
    }
    fetched = (Collection(slug, slug.title(), slug, source=source) for slug, source in sources.items())
    bench.collections = (*bench.collections, *fetched)
    told = bench.embedder._configuration()
    assert told.publications == ("guide",) and [slug for slug, _ in told.models] == ["notes", "guide", "site"]
