"""The views of the map, one seen at a time: the drawing, the table, or a sentence while there is no map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from bookwheel.gui.map.table import MapTable
from bookwheel.gui.theme.theme import Theme

if TYPE_CHECKING:
    from bookwheel.gui.map.canvas import MapCanvas


class MapViews(QStackedWidget):
    """What is chosen in one view stays chosen in the other. Rows are documents, -1 for none."""

    pointed = Signal(int)
    chosen = Signal(int)
    opened = Signal(int, bool)
    """A row, and whether a new tab was asked for."""
    path_wanted = Signal(int)
    typed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._is_table = self._is_ready = False
        self.canvas: MapCanvas | None = None
        self.table = MapTable(theme)
        self.table.chosen.connect(self.chosen.emit)
        self.table.opened.connect(self.opened.emit)
        self.table.left.connect(self.left)
        self.sentence = QLabel()
        self.sentence.setObjectName("emptyText")
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence.setWordWrap(True)
        self.addWidget(self.sentence)
        self.addWidget(self.table)

    @property
    def selected(self) -> int:
        """The document that is chosen, -1 for none."""
        if self._is_table:
            return self.table.row
        return self.canvas.selected if self.canvas is not None else -1

    @property
    def pane(self) -> QWidget:
        """The view that is seen."""
        return self.currentWidget() or self

    def take_focus(self) -> None:
        """Give the keyboard to the view that is seen."""
        self.pane.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def make_canvas(self, *, after: QWidget) -> MapCanvas:
        """Make the drawing; Tab leads to it, and to the table, from the widget `after` which they come."""
        # loads pyqtgraph, unless deferred_imports has
        from bookwheel.gui.map.canvas import MapCanvas  # noqa: PLC0415
        from bookwheel.gui.map.navigation import MapNavigation  # noqa: PLC0415

        self.canvas = canvas = MapCanvas(self._theme)
        MapNavigation(canvas)
        canvas.pointed.connect(self.pointed)
        canvas.chosen.connect(self.chosen)
        canvas.opened.connect(self.opened)
        canvas.path_wanted.connect(self.path_wanted)
        canvas.typed.connect(self.typed)
        canvas.left.connect(self.left)
        self.addWidget(canvas)
        for view in (self.table, canvas):
            QWidget.setTabOrder(after, view)
        return canvas

    def set_ready(self, is_ready: bool) -> None:
        """Show the drawing or the table, or the sentence while documents have no places."""
        self._is_ready = is_ready
        self._show_pane()

    def show_as_table(self, is_table: bool) -> None:
        """Show the table, or the drawing."""
        row = self.selected
        self._is_table = is_table
        if is_table:
            self.table.choose(row)
        elif self.canvas is not None:
            self.canvas.select(row)
        self._show_pane()

    def _show_pane(self) -> None:
        drawing = self.table if self._is_table else self.canvas
        self.setCurrentWidget(drawing if self._is_ready and drawing is not None else self.sentence)
