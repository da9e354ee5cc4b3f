"""A row of settings: words beside a field, or above it where the row is narrow."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QWidget

_LEAST_WORDS = 180
"""Pixels that words keep beside a field; with less the field stands below them."""
_BESIDE, _BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class NarrowingRow(QWidget):
    """Turns its layout in place: a layout of Python's own would make the settings a third slower to show."""

    _row: QBoxLayout
    _field_width = 0

    def lay_out(self, words: QLayout, field: QWidget, reset: QWidget, margin: int) -> None:
        """Put the words before the field and the button that resets it."""
        end = QHBoxLayout()
        end.setSpacing(10)
        middle = Qt.AlignmentFlag.AlignVCenter
        for widget in (field, reset):
            end.addWidget(widget, 0, middle)
        end.addStretch(1)
        self._row = QBoxLayout(_BESIDE, self)
        self._row.setContentsMargins(0, margin, 0, margin)
        self._row.setSpacing(10)
        self._row.addLayout(words, 1)
        self._row.addLayout(end)
        self._field_width = end.minimumSize().width()
        self.setMinimumWidth(max(self._field_width, _LEAST_WORDS))  # not that of words and field beside each other

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Turn the row where it has become narrow or wide."""
        is_narrow = event.size().width() < _LEAST_WORDS + self._row.spacing() + self._field_width
        if is_narrow != (self._row.direction() == _BELOW):
            self._row.setDirection(_BELOW if is_narrow else _BESIDE)
            self.updateGeometry()
        super().resizeEvent(event)
