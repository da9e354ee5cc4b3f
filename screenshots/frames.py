"""A quiet frame around windows that lie upon others in a picture: the virtual screen has nobody who draws one."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

_SHADE, _DROP = 18, 6
"""Pixels over which the shadow fades, and by which it lies lower."""


def framed(picture: QImage, windows: Iterable[QRect], line: str) -> QImage:
    """The same picture with a hair line in this colour and a soft shadow around each of these windows."""
    made = picture.convertToFormat(QImage.Format.Format_RGB32)
    for window in windows:
        inside = made.copy(window)
        painter = QPainter(made)
        for step in range(_SHADE, 0, -1):
            spread = window.adjusted(-step, _DROP - step, step, _DROP + step)
            painter.setPen(QColor(0, 0, 0, 44 * (_SHADE - step) // _SHADE))
            painter.drawRoundedRect(spread, step, step)
        painter.fillRect(window.adjusted(0, 0, 0, _DROP + 1), QColor(0, 0, 0, 44))
        painter.drawImage(window, inside)
        painter.setPen(QColor(line))
        painter.drawRect(window.adjusted(-1, -1, 0, 0))
        painter.end()
    return made
