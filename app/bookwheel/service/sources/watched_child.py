"""A child that is ended as soon as nobody wants what it does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from bookwheel.service.workers.task_child import TaskChild

LOOK_S = 0.3
"""Seconds between two looks whether it is still wanted."""


@contextmanager
def watched(child: TaskChild, is_wanted: Callable[[], bool]) -> Generator[None]:
    """End a child once it is not wanted, until the block is left."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(LOOK_S):
            if not is_wanted():
                child.close()
                return

    watcher = threading.Thread(target=watch, name="watch a child", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
