"""A real window in this process, driven from here, with a watch on its thread; for measures that run in a child."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window
    from tests.stalls import Stalls

SIZE = (1440, 900)
BAR = "50 ms"


def tell(name: str, value: float, unit: str, wanted: str = "") -> None:
    """One figure to the process that asked for it."""
    print(json.dumps([name, value, unit, wanted]), flush=True)


def pause(seconds: float) -> None:
    """Let the window live for a while."""
    end = time.perf_counter() + seconds
    until(lambda: time.perf_counter() >= end, seconds + 30)


def until(is_so: Callable[[], object], timeout_s: float = 60) -> float:
    """Let the window live until something is so, looked at every three milliseconds; seconds that it took.

    Raises:
        TimeoutError: when it never was.
    """
    from PySide6.QtCore import QEventLoop, Qt, QTimer  # noqa: PLC0415 - in the measuring process alone

    start = time.perf_counter()
    loop = QEventLoop()
    timer = QTimer(interval=3, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(
        lambda: loop.quit() if is_so() or time.perf_counter() - start > timeout_s else None
    )  # so that nothing of ours stays on the stack between two looks
    timer.start()
    if not is_so():
        loop.exec()
    timer.stop()
    if not is_so():
        raise TimeoutError(f"nothing after {timeout_s:g} s")
    return time.perf_counter() - start


@contextmanager
def desk(library: Path) -> Iterator[tuple[Window, Stalls]]:
    """A window on a library as the program opens it, with no session before, and the watch on its thread."""
    from bookwheel.gui.process import application  # noqa: PLC0415 - in the measuring process alone

    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        app, window = application.open_window([], str(library))
        from tests.stalls import Stalls  # noqa: PLC0415 - Qt is there now

        stalls = Stalls()
        try:
            yield window, stalls
        finally:
            stalls.end()
            window.close()
            window.end()
            app.processEvents()


@contextmanager
def told(name: str, stalls: Stalls) -> Iterator[None]:
    """Tell the longest stall within a journey, and to whom it may concern what held the thread."""
    with stalls.journey() as found:
        yield
    longest = found[0] if found else None
    tell(f"longest stall: {name}", longest.own_ms if longest else 0.0, "ms", BAR)
    tell(f"most work in one stall: {name}", max((each.work_ms for each in found), default=0.0), "ms", BAR)
    for each in found[:4]:
        if each.own_ms > 25:
            said = f"{each.own_ms:.0f} ms (clock {each.wall_ms:.0f}, work {each.work_ms:.0f}): {each.where}"
            print(f"  {name}: {said}", file=sys.stderr, flush=True)
