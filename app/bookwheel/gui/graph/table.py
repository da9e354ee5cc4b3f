"""The graph as a table: one row for each tie, for the keyboard, for sorting and for screen readers."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from bookwheel.domain.graph import Node
from bookwheel.gui.graph.node_actions import written_at
from bookwheel.gui.graph.view_model import Picture, Tie
from bookwheel.gui.graph.vocabulary import KINDS, made_by, relation_name
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.table import Column, RowsModel, Table


@dataclass(frozen=True, slots=True)
class Row:
    """One tie from the point of view of its farther node; `line` is 0 where there is none, `place` in words."""

    node: int
    title: str
    kind: str
    relation: str
    direction: str
    other: str
    line: int
    place: str
    evidence: str


def rows_of(shown: Picture) -> list[Row]:
    """A row for each tie, those of the centre first, in the order of the nodes."""
    if len(shown.nodes) == 1:
        only = shown.nodes[0]
        return [Row(0, only.title, tr(KINDS[only.kind].one), "", "", "", 0, "", "")]
    rows = [_row(shown, tie) for tie in shown.ties]
    centre = shown.nodes[shown.centre].title if shown.centre >= 0 else ""
    return sorted(rows, key=lambda row: (row.other != centre, row.node))


def _row(shown: Picture, tie: Tie) -> Row:
    source, target = shown.nodes[tie.source], shown.nodes[tie.target]
    is_out = tie.source == shown.centre or (tie.target != shown.centre and source.hops <= target.hops)
    far, near = (tie.target, source) if is_out else (tie.source, target)
    node: Node = shown.nodes[far]
    first = min(tie.edges, key=lambda edge: (not edge.text, edge.line))
    more = " " + tr("(and %Ln more)", "", len(tie.edges) - 1) if len(tie.edges) > 1 else ""
    return Row(
        far,
        node.title,
        tr(KINDS[node.kind].one),
        relation_name(tie.relation),
        tr("outgoing") if is_out else tr("incoming"),
        near.title,
        first.line,
        written_at(first),
        f"{first.text}{more}".strip() if not first.id else f"{first.text}, {made_by(first.by)}{more}",
    )


COLUMNS: tuple[Column[Row], ...] = (
    Column(QT_TR_NOOP("Title"), 128, lambda row: row.title),
    Column(QT_TR_NOOP("Kind"), 80, lambda row: row.kind),
    Column(QT_TR_NOOP("Relation"), 86, lambda row: row.relation),
    Column(QT_TR_NOOP("Direction"), 88, lambda row: row.direction),
    Column(QT_TR_NOOP("Connected to"), 140, lambda row: row.other),
    Column(QT_TR_NOOP("Place"), 84, lambda row: row.place, lambda row: row.line),
    Column(QT_TR_NOOP("Evidence"), 300, lambda row: row.evidence),
)


class TiesTable(Table[Row]):
    """A picture's ties; tells nodes by their place in the picture."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Graph as table"), RowsModel(COLUMNS), parent)

    def target(self, item: Row, column: int) -> int:
        """The node's place in the picture."""
        return item.node

    def show_rows(self, rows: list[Row]) -> None:
        """Show a picture's ties."""
        self.items.show(rows)
        self.choose_first()

    def choose(self, node: int) -> None:
        """Go to the first row of a node."""
        self.choose_where(lambda row: row.node == node)

    @property
    def node(self) -> int:
        """The node of the row that is chosen, -1 for none."""
        row = self.item
        return -1 if row is None else row.node
