"""Chips: small buttons that can be turned on and off."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

_WIDEST, _AROUND = 280, 24
"""Pixels of a chip, and around its letters."""


def chip(words: str, *, is_on: bool) -> QPushButton:
    """A chip that can be turned on and off."""
    made = QPushButton(words)
    made.setObjectName("chip")
    made.setCheckable(True)
    made.setChecked(is_on)
    made.setMinimumHeight(24)
    made.setAutoDefault(False)
    made.setMaximumWidth(_WIDEST)
    set_chip_text(made, words)
    return made


def set_chip_text(made: QPushButton, words: str) -> None:
    """Let a chip say something, in full on hovering where it is too long."""
    shown = made.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, _WIDEST - _AROUND)
    if made.text() != shown:
        made.setText(shown)
    made.setAccessibleName(words)
    made.setToolTip(words if shown != words else "")
