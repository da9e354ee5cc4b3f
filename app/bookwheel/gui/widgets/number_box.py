"""Boxes of numbers look like the other boxes."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractSpinBox


def pad_number(box: QAbstractSpinBox) -> None:
    """Room before a number; its buttons are the style sheet's to hide, which with NoButtons would lose the line."""
    box.lineEdit().setTextMargins(8, 0, 8, 0)
