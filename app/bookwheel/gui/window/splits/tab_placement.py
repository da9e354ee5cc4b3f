"""Where strips of tabs are: that of a lone split above the whole centre, those of several above their pages."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget

from bookwheel.gui.map.tab import MapTab
from bookwheel.gui.window.splits.split_view import SplitView


class TabPlacement(QObject):
    """Moves strips as splits come and go; over the map the tabs of the focused split stay within reach."""

    def __init__(self, split_view: SplitView, map_tab: MapTab, stack: QStackedWidget) -> None:
        super().__init__(split_view)
        self._split_view, self._map_tab, self._stack = split_view, map_tab, stack
        split_view.on_reader(lambda reader: map_tab.connect_tabs(reader.tabs))
        split_view.splits_changed.connect(self._place)
        split_view.reader_changed.connect(lambda _reader: self._place())
        stack.currentChanged.connect(lambda _row: self._place())
        self._place()

    def _place(self) -> None:
        panes, focused = self._split_view.panes, self._split_view.reader
        is_above = len(panes) == 1 or self._stack.currentWidget() is not self._split_view
        for pane in panes:
            if not (is_above and pane.reader is focused):
                pane.tabs.set_behind(False)
                pane.hold_tabs()
        self._map_tab.hold_tabs(focused.tabs if is_above else None)
