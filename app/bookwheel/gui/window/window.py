"""The window: its parts put together, and what passes between them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.collection import CollectionsAnswer
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.reading import PageAnswer
from bookwheel.domain.search import Hit
from bookwheel.domain.service import (
    ActivityRequest,
    Empty,
    PauseAgentsRequest,
    StatusAnswer,
)
from bookwheel.gui.agents.activity_dock import ActivityDock
from bookwheel.gui.ask.dock import AskDock
from bookwheel.gui.backend.background_calls import Calls
from bookwheel.gui.backend.service_connection import Link
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.map.tab import MapHost
from bookwheel.gui.outline.dock import OutlineDock
from bookwheel.gui.page.export import Taking
from bookwheel.gui.page.page_extras import Reading
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.platform import external_links
from bookwheel.gui.search.quick_open import Choosing
from bookwheel.gui.search.results_panel import BoxKeys, SearchPanel
from bookwheel.gui.search.saved_searches import Searches
from bookwheel.gui.search.search import Search
from bookwheel.gui.search.search_commands import Looking
from bookwheel.gui.state.places import Place
from bookwheel.gui.state.session import Session
from bookwheel.gui.status.status_bar import StatusBar
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.empty_state import EmptyState
from bookwheel.gui.widgets.notification_bar import NoticeBar
from bookwheel.gui.widgets.palette import Palette
from bookwheel.gui.widgets.tab_strip import TabStrip
from bookwheel.gui.window.add_folder import Adding
from bookwheel.gui.window.breadcrumbs import Crumbs
from bookwheel.gui.window.commands import Actions
from bookwheel.gui.window.dialogs import Setting
from bookwheel.gui.window.dock_layout import HEIGHTS, USUAL_WIDTHS, SideBars
from bookwheel.gui.window.event_router import Hearing
from bookwheel.gui.window.open_requests import Arriving
from bookwheel.gui.window.related_docks import Surroundings
from bookwheel.gui.window.toolbar import TopBar

_DOCK_FEATURES_LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
_KEEP_MS = 2000
"""Rest after which the session is kept, so that a crash loses little."""
_ROOM_FOR_BOTH = 1040
"""Pixels in which the list of hits and a page of full measure stand side by side."""
_NARROWEST = 380
"""Pixels that the page keeps when the window is narrow."""
_FRAME = QSize(8, 40)
"""What the system draws around a window, so that its foot stays on the screen."""
_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Window(QMainWindow):
    """One window on one library."""

    def __init__(self, library: paths.LibraryPaths, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setWindowTitle("Bookwheel")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.setAnimated(False)
        self.resize(QSize(1440, 900).boundedTo(self.screen().availableSize() - _FRAME))
        self.session = session
        self.theme = theme
        self._client: Client | None = None
        self._known: tuple[str, ...] = ()
        self._is_restored = False
        self.calls = Calls(parent=self)
        self.paths = library
        self.link = Link(library, self)
        self._build()
        self.adding = Adding(self)
        self.actions_ = Actions(self)
        self.choosing = Choosing(self)
        self.hearing = Hearing(self)
        self.setting = Setting(self)
        self.searches = Searches(self)
        self.looking = Looking(self)
        self.taking = Taking(self)
        self.reading = Reading(self)
        self.arriving = Arriving(self)
        self._wire()
        self.setting.take()
        self._show_trail()
        self.empty.setFocus()
        if not session.geometry.isEmpty():
            self.restoreGeometry(session.geometry)
        if not session.docks.isEmpty():
            self.restoreState(session.docks)

    # --- building ----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self.theme
        self.bar = TopBar(theme, self)
        self.setMenuWidget(self.bar)
        self.search = Search(self.calls, self)
        self.library = LibraryDock(theme, self.calls, self)
        self.outline = OutlineDock(theme, self)
        self.activity = ActivityDock(theme, self)
        self.addDockWidget(_DOCK_FEATURES_LEFT, self.library)
        self.around = Surroundings(theme, self.calls, self)
        self.ask = AskDock(theme, self.calls, self)
        right = (self.around.graph, self.outline, self.around.links, self.activity, self.ask)
        for above, dock in zip((None, *right), right, strict=False):
            self.addDockWidget(_RIGHT, dock)
            if above is not None:
                self.splitDockWidget(above, dock, Qt.Orientation.Vertical)
        self.activity.hide()
        self.ask.hide()
        self.resizeDocks([self.library, self.outline], [*USUAL_WIDTHS], Qt.Orientation.Horizontal)
        self.resizeDocks([*right], [*HEIGHTS], Qt.Orientation.Vertical)
        self.side_bars = SideBars(self, self.bar, self.library, self.outline, self.around, self.activity, self.ask)
        self.tabs = TabStrip(theme)
        self.reader = Reader(theme, self.calls, self.tabs)
        self.reader.zoom = self.session.zoom
        self.empty = EmptyState(theme)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.reader)
        self.map = MapHost(theme, self.calls, self.tabs, self.stack, self)
        self.stack.setMinimumWidth(_NARROWEST)  # of its own accord it asks for what the widest tools of the map need
        self.hits = SearchPanel(theme, self.search)
        self.hits.hide()
        self.split = QSplitter()
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.hits)
        self.split.addWidget(self.stack)
        self.split.setStretchFactor(0, 0)
        self.split.setStretchFactor(1, 1)
        self.notice = NoticeBar(theme)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.crumbs = Crumbs(self)
        for each in (self.map.strip, self.notice, self.crumbs):
            column.addWidget(each)
        column.addWidget(self.split, 1)
        self.tabs.hide()
        self.setCentralWidget(centre)
        self.status = StatusBar(theme)
        self.status.settle(self.statusBar())
        self.palette_ = Palette(theme, self)

    def _wire(self) -> None:
        self.link.connected.connect(self._meet)
        self.link.lost.connect(self.status.show_lost)
        self.link.event_received.connect(self.hearing.hear)
        self.calls.failed.connect(self._tell)
        self.bar.box.textChanged.connect(self.search.set_words)
        self._keys = BoxKeys(self.search, self)
        self.bar.box.installEventFilter(self._keys)
        self._keys.left.connect(self.leave_search)
        self._keys.entered.connect(self.show_hits)
        self._keys.searches_wanted.connect(lambda: self.searches.summon())
        self.bar.box.searches.clicked.connect(lambda: self.searches.summon())
        self.search.answered.connect(lambda _answer: self.search.is_left or self.show_hits())
        self.search.failed.connect(lambda _error: self.search.is_left or self.show_hits())
        self.search.cleared.connect(self._hide_hits)
        self.search.hit_opened.connect(self.open_hit)
        self.hits.left.connect(self.leave_search)
        self.library.document_chosen.connect(lambda doc, new: self.open(Place(doc), in_new_tab=new))
        self.library.add_wanted.connect(self.adding.ask_for_folder)
        self.library.collections_came.connect(self._take_collections)
        self.empty.add_wanted.connect(self.adding.ask_for_folder)
        self.empty.sample_wanted.connect(self.adding.add_sample)
        self.outline.section_chosen.connect(self.reader.jump)
        for pane in (self.around, self.map, self.ask):
            pane.place_chosen.connect(lambda place, new: self.open(place, in_new_tab=new))
        self.around.words_chosen.connect(lambda words: self.actions_.search_for(words))
        self.around.left.connect(self.leave_search)
        self.stack.currentChanged.connect(
            lambda row: self.crumbs.setVisible(self.reader.page is not None and self.stack.widget(row) is self.reader)
        )
        self.link.event_received.connect(self.map.hear)
        self.ask.said.connect(self.notice.say)
        self.reader.outline_came.connect(self.outline.set_outline)
        self.reader.section_reached.connect(self.outline.follow)
        self.reader.section_reached.connect(self.crumbs.follow)
        self.reader.document_opened.connect(self._show_document)
        self.reader.trail_changed.connect(self._show_trail)
        self.reader.external_link_clicked.connect(self.ask_about)
        self.reader.menu_wanted.connect(lambda: self.actions_.page_menu().popup(self.cursor().pos()))
        self._keeping = QTimer(self, singleShot=True, interval=_KEEP_MS)
        self._keeping.timeout.connect(self.keep)
        self.reader.landed.connect(lambda _place: self._keeping.start())
        self.tabs.about_to_change.connect(self.reader.remember)
        self.activity.passage_chosen.connect(self._open_passage)
        self.activity.pause_wanted.connect(self._pause_agents)
        self.activity.agents_wanted.connect(lambda: self.setting.agents())
        self.activity.export_wanted.connect(lambda path, text: self.taking.write(path, text))
        self.status.problems_wanted.connect(lambda: self.setting.health())

    # --- life --------------------------------------------------------------------------------------------------

    def begin(self, folders: list[str]) -> None:
        """Look for the service; add these folders and open these links once the last session is back."""
        self.arriving.ask(folders)
        self.link.start()

    def end(self) -> None:
        """Leave the service and delete the page; call after the window has closed."""
        self.link.close()
        self.calls.close()
        self.reader.leave()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Remember where everything was."""
        self._hide_hits()
        self.keep()
        super().closeEvent(event)

    def keep(self) -> None:
        """Remember in the session where everything is."""
        self._keeping.stop()
        self.reader.remember()
        if self._is_restored:
            self.session.keep(
                geometry=self.saveGeometry(),
                docks=self.side_bars.state,
                trails=self.reader.trails,
                current=max(0, self.tabs.current),
                zoom=self.reader.zoom,
            )

    def _meet(self, client: Client) -> None:
        self._client = client
        self.reader.set_client(client)
        self.search.set_client(client)
        self.library.set_client(client)
        self.around.set_client(client)
        self.ask.set_client(client)
        self.refresh_status()
        self.calls.ask(
            lambda: client.activity(ActivityRequest()), lambda answer: self.activity.model.set_calls(answer.activity)
        )

    def _take_collections(self, answer: CollectionsAnswer) -> None:
        self._known = tuple(card.slug for card in answer.collections)
        self.hits.set_names({card.slug: card.name for card in answer.collections})
        self.map.set_client(self._client, {card.slug: card.name for card in answer.collections})
        self.empty.show_for(has_library=bool(answer.collections))
        if self._is_restored:
            self._close_removed()
        else:
            self._is_restored = True
            trails, current = self.session.tabs if self.session.preferences.values.restore_session else ([], 0)
            kept = [own for each in trails if (own := each.only(lambda doc: doc.partition("/")[0] in self._known))]
            if kept and self.reader.here is None:
                self._show_reader()
                self.reader.open_tabs(kept, current)
            self.arriving.begin()
        QTimer.singleShot(400, self, lambda: self.reader.warm())  # the web engine starts while nothing else is asked

    def _close_removed(self) -> None:
        self.reader.forget(lambda doc: doc.partition("/")[0] not in self._known)
        if self.reader.here is None and self.stack.currentWidget() is self.reader:
            self.stack.setCurrentWidget(self.empty)
            self.tabs.hide()
            self.crumbs.hide()
            self.setWindowTitle("Bookwheel")
            self.around.follow("")
            self.empty.setFocus()

    def refresh_status(self) -> None:
        """Ask how the service is."""
        client = self._client
        if client is not None:
            self.calls.ask(lambda: client.status(Empty()), self._show_status, self._tell, slot="status")

    def _show_status(self, status: StatusAnswer) -> None:
        self.status.show_status(status)
        if status.state == "starting":
            QTimer.singleShot(300, self, self.refresh_status)
        self.activity.set_paused(status.agents_paused)

    def _tell(self, error: BookwheelError) -> None:
        if isinstance(error, ServiceUnavailable):
            self.status.show_lost(error.message)
            self.link.reconnect()
        else:
            self.notice.say(error.message)

    @property
    def client(self) -> Client | None:
        """The client while there is one."""
        return self._client

    @property
    def collection_names(self) -> dict[str, str]:
        """The collections' names by slug."""
        return {slug: card.name for slug, card in self.library.model.cards().items()}

    # --- reading -----------------------------------------------------------------------------------------------

    def open(self, place: Place, *, in_new_tab: bool = False) -> None:
        """Go to a place and read."""
        self._show_reader()
        self.reader.open(place, in_new_tab=in_new_tab)

    def open_hit(self, hit: Hit, words: str) -> None:
        """Go to a hit: its section, with the words marked."""
        place = Place(hit.doc, hit.section.partition("#")[2], words, title=hit.document_title)
        self.open(place, in_new_tab=self.search.is_for_new_tab)
        self.reader.setFocus()

    def leave_search(self) -> None:
        """Go back to the page."""
        self.search.is_left = True
        (self.stack.currentWidget() or self.empty).setFocus()
        self._hide_hits()

    def _show_reader(self) -> None:
        is_left = self.empty.hasFocus() or self.empty.isAncestorOf(self.focusWidget() or self)
        self.stack.setCurrentWidget(self.reader)
        self.tabs.show()
        if is_left:
            self.reader.setFocus()

    def show_hits(self) -> None:
        """Put the list beside the page; where both would be narrow, the right side bars make room meanwhile."""
        if self.hits.isVisible() or not self.search.words:
            return
        self.search.is_left = False
        width = self.split.width()
        if width < _ROOM_FOR_BOTH:
            width += self.side_bars.tuck()
        self.hits.show()
        wanted = min(520, width * 2 // 5 + 60)
        self.split.setSizes([wanted, width - wanted])

    def _hide_hits(self) -> None:
        self.hits.hide()
        self.side_bars.untuck()

    def _open_passage(self, section: str, words: str) -> None:
        doc, _, anchor = section.partition("#")
        self.open(Place(doc, anchor, words))

    def _show_document(self, page: PageAnswer) -> None:
        self.setWindowTitle(f"{page.title} – Bookwheel")
        self.library.follow_page(page)
        self.crumbs.show_page(page)
        self.around.follow(page.doc)
        self.map.follow(page.doc)

    def _show_trail(self) -> None:
        self.bar.back.setEnabled(self.reader.trail.can_go_back)
        self.bar.forward.setEnabled(self.reader.trail.can_go_forward)

    def ask_about(self, url: str) -> None:
        """Ask before an outside address is opened in the browser."""
        external_links.ask_about(self, url)

    def _pause_agents(self, is_paused: bool) -> None:
        client = self._client
        if client is not None:
            self.calls.ask(
                lambda: client.pause_agents(PauseAgentsRequest(is_paused)), lambda _done: self.refresh_status()
            )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Folders and files may be dropped."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            self.empty.set_under_drag(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802
        """Nothing was dropped."""
        self.empty.set_under_drag(False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Take what was dropped."""
        self.empty.set_under_drag(False)
        self.adding.add(*(url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()))
        event.acceptProposedAction()
