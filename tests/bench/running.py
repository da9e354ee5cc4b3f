"""A real service on a library of its own, for the length of one measure."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from bookwheel import paths
from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.settings import SettingChange


@dataclass(frozen=True, slots=True)
class Running:
    """A service with a connected client."""

    client: Client
    library: paths.LibraryPaths
    process: psutil.Process

    def cpu_s(self) -> float:
        """CPU seconds of the service and all of its children from their start, on Linux also of those that ended."""
        total = 0.0
        for process in [self.process, *self.process.children(recursive=True)]:
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                total += times.user + times.system + times.children_user + times.children_system
        return total

    def resident_mb(self) -> float:
        """Resident memory of the service process alone."""
        return self.process.memory_info().rss / 1e6

    def add(self, folder: Path, name: str = "") -> None:
        """Add a folder without waiting."""
        self.client.add(AddRequest(str(folder), name=name))

    def is_idle(self) -> bool:
        """Whether everything added was indexed."""
        status = self.client.status()
        return status.documents > 0 and status.pending == 0 and status.progress.phase == "idle"

    def add_and_wait(self, folder: Path, name: str = "") -> None:
        """Add a folder and wait until it is indexed."""
        self.add(folder, name)
        until(self.is_idle, 300)

    def hits(self, query: str, limit: int = 10) -> int:
        """How many sections match."""
        return self.client.search(SearchRequest(query, limit=limit)).total


def until(is_so: Callable[[], bool], timeout_s: float, pause_s: float = 0.01) -> float:
    """Seconds until something is so.

    Raises:
        TimeoutError: when it never was.
    """
    start = time.perf_counter()
    while not is_so():
        if time.perf_counter() - start > timeout_s:
            raise TimeoutError(f"nothing after {timeout_s:g} s")
        time.sleep(pause_s)
    return time.perf_counter() - start


@contextlib.contextmanager
def service(folder: Path, *, has_meaning: bool = True) -> Iterator[Running]:
    """A service on the library in `folder`, without limits for agents; ended afterwards.

    Without meaning, words alone answer: what is measured of them is not mixed with vectors that come in meanwhile.
    """
    library = paths.library(folder)
    client = connect(library, client="bench", timeout_s=120)
    try:
        status = client.status()
        for name in ("agents.calls_per_s", "service.idle_minutes"):
            client.set(SettingChange(name, "10000"))
        client.set(SettingChange("meaning.enabled", str(has_meaning).lower()))
        yield Running(client, library, psutil.Process(status.pid))
    finally:
        end(client)


def end(client: Client) -> None:
    """Stop the client's service and wait until its process is gone."""
    process = psutil.Process(client.status().pid)
    client.stop()
    client.close()
    with contextlib.suppress(psutil.Error):
        process.wait(30)


def environment(library: paths.LibraryPaths) -> dict[str, str]:
    """The environment for another Bookwheel process on this library."""
    return {**os.environ, "BOOKWHEEL_LIBRARY": str(library.root)}


def run(library: paths.LibraryPaths, *words: str) -> subprocess.Popen[bytes]:
    """Another Bookwheel process on this library, with pipes."""
    return subprocess.Popen(
        [*paths.command(), *words], env=environment(library), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
