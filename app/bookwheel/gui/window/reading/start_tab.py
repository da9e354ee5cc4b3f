"""The start page in the centre, with a tab of its own while it is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.reading_list.start_page import StartPage
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.tab_strip import TabStrip
from bookwheel.gui.window.centre import Centre
from bookwheel.gui.window.splits.split_view import SplitView


class StartTab(QObject):
    """Shows the page over documents, and these again."""

    def __init__(self, theme: Theme, page: StartPage, centre: Centre, split_view: SplitView) -> None:
        super().__init__(page)
        self._page, self._centre, self._split_view = page, centre, split_view
        self._stack: QStackedWidget = centre.stack
        self.tab = TabStrip(theme, icon="bookwheel")
        self.tab.setAccessibleName(tr("Start page"))
        self.tab.add(tr("Start page"))
        self.tab.hide()
        self.tab.closed.connect(lambda _row: self.leave())
        self._stack.currentChanged.connect(lambda _row: self._show_which())
        page.left.connect(self.leave)
        split_view.on_reader(self._connect)

    @property
    def is_shown(self) -> bool:
        """Whether the page is in the centre."""
        return self._stack.currentWidget() is self._page

    def show(self) -> None:
        """Show the page and go there; where it is shown, go back to the documents."""
        if self.is_shown:
            self.leave()
        else:
            self._centre.show_empty()

    def leave(self) -> None:
        """Go back to the documents, if there are any."""
        if self.is_shown and self._split_view.reader.here is not None:
            self._centre.show_reader()
            self._split_view.setFocus()

    def _connect(self, reader: Reader) -> None:
        tabs = reader.tabs
        tabs.tabBarClicked.connect(lambda row: self.leave() if row == tabs.current else None)
        tabs.chosen.connect(lambda _row: self.leave())

    def _show_which(self) -> None:
        self.tab.setVisible(self.is_shown)
