"""The child that reads a history: what it brings, and that neither it nor its git outlives who wants it."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from bookwheel import child_process, paths, wire
from bookwheel.domain.history import HistoryTask
from bookwheel.library.history import history_child
from bookwheel.library.history.history_child import HistoryChild
from tests.library.history.test_history_reader import commit, git
from tests.waiting import until

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="makes repositories with git")


@pytest.fixture
def task(tmp_path: Path) -> HistoryTask:
    root = tmp_path / "work"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    commit(root, "Begin", guide="one")
    return HistoryTask(str(root), str(tmp_path / "for-git"), ("guide.md",))


@pytest.fixture
def slow_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git that never ends, and the file in which it writes its process id."""
    folder, started = tmp_path / "bin", tmp_path / "started"
    folder.mkdir()
    program = folder / "git"
    program.write_text(
        f"#!/bin/sh\necho $$ > '{started}.new'\nmv '{started}.new' '{started}'\nexec sleep 600\n", "utf-8"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return started


def test_a_child_brings_the_history(task: HistoryTask) -> None:
    child = HistoryChild(task)
    until(lambda: not child.is_running)
    history = child.fetch()
    assert history is not None and [one.title for one in history.commits] == ["Begin"]
    assert not Path(task.folder).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="the slow git is a shell script")
def test_a_child_that_takes_too_long_is_ended_with_its_git(
    task: HistoryTask, slow_git: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_child, "MOST_S", 0.0)
    child = HistoryChild(task)
    until(slow_git.exists)
    assert not child.is_running
    assert child.fetch() is None
    until(lambda: not psutil.pid_exists(int(slow_git.read_text())))


@pytest.mark.skipif(sys.platform == "win32", reason="the slow git is a shell script")
def test_a_child_whose_parent_has_gone_ends_with_its_git(task: HistoryTask, slow_git: Path) -> None:
    process = subprocess.Popen(
        [*paths.command(), "child", "history"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(child_process.frame(wire.encode(task)))
    process.stdin.flush()
    until(slow_git.exists)
    process.stdin.close()
    process.wait(30)
    process.stdout.close()
    until(lambda: not psutil.pid_exists(int(slow_git.read_text())))
