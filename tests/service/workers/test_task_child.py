"""A child of one task: it is gone at once when it is closed, and none comes after."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import psutil

from bookwheel.service.workers.task_child import TaskChild
from tests.waiting import until

STAYS = [sys.executable, "-c", "import sys; sys.stdin.buffer.read()"]
"""A child that tells nothing and does not end by itself, as its input stays open."""


def _children() -> set[int]:
    return {child.pid for child in psutil.Process().children()}


def test_closing_ends_the_child_that_runs_and_starts_no_other(tmp_path: Path):
    child, told, before = TaskChild(STAYS, tmp_path, "stays"), list[object](), _children()

    def run() -> None:
        for _ in range(3):
            told.append(next(child.replies({"task": 1}, dict), None))

    running = threading.Thread(target=run)
    running.start()
    until(lambda: _children() - before)
    child.close()
    running.join(30)
    assert not running.is_alive()
    assert told == [None, None, None]
    assert _children() == before


def test_a_closed_one_starts_nothing(tmp_path: Path):
    child = TaskChild(["/no/such/program"], tmp_path, "none")
    child.close()
    assert list(child.replies({}, dict)) == []
