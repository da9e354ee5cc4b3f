"""From starting the program to its window on a screen: warm, and cold with no service and its files not in memory."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

from bookwheel import paths
from bookwheel.client.connection import connect
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.indexing import TREE
from tests.bench.running import end, environment, service, until


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """The time until X says that a window whose title ends in Bookwheel is shown, warm at the second start.

    Cold, the service has to start as well, and the files of Python's packages are read anew, but for those that
    another program holds open.
    """
    if not is_possible():
        return
    with service(scratch / "library") as running, on_screen() as display:
        running.add_and_wait(corpora.tree(TREE))
        for is_warm in (False, True):
            took = _shown_s(running.library, display)
            if is_warm:
                yield Figure("window shown, warm", took, "s", "1.2 s")
        library = running.library
    with on_screen() as display:
        _forget(Path(sysconfig.get_path("purelib")), Path(paths.__file__).parent, paths.resources())
        yield Figure("window shown, cold", _shown_s(library, display), "s", "2.5 s")
        end(connect(library, client="bench"))


def _forget(*folders: Path) -> None:
    """Ask the system to drop what it holds of these files in memory."""
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file():
                file = os.open(path, os.O_RDONLY)
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(file)


def is_possible() -> bool:
    """Whether there can be a virtual screen."""
    return all(shutil.which(each) for each in ("Xvfb", "xdotool"))


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
def on_screen() -> Iterator[str]:
    """The name of a virtual screen of 1600 by 1000 pixels."""
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
