"""What Python and PySide do beside the window's work: rarely, or not at all, so that the window is not held up.

Python looks for objects that keep each other alive. Such a sweep holds every thread; one over all that a window and a
large library hold takes a quarter of a second, and making a hundred thousand rows sets off half a dozen. PySide reads
the source of every module that is imported after it.
"""

from __future__ import annotations

import gc
import importlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_SWEEPS = (5_000, 20, 50)
"""Objects made until the youngest are swept, such sweeps until the younger, and those until all."""
_TURN_S = 0.001
"""How long a thread may go on while another waits, a fifth of Python's own: a frame asks for its turn fifty times."""
_ASKED = "_mod_uses_pyside"
"""What PySide asks of every module."""
_lock = threading.Lock()
_making = [0]


def begin() -> None:
    """Call before the window is made: nothing is swept until it is."""
    sys.setswitchinterval(_TURN_S)
    gc.disable()


def leave_sources_unread() -> None:
    """Call once PySide is there, before anything else is imported.

    It looks into the source of every module for its own name, to know where `from __feature__ import …` could matter,
    which nothing here uses; Python then keeps all that text for tracebacks. A packaged program has no sources, and
    PySide takes each module for one that does not name it. So it is here: `feature_imported` asks `_mod_uses_pyside`.
    """
    feature = importlib.import_module("shibokensupport.feature")
    if hasattr(feature, _ASKED):
        setattr(feature, _ASKED, lambda _module: False)


def settle() -> None:
    """Call once the window is made: what is there now stays, and is not looked at again."""
    gc.freeze()
    gc.set_threshold(*_SWEEPS)
    gc.enable()


@contextmanager
def unswept() -> Iterator[None]:
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
