"""What is not seen when the window opens: loaded in a thread once it is there, so that the first use need not wait."""

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
_REST_MS = 1500
"""After which the window has asked for what it shows first."""
_log = logging.getLogger(__name__)


def prepare(owner: QObject) -> None:
    """Load the modules of sheets when the window has come to rest; one that is asked for sooner is loaded at once."""
    QTimer.singleShot(_REST_MS, owner, lambda: threading.Thread(target=_load, name="later", daemon=True).start())


def _load() -> None:
    try:
        for name in SHEETS:
            importlib.import_module(name)
    except ImportError:
        _log.exception("A part of the window could not be loaded")  # who asks for it will see
