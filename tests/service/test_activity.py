from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.service import Activity, ActivityRequest
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
