"""The docks of a window, and for each where it stands at first and which command shows it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from bookwheel.gui.agents.activity_dock import ActivityDock
from bookwheel.gui.annotations.dock import AnnotationsDock
from bookwheel.gui.ask.dock import AskDock
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.graph.dock import GraphDock
from bookwheel.gui.i18n.translation import QT_TR_NOOP
from bookwheel.gui.labels.dock import LabelsDock
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.links.dock import LinksDock
from bookwheel.gui.outline.dock import OutlineDock
from bookwheel.gui.reading_list.dock import ReadingListDock
from bookwheel.gui.tasks.dock import TasksDock
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock
from bookwheel.gui.widgets.manual_page import set_manual_page

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_LIBRARY_TOUR = (
    QT_TR_NOOP("Your folders"),
    QT_TR_NOOP("Bookwheel reads your folders in place and never changes them. Drop more anywhere in the window."),
)
_OUTLINE_TOUR = (
    QT_TR_NOOP("Related"),
    QT_TR_NOOP(
        "The outline follows as you read; Links shows backlinks. Ctrl+Shift+L opens the graph, Ctrl+Shift+M the map."
    ),
)


@dataclass(frozen=True, slots=True)
class DockEntry:
    """A dock, where it stands at first, and what shows it."""

    dock: Dock
    area: Qt.DockWidgetArea
    height: int
    """Pixels at first, when every dock of its side is shown."""
    is_shown: bool = False
    """Whether a new window shows it."""
    command: str = ""
    """The command that shows or hides it alone, where there is one."""
    shortcut: str = ""
    page: str = "reading.md"
    """The page of the manual about it."""
    tour: tuple[str, str] | None = None
    """What the tour says of it: a title and a sentence."""


class Docks:
    """Builds every dock; `entries` names them from top to bottom, the left side first."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, window: QMainWindow) -> None:
        self.library = LibraryDock(theme, calls, window)
        self.labels = LabelsDock(theme, calls, window)
        self.tasks = TasksDock(theme, calls, window)
        self.reading = ReadingListDock(theme, window)
        self.graph = GraphDock(theme, calls, window)
        self.outline = OutlineDock(theme, window)
        self.links = LinksDock(theme, calls, window)
        self.activity = ActivityDock(theme, window)
        self.ask = AskDock(theme, calls, window)
        self.annotations = AnnotationsDock(theme, calls, window)
        self.entries = (
            DockEntry(self.library, LEFT, 520, is_shown=True, tour=_LIBRARY_TOUR),
            DockEntry(self.labels, LEFT, 360, command=QT_TR_NOOP("Labels"), shortcut="Ctrl+Shift+A", page="search.md"),
            DockEntry(self.tasks, LEFT, 420, command=QT_TR_NOOP("Tasks"), shortcut="Alt+Shift+T", page="tasks.md"),
            DockEntry(
                *(self.reading, LEFT, 300),
                command=QT_TR_NOOP("Reading list"),
                shortcut="Alt+Shift+L",
                page="reading-list.md",
            ),
            DockEntry(
                self.graph, RIGHT, 400, command=QT_TR_NOOP("Graph"), shortcut="Ctrl+Shift+L", page="graph-and-map.md"
            ),
            DockEntry(self.outline, RIGHT, 270, is_shown=True, tour=_OUTLINE_TOUR),
            DockEntry(self.links, RIGHT, 450, is_shown=True, page="links.md"),
            DockEntry(self.annotations, RIGHT, 400, command=QT_TR_NOOP("Annotations"), page="annotations.md"),
            DockEntry(self.activity, RIGHT, 240, command=QT_TR_NOOP("Agent activity"), page="agents.md"),
            DockEntry(self.ask, RIGHT, 400, command=QT_TR_NOOP("Ask"), shortcut="Ctrl+Shift+K", page="ask.md"),
        )
        for entry in self.entries:
            set_manual_page(entry.dock, entry.page)

    def entry(self, dock: Dock) -> DockEntry:
        """What is declared of a dock."""
        return next(entry for entry in self.entries if entry.dock is dock)

    def list_panes(self, area: Qt.DockWidgetArea) -> list[QWidget]:
        """What F6 goes to in the docks that stand at one side at first."""
        return [pane for entry in self.entries if entry.area == area for pane in entry.dock.panes()]
