"""The order of rows in the tree: as the source of the documents states it, by title, or newest first."""

from __future__ import annotations

import re

from PySide6.QtCore import QDate, QLocale, Qt

from bookwheel.gui.i18n.translation import QT_TR_NOOP
from bookwheel.gui.library_tree.node import Node

ORDERS = {
    "book": QT_TR_NOOP("As in the source"),
    "name": QT_TR_NOOP("By title"),
    "date": QT_TR_NOOP("Newest first"),
}
"""What can be chosen, and how the menu calls it."""
_NUMBERS = re.compile(r"(\d{1,18})")


def arrange(root: Node, order: str) -> None:
    """Put the rows below one in order, group by group; they come in the order of their source."""
    if order == "name":
        _by_title(root)
    elif order == "date":
        _newest(root)


def _by_title(node: Node) -> None:
    for child in node.children:
        if child.children:
            _by_title(child)
    if len(node.children) > 1:
        node.children.sort(key=lambda child: natural(child.title))


def _newest(node: Node) -> str:
    for child in node.children:
        if child.children:
            _newest(child)
    if len(node.children) > 1:
        node.children.sort(key=lambda child: child.date, reverse=True)
    node.date = max((node.date, *(child.date for child in node.children)))
    return node.date


def when(date: str) -> str:
    """A date as short as it can be told: the day within this year, else the year."""
    found = QDate.fromString(date[:10], Qt.DateFormat.ISODate)
    if not found.isValid():
        return ""
    return QLocale().toString(found, "d MMM") if found.year() == QDate.currentDate().year() else str(found.year())


def natural(title: str) -> tuple[str | int, ...]:
    """A key that sorts titles as people count: 2 before 10, whatever the case."""
    parts: list[str | int] = list(_NUMBERS.split(title.casefold()))
    parts[1::2] = [int(part) for part in parts[1::2]]
    return tuple(parts)
