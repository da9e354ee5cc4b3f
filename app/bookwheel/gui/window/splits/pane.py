"""One split of the centre: a reader, below the strip of its tabs unless that is elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bookwheel.gui.page.reader import Reader
from bookwheel.gui.widgets.tab_strip import TabStrip

_LEAST = QSize(140, 110)
"""Of its own accord a page asks for more than four of them have on a small screen."""


class Pane(QWidget):
    """Holds a reader and, where asked, its tabs."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self.setMinimumSize(_LEAST)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(reader, 1)

    @property
    def tabs(self) -> TabStrip:
        """The strip of the reader's tabs."""
        return self.reader.tabs

    def hold_tabs(self) -> None:
        """Show the tabs above the page."""
        if self.tabs.parentWidget() is not self:
            self._column.insertWidget(0, self.tabs)
