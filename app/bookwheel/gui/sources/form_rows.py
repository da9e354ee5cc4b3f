"""Rows of a form: a label that wraps, and the field that it belongs to."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

_LEAST_HEIGHT = 28


def add_rows(form: QFormLayout, rows: Iterable[tuple[str, QWidget]]) -> None:
    """Add a row for each name and field; the field gets the name for screen readers too."""
    for name, field in rows:
        field.setAccessibleName(name)
        field.setMinimumHeight(_LEAST_HEIGHT)
        label = QLabel(name)
        label.setWordWrap(True)
        label.setBuddy(field)
        form.addRow(label, field)
