"""Lowers the priority of children, so that the person's own programs and searches come first."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import psutil

SWITCH = "BOOKWHEEL_CHILD_PRIORITY"
"""An environment variable. `normal` keeps children at their service's priority, as tests need: beside other programs
a child that gives way may get no time at all."""

LOWEST = 19
"""The niceness of work that nobody waits for."""


def is_normal() -> bool:
    """Whether children keep their service's priority."""
    return os.environ.get(SWITCH) == "normal"


def lower(niceness: int) -> None:
    """Lower this process's priority by so much on POSIX; nothing happens on Windows."""
    if sys.platform != "win32" and not is_normal():
        os.nice(niceness)


def run_last() -> None:
    """Run only where nothing else wants to."""
    if is_normal():
        return
    with contextlib.suppress(OSError, psutil.Error):
        if sys.platform == "win32":
            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            os.nice(LOWEST)
    # Desktop Linux weighs sessions, not processes, and a child is a session of its own; one that was started by hand is
    # not, and its terminal would give way with it.
    group = Path("/proc/self/autogroup")
    with contextlib.suppress(OSError):
        if group.exists() and os.getsid(0) == os.getpid():
            group.write_text(str(LOWEST), "ascii")
