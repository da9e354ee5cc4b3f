"""What stands around the document read: its links and its graph, told where the reader is and leading on from there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow

from bookwheel.client.connection import Client
from bookwheel.gui.backend.background_calls import Calls
from bookwheel.gui.graph.dock import GraphDock
from bookwheel.gui.graph.node_actions import Opening
from bookwheel.gui.links.dock import LinksDock
from bookwheel.gui.theme.theme import Theme

GRAPH_WIDTH, _HEIGHT = 400, 560
"""Pixels that the graph takes of the window."""


class Surroundings(QObject):
    """The Links and the Graph side bar."""

    place_chosen = Signal(object, bool)
    """A Place, and whether a new tab was asked for."""
    words_chosen = Signal(str)
    """Words to search for."""
    width_wanted = Signal(int)
    """Pixels that the side bar should take."""
    left = Signal()

    def __init__(self, theme: Theme, calls: Calls, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._width = 0
        self.links = LinksDock(theme, calls, window)
        self.graph = GraphDock(theme, calls, window)
        self.graph.hide()
        self.links.place_chosen.connect(self.place_chosen)
        self.graph.opened.connect(self._open)
        self.graph.left.connect(self.left)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self.links.set_client(client)
        self.graph.set_client(client)

    def follow(self, doc: str) -> None:
        """The reader opened a document."""
        self.links.follow(doc)
        self.graph.follow(doc)

    def refresh(self) -> None:
        """Documents changed; what is seen is asked for again in a moment."""
        self.links.refresh()
        self.graph.refresh()

    def summon_graph(self) -> None:
        """Show the graph and go there; from there, put it away."""
        graph = self.graph
        if graph.isVisible() and graph.isAncestorOf(self._window.focusWidget() or self._window):
            self.put_graph_away()
            return
        self._show_graph()

    def summon_table(self) -> None:
        """Show the graph as a table, or as a drawing again, and go there."""
        graph = self.graph
        graph.show_as_table(not graph.as_table.isChecked() or not graph.isVisible())
        self._show_graph()

    def summon_headings(self) -> None:
        """Show the graph with the document's headings, or without them, and go there."""
        graph = self.graph
        graph.headings.setChecked(not graph.headings.isChecked() or not graph.isVisible())
        self._show_graph()

    def put_graph_away(self) -> None:
        """Hide the graph and give its room back."""
        self.graph.hide()
        if self._width:
            self.width_wanted.emit(self._width)
            self._width = 0
        self.left.emit()

    def _show_graph(self) -> None:
        graph, was = self.graph, self.links.width()
        if not graph.isVisible():
            graph.show()
            if was < GRAPH_WIDTH - 40:
                self._width = was
                self.width_wanted.emit(GRAPH_WIDTH)
            self._window.resizeDocks([graph, self.links], [_HEIGHT, 160], Qt.Orientation.Vertical)
        graph.take_focus()

    def _open(self, found: Opening) -> None:
        if found.place is not None:
            self.place_chosen.emit(found.place, found.in_new_tab)
        elif found.words:
            self.words_chosen.emit(found.words)
