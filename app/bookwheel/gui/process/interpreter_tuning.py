"""What Python and PySide would do beside the window's work, and need not."""

from __future__ import annotations

import importlib
import sys

_TURN_S = 0.001
"""How long a thread may go on while another waits, a fifth of Python's own: a frame asks for its turn fifty times."""
_ASKED = "_mod_uses_pyside"
"""What PySide asks of every module."""


def shorten_switch_interval() -> None:
    """Let the window's thread have its turn soon, whatever others do."""
    sys.setswitchinterval(_TURN_S)


def leave_sources_unread() -> None:
    """Call once PySide is there, before anything else is imported.

    It looks into the source of every module for its own name, to know where `from __feature__ import …` could matter,
    which nothing here uses; Python then keeps all that text for tracebacks. A packaged program has no sources, and
    PySide takes each module for one that does not name it. So it is here: `feature_imported` asks `_mod_uses_pyside`.
    Without this the longest stall after the start is 49 ms instead of 22, and the window takes 20 MB more.
    """
    feature = importlib.import_module("shibokensupport.feature")
    if hasattr(feature, _ASKED):
        setattr(feature, _ASKED, lambda _module: False)
