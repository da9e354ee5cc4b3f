"""What stands around the document read: its links and its graph, told where the reader is and leading on from there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow

from bookwheel.client.connection import Client
from bookwheel.domain.topics import is_topic
from bookwheel.gui.graph.dock import GraphDock
from bookwheel.gui.graph.node_actions import NodeTarget
from bookwheel.gui.links.dock import LinksDock

GRAPH_WIDTH, _HEIGHT = 400, 560
"""Pixels that the graph takes of the window."""


class RelatedDocks(QObject):
    """The Links and the Graph side bar."""

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    words_chosen = Signal(str)
    """Words to search for."""
    width_wanted = Signal(int)
    """Pixels that the side bar should take."""
    left = Signal()

    def __init__(self, links: LinksDock, graph: GraphDock, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._width = 0
        self._links = links
        self._graph = graph
        self._links.location_chosen.connect(self.location_chosen)
        self._graph.opened.connect(self._open)
        self._graph.left.connect(self.left)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._links.set_client(client)
        self._graph.set_client(client)

    def follow(self, doc: str) -> None:
        """The reader opened a document."""
        self._links.follow("" if is_topic(doc) else doc)  # its page lists what belongs to it
        self._graph.follow(doc)

    def refresh(self) -> None:
        """Documents changed; what is seen is asked for again in a moment."""
        self._links.refresh()
        self._graph.refresh()

    def show_graph(self) -> None:
        """Show the graph and go there; from there, put it away."""
        graph = self._graph
        if graph.isVisible() and graph.isAncestorOf(self._window.focusWidget() or self._window):
            self.hide_graph()
            return
        self._reveal_graph()

    def toggle_graph(self) -> None:
        """Show the graph and go there, or hide it."""
        if self._graph.isVisible():
            self.hide_graph()
        else:
            self.show_graph()

    def show_graph_table(self) -> None:
        """Show the graph as a table, or as a drawing again, and go there."""
        graph = self._graph
        graph.show_as_table(not graph.as_table.isChecked() or not graph.isVisible())
        self._reveal_graph()

    def show_headings(self) -> None:
        """Show the graph with the document's headings, or without them, and go there."""
        graph = self._graph
        graph.headings.setChecked(not graph.headings.isChecked() or not graph.isVisible())
        self._reveal_graph()

    def hide_graph(self) -> None:
        """Hide the graph and give its room back."""
        self._graph.hide()
        if self._width:
            self.width_wanted.emit(self._width)
            self._width = 0
        self.left.emit()

    def _reveal_graph(self) -> None:
        graph, was = self._graph, self._links.width()
        if not graph.isVisible():
            graph.show()
            if was < GRAPH_WIDTH - 40:
                self._width = was
                self.width_wanted.emit(GRAPH_WIDTH)
            self._window.resizeDocks([graph, self._links], [_HEIGHT, 160], Qt.Orientation.Vertical)
        graph.take_focus()

    def _open(self, found: NodeTarget) -> None:
        if found.place is not None:
            self.location_chosen.emit(found.place, found.in_new_tab)
        elif found.words:
            self.words_chosen.emit(found.words)
