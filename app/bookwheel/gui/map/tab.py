"""Where the map is in the window: a tab before those of documents, and a page in the centre that comes when called."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.map.page import MapPage
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.manual_page import set_manual_page
from bookwheel.gui.widgets.tab_strip import TabStrip


class MapTab(QObject):
    """Shows and leaves the map; what was in the centre before comes back."""

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""

    def __init__(
        self, theme: Theme, calls: BackgroundCalls, stack: QStackedWidget, parent: QObject | None = None
    ) -> None:
        """`stack` is the centre; the tabs of documents that `hold_tabs` gets go into `strip`, after the map's own."""
        super().__init__(parent)
        self._tabs: TabStrip | None = None
        self._stack = stack
        self._before: QWidget | None = None
        self.documents: QWidget | None = None
        """What shows documents, whose tab lies in front of it alone."""
        self.page = MapPage(theme, calls)
        set_manual_page(self.page, "graph-and-map.md")
        stack.addWidget(self.page)
        self.tab = TabStrip(theme, icon="waypoints")
        self.tab.setAccessibleName(tr("Map"))
        self.tab.add(tr("Map"))
        self.tab.hide()
        self.strip = QWidget()
        self._row = row = QHBoxLayout(self.strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tab)
        row.addStretch(0)
        self.tab.tabBarClicked.connect(lambda _row: self.show())
        self.tab.closed.connect(lambda _row: self.close())
        stack.currentChanged.connect(lambda _row: self._show_which())
        self.page.left.connect(self.leave)
        self.page.location_chosen.connect(self.location_chosen)

    def add_before(self, tab: TabStrip) -> None:
        """Show another tab before the map's own."""
        self._row.insertWidget(0, tab)

    def connect_tabs(self, tabs: TabStrip) -> None:
        """Leave the map when a tab of this strip is clicked or chosen."""
        tabs.tabBarClicked.connect(lambda row: self.leave() if row == tabs.current else None)
        tabs.chosen.connect(lambda _row: self.leave())

    def hold_tabs(self, tabs: TabStrip | None) -> None:
        """Show these tabs after the map's own; None where the documents show theirs themselves."""
        if tabs is not None and tabs.parentWidget() is not self.strip:
            self._row.insertWidget(self._row.count() - 1, tabs, 1)
        self._tabs = tabs
        self._show_which()

    @property
    def is_shown(self) -> bool:
        """Whether the map is in the centre."""
        return self._stack.currentWidget() is self.page

    @property
    def pane(self) -> QWidget:
        """What F6 goes to: the drawing or the table."""
        return self.page.pane

    def toggle(self) -> None:
        """Show the map, or what was there before."""
        self.leave() if self.is_shown else self.show()

    def show(self) -> None:
        """Show the map and go there."""
        if not self.is_shown:
            self._before = self._stack.currentWidget()
        self.tab.show()
        self._stack.setCurrentWidget(self.page)
        self.page.take_focus()

    def show_table(self) -> None:
        """Show the map as a table, or as a drawing again, and go there."""
        self.page.show_as_table(not self.page.tools.as_table.isChecked() or not self.is_shown)
        self.show()

    def show_trails(self) -> None:
        """Show the map with what agents read lately, or without it, and go there."""
        self.page.tools.trails.setChecked(not self.page.tools.trails.isChecked() or not self.is_shown)
        self.show()

    def leave(self) -> None:
        """Show what was there before; the map's tab stays."""
        if self.is_shown:
            there = self._before or self._stack.widget(0)
            if there is not None:
                self._stack.setCurrentWidget(there)
                there.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Leave the map and take its tab away."""
        self.leave()
        self.tab.hide()

    def set_client(self, client: Client | None, names: dict[str, str]) -> None:
        """Ask this client; `names` are the collections' names by slug."""
        self.page.set_client(client, names)

    def follow(self, doc: str) -> None:
        """The reader opened a document."""
        self.page.set_current(doc)

    def on_event(self, event: Event) -> None:
        """New places, or a new graph, are reasons to look again."""
        if event.kind in (EventKind.MAPPED, EventKind.PROJECTED, EventKind.TOPICS_CHANGED, EventKind.RESYNC):
            self.page.refresh()
        elif event.kind is EventKind.ACTIVITY_LOGGED:
            self.page.trails.refresh()

    def _show_which(self) -> None:
        """The tab of what is in the centre lies in front."""
        self.tab.set_behind(not self.is_shown)
        if self._tabs is not None:
            self._tabs.set_behind(self._stack.currentWidget() is not self.documents)
