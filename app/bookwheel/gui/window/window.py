"""The window: it builds its widgets and features and connects them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QMimeData, QSize
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QWidget

from bookwheel.domain.collection import CollectionsAnswer
from bookwheel.gui.agents.pinning import Pinning
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.backend.service_connection import ServiceConnection
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.labels.topic_actions import TopicActions
from bookwheel.gui.links.manual_links import ManualLinks
from bookwheel.gui.links.same_things import SameThings
from bookwheel.gui.map.tab import MapTab
from bookwheel.gui.opening.links_out import find_files, find_links
from bookwheel.gui.opening.lone_bar import LoneBar
from bookwheel.gui.page.comparison.compare_command import CompareCommand
from bookwheel.gui.page.export import PageExport
from bookwheel.gui.page.page_extras import PageExtras
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.reading_list.reading_places import ReadingPlaces
from bookwheel.gui.reading_list.start_page import StartPage
from bookwheel.gui.search.quick_open import QuickOpen
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.search.saved_searches import SavedSearches
from bookwheel.gui.search.search import Search
from bookwheel.gui.search.search_commands import SearchCommands
from bookwheel.gui.state.session import Session
from bookwheel.gui.status.status_bar import StatusBar
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.drop_overlay import DropOverlay
from bookwheel.gui.widgets.empty_state import EmptyState
from bookwheel.gui.widgets.manual_page import ManualWindow
from bookwheel.gui.widgets.notification_bar import NotificationBar
from bookwheel.gui.widgets.palette import CommandPalette
from bookwheel.gui.widgets.screen_fit import room_on_screen
from bookwheel.gui.widgets.tab_strip import TabStrip
from bookwheel.gui.window.add_folder import AddFolder
from bookwheel.gui.window.add_source import AddSource
from bookwheel.gui.window.breadcrumbs import Breadcrumbs
from bookwheel.gui.window.centre import Centre
from bookwheel.gui.window.commands import command_table as table
from bookwheel.gui.window.commands.commands import Commands
from bookwheel.gui.window.commands.menus import MenuStrip
from bookwheel.gui.window.commands.page_menu import build_page_menu, is_refused
from bookwheel.gui.window.commands.tab_menu import offer_tab_menu
from bookwheel.gui.window.dialogs import Dialogs
from bookwheel.gui.window.docks.dock_layout import DockLayout
from bookwheel.gui.window.docks.docks import LEFT, RIGHT, Docks
from bookwheel.gui.window.docks.related_docks import RelatedDocks
from bookwheel.gui.window.event_router import EventRouter
from bookwheel.gui.window.manual import Manual
from bookwheel.gui.window.open_requests import OpenRequests
from bookwheel.gui.window.openers import connect_annotating, connect_docks, connect_hits, connect_reading
from bookwheel.gui.window.page_followers import PageFollowers
from bookwheel.gui.window.pane_cycle import PaneCycle
from bookwheel.gui.window.pdf_pages import PdfPages
from bookwheel.gui.window.preferences_sync import PreferencesSync
from bookwheel.gui.window.process_signals import ProcessSignals
from bookwheel.gui.window.reading.continuing import Continuing
from bookwheel.gui.window.reading.similar_passages import SimilarPassages
from bookwheel.gui.window.reading.start_tab import StartTab
from bookwheel.gui.window.service_status import ServiceStatus
from bookwheel.gui.window.shared_collections import SharedCollections
from bookwheel.gui.window.source_file import SourceFile
from bookwheel.gui.window.splits.layouts import Layouts
from bookwheel.gui.window.splits.lone_pages import LonePages
from bookwheel.gui.window.splits.page_tools import ToolsOfReaders
from bookwheel.gui.window.splits.split_view import SplitView
from bookwheel.gui.window.splits.tab_drag import TabDrag
from bookwheel.gui.window.splits.tab_placement import TabPlacement
from bookwheel.gui.window.toolbar import Toolbar
from bookwheel.gui.window.tour import Tour, list_stops
from bookwheel.gui.window.window_session import WindowSession
from bookwheel.gui.window.window_shell import WindowShell
from bookwheel.paths import LibraryPaths


class Window(ManualWindow):
    """One window on one library."""

    def __init__(self, library: LibraryPaths, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.setAnimated(False)
        self.resize(QSize(1440, 900).boundedTo(room_on_screen(self)))
        self.library_paths, self.session, self.theme = library, session, theme
        self.calls = BackgroundCalls(parent=self)
        self.connection = ServiceConnection(library, self)
        self._build_widgets()
        self._build_features()
        self._add_commands()
        self._connect_library()
        self._connect_reader()
        self.preferences_sync.apply()
        self.centre.show_empty()
        self.window_session.restore_frame()

    def _build_widgets(self) -> None:
        theme, calls = self.theme, self.calls
        self.toolbar = Toolbar(theme, self)
        self.menus = MenuStrip(self.toolbar, self)
        self.setMenuWidget(self.menus)
        self.search = Search(calls, self)
        docks = self._docks = Docks(theme, calls, self)
        self.library_dock, self.labels_dock = docks.library, docks.labels
        self.graph_dock, self.outline_dock, self.links_dock = docks.graph, docks.outline, docks.links
        self.activity_dock, self.ask_dock, self.tasks_dock = docks.activity, docks.ask, docks.tasks
        self.reading_list_dock = docks.reading
        self.related_docks = RelatedDocks(docks.links, docks.graph, self)
        self.dock_layout = DockLayout(self, self.toolbar, docks, self.related_docks)
        self.empty_state = EmptyState(theme)
        self.start_page = StartPage(theme, calls, self.session.last_used)
        self.split_view = split_view = SplitView(theme, calls)
        self.results_panel = results = ResultsPanel(theme, self.search)
        self.notification_bar = NotificationBar(theme)
        self.centre = Centre(self.search, results, split_view, self.empty_state, self.start_page, self.dock_layout)
        self.map_tab = MapTab(theme, calls, self.centre.stack, self)
        self.map_tab.documents = split_view
        self.start_tab = StartTab(theme, self.start_page, self.centre, split_view)
        self.map_tab.add_before(self.start_tab.tab)
        self.centre.set_library(has_library=bool(self.session.last_used))
        self.tab_placement = TabPlacement(split_view, self.map_tab, self.centre.stack)
        self.tab_drag = TabDrag(split_view, theme)
        self.breadcrumbs = Breadcrumbs(split_view, docks.library, docks.outline)
        self.lone_bar = LoneBar(theme)
        self.lone_pages = LonePages(split_view, self.lone_bar, self.centre.stack, calls)
        self.centre.set_lines((self.map_tab.strip, self.breadcrumbs, self.lone_bar))
        self.notification_bar.lie_over(self.centre.stack)
        self.setCentralWidget(self.centre)
        self.status_bar = StatusBar(theme)
        self.status_bar.add_to(self.statusBar())
        self.command_palette = CommandPalette(theme, self)
        self.drop_overlay = DropOverlay(theme, self, tr("Drop folders to add them, files and links to open them"))

    def _build_features(self) -> None:
        split_view, box, search, results = self.split_view, self.toolbar.box, self.search, self.results_panel
        self.shell = shell = WindowShell(
            self,
            calls=self.calls,
            theme=self.theme,
            session=self.session,
            connection=self.connection,
            centre=self.centre,
            split_view=split_view,
            library=self.library_dock,
            search_box=box,
            notifications=self.notification_bar,
            command_palette=self.command_palette,
        )
        docks, layout, related = self._docks, self.dock_layout, self.related_docks
        self.process_signals, self.pane_cycle = ProcessSignals(self), PaneCycle(self, self._list_panes)
        self.commands = Commands(shell, self.toolbar)
        results.box = self.toolbar.box
        dialogs = self.dialogs = Dialogs(shell, self.commands, self.library_paths, self.status_bar, docks.activity)
        dialogs.labels_wanted.connect(layout.show_in_labels)
        split_view.on_reader(lambda reader: reader.labels_wanted.connect(layout.show_in_labels))
        docks.labels.proposals_wanted.connect(dialogs.show_proposals)
        docks.labels.missed.connect(self._say_not_in_labels)
        self.add_folder = AddFolder(shell, docks.library, layout, self._build_tour, self.begin, dialogs.show_settings)
        self.add_source = AddSource(shell, docks.library, dialogs, self.add_folder.show)
        self.shared_collections = SharedCollections(shell, dialogs)
        offer = self.shared_collections.offer
        requests = OpenRequests(shell, split_view, docks.outline, self.add_folder, self.library_paths, offer)
        self.open_requests = requests
        self.manual = Manual(self, shell, docks.library, self.process_signals)
        self.source_file = SourceFile(shell, docks.library, results, dialogs, split_view, offer)
        shell.open_in_editor = self.source_file.editing.edit
        self.source_file.focused_task = docks.tasks.view.edit_target
        self.quick_open = QuickOpen(
            shell, split_view, self.commands.list_named, docks.outline.headings, partial(dialogs.show_settings, "")
        )
        self.service_status = ServiceStatus(shell, self.connection, self.status_bar, docks.activity)
        self.event_router = EventRouter(shell, self.service_status, self.status_bar, docks, related, split_view, search)
        self.page_followers = PageFollowers(
            self, split_view, self.centre, docks, related, self.breadcrumbs, self.map_tab, self.toolbar
        )
        self.window_session = WindowSession(self, self.session, split_view, self.centre, layout)
        self.saved_searches = SavedSearches(shell, search, results, box)
        self.search_commands = SearchCommands(
            shell, search, results, box, self.saved_searches, self.centre.show_results
        )
        self.page_tools = ToolsOfReaders(shell, split_view, self.source_file.open, self.centre.escape_page)
        self.similar_passages = SimilarPassages(shell, self.search_commands, results, docks.outline, self.page_tools)
        self.layouts = Layouts(shell, split_view)
        self.pinning, self.manual_links = Pinning(shell, docks.activity.pins), ManualLinks(shell, docks.links)
        self.reading_places = ReadingPlaces(self.calls, self)
        self.continuing = Continuing(shell, self.reading_places, split_view)
        shell.resume = self.continuing.resume
        self.reading_actions = connect_reading(shell, self.reading_places, docks, results, self.start_page)
        self.annotating = connect_annotating(shell, docks.annotations, split_view, self.page_tools)
        self.topic_actions, self.same_things = TopicActions(shell, docks.labels), SameThings(shell)
        self.compare = CompareCommand(shell)
        self.preferences_sync = PreferencesSync(shell, split_view, docks.library, results, self.commands, self.menus)

    def _add_commands(self) -> None:
        split_view, docks, layout = self.split_view, self._docks, self.dock_layout
        dialogs, process, results = self.dialogs, self.process_signals, self.results_panel
        self.commands.add(
            table.list_library_commands(self.add_folder, dialogs, self._open_clipboard),
            table.list_search_commands(
                self.search_commands,
                self.saved_searches,
                docks,
                layout,
                dialogs,
                self.manual_links,
                self.similar_passages,
            )
            + table.list_find_commands(self.quick_open, split_view),
            table.list_tab_commands(split_view, self.map_tab, self.quick_open, process),
            table.list_split_commands(split_view, self.layouts),
            table.list_page_commands(
                split_view,
                self.page_tools,
                self.source_file,
                results,
                self.pinning,
                self.annotating,
                self.manual_links,
                self.topic_actions,
                self.same_things,
                self.compare,
            ),
            table.list_reading_commands(self.reading_actions, self.start_tab),
            table.list_view_commands(
                self.shell,
                split_view,
                self.page_tools,
                docks,
                layout,
                self.related_docks,
                self.map_tab,
                dialogs,
                self.pinning,
            ),
        )
        self.commands.add_themes()
        self.commands.add(
            table.list_help_commands(
                dialogs,
                self.manual,
                self.pane_cycle,
                self.open_requests,
                self.add_folder,
                process,
                self.quick_open.show_commands,
            )
        )
        self.menus.is_refused = partial(is_refused, self.shell)
        self.commands.fill_menus(self.menus)

    def _connect_library(self) -> None:
        connection = self.connection
        annotations, labels, tasks = self._docks.annotations, self.labels_dock, self.tasks_dock
        reading = (self.reading_places, self.start_page)
        docks = (self.library_dock, self.related_docks, self.ask_dock, labels, tasks, annotations)
        for user in (self.split_view, self.search, *docks, *reading):
            connection.connected.connect(user.set_client)
        connection.connected.connect(self.service_status.on_connected)
        listeners = (self.event_router, self.service_status, self.dialogs, self.map_tab)
        for listener in (*listeners, labels, tasks, annotations, *reading):
            connection.event_received.connect(listener.on_event)
        self.library_dock.collections_came.connect(self._on_collections)
        self.window_session.restored.connect(self.open_requests.begin)
        self.window_session.emptied.connect(self.page_followers.on_emptied)
        self.empty_state.add_wanted.connect(self.add_folder.ask_for_folder)
        self.lone_bar.folder_wanted.connect(self.add_folder.offer_folder)
        self.empty_state.sample_wanted.connect(self.add_folder.add_sample)

    def _connect_reader(self) -> None:
        shell, split_view, outline = self.shell, self.split_view, self.outline_dock
        outline.recall = self.session.folds
        outline.folds_changed.connect(self.session.keep_folds)
        split_view.document_opened.connect(self.quick_open.remember)
        split_view.failed.connect(self.dialogs.on_page_failed)
        split_view.on_reader(self._connect_links)
        self.toolbar.searches_wanted.connect(self.saved_searches.show_list)
        for part in (self.results_panel, self.links_dock.view, self.tasks_dock.view, self.library_dock.row_menu):
            part.edit_wanted.connect(shell.edit)
        for part in (self.links_dock.view, self.library_dock.row_menu):
            part.like_wanted.connect(self.search_commands.search_like)
        self.links_dock.view.note_wanted.connect(self.source_file.new_notes.ask_for_link)
        self.results_panel.pin_requested.connect(self.pinning.pin)
        self.results_panel.unread_wanted.connect(self.dialogs.show_health)
        self.library_dock.row_menu.unread_wanted.connect(self.dialogs.show_health)
        self.library_dock.scope_chosen.connect(self.search_commands.search_within)
        connect_hits(shell, self.search, split_view)
        connect_docks(shell, self._docks, self.related_docks, self.map_tab, self.saved_searches)

    def _connect_links(self, reader: Reader) -> None:
        def show_menu() -> None:
            self.split_view.focus(reader)
            like, extend = self.similar_passages.search_pressed, self.reading_actions.extend_menu
            build_page_menu(self.shell, reader, self.commands, like, extend).popup(self.cursor().pos())

        reader.external_link_clicked.connect(self.source_file.links_out.follow)
        reader.menu_wanted.connect(show_menu)
        offer_tab_menu(reader, self.reading_actions.extend_menu)

    @property
    def reader(self) -> Reader:
        """The reader of the focused split."""
        return self.split_view.reader

    @property
    def tabs(self) -> TabStrip:
        """The tabs of the focused split."""
        return self.split_view.reader.tabs

    @property
    def page_extras(self) -> PageExtras:
        """What the page of the focused split can do while it is read."""
        return self.page_tools.current.extras

    @property
    def page_export(self) -> PageExport:
        """What can be taken from the page of the focused split."""
        return self.page_tools.current.export

    @property
    def pdf_pages(self) -> PdfPages:
        """The pages of a PDF in the focused split."""
        return self.page_tools.current.pdf

    def begin(self, requests: Sequence[str]) -> None:
        """Look for the service; add these folders and open these links once the last session is back."""
        self.open_requests.add(requests)
        self.connection.start()

    def end(self) -> None:
        """Leave the service and delete the page; call after the window has closed."""
        self.connection.close()
        self.calls.close()
        self.split_view.leave()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Remember where everything was."""
        self.centre.hide_results()
        self.continuing.leave()
        self.window_session.keep()
        super().closeEvent(event)

    def _on_collections(self, answer: CollectionsAnswer) -> None:
        names = {card.slug: card.name for card in answer.collections}
        self.results_panel.set_names(names)
        self.labels_dock.set_names(names)
        self.map_tab.set_client(self.connection.client, names)
        self.start_page.set_collections(answer)
        self.centre.set_library(has_library=bool(answer.collections))
        self.pinning.refresh()
        self.window_session.on_collections(answer)

    def _say_not_in_labels(self) -> None:
        self.shell.notify(tr("This is not in Labels. Labels shows only the most frequent entries."))

    def _list_panes(self) -> list[QWidget]:
        left, right = (self._docks.list_panes(area) for area in (LEFT, RIGHT))
        centre = (self.results_panel.view, self.breadcrumbs, *self.split_view.readers, self.map_tab.pane)
        return [self.toolbar.box, *left, *centre, *right]

    def _build_tour(self) -> Tour:
        menus = self.menus.bar if self.menus.is_shown else self.toolbar.more
        return Tour(self, self.theme, list_stops(self._docks, self.toolbar, self.centre, menus))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Folders, files and links may be dropped."""
        if event.mimeData().hasUrls() or find_links(event.mimeData()):
            event.acceptProposedAction()
            self.drop_overlay.set_shown(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802
        """Nothing was dropped."""
        self.drop_overlay.set_shown(False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Add folders and open files that were dropped; a link opens after a question."""
        self.drop_overlay.set_shown(False)
        self._take(event.mimeData())
        event.acceptProposedAction()

    def _open_clipboard(self) -> None:
        if not self._take(QGuiApplication.clipboard().mimeData()):
            self.shell.notify(tr("The clipboard holds no link and no file."))

    def _take(self, given: QMimeData) -> bool:
        """Add and open what was dropped or copied; whether there was something to take."""
        files, links = find_files(given), find_links(given)
        self.add_folder.add(*(file for file in files if not self.shared_collections.offer(file)))
        for link in links[:1]:
            self.source_file.links_out.offer(link)
        return bool(files or links)
