"""The waits of pytest-qt go on while a process that the tests started is at work."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot


@pytest.fixture
def busy() -> Iterator[None]:
    """A process that works for longer than the waits' own time."""
    script = "import time; end = time.monotonic() + 20\nwhile time.monotonic() < end: pass"
    with subprocess.Popen([sys.executable, "-c", script]) as process:
        yield
        process.kill()


def test_a_wait_for_a_condition_goes_on_beside_work(qtbot: QtBot, busy: None) -> None:
    timer = QTimer(singleShot=True, interval=3000)
    timer.start()
    qtbot.waitUntil(lambda: not timer.isActive(), timeout=500)


def test_a_wait_for_a_signal_goes_on_beside_work(qtbot: QtBot, busy: None) -> None:
    timer = QTimer(singleShot=True, interval=3000)
    with qtbot.waitSignal(timer.timeout, timeout=500):
        timer.start()


def test_waits_end_where_nothing_moves(qtbot: QtBot) -> None:
    timer = QTimer(singleShot=True, interval=60_000)
    with pytest.raises(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: False, timeout=300)
    with pytest.raises(qtbot.TimeoutError), qtbot.waitSignal(timer.timeout, timeout=300):
        timer.start()
