"""Rows of the Labels side bar, and what a row leads to."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem

from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.widgets.row_delegate import COUNT, ICON

KEY = Qt.ItemDataRole.UserRole + 11
"""What tells a row from all others."""


@dataclass(frozen=True, slots=True)
class Label:
    """A row that leads somewhere: a field with its value, the page of a thing or topic by `node`, or a saved search."""

    field: str = ""
    value: str = ""
    asked: SavedSearch | None = None
    node: str = ""

    @property
    def words(self) -> str:
        """The query that finds what carries it."""
        value = f'"{self.value}"' if any(sign in self.value for sign in " ,") else self.value
        return f"{self.field}:{value}"


def build_row(words: str, icon: str, key: str, label: Label | None = None, count: int = 0) -> QStandardItem:
    """A row with its icon and, at the right, how many documents it stands for."""
    row = QStandardItem(words)
    row.setEditable(False)
    row.setData(icon, ICON)
    row.setData(key, KEY)
    row.setData(label, Qt.ItemDataRole.UserRole)
    row.setData(number(count) if count else "", COUNT)
    if count:
        row.setData(tr("%Ln document(s)", "", count), Qt.ItemDataRole.AccessibleDescriptionRole)
    return row
