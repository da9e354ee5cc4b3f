"""How two documents or things are connected: the shortest path, drawn, and its steps with their evidence."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.graph.node_actions import source_of, target_of, written_at
from bookwheel.gui.graph.view_model import Filters, build_picture
from bookwheel.gui.graph.vocabulary import relation_name
from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.links.end_box import EndBox
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import ChoiceBox
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.table import Column, RowsModel, Table

if TYPE_CHECKING:
    from bookwheel.gui.graph.scene import Scene

_MOST_PATHS = 5
Step = tuple[str, Edge]
"""A sentence, and the edge that it says."""

_STEPS: tuple[Column[Step], ...] = (
    Column(QT_TR_NOOP("Statement"), 470, lambda step: step[0]),
    Column(QT_TR_NOOP("Text"), 260, lambda step: step[1].text),
    Column(QT_TR_NOOP("Place"), 110, lambda step: written_at(step[1])),
)


def along(answer: ExploreAnswer, path: tuple[str, ...]) -> ExploreAnswer:
    """What an answer says of one of its paths alone."""
    pairs = {frozenset(pair) for pair in pairwise(path)}
    return replace(
        answer,
        path=path,
        nodes=tuple(node for node in answer.nodes if node.id in path),
        edges=tuple(edge for edge in answer.edges if frozenset((edge.source, edge.target)) in pairs),
    )


def steps_of(answer: ExploreAnswer) -> list[Step]:
    """What states each step of a path, in its order."""
    titles = {node.id: node.title or node.id for node in answer.nodes}
    place = {id: number for number, id in enumerate(answer.path)}
    known = [edge for edge in answer.edges if edge.source in place and edge.target in place]
    known.sort(key=lambda edge: (min(place[edge.source], place[edge.target]), edge.line))
    sentence = "{one} {relation} {other}"
    return [
        (
            sentence.format(one=titles[edge.source], relation=relation_name(edge.relation), other=titles[edge.target]),
            edge,
        )
        for edge in known
    ]


class PathDialog(Dialog):
    """Two names, the path between them as a drawing, and its steps; a step opens where it is stated."""

    manual = "graph-and-map.md"

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("How are these connected?"), QSize(960, 660), parent)
        self._theme = theme
        self._scene: Scene | None = None
        self._canvas: QWidget | None = None
        self.start, self.end = self._line(tr("First document or thing")), self._line(tr("Second document or thing"))
        self.search = self._button(tr("Find path"), self.ask)
        self.search.setObjectName("primary")
        self.table: Table[Step] = Table(theme, tr("Steps of the path"), RowsModel(_STEPS))
        self.table.opened.connect(lambda step, new: self.location_chosen.emit(source_of(step[1]), new))
        self.table.left.connect(self.close)
        self._answer: ExploreAnswer | None = None
        self.choice = ChoiceBox(theme)
        self.choice.setAccessibleName(tr("Path"))
        self.choice.setMinimumHeight(30)
        self.choice.activated.connect(self._choose_path)
        self.choice.hide()
        self.drawing = QStackedWidget()
        self.drawing.addWidget(QWidget())
        row = QHBoxLayout()
        for widget in (self.start, self.end, self.search):
            row.addWidget(widget)
        self.column.addLayout(row)
        self.column.addWidget(self.choice)
        self.column.addWidget(self._split(self.drawing, self.table, (300, 220)), 1)
        self.column.addLayout(self._foot())

    def _line(self, name: str) -> EndBox:
        line = EndBox(self._calls, name)
        line.returnPressed.connect(self.ask)
        return line

    def show_from(self, client: Client | None, start: str) -> None:
        """Come to the front, with the first end filled in."""
        self.start.setText(start)
        self.show_for(client)
        (self.end if start else self.start).setFocus()

    def _fetch(self, client: Client) -> None:
        """Nothing is asked until the person does."""
        self.start.client = self.end.client = client
        self.said.setText(tr("Write two titles or names, then press Enter."))

    def ask(self) -> None:
        """Look for the path."""
        client, start, end = self._client, self.start.target, self.end.target
        if client is None or not start or not end:
            self.refresh()
            return

        def work() -> tuple[ExploreAnswer, Scene]:
            from bookwheel.gui.graph.scene import settled  # noqa: PLC0415 - loads NumPy

            answer = client.explore(ExploreRequest(start, to=end, ways=_MOST_PATHS))
            first = along(answer, answer.path)
            return answer, settled(build_picture(first, first.path[0] if first.path else "", Filters(frozenset())))

        self._calls.ask(work, lambda found: self._show_all(*found), self._fail, slot="path")

    def _show_all(self, answer: ExploreAnswer, scene: Scene) -> None:
        """Show the first path, and offer the others."""
        self._answer = answer
        titles = {node.id: node.title or node.id for node in answer.nodes}
        self.choice.clear()
        for number, path in enumerate(answer.paths, 1):
            through = " → ".join(isolated(titles[id]) for id in path[1:-1]) or tr("directly")
            words = tr("Path {number} of {count}: {through}")
            self.choice.addItem(words.format(number=number, count=len(answer.paths), through=through))
        self.choice.setVisible(len(answer.paths) > 1)
        self._show(along(answer, answer.path), scene)

    def _choose_path(self, row: int) -> None:
        from bookwheel.gui.graph.scene import settled  # noqa: PLC0415 - loaded by now

        answer = self._answer
        if answer is not None and 0 <= row < len(answer.paths):
            chosen = along(answer, answer.paths[row])
            self._show(chosen, settled(build_picture(chosen, chosen.path[0], Filters(frozenset()))), goes_there=False)

    def _show(self, answer: ExploreAnswer, scene: Scene, *, goes_there: bool = True) -> None:
        self._scene = scene
        self.table.items.show(steps_of(answer))
        self.table.choose_first()
        count = tr("%Ln step(s)", "", max(0, len(answer.path) - 1)) if answer.path else ""
        self.said.setText(" · ".join(filter(None, (count, *map(translate_message, answer.notices)))))
        self._draw(scene)
        if answer.path and goes_there:
            self.table.setFocus()

    def _draw(self, scene: Scene) -> None:
        from bookwheel.gui.graph.canvas import GraphCanvas  # noqa: PLC0415 - loads pyqtgraph, unless deferred_imports has

        if not isinstance(self._canvas, GraphCanvas):
            self._canvas = canvas = GraphCanvas(self._theme)
            canvas.opened.connect(self._open_node)
            canvas.left.connect(self.close)
            self.drawing.addWidget(canvas)
            self.drawing.setCurrentWidget(canvas)
        self._canvas.show_scene(scene, fits=True)

    def _open_node(self, row: int, in_new_tab: bool) -> None:
        found = target_of(self._scene.shown, row, in_new_tab=in_new_tab) if self._scene is not None else None
        if found is not None and isinstance(found.place, Location):
            self.location_chosen.emit(found.place, in_new_tab)

    def _fail(self, error: BookwheelError) -> None:
        self.table.items.show(())
        self.choice.hide()
        super()._fail(error)
