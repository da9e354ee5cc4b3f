from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.service.files import storage_watch as storage
from bookwheel.service.files.storage_watch import StorageWatch
from tests.waiting import until


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def watch(tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[StorageWatch]:
    monkeypatch.setattr(storage, "WAITS_S", (0.01, 0.02))
    one = StorageWatch(tmp_path / "library", told.append)
    yield one
    one.close()


def test_writers_wait_until_the_folder_takes_a_file_again(watch: StorageWatch, told: list[str], tmp_path: Path) -> None:
    watch.refuse("indexer", "The disk is full.")
    watch.refuse("embedder", "The disk is full.")
    assert watch.is_held
    assert told == ["The disk is full."]
    (tmp_path / "library").mkdir()
    until(lambda: not watch.is_held)
    assert list((tmp_path / "library").iterdir()) == []
    assert watch.problem == "The disk is full."  # nobody has written yet
    watch.accept("indexer")
    watch.accept("indexer")
    assert watch.problem == "The disk is full."
    watch.accept("embedder")
    assert told == ["The disk is full.", ""]


def test_a_refused_call_counts_only_where_the_disk_takes_no_file(
    watch: StorageWatch, told: list[str], tmp_path: Path
) -> None:
    watch.refuse_call("The disk is full.")
    assert told == ["The disk is full."]
    (tmp_path / "library").mkdir()
    until(lambda: told == ["The disk is full.", ""])
    watch.refuse_call("The disk is full.")
    assert told == ["The disk is full.", ""]


def test_a_call_that_was_refused_is_over_once_the_disk_takes_a_file(
    watch: StorageWatch, told: list[str], tmp_path: Path
) -> None:
    watch.refuse("service", "The disk is full.")
    (tmp_path / "library").mkdir()
    until(lambda: told == ["The disk is full.", ""])
    watch.refuse("service", "The disk is full.")
    until(lambda: told == ["The disk is full.", "", "The disk is full.", ""])
