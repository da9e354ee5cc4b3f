"""Lets pytest-qt's waits follow progress: they go on while the processes that the tests started are at work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytestqt.exceptions import TimeoutError as NotInTime
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import _AbstractSignalBlocker as Blocker

from tests.processes import Patience


def make_patient() -> None:
    """Replace what pytest-qt does when a wait's time is over, once for the whole run."""
    if QtBot.waitUntil is not _wait_until:
        QtBot.waitUntil = QtBot.wait_until = _wait_until
        Blocker._quit_loop_by_timeout = _quit_unless_busy


_wait_once = QtBot.waitUntil
_quit = Blocker._quit_loop_by_timeout


def _wait_until(self: QtBot, callback: Callable[[], object], *, timeout: int = 5000) -> None:
    patience = Patience(timeout / 1000)
    while True:
        try:
            return _wait_once(self, callback, timeout=timeout)
        except NotInTime:
            if patience.is_over():
                raise


def _quit_unless_busy(self: Any) -> None:
    if not self.raising:  # the test wants to see that nothing comes
        return _quit(self)
    if not hasattr(self, "patience"):
        self.patience = Patience(0)
    if self.patience.is_over():
        return _quit(self)
    return self._timer.start()
