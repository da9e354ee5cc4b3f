"""The map as a table: every document that is shown, with its group, its region and how it is linked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.table import Column, RowsModel, Table


@dataclass(frozen=True, slots=True)
class Line:
    """A document of the map: its row there and its cells."""

    row: int
    title: str
    where: str
    region: str
    links: int
    linked_from: int


def best_linked(lines: Sequence[Line]) -> list[Line]:
    """The best linked first, those that are so alike by title."""
    return sorted(lines, key=lambda line: (-line.links - line.linked_from, line.title.casefold()))


COLUMNS: tuple[Column[Line], ...] = (
    Column(QT_TR_NOOP("Document"), 300, lambda line: line.title),
    Column(QT_TR_NOOP("Location"), 240, lambda line: line.where),
    Column(QT_TR_NOOP("Region"), 140, lambda line: line.region),
    Column(QT_TR_NOOP("Links"), 64, lambda line: number(line.links), lambda line: line.links),
    Column(QT_TR_NOOP("Backlinks"), 90, lambda line: number(line.linked_from), lambda line: line.linked_from),
)


class MapTable(Table[Line]):
    """The documents, as they come (the best linked first) where no column is chosen; tells rows of the map."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Map as table"), RowsModel(COLUMNS), parent)

    def target(self, item: Line, column: int) -> int:
        """The document's row on the map."""
        return item.row

    def choose(self, row: int) -> None:
        """Go to a document by its row on the map."""
        self.choose_where(lambda line: line.row == row)

    @property
    def row(self) -> int:
        """The document that is chosen, as a row of the map, -1 for none."""
        line = self.item
        return -1 if line is None else line.row
