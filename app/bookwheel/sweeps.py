"""When Python looks for objects that keep each other alive: rarely, so that nobody is held up.

Such a sweep holds every thread. One over all that a window and a large library hold takes a quarter of a second, and
making a hundred thousand rows sets off half a dozen; in the service, whose programs and library make a hundred thousand
objects, sweeps took 1.3 s of its first twenty, up to .18 s at a time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Generator
from contextlib import contextmanager

_SWEEPS = (5_000, 20, 50)
"""Objects made until the youngest are swept, such sweeps until the younger, and those until all."""
_lock = threading.Lock()
_making = [0]


def begin() -> None:
    """Call before what stays is made: nothing is swept until `settle`."""
    gc.disable()


def settle() -> None:
    """Call once it is made: what is there now stays, and is not looked at again."""
    gc.freeze()
    gc.set_threshold(*_SWEEPS)
    gc.enable()


@contextmanager
def unswept() -> Generator[None]:
    """Make many objects that stay, in any thread, without a sweep in between or afterwards.

    They must let go of each other by themselves once they are no longer wanted.
    """
    with _lock:
        _making[0] += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _making[0] -= 1
            if not _making[0]:
                gc.freeze()
                gc.enable()
