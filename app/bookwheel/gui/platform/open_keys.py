"""The keys that are held while something is opened, and what they ask for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_BESIDE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


def is_beside_wanted() -> bool:
    """Whether Ctrl and Alt are held: what is opened now is to be shown in the other split."""
    return QApplication.keyboardModifiers() & _BESIDE == _BESIDE
