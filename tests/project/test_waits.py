"""The tests' own waits follow progress, and every process that the tests start is found again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests import processes
from tests.waiting import until

BUSY = "import time; end = time.monotonic() + {}\nwhile time.monotonic() < end: pass\n{}"


@contextmanager
def running(script: str) -> Iterator[None]:
    with subprocess.Popen([sys.executable, "-c", script], start_new_session=True) as process:
        yield
        process.kill()


def test_a_wait_goes_on_while_a_process_of_the_tests_is_at_work(tmp_path: Path):
    made = tmp_path / "made"
    with running(BUSY.format(3, f"open({str(made)!r}, 'w').close()")):
        until(made.exists, 0.5)


def test_a_wait_ends_where_nothing_moves():
    with running("import time; time.sleep(60)"):
        until(processes.find_started)
        with pytest.raises(AssertionError, match="nothing moved"):
            until(lambda: False, 0.5)


def test_a_process_is_found_after_its_parent_has_ended():
    before = processes.find_started()
    detached = "import time; time.sleep(60)"
    parent = (
        f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {detached!r}], start_new_session=True,"
        " stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)"
    )
    subprocess.run([sys.executable, "-c", parent], check=True)
    (left,) = processes.wait_for_end(before.keys(), 0.3)
    assert "time.sleep(60)" in processes.describe(left)
    assert left.ppid() != psutil.Process().pid
    processes.kill([left])
    assert not processes.wait_for_end(before.keys())
