"""The child that reads one history and ends; the indexer may kill it at any time."""

from __future__ import annotations

import contextlib
from typing import IO

from bookwheel import child_process, packing
from bookwheel.domain.history import HistoryTask
from bookwheel.library.history.history_reader import read_history

CPU_S = 60.0
"""Seconds of a processor after which the system ends the child or git."""


def run(incoming: IO[bytes], outgoing: IO[bytes]) -> None:
    """Read the task, answer with the history, and end; with the parent gone, end at once, and git too."""
    try:
        task = packing.decode(child_process.read_frame(incoming), HistoryTask)
    except EOFError:
        return
    child_process.bound_time(CPU_S / 2)
    child_process.end_with_parent(incoming)
    content = packing.encode(read_history(task))
    with contextlib.suppress(OSError):
        outgoing.write(child_process.frame(content))
        outgoing.flush()
