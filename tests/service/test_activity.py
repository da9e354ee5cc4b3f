from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.service.activity import Activity, ActivityRequest, Unanswered, UnansweredRequest
from bookwheel.indexes.activity import ActivityStore
from bookwheel.indexes.state import State
from bookwheel.service import activity
from bookwheel.service.activity import ActivityLog
from tests.older_calls import keep_older_calls
from tests.waiting import until


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    state = State(tmp_path / "state.sqlite", tmp_path / "state.backup.sqlite")
    yield state
    state.close()


def _log(state: State, announce: Callable[[Activity], None]) -> ActivityLog:
    return ActivityLog(ActivityStore(state._file._path.with_name("activity.sqlite")), state, announce)


def _call(query: str, client: str = "window") -> Activity:
    return Activity(0, "", client, "search", query, ("notes/a.md#top",), 1, 10, 1.5)


def test_recorded_call_is_numbered_announced_and_kept(state: State):
    announced: list[Activity] = []
    log = _log(state, announced.append)
    log.record(_call("wheel"))
    log.record(_call("book", "cli"))
    assert [(call.sequence, call.query) for call in announced] == [(1, "wheel"), (2, "book")]
    assert log.listed(ActivityRequest()).activity == tuple(reversed(announced))
    log.close()


def test_what_a_terminal_obeys_is_not_kept(state: State):
    log = _log(state, lambda _: None)
    log.record(Activity(0, "", "agent", "\x1b[2Jsearch\u202e", "\x1b]0;owned\x07a wheel\u200b", (), 0, 0, 1.0))
    [call] = log.listed(ActivityRequest()).activity
    assert (call.tool, call.query) == ("search", "a wheel")
    log.close()


def test_numbers_go_on_after_a_restart(state: State):
    first = _log(state, lambda _: None)
    first.record(_call("wheel"))
    first.close()
    announced: list[Activity] = []
    second = _log(state, announced.append)
    second.record(_call("book"))
    second.close()
    assert announced[0].sequence == 2


def test_query_typed_letter_by_letter_counts_once(state: State, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(activity, "SETTLE_S", 0.05)
    announced: list[Activity] = []
    settled = threading.Event()

    def announce(call: Activity) -> None:
        announced.append(call)
        settled.set()

    log = _log(state, announce)
    for typed in ("w", "wh", "whe", "wheel"):
        log.record_settled(_call(typed))
    assert settled.wait(5)
    log.close()
    assert [call.query for call in announced] == ["wheel"]


def test_calls_that_could_not_be_kept_do_not_end_the_list(
    state: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(activity, "_BATCH_S", 0.01)
    with contextlib.closing(sqlite3.connect(tmp_path / "activity.sqlite", isolation_level=None)) as other:
        log = _log(state, lambda _: None)
        other.execute("ALTER TABLE activity RENAME TO elsewhere")
        log.record(_call("lost"))
        while not caplog.records:
            time.sleep(0.01)
        other.execute("ALTER TABLE elsewhere RENAME TO activity")
        log.record(_call("kept"))
        while not log.listed(ActivityRequest()).activity:
            time.sleep(0.01)
    assert [call.query for call in log.listed(ActivityRequest()).activity] == ["kept"]
    assert "lost" not in caplog.text
    log.close()


def test_queries_of_agents_that_found_nothing_are_counted_by_their_words(state: State):
    log = _log(state, lambda _: None)

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


def _older(sequence: int, slug: str = "notes", hits: int = 1) -> Activity:
    at = (datetime.now(UTC) - timedelta(days=3, seconds=-sequence)).isoformat()
    return Activity(sequence, at, "planner", "search", f"older {sequence}", (f"{slug}/a.md#top",), hits, 10, 1.5)


def _numbers(log: ActivityLog, before: int = 0) -> list[int]:
    return [call.sequence for call in log.listed(ActivityRequest(2000, before)).activity]


def _is_moved(state: State) -> bool:
    return not state.has_older_calls()


def test_calls_of_an_earlier_version_are_listed_before_and_after_they_are_moved(state: State, tmp_path: Path):
    keep_older_calls(tmp_path / "state.sqlite", [_older(number, hits=number % 2) for number in range(1, 1301)])
    state.back_up()
    log = _log(state, lambda _: None)
    log.record(_call("new"))
    expected = [1301, *range(1300, 0, -1)]
    assert _numbers(log) == expected and _numbers(log, 1000) == list(range(999, 0, -1))
    assert log.unanswered(UnansweredRequest(), 30).total == 650
    log._move_portion()
    assert _numbers(log) == expected and log.unanswered(UnansweredRequest(), 30).total == 650
    log.begin(30)
    until(lambda: _is_moved(state))
    assert _numbers(log) == expected and log.unanswered(UnansweredRequest(), 30).total == 650
    log.close()
    for name in ("state.sqlite", "state.backup.sqlite"):
        assert b"older 1300" not in (tmp_path / name).read_bytes()
        assert (tmp_path / name).stat().st_size < 200_000


@pytest.mark.parametrize("step", ["log", "drop_older_calls", "end_moving_calls"])
def test_a_move_that_is_killed_at_any_step_goes_on_and_loses_no_call(
    state: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, step: str
):
    keep_older_calls(tmp_path / "state.sqlite", [_older(number) for number in range(1, 1301)])
    log = _log(state, lambda _: None)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(log._store if step == "log" else state, step, die)
        with pytest.raises(KeyboardInterrupt):
            while True:
                log._move_portion()
    log.close()
    assert state.has_older_calls()
    again = _log(state, lambda _: None)
    assert _numbers(again) == list(range(1300, 0, -1))
    again.begin(30)
    until(lambda: _is_moved(state))
    again.record(_call("new"))
    assert _numbers(again) == list(range(1301, 0, -1))
    again.close()


def test_a_collection_forgotten_during_the_move_leaves_no_call_in_either_file(state: State, tmp_path: Path):
    state.put_collection(Collection("secret", "Secret", "/secret"))
    calls = [_older(number, "secret" if number % 2 else "notes") for number in range(1, 1201)]
    keep_older_calls(tmp_path / "state.sqlite", calls)
    log = _log(state, lambda _: None)
    log._move_portion()
    state.drop_collection("secret")
    log.forget("secret")
    assert _numbers(log) == list(range(1200, 0, -2))
    log.begin(30)
    until(lambda: _is_moved(state))
    log.close()
    for path in tmp_path.glob("*.sqlite"):
        assert b"secret/a.md" not in path.read_bytes(), path


def test_a_shorter_time_drops_calls_that_are_not_moved_yet(state: State, tmp_path: Path):
    keep_older_calls(tmp_path / "state.sqlite", [_older(number) for number in range(1, 701)])
    log = _log(state, lambda _: None)
    log._move_portion()
    log.prune(1)
    assert _numbers(log) == []
    log.close()
