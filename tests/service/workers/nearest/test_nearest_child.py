"""Chroma in a process of its own: the same answers as in this one, and no harm when it is killed."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged, StorageUnavailable, StoreUnusable
from bookwheel.indexes.ann import NearestIndex
from bookwheel.indexes.ann.nearest_index import LEAST_ADDED
from bookwheel.paths import command
from bookwheel.service.workers.nearest import nearest_child
from bookwheel.service.workers.nearest.nearest_child import NearestChild
from tests.end_to_end.conftest import SOURCE
from tests.vectors import always, numbered_hashes, unit_vectors
from tests.waiting import until


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NearestChild]:
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    # A busy machine may take seconds over a query.
    monkeypatch.setattr(nearest_child, "QUERY_WAIT_S", 60.0)
    (tmp_path / "library").mkdir()
    made = NearestChild([*command(), "child", "nearest", "--library", str(tmp_path / "library")], tmp_path / "log")
    yield made
    made.close()
    assert not made.pid


def test_answers_are_those_of_chroma_in_this_process(tmp_path: Path, child: NearestChild):
    vectors, query = unit_vectors(1, 100), unit_vectors(2, 1)[0]
    distant = NearestIndex(tmp_path / "distant", "one", child.open)
    near = NearestIndex(tmp_path / "near", "one")
    for index in (distant, near):
        assert not index.ids() and index.add(numbered_hashes(100), vectors, always)
        index.delete(numbered_hashes(40))
    assert distant.ids() == near.ids() == set(numbered_hashes(100)[40:])
    hashes, cosines = distant.nearest(query, 30)
    assert hashes == near.nearest(query, 30)[0]
    assert np.allclose(cosines, near.nearest(query, 30)[1])
    distant.empty()
    assert not distant.ids() and not distant.notice
    distant.close()
    near.close()


def test_the_process_lives_as_long_as_one_of_its_stores(tmp_path: Path, child: NearestChild):
    one, two = (NearestIndex(tmp_path / name, name, child.open) for name in ("one", "two"))
    process = psutil.Process(child.pid)
    one.add(numbered_hashes(3), unit_vectors(1, 3), always)
    one.close()
    with pytest.raises(IndexDamaged):
        one.ids()
    assert not two.ids()
    two.close()
    assert not child.pid and not process.is_running()
    again = NearestIndex(tmp_path / "one", "one", child.open)
    assert again.ids() == set(numbered_hashes(3)) and not again.notice
    again.close()


def test_a_torn_folder_is_replaced_there_too_and_said(tmp_path: Path, child: NearestChild):
    index = NearestIndex(tmp_path / "one", "one", child.open)
    index.add(numbered_hashes(20), unit_vectors(1, 20), always)
    index.close()
    for path in (tmp_path / "one").rglob("*"):
        if path.is_file() and path.name != "stamp":
            path.write_bytes(b"\xffnoise" * 50)
    again = NearestIndex(tmp_path / "one", "one", child.open)
    assert "being rebuilt" in again.notice and not again.ids()
    again.close()


def test_what_cannot_be_made_is_told_as_an_error_of_its_kind(tmp_path: Path, child: NearestChild):
    with pytest.raises(IndexDamaged):
        child.open(tmp_path / "no" / "such" / "folder", "one")
    assert not child.pid


@pytest.mark.skipif(sys.platform != "linux", reason="another process's limits are set on Linux alone")
def test_what_the_system_refuses_is_told_as_such(tmp_path: Path, child: NearestChild):
    first = NearestIndex(tmp_path / "one", "one", child.open)
    psutil.Process(child.pid).rlimit(psutil.RLIMIT_FSIZE, (0, 0))  # no file may grow, as on a full disk
    with pytest.raises(StorageUnavailable) as caught:
        child.open(tmp_path / "two", "two")
    assert caught.value.message == storage.FAILING  # what SQLite makes of it
    first.close()


def test_a_kill_in_the_midst_of_adding_loses_nothing_that_was_added(tmp_path: Path, child: NearestChild):
    count = 3 * LEAST_ADDED
    index = NearestIndex(tmp_path / "one", "one", child.open)
    looks = iter(range(10))

    def kill_at_second() -> bool:
        if next(looks) == 1:
            psutil.Process(child.pid).kill()
        return True

    with pytest.raises(StoreUnusable) as caught:
        index.add(numbered_hashes(count), unit_vectors(1, count), kill_at_second)
    assert not isinstance(caught.value, IndexDamaged)
    until(lambda: index.is_lost)
    with pytest.raises(StoreUnusable):
        index.nearest(unit_vectors(2, 1)[0], 3)
    index.close()
    again = NearestIndex(tmp_path / "one", "one", child.open)
    assert again.ids() >= set(numbered_hashes(LEAST_ADDED)) and not again.notice
    again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
def test_queries_do_not_wait_for_a_process_that_stands_still_and_closing_ends_it(
    tmp_path: Path, child: NearestChild, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(nearest_child, "STOP_S", 0.1)
    index = NearestIndex(tmp_path / "one", "one", child.open)
    index.add(numbered_hashes(20), unit_vectors(1, 20), always)
    monkeypatch.setattr(nearest_child, "QUERY_WAIT_S", 0.05)
    process = psutil.Process(child.pid)
    os.kill(process.pid, signal.SIGSTOP)
    for _ in range(3 * nearest_child.MOST_WAITING):
        with pytest.raises(StoreUnusable):
            index.nearest(unit_vectors(2, 1)[0], 3)
    failures: list[StoreUnusable] = []

    def read_all() -> None:
        try:
            index.ids()
        except StoreUnusable as error:
            failures.append(error)

    reading = threading.Thread(target=read_all)
    reading.start()
    child.close()
    reading.join(30)
    assert not reading.is_alive() and len(failures) == 1 and not process.is_running()
    with pytest.raises(StoreUnusable):
        child.open(tmp_path / "one", "one")


def test_a_program_that_cannot_be_started_is_no_damage(tmp_path: Path):
    child = NearestChild([str(tmp_path / "none")], tmp_path / "log")
    with pytest.raises(FileNotFoundError):
        child.open(tmp_path / "one", "one")
    child.close()


def test_a_process_that_says_what_cannot_be_read_is_ended(tmp_path: Path):
    script = "import sys; print('\\0\\0\\0\\x05noise', flush=True); sys.stdin.buffer.read()"
    child = NearestChild([sys.executable, "-c", script], tmp_path / "log")
    with pytest.raises(StoreUnusable):
        child.open(tmp_path / "one", "one")
    assert not child.pid
    child.close()
