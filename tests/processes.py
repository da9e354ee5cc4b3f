"""Finds the processes that this run of the tests started, whatever session they are in and whoever their parent is."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Container, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import psutil

MARK = "BOOKWHEEL_TEST_RUN"
"""An environment variable that every process started from here inherits."""

RUN = f"{os.getpid()}-{time.time_ns()}"

BUSY_SHARE = 0.1
"""The share of one core beyond which the run's other processes are at work: a service that is only asked for its status
twenty times a second takes 0.04."""


_AT_WORK = ("R", "D")
"""States of a thread in Linux that runs, and of one that waits for a disk."""

_lasting: set[str] = set()


@contextlib.contextmanager
def lasting(folder: Path) -> Generator[None]:
    """Let processes that name this folder, and their children, outlive a module: a fixture of several has them."""
    _lasting.add(str(folder))
    try:
        yield
    finally:
        _lasting.discard(str(folder))
    left = [describe(process) for process in wait_for_end(()) if str(folder) in describe(process)]
    assert not left, f"A fixture left processes behind: {'; '.join(left)}"


def mark() -> None:
    """Let every process that is started from now on be found."""
    os.environ[MARK] = RUN


def find_started() -> dict[int, psutil.Process]:
    """Return every living process that this run started, by id, but for those that belong to this process."""
    own = psutil.Process()
    descendants = {process.pid: process for process in own.children(recursive=True)}
    marked = {process.pid: process for process in psutil.process_iter() if _is_marked(process)}
    found = {pid: process for pid, process in (descendants | marked).items() if pid != own.pid and _is_alive(process)}
    return {pid: process for pid, process in found.items() if not (pid in descendants and _is_of_this(process))}


def wait_for_end(before: Container[int], timeout_s: float = 10) -> list[psutil.Process]:
    """Return the processes started since `before` that do not end, once nothing has moved for so long."""
    patience = Patience(timeout_s)
    while left := [
        process for pid, process in find_started().items() if pid not in before and not _is_lasting(process)
    ]:
        if patience.is_over():
            return left
        time.sleep(0.05)
    return []


def kill(started: Iterable[psutil.Process]) -> None:
    """End processes at once."""
    for process in started:
        with contextlib.suppress(psutil.Error):
            process.kill()


def describe(process: psutil.Process) -> str:
    """Return a process's id and command for a person."""
    with contextlib.suppress(psutil.Error):
        return f"{process.pid} ({' '.join(process.cmdline())})"
    return str(process.pid)


@dataclass
class Patience:
    """Runs out when the run's other processes have done next to nothing for so many seconds.

    A wait that ends at a fixed time fails where other programs take the computer; this one ends where nothing moves.
    """

    timeout_s: float
    _began: float = field(default_factory=time.monotonic)
    _used_s: dict[int, float] | None = None

    def is_over(self) -> bool:
        """Whether nothing has moved for so long. The first look only notes where things stand."""
        passed_s = time.monotonic() - self._began
        if passed_s < self.timeout_s:
            return False
        before, self._used_s, self._began = self._used_s, _used_s(), time.monotonic()
        if before is None or before.keys() != self._used_s.keys():
            return False
        if sum(self._used_s[pid] - before[pid] for pid in before) >= BUSY_SHARE * passed_s:
            return False
        return not any(_is_running(pid) for pid in before)  # it may be waiting for a core or a disk that others have


def _used_s() -> dict[int, float]:
    used: dict[int, float] = {}
    for pid, process in find_started().items():
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            used[pid] = times.user + times.system
    return used


def _is_running(pid: int) -> bool:
    """Whether any thread of a process runs, or waits for a core or for a disk."""
    try:
        threads = [stat.read_text("utf-8") for stat in Path(f"/proc/{pid}/task").glob("*/stat")]
    except OSError:  # it has just ended
        return False
    if threads:
        return any(thread.rpartition(")")[2].split()[0] in _AT_WORK for thread in threads)
    with contextlib.suppress(psutil.Error):
        return psutil.Process(pid).status() in (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP)
    return False


def _is_lasting(process: psutil.Process) -> bool:
    family = [process]
    with contextlib.suppress(psutil.Error):  # a parser names no folder: its indexer does
        family += process.parents()
    named = [describe(one) for one in family] if _lasting else []
    return any(folder in name for folder in _lasting for name in named)


def _is_marked(process: psutil.Process) -> bool:
    try:
        return process.environ().get(MARK) == RUN
    except (psutil.Error, OSError):
        return False


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _is_of_this(process: psutil.Process) -> bool:
    """Whether Qt WebEngine or multiprocessing keeps a process for as long as this one lives."""
    try:
        return process.name().startswith("QtWebEngine") or "multiprocessing.resource_tracker" in " ".join(
            process.cmdline()
        )
    except psutil.Error:
        return True
