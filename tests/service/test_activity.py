from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.service import Activity, ActivityRequest, Unanswered, UnansweredRequest
from bookwheel.indexes.state import State
from bookwheel.service import activity as module
from bookwheel.service.activity import ActivityLog


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    state = State(tmp_path / "state.sqlite", tmp_path / "state.backup.sqlite")
    yield state
    state.close()


def _call(query: str, client: str = "window") -> Activity:
    return Activity(0, "", client, "search", query, ("notes/a.md#top",), 1, 10, 1.5)


def test_recorded_call_is_numbered_announced_and_kept(state: State):
    announced: list[Activity] = []
    log = ActivityLog(state, announced.append)
    log.record(_call("wheel"))
    log.record(_call("book", "cli"))
    assert [(call.sequence, call.query) for call in announced] == [(1, "wheel"), (2, "book")]
    assert log.listed(ActivityRequest()).activity == tuple(reversed(announced))
    log.close()


def test_what_a_terminal_obeys_is_not_kept(state: State):
    log = ActivityLog(state, lambda _: None)
    log.record(Activity(0, "", "agent", "\x1b[2Jsearch\u202e", "\x1b]0;owned\x07a wheel\u200b", (), 0, 0, 1.0))
    [call] = log.listed(ActivityRequest()).activity
    assert (call.tool, call.query) == ("search", "a wheel")
    log.close()


def test_numbers_go_on_after_a_restart(state: State):
    first = ActivityLog(state, lambda _: None)
    first.record(_call("wheel"))
    first.close()
    announced: list[Activity] = []
    second = ActivityLog(state, announced.append)
    second.record(_call("book"))
    second.close()
    assert announced[0].sequence == 2


def test_query_typed_letter_by_letter_counts_once(state: State, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "SETTLE_S", 0.05)
    announced: list[Activity] = []
    settled = threading.Event()

    def announce(call: Activity) -> None:
        announced.append(call)
        settled.set()

    log = ActivityLog(state, announce)
    for typed in ("w", "wh", "whe", "wheel"):
        log.record_settled(_call(typed))
    assert settled.wait(5)
    log.close()
    assert [call.query for call in announced] == ["wheel"]


def test_calls_that_could_not_be_kept_do_not_end_the_list(
    state: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(module, "_BATCH_S", 0.01)
    with contextlib.closing(sqlite3.connect(tmp_path / "state.sqlite", isolation_level=None)) as other:
        log = ActivityLog(state, lambda _: None)
        other.execute("ALTER TABLE activity RENAME TO elsewhere")
        log.record(_call("lost"))
        while not caplog.records:
            time.sleep(0.01)
        other.execute("ALTER TABLE elsewhere RENAME TO activity")
        log.record(_call("kept"))
        while not state.activity(10):
            time.sleep(0.01)
    assert [call.query for call in log.listed(ActivityRequest()).activity] == ["kept"]
    assert "lost" not in caplog.text
    log.close()


def test_queries_of_agents_that_found_nothing_are_counted_by_their_words(state: State):
    log = ActivityLog(state, lambda _: None)

    def call(at: int, client: str, query: str, tool: str = "search", hits: int = 0, error: str = "") -> None:
        log.record(Activity(0, f"2026-03-0{at}T00:00:00+00:00", client, tool, query, (), hits, 5, 1.0, error))

    call(1, "planner", "lost  wheel")
    call(2, "critic", "Lost Wheel", "context")
    call(3, "planner", "lost wheel")
    call(4, "planner", "another gap")
    call(5, "planner", "found", hits=3)
    call(5, "planner", "refused", error="timed_out")
    call(5, "planner", "SELECT ?s {}", "query")
    call(5, "planner", "", "search")
    call(5, "window", "typed by the person")
    call(6, "critic", "Late gap")
    answer = log.unanswered(UnansweredRequest(), 30)
    assert answer.queries == (
        Unanswered("lost wheel", 3, "2026-03-03T00:00:00+00:00", ("planner", "critic")),
        Unanswered("Late gap", 1, "2026-03-06T00:00:00+00:00", ("critic",)),
        Unanswered("another gap", 1, "2026-03-04T00:00:00+00:00", ("planner",)),
    )
    assert (answer.total, answer.days) == (3, 30)
    short = log.unanswered(UnansweredRequest(limit=1), 30)
    assert (len(short.queries), short.total) == (1, 3)
    log.close()
