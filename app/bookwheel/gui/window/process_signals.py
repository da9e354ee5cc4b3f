"""What one window asks of all windows of its process."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Siblings(QObject):
    """What one window asks of all."""

    wanted = Signal(object)
    """A new window, with a Place to read or None."""
    quit_wanted = Signal()
