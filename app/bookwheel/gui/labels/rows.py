"""Rows of the Labels side bar, and what a row leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem

from bookwheel.domain.search import FacetCount
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


def build_list(name: str, field: str, icon: str, things: Sequence[FacetCount]) -> QStandardItem:
    """A group of things; entities stand under their types, those of most documents first."""
    head = build_row(name, icon, field)
    above = {field: head}
    for thing in things:
        if thing.field not in above:
            kind = build_row(thing.field[:1].upper() + thing.field[1:], icon, f"{field} {thing.field}")
            above[thing.field] = kind
            head.appendRow(kind)
        label = Label(thing.field, thing.value, node=thing.node)
        above[thing.field].appendRow(build_row(thing.value, icon, thing.node, label, thing.count))
    return head


def build_tree(
    name: str, field: str, icon: str, values: Sequence[FacetCount], branches: Sequence[FacetCount]
) -> QStandardItem:
    """A group with its values below one another where they nest (a/b under a), what most documents carry first."""
    head = build_row(name, icon, field)
    made: dict[str, QStandardItem] = {"": head}

    def under(value: str) -> QStandardItem:
        if value not in made:
            above, _, own = value.rpartition("/")
            made[value] = build_row(own or value, icon, f"{field}:{value}", Label(field, value))
            under(above if own else "").appendRow(made[value])
        return made[value]

    own = {label.value.strip("/"): label.count for label in values}
    whole = {branch.value: branch.count for branch in branches}

    def count(value: str) -> int:
        return whole.get(value.casefold(), own.get(value, 0))

    for label in sorted(values, key=lambda one: [(-count(way), way.casefold()) for way in _ways(one.value)]):
        under(label.value.strip("/"))
    for value, row in made.items():
        if value:
            _count(row, own.get(value, 0), count(value))
    return head


def _count(row: QStandardItem, own: int, whole: int) -> None:
    """One number, as beside a folder: how many carry the label or one below it; both are told apart in words."""
    row.setData(number(whole), COUNT)
    said = tr("%Ln document(s)", "", own)
    if whole > own:
        said = tr("{documents}, and {count} with a label below it").format(documents=said, count=number(whole - own))
    row.setData(said, Qt.ItemDataRole.AccessibleDescriptionRole)
    row.setData(said, Qt.ItemDataRole.ToolTipRole)


def _ways(value: str) -> list[str]:
    """A nested value's own values above it, outermost first, and itself: a, a/b and a/b/c."""
    parts = value.strip("/").split("/")
    return ["/".join(parts[: depth + 1]) for depth in range(len(parts))]
