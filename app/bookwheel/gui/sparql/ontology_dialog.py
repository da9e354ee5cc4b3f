"""The ontology browser: the classes of the graph with counts and examples, and the relations between them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QSize, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, NodeKind, QueryRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.graph.vocabulary import KINDS, relation_name
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.sparql.class_queries import query_of_class, query_of_examples, query_of_relation
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.table import Column, RowsModel, Table

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class of the graph: how many nodes are of it, and the names of some."""

    kind: NodeKind
    count: int
    examples: tuple[str, ...] = ()


def _name(kind: str) -> str:
    """A class, as the window says it."""
    return tr(KINDS[NodeKind(kind)].many)


CLASSES: tuple[Column[ClassRow], ...] = (
    Column(QT_TR_NOOP("Class"), 200, lambda row: _name(row.kind)),
    Column(QT_TR_NOOP("Count"), 90, lambda row: number(row.count), lambda row: row.count),
    Column(QT_TR_NOOP("Examples"), 560, lambda row: ", ".join(row.examples)),
)
RELATIONS: tuple[Column[Edge], ...] = (
    Column(QT_TR_NOOP("From"), 180, lambda edge: _name(edge.source)),
    Column(QT_TR_NOOP("Relation"), 200, lambda edge: relation_name(edge.relation)),
    Column(QT_TR_NOOP("To"), 180, lambda edge: _name(edge.target)),
    Column(QT_TR_NOOP("Count"), 90, lambda edge: number(int(edge.weight)), lambda edge: edge.weight),
)


class OntologyDialog(Dialog):
    """Classes above, relations of the chosen class below; a row leads to a query that lists what it counts."""

    manual = "sparql.md"

    query_chosen = Signal(str)
    """A SPARQL query to be run."""
    labels_wanted = Signal(object)
    """A class (NodeKind) that is to be shown among the labels."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Ontology"), QSize(960, 660), parent)
        self._edges: tuple[Edge, ...] = ()
        self.classes: Table[ClassRow] = Table(theme, tr("Classes"), RowsModel(CLASSES))
        self.relations: Table[Edge] = Table(theme, tr("Relations"), RowsModel(RELATIONS))
        for table in (self.classes, self.relations):
            table.left.connect(self.close)
        self.classes.chosen.connect(lambda _row: self._show_relations())
        self.classes.opened.connect(lambda row, _new: self._query(query_of_class(row.kind)))
        self.relations.opened.connect(lambda edge, _new: self._query(query_of_relation(edge)))
        self.list = self._button(tr("List with SPARQL"), self._list_chosen)
        self.labels = self._button(tr("Show in Labels"), self._show_labels)
        self.column.addWidget(self._split(self.classes, self.relations, (330, 240)), 1)
        self.column.addLayout(self._foot(self.labels, self.list))

    def show_for(self, client: Client | None) -> None:
        """Show what this client's library consists of."""
        super().show_for(client)
        self.classes.setFocus()

    def _fetch(self, client: Client) -> None:
        def work() -> tuple[ExploreAnswer, tuple[ClassRow, ...]]:
            schema = client.explore(ExploreRequest(level="schema"))
            rows = [
                ClassRow(node.kind, int(node.weight), _examples(client, node.kind))
                for node in schema.nodes
                if node.kind in KINDS
            ]
            return schema, tuple(sorted(rows, key=lambda row: -row.count))

        self._calls.ask(work, lambda found: self._show(*found), self._fail, slot="ontology")

    def _show(self, schema: ExploreAnswer, rows: tuple[ClassRow, ...]) -> None:
        former = self.classes.item
        self._edges = tuple(edge for edge in schema.edges if edge.source in KINDS and edge.target in KINDS)
        self.classes.items.show(rows)
        if former is not None:
            self.classes.choose_where(lambda row: row.kind is former.kind)
        if self.classes.item is None:
            self.classes.choose_first()
        self._show_relations()
        for button in (self.list, self.labels):
            button.setEnabled(bool(rows))
        nodes = tr("%Ln node(s)", "", sum(row.count for row in rows))
        statements = tr("%Ln relation(s)", "", sum(int(edge.weight) for edge in self._edges))
        self.said.setText(f"{nodes} · {statements}" if rows else tr("The graph is still empty."))

    def _show_relations(self) -> None:
        row = self.classes.item
        kind = row.kind.value if row is not None else ""
        self.relations.items.show([edge for edge in self._edges if kind in (edge.source, edge.target)])
        self.relations.choose_first()

    def _list_chosen(self) -> None:
        at: QModelIndex = self.classes.currentIndex()
        self.classes.open(at, in_new_tab=False)

    def _show_labels(self) -> None:
        row = self.classes.item
        if row is not None:
            self.close()
            self.labels_wanted.emit(row.kind)

    def _query(self, text: str) -> None:
        self.close()
        self.query_chosen.emit(text)


def _examples(client: Client, kind: NodeKind) -> tuple[str, ...]:
    """The names of some nodes of a class."""
    query = query_of_examples(kind, _EXAMPLES)
    return tuple(row[0] for row in client.query(QueryRequest(query, _EXAMPLES)).rows) if query else ()
