"""From starting the program to its window on a screen, with the service up and the files in the page cache."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from bookwheel import paths
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.indexing import TREE
from tests.bench.running import environment, service, until


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """The second start's time until X says that a window whose title ends in Bookwheel is shown."""
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        return
    with service(scratch / "library") as running, _screen() as display:
        running.add_and_wait(corpora.tree(TREE))
        for is_warm in (False, True):
            took = _shown_s(running.library, display)
            if is_warm:
                yield Figure("window shown, warm", took, "s", "1.5 s")


def _shown_s(library: paths.LibraryPaths, display: str) -> float:
    settings = {**environment(library), "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    start = time.perf_counter()
    window = subprocess.Popen(paths.command(), env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _is_shown(display), 60, pause_s=0.02)
        took = time.perf_counter() - start
        time.sleep(2)
        return took
    finally:
        window.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            window.wait(10)
        if window.poll() is None:
            window.kill()
            window.wait()


def _is_shown(display: str) -> bool:
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "Bookwheel$"],
        env={**os.environ, "DISPLAY": display},
        capture_output=True,
        check=False,
    )
    return bool(found.stdout.strip())


@contextlib.contextmanager
def _screen() -> Iterator[str]:
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as file:
            number = file.readline().strip()
        yield f":{number}"
    finally:
        screen.terminate()
        screen.wait()
