"""Screen readers: pages and drawings are told to whoever listens."""

from __future__ import annotations

import os
import sys

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

_FLAGS, _SPOKEN = "QTWEBENGINE_CHROMIUM_FLAGS", "--force-renderer-accessibility"


def enable_for_pages() -> None:
    """Have Chromium tell what pages say while a screen reader listens; call before the first page is made.

    On Linux it does not see by itself that one listens, and telling everybody would cost every page time and memory.
    """
    flags = os.environ.get(_FLAGS, "").split()
    if sys.platform.startswith("linux") and QAccessible.isActive() and _SPOKEN not in flags:
        os.environ[_FLAGS] = " ".join([*flags, _SPOKEN])


def announce(widget: QWidget, sentence: str) -> None:
    """Have a screen reader say what a drawing shows now, if the drawing has the keyboard."""
    widget.setAccessibleDescription(sentence)
    if widget.hasFocus() and sentence:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))
