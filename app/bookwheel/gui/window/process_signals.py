"""What one window asks of the process that holds all windows."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class ProcessSignals(QObject):
    """What one window asks of its process."""

    window_requested = Signal(object)
    """A new window, with a Location to read or None."""
    quit_requested = Signal()
