"""Garbage collection: pauses it while many objects are made that stay, and runs it rarely afterwards.

A collection holds every thread. One over all that a window and a large library hold takes a quarter of a second, and
making a hundred thousand rows sets off half a dozen; in the service, whose programs and library make a hundred thousand
objects, collections took 1.3 s of its first twenty, up to .18 s at a time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Generator
from contextlib import contextmanager

_THRESHOLDS = (5_000, 20, 50)
"""Objects made until the youngest generation is collected, such collections until the next, and those until all."""
_THRESHOLDS_OF_TASKS = (100_000, 5, 5)
_lock = threading.Lock()
_paused = [0]


def pause_gc() -> None:
    """Collect no garbage until `freeze_and_resume_gc`; call before objects are made that stay."""
    gc.disable()


def freeze_and_resume_gc() -> None:
    """Never look at the objects of now again, and collect garbage rarely from now on."""
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    gc.enable()


def collect_between_tasks() -> None:
    """Collect garbage rarely in a process that does one task after another, from now on; it ends a pause, too.

    A tree of nodes that is being built is no garbage, and looking at it again and again took a tenth of the time of a
    parser, and a sixteenth of an indexer's. `collect_after_task` collects what a large task leaves.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS_OF_TASKS)
    gc.enable()


def collect_after_task(*, is_large: bool) -> None:
    """Collect the garbage of a task that was large or made many objects; that of small ones waits for the next."""
    if is_large or any(gc.get_count()[1:]):
        gc.collect()


@contextmanager
def gc_paused() -> Generator[None]:
    """Make many objects that stay, in any thread, without a collection in between or afterwards.

    They must let go of each other by themselves once they are no longer wanted.
    """
    with _lock:
        _paused[0] += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _paused[0] -= 1
            if not _paused[0]:
                gc.freeze()
                gc.enable()
