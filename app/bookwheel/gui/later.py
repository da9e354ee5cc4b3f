"""What is not seen when the window opens: loaded bit by bit once it is there, so that the first use need not wait."""

from __future__ import annotations

import importlib
import logging
import threading

from PySide6.QtCore import QObject, QTimer

SHEETS = (
    "bookwheel.gui.settings.sheet",
    "bookwheel.gui.health",
    "bookwheel.gui.agents_sheet",
    "bookwheel.gui.memories.sheet",
    "bookwheel.gui.unanswered_sheet",
    "bookwheel.gui.link_sheet",
    "bookwheel.gui.by_hand_sheet",
    "bookwheel.gui.questions.sheet",
)
"""Modules of windows beside the first, which nobody can see yet."""
PICTURES = ("pyqtgraph", "bookwheel.gui.graph.canvas", "bookwheel.gui.map.canvas")
"""What draws the graph and the map."""

_REST_MS = 1500
"""After which the window has asked for what it shows first."""
_TURN_MS = 60
"""Between two modules."""
_log = logging.getLogger(__name__)


def prepare(owner: QObject) -> None:
    """Load the modules when the window has come to rest; one that is asked for sooner is loaded at once.

    NumPy is loaded in a thread, all else in the window's: while a class of Qt's kind is made, Qt must not ask another
    object for its own, which PySide answers without the interpreter's lock. It ended the program (PySide6 6.11.3, in
    `MetaObjectBuilder::update`) when a thread loaded what draws the map.
    """
    numbers = threading.Thread(target=_load, args=("numpy",), name="later", daemon=True)
    waiting = [*PICTURES, *SHEETS]
    turns = QTimer(owner, interval=_TURN_MS)

    def turn() -> None:
        if numbers.is_alive():
            return
        if waiting:
            _load(waiting.pop(0))
        else:
            turns.stop()

    turns.timeout.connect(turn)
    QTimer.singleShot(_REST_MS, owner, lambda: (numbers.start(), turns.start()))


def _load(name: str) -> None:
    try:
        importlib.import_module(name)
    except ImportError:
        _log.exception("A part of the window could not be loaded")  # who asks for it will see
