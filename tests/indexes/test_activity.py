from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bookwheel.domain.service.activity import Activity
from bookwheel.indexes.activity import ActivityStore

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def _call(sequence: int, section: str = "notes/a.md#top", at: str = "2026-11-21T10:00:00+00:00") -> Activity:
    return Activity(sequence, at, "cli", "search", f"wheel {sequence}", (section,), 1, 10, 1.5)


def _numbers(store: ActivityStore, limit: int = 2000) -> list[int]:
    return [call.sequence for call in store.calls(limit)]


def _filled(path: Path, count: int) -> None:
    with closing(ActivityStore(path)) as store:
        store.log([_call(number) for number in range(1, count + 1)])


def test_calls_are_newest_first_and_page(tmp_path: Path):
    with closing(ActivityStore(tmp_path / "activity.sqlite")) as store:
        store.log([_call(number) for number in range(1, 6)])
        assert _numbers(store, 2) == [5, 4]
        assert [call.sequence for call in store.calls(2, before=4)] == [3, 2]
        assert store.last_call() == 5


def test_old_calls_are_dropped_and_numbers_are_not_used_again(tmp_path: Path):
    with closing(ActivityStore(tmp_path / "activity.sqlite")) as store:
        store.log([_call(1, at="2026-01-01T00:00:00+00:00"), _call(2)])
        store.prune(30, NOW)
        assert _numbers(store) == [2]
        store.prune(0, datetime(2027, 11, 21, tzinfo=UTC))
        assert _numbers(store) == [] and store.last_call() == 2


def test_no_more_calls_are_kept_than_there_may_be(tmp_path: Path):
    with closing(ActivityStore(tmp_path / "activity.sqlite")) as store:
        store.log([_call(number) for number in range(1, 8)])
        for most, left in ((7, 7), (3, 3), (0, 0)):
            store.prune(3650, NOW, most)
            assert _numbers(store) == list(range(7, 7 - left, -1))


def test_a_forgotten_collection_leaves_no_bytes(tmp_path: Path):
    path = tmp_path / "activity.sqlite"
    _filled(path, 1)
    path.write_bytes(b"secret/zanzibar")
    with closing(ActivityStore(path)) as store:
        assert (tmp_path / "activity.damaged.sqlite").exists()
        store.log([_call(1, "secret/zanzibar.md#top"), _call(2)])
        store.forget("secret")
        assert _numbers(store) == [2]
    for file in tmp_path.iterdir():
        assert b"zanzibar" not in file.read_bytes(), file
    with closing(ActivityStore(path)) as store:
        store.prune(30, NOW)
        assert _numbers(store) == [2]


@pytest.mark.parametrize(
    "harm",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: bytes(len(content)),
        lambda content: b"this is no database" * 50,
        lambda content: content[:100] + b"\xff" * 4000 + content[4100:],
        lambda content: content[:4096] + bytes(len(content) - 4096),
    ],
    ids=["empty", "half", "zeros", "text", "noise at its beginning", "zeros after its beginning"],
)
def test_a_damaged_list_is_set_aside_and_an_empty_one_takes_calls(tmp_path: Path, harm: Callable[[bytes], bytes]):
    path = tmp_path / "activity.sqlite"
    _filled(path, 300)
    content = path.read_bytes()
    path.write_bytes(harm(content))
    with closing(ActivityStore(path)) as store:
        assert _numbers(store) == []
        store.log([_call(7)])
        assert _numbers(store) == [7] and store.faults() == ()
        if harm(content):
            assert store.notices == (
                "The activity log was damaged, so an empty one was started. The damaged file is now "
                "activity.damaged.sqlite.",
            )
    with closing(ActivityStore(path)) as again:
        assert again.notices == () and _numbers(again) == [7]


def test_damage_in_the_middle_is_met_later_and_loses_no_new_call(tmp_path: Path):
    path = tmp_path / "activity.sqlite"
    _filled(path, 20_000)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 100 * 4096] = b"\xee" * (100 * 4096)
    path.write_bytes(content)
    with closing(ActivityStore(path)) as store:
        assert store.notices == (), "opening looks at the newest calls alone"
        assert store.faults() != ()
        store.calls(20_000)
        assert len(store.notices) == 1
        store.log([_call(20_001)])
        assert _numbers(store) == [20_001]


def test_opening_does_not_read_the_whole_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "activity.sqlite"
    _filled(path, 20_000)
    asked: list[str] = []
    connect = sqlite3.connect

    def traced(*arguments: object, **options: object) -> sqlite3.Connection:
        connection = connect(*arguments, **options)  # type: ignore[arg-type]
        connection.set_trace_callback(asked.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", traced)
    with closing(ActivityStore(path)):
        assert not any("check" in statement or "count(*) FROM activity" in statement for statement in asked)


def test_the_file_is_for_its_owner_alone(tmp_path: Path):
    with closing(ActivityStore(tmp_path / "activity.sqlite")):
        assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}
