"""The child that keeps the graph on disk, seen from the service."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from bookwheel.service.workers.task_child import TaskChild

log = logging.getLogger(__name__)

MOST_S = 3600.0
"""Seconds on the clock; the first look at 100,000 documents takes six minutes of a processor."""


class GraphKeeper:
    """Runs one child at a time, from one thread; `close` may be called from any."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        """Prepare; nothing is started. `command` starts a child."""
        self._child = TaskChild(command, log, "graph")

    def keep(self) -> bool:
        """Have the child read what changed and keep the graph; whether it was kept."""
        try:
            is_kept = self._child.first_reply(None, bool, MOST_S)
        except TimeoutError:
            is_kept = False
        if not is_kept:
            log.warning("the graph was not kept on disk; the service reads the store itself")
        return bool(is_kept)

    def close(self) -> None:
        """End the child."""
        self._child.close()
