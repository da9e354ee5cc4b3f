"""Every command: its group in the menus, its words, its usual shortcuts and what it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from bookwheel.gui.agents.pinning import Pinning
from bookwheel.gui.annotations.annotating import Annotating
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.labels.topic_actions import TopicActions
from bookwheel.gui.links.manual_links import ManualLinks
from bookwheel.gui.links.same_things import SameThings
from bookwheel.gui.map.tab import MapTab
from bookwheel.gui.page.comparison.compare_command import CompareCommand
from bookwheel.gui.reading_list.actions import ReadingActions
from bookwheel.gui.search.quick_open import QuickOpen
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.search.saved_searches import SavedSearches
from bookwheel.gui.search.search_commands import SearchCommands
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.preferences import Preferences
from bookwheel.gui.widgets.dock import Dock
from bookwheel.gui.window.add_folder import AddFolder
from bookwheel.gui.window.commands.menus import Group
from bookwheel.gui.window.dialogs import Dialogs
from bookwheel.gui.window.docks.dock_layout import DockLayout
from bookwheel.gui.window.docks.docks import Docks
from bookwheel.gui.window.docks.related_docks import RelatedDocks
from bookwheel.gui.window.manual import Manual
from bookwheel.gui.window.open_requests import OpenRequests
from bookwheel.gui.window.pane_cycle import PaneCycle
from bookwheel.gui.window.process_signals import ProcessSignals
from bookwheel.gui.window.reading.similar_passages import SimilarPassages
from bookwheel.gui.window.reading.start_tab import StartTab
from bookwheel.gui.window.source_file import SourceFile
from bookwheel.gui.window.splits.layouts import Layouts
from bookwheel.gui.window.splits.page_tools import ToolsOfReaders
from bookwheel.gui.window.splits.split_view import SplitView
from bookwheel.gui.window.splits.tab_moves import move_to_next

Command = tuple[Group, str, list[str | QKeySequence.StandardKey], Callable[[], object]]
"""Its group in the menus, its words, its usual shortcuts and what it does."""
_KEY = QKeySequence.StandardKey


def list_library_commands(
    add_folder: AddFolder, dialogs: Dialogs, open_clipboard: Callable[[], object]
) -> tuple[Command, ...]:
    """Adding to the library, and opening what is not in it."""
    return (
        (Group.FILE_ADD, QT_TR_NOOP("Add folder…"), ["Ctrl+O"], add_folder.ask_for_folder),
        (Group.FILE_ADD, QT_TR_NOOP("Add site…"), [], dialogs.add_site),
        (Group.FILE_ADD, QT_TR_NOOP("Add shared collection…"), [], dialogs.add_shared),
        (Group.FILE_ADD, QT_TR_NOOP("Connect to team…"), [], dialogs.teams.connect_to_team),
        (Group.FILE_ADD, QT_TR_NOOP("Try the sample"), [], add_folder.add_sample),
        (Group.FILE_ADD, QT_TR_NOOP("Open link from clipboard"), ["Ctrl+V"], open_clipboard),
    )


def list_search_commands(
    search: SearchCommands,
    saved: SavedSearches,
    docks: Docks,
    layout: DockLayout,
    dialogs: Dialogs,
    manual_links: ManualLinks,
    similar: SimilarPassages,
) -> tuple[Command, ...]:
    """Searching, and asking the graph."""
    return (
        (Group.GO_SEARCH, QT_TR_NOOP("Search"), ["Ctrl+K"], search.focus_box),
        (Group.GO_SEARCH, QT_TR_NOOP("Show search results"), ["Ctrl+Shift+F"], search.focus_results),
        (Group.GO_SEARCH, QT_TR_NOOP("More like this"), ["Alt+Shift+S"], similar.search_here),
        (Group.GO_SEARCHES, QT_TR_NOOP("Saved and recent searches"), ["Ctrl+Shift+H"], saved.show_list),
        (Group.GO_SEARCHES, QT_TR_NOOP("Save search"), ["Ctrl+S"], saved.toggle),
        (Group.GO_SEARCHES, QT_TR_NOOP("Clear recent searches"), [], saved.forget_earlier),
        _of_dock(docks, docks.ask, layout.toggle_ask),
        (Group.TOOLS_RANKING, QT_TR_NOOP("Explain ranking"), [], search.explain_rank),
        (Group.TOOLS_RANKING, QT_TR_NOOP("Explain missing document"), [], search.explain_absence),
        (Group.HELP_MANUAL, QT_TR_NOOP("Search syntax"), ["Ctrl+/"], search.show_operators),
        (Group.TOOLS_LINKS, QT_TR_NOOP("Link report"), ["Ctrl+Shift+N"], dialogs.show_link_report),
        (Group.TOOLS_LINKS, QT_TR_NOOP("Worth a look"), [], dialogs.show_worth_a_look),
        (Group.TOOLS_LINKS, QT_TR_NOOP("Manual links"), [], manual_links.show_all),
        (Group.TOOLS_GRAPH, QT_TR_NOOP("Query graph with SPARQL"), [], dialogs.show_sparql),
        (Group.TOOLS_GRAPH, QT_TR_NOOP("Browse ontology"), [], dialogs.show_ontology),
        (Group.TOOLS_GRAPH, QT_TR_NOOP("How are these connected?"), [], dialogs.show_path),
        (Group.TOOLS_GRAPH, QT_TR_NOOP("Preview mapping rules"), [], dialogs.show_mapping),
        (
            Group.GO_SEARCH,
            QT_TR_NOOP("Search in this folder"),
            ["Ctrl+Shift+G"],
            lambda: search.search_within_here(is_folder=True),
        ),
        (
            Group.GO_SEARCH,
            QT_TR_NOOP("Search in this collection"),
            [],
            lambda: search.search_within_here(is_folder=False),
        ),
    )


def list_find_commands(quick_open: QuickOpen, split_view: SplitView) -> tuple[Command, ...]:
    """Finding a document, a heading, a command or words on the page."""
    return (
        (Group.FILE_OPEN, QT_TR_NOOP("Quick open"), ["Ctrl+P"], quick_open.show_documents),
        (Group.GO_PLACE, QT_TR_NOOP("Go to heading"), ["Ctrl+Shift+O"], quick_open.show_headings),
        (Group.VIEW_COMMANDS, QT_TR_NOOP("Command palette"), ["Ctrl+Shift+P"], quick_open.show_commands),
        (Group.EDIT_FIND, QT_TR_NOOP("Find in page"), [_KEY.Find], lambda: split_view.reader.finder.open_bar()),
        (Group.EDIT_FIND, QT_TR_NOOP("Next match"), ["F3"], lambda: split_view.reader.find_again(1)),
        (Group.EDIT_FIND, QT_TR_NOOP("Previous match"), ["Shift+F3"], lambda: split_view.reader.find_again(-1)),
    )


def list_tab_commands(
    split_view: SplitView, map_tab: MapTab, quick_open: QuickOpen, process: ProcessSignals
) -> tuple[Command, ...]:
    """Tabs, windows, and where a tab has been."""

    def move_to_new_window() -> None:
        """The document shown goes on in a window of its own; the last tab stays here as well."""
        reader = split_view.reader
        if reader.here is not None:
            process.window_requested.emit(reader.here)
            reader.close_tab()

    def close() -> None:
        map_tab.close() if map_tab.is_shown else split_view.reader.close_tab()

    return (
        (Group.GO_HISTORY, QT_TR_NOOP("Back"), ["Alt+Left"], lambda: split_view.reader.step(-1)),
        (Group.GO_HISTORY, QT_TR_NOOP("Forward"), ["Alt+Right"], lambda: split_view.reader.step(1)),
        (Group.GO_PLACE, QT_TR_NOOP("Previous page"), ["Alt+PgUp"], lambda: split_view.reader.turn(-1)),
        (Group.GO_PLACE, QT_TR_NOOP("Next page"), ["Alt+PgDown"], lambda: split_view.reader.turn(1)),
        (Group.FILE_OPEN, QT_TR_NOOP("New tab"), ["Ctrl+T"], lambda: quick_open.show_documents(in_new_tab=True)),
        (Group.WINDOW_NEW, QT_TR_NOOP("New window"), ["Ctrl+N"], lambda: process.window_requested.emit(None)),
        (Group.WINDOW_NEW, QT_TR_NOOP("Move tab to new window"), [], move_to_new_window),
        (Group.WINDOW_TABS, QT_TR_NOOP("Duplicate tab"), ["Ctrl+Shift+D"], lambda: split_view.reader.duplicate()),
        (Group.FILE_CLOSE, QT_TR_NOOP("Reopen closed tab"), ["Ctrl+Shift+T"], lambda: split_view.reader.reopen()),
        (
            Group.FILE_CLOSE,
            QT_TR_NOOP("Close tab"),
            ["Ctrl+W"],
            close,
        ),
        (
            Group.WINDOW_TABS,
            QT_TR_NOOP("Next tab"),
            ["Ctrl+Tab", "Ctrl+PgDown"],
            lambda: split_view.reader.tabs.step(1),
        ),
        (
            Group.WINDOW_TABS,
            QT_TR_NOOP("Previous tab"),
            ["Ctrl+Shift+Tab", "Ctrl+PgUp"],
            lambda: split_view.reader.tabs.step(-1),
        ),
        (Group.VIEW_PAGE, QT_TR_NOOP("Reload"), ["F5"], lambda: split_view.reader.reload()),
    )


def list_split_commands(split_view: SplitView, layouts: Layouts) -> tuple[Command, ...]:
    """Splits of the centre, and layouts of them."""
    split, focus, layout = Group.WINDOW_SPLITS, Group.WINDOW_SPLIT_FOCUS, Group.WINDOW_LAYOUTS
    return (
        (split, QT_TR_NOOP("Split right"), ["Ctrl+\\"], lambda: split_view.split(is_column=False)),
        (split, QT_TR_NOOP("Split down"), ["Ctrl+Shift+\\"], lambda: split_view.split(is_column=True)),
        (split, QT_TR_NOOP("Move tab to next split"), ["Ctrl+Alt+Right"], lambda: move_to_next(split_view, 1)),
        (split, QT_TR_NOOP("Move tab to previous split"), ["Ctrl+Alt+Left"], lambda: move_to_next(split_view, -1)),
        (split, QT_TR_NOOP("Close split"), ["Ctrl+Shift+W"], split_view.close_split),
        (split, QT_TR_NOOP("Join all splits"), [], split_view.join),
        (split, QT_TR_NOOP("Reset split sizes"), [], split_view.even_out),
        (focus, QT_TR_NOOP("Next split"), ["Ctrl+Alt+PgDown"], lambda: split_view.step(1)),
        (focus, QT_TR_NOOP("Previous split"), ["Ctrl+Alt+PgUp"], lambda: split_view.step(-1)),
        (focus, QT_TR_NOOP("Go to split 1"), ["Alt+1"], lambda: split_view.go_to(0)),
        (focus, QT_TR_NOOP("Go to split 2"), ["Alt+2"], lambda: split_view.go_to(1)),
        (focus, QT_TR_NOOP("Go to split 3"), ["Alt+3"], lambda: split_view.go_to(2)),
        (focus, QT_TR_NOOP("Go to split 4"), ["Alt+4"], lambda: split_view.go_to(3)),
        (layout, QT_TR_NOOP("Save layout…"), [], layouts.ask_to_save),
        (layout, QT_TR_NOOP("Open layout…"), [], layouts.ask_to_open),
        (layout, QT_TR_NOOP("Delete layout…"), [], layouts.ask_to_delete),
    )


def list_page_commands(
    split_view: SplitView,
    tools: ToolsOfReaders,
    source: SourceFile,
    results: ResultsPanel,
    pinning: Pinning,
    annotating: Annotating,
    manual_links: ManualLinks,
    topics: TopicActions,
    same: SameThings,
    compare: CompareCommand,
) -> tuple[Command, ...]:
    """What can be done with the page."""

    def pin() -> None:
        """Pin the chosen hit where hits have the keyboard, else the section being read."""
        section = results.focused_section()
        if section:
            pinning.pin(section)
        else:
            pinning.pin_here()

    return (
        (Group.VIEW_PAGE, QT_TR_NOOP("Preview link"), ["Ctrl+I"], lambda: tools.current.extras.preview()),
        (Group.VIEW_PAGE, QT_TR_NOOP("Show source"), ["Ctrl+U"], lambda: split_view.reader.toggle_source()),
        (
            Group.VIEW_PAGE,
            QT_TR_NOOP("Toggle pages and text"),
            ["Ctrl+Shift+V"],
            lambda: split_view.reader.toggle_text(),
        ),
        (Group.GO_PLACE, QT_TR_NOOP("Go to page…"), ["Ctrl+J"], lambda: tools.current.pdf.go_to_page()),
        (Group.FILE_OPEN, QT_TR_NOOP("New note here…"), [], source.new_notes.ask_here),
        (Group.FILE_OPEN, QT_TR_NOOP("Open in editor"), ["Ctrl+E"], source.edit),
        (Group.FILE_OPEN, QT_TR_NOOP("Open in default app"), [], source.open),
        (Group.FILE_OPEN, QT_TR_NOOP("Open in browser"), [], source.open_in_browser),
        (Group.FILE_OPEN, QT_TR_NOOP("Choose editor…"), [], source.editing.choose),
        (Group.FILE_OPEN, QT_TR_NOOP("Reveal in folder"), ["Alt+Shift+R"], source.reveal),
        (
            Group.EDIT_COPY,
            QT_TR_NOOP("Copy link to section"),
            ["Ctrl+Shift+C"],
            lambda: tools.current.export.copy_link(),
        ),
        (
            Group.EDIT_COPY,
            QT_TR_NOOP("Copy as Markdown"),
            ["Ctrl+Shift+X"],
            lambda: tools.current.export.copy_markdown(),
        ),
        (Group.EDIT_COPY, QT_TR_NOOP("Copy code"), ["Ctrl+Shift+J"], lambda: tools.current.extras.copy_code()),
        (Group.EDIT_COPY, QT_TR_NOOP("Copy citation"), ["Ctrl+Shift+Q"], lambda: tools.current.export.copy_citation()),
        (Group.EDIT_ANNOTATE, QT_TR_NOOP("Bookmark"), ["Ctrl+D"], annotating.bookmark),
        (Group.EDIT_ANNOTATE, QT_TR_NOOP("Highlight selection"), [], annotating.highlight),
        (Group.EDIT_ANNOTATE, QT_TR_NOOP("Add note…"), ["Ctrl+M"], annotating.add_note),
        (Group.EDIT_ANNOTATE, QT_TR_NOOP("Pin for agents"), ["Ctrl+Shift+U"], pin),
        (Group.EDIT_ANNOTATE, QT_TR_NOOP("Add manual link…"), [], manual_links.link_here),
        (Group.EDIT_ANNOTATE, QT_TR_NOOP("Move document to topic…"), [], topics.move_page),
        (Group.EDIT_THINGS, QT_TR_NOOP("Mark as same as…"), [], same.say_same),
        (Group.EDIT_THINGS, QT_TR_NOOP("Mark as different from…"), [], same.say_apart),
        (Group.VIEW_PAGE, QT_TR_NOOP("Show remote images"), [], lambda: tools.current.extras.images.show_all()),
        (Group.VIEW_PAGE, QT_TR_NOOP("Compare with…"), [], compare.choose),
        (Group.VIEW_PAGE, QT_TR_NOOP("Swap compared documents"), [], compare.swap),
        (Group.FILE_EXPORT, QT_TR_NOOP("Print…"), ["Ctrl+Shift+I"], lambda: tools.current.export.print()),
        (Group.FILE_EXPORT, QT_TR_NOOP("Save as PDF…"), ["Ctrl+Shift+S"], lambda: tools.current.export.ask_for_pdf()),
    )


def list_reading_commands(actions: ReadingActions, start: StartTab) -> tuple[Command, ...]:
    """The start page, the reading list, and what is read."""

    def act(run: Callable[[str], object]) -> Callable[[], object]:
        return lambda: actions.with_page(run)

    return (
        (Group.GO_START, QT_TR_NOOP("Start page"), ["Alt+Home"], start.show),
        (Group.EDIT_READING, QT_TR_NOOP("Add to reading list"), ["Alt+Shift+A"], act(actions.add)),
        (Group.EDIT_READING, QT_TR_NOOP("Remove from reading list"), [], act(actions.remove)),
        (Group.EDIT_READING, QT_TR_NOOP("Mark as read"), [], act(partial(actions.mark, is_read=True))),
        (Group.EDIT_READING, QT_TR_NOOP("Mark as unread"), [], act(partial(actions.mark, is_read=False))),
    )


def list_view_commands(
    shell: Shell,
    split_view: SplitView,
    tools: ToolsOfReaders,
    docks: Docks,
    layout: DockLayout,
    related: RelatedDocks,
    map_tab: MapTab,
    dialogs: Dialogs,
    pinning: Pinning,
) -> tuple[Command, ...]:
    """What the window shows, and how."""
    window, preferences, outline = shell.dialog_parent(), shell.session.preferences, docks.outline

    def act_on_dock(act: Callable[[], bool]) -> None:
        """Do something with the dock that has the keyboard, or say how to get to one."""
        if not act():
            shell.notify(tr("No sidebar pane is focused. Press F6 to go to one, then try again."))

    return (
        (Group.VIEW_ZOOM, QT_TR_NOOP("Zoom in"), ["Ctrl+=", "Ctrl++"], lambda: split_view.reader.step_zoom(1)),
        (Group.VIEW_ZOOM, QT_TR_NOOP("Zoom out"), ["Ctrl+-"], lambda: split_view.reader.step_zoom(-1)),
        (Group.VIEW_ZOOM, QT_TR_NOOP("Reset zoom"), ["Ctrl+0"], lambda: split_view.reader.step_zoom(0)),
        (Group.VIEW_ZOOM, QT_TR_NOOP("Fit width"), ["Ctrl+2"], lambda: tools.current.pdf.fit_width()),
        (Group.VIEW_ZOOM, QT_TR_NOOP("Fit page"), ["Ctrl+3"], lambda: tools.current.pdf.fit_page()),
        (Group.VIEW_PAGE, QT_TR_NOOP("Dark pages"), [], lambda: tools.current.pdf.toggle_dark()),
        (Group.WINDOW_SIDEBARS, QT_TR_NOOP("Toggle left sidebar"), ["Ctrl+B"], layout.toggle_left),
        (Group.GO_PLACE, QT_TR_NOOP("Filter documents"), ["Ctrl+L"], docks.library.show_filter),
        (
            Group.VIEW_TREE_ORDER,
            QT_TR_NOOP("Sort tree: as in the source"),
            [],
            lambda: preferences.set("tree_order", "book"),
        ),
        (Group.VIEW_TREE_ORDER, QT_TR_NOOP("Sort tree: by title"), [], lambda: preferences.set("tree_order", "name")),
        (
            Group.VIEW_TREE_ORDER,
            QT_TR_NOOP("Sort tree: newest first"),
            [],
            lambda: preferences.set("tree_order", "date"),
        ),
        _of_dock(docks, docks.graph, related.show_graph),
        (Group.VIEW_MAP_FORM, QT_TR_NOOP("Graph as table"), [], related.show_graph_table),
        (Group.VIEW_MAP_FORM, QT_TR_NOOP("Show headings in graph"), [], related.show_headings),
        (Group.VIEW_MAP, QT_TR_NOOP("Map"), ["Ctrl+Shift+M"], map_tab.toggle),
        (Group.VIEW_MAP_FORM, QT_TR_NOOP("Map as table"), [], map_tab.show_table),
        (Group.VIEW_MAP_FORM, QT_TR_NOOP("Show recent agent reads on map"), [], map_tab.show_trails),
        (Group.GO_PLACE, QT_TR_NOOP("Filter headings"), ["Ctrl+Shift+E"], outline.show_filter),
        (Group.VIEW_OUTLINE_LEVELS, QT_TR_NOOP("Outline: all levels"), [], lambda: outline.show_levels(0)),
        (Group.VIEW_OUTLINE_LEVELS, QT_TR_NOOP("Outline: one level"), [], lambda: outline.show_levels(1)),
        (Group.VIEW_OUTLINE_LEVELS, QT_TR_NOOP("Outline: two levels"), [], lambda: outline.show_levels(2)),
        (Group.VIEW_OUTLINE_LEVELS, QT_TR_NOOP("Outline: three levels"), [], lambda: outline.show_levels(3)),
        _of_dock(docks, docks.labels, layout.toggle_labels),
        _of_dock(docks, docks.tasks, layout.toggle_tasks),
        _of_dock(docks, docks.reading, layout.toggle_reading),
        (Group.WINDOW_SIDEBARS, QT_TR_NOOP("Toggle right sidebar"), ["Ctrl+Shift+B"], layout.toggle_right),
        (Group.WINDOW_PANES, QT_TR_NOOP("Hide pane"), [], lambda: act_on_dock(layout.hide_pane)),
        (Group.WINDOW_PANES, QT_TR_NOOP("Move pane to other side"), [], lambda: act_on_dock(layout.move_pane)),
        (Group.WINDOW_SIDEBARS, QT_TR_NOOP("Reset layout"), [], layout.reset),
        _of_dock(docks, docks.annotations, lambda: layout.toggle_dock(docks.annotations)),
        _of_dock(docks, docks.activity, layout.toggle_activity),
        (Group.TOOLS_AGENTS, QT_TR_NOOP("Unanswered queries"), [], dialogs.show_unanswered),
        (Group.TOOLS_AGENTS, QT_TR_NOOP("Agent memory"), ["Ctrl+Shift+R"], dialogs.show_memories),
        (Group.TOOLS_AGENTS, QT_TR_NOOP("Unpin all passages"), [], pinning.clear),
        (Group.TOOLS_AGENTS, QT_TR_NOOP("Manage agents"), [], dialogs.show_agents),
        (Group.VIEW_WINDOW, QT_TR_NOOP("Toggle menu bar"), [], lambda: _toggle_menu_bar(preferences)),
        (Group.VIEW_WINDOW, QT_TR_NOOP("Full screen"), ["F11"], lambda: _toggle_full_screen(window)),
    )


def list_help_commands(
    dialogs: Dialogs,
    manual: Manual,
    panes: PaneCycle,
    requests: OpenRequests,
    add_folder: AddFolder,
    process: ProcessSignals,
    show_commands: Callable[[], object],
) -> tuple[Command, ...]:
    """The library's health, settings, help and the end."""
    return (
        (Group.TOOLS_LIBRARY, QT_TR_NOOP("Library health"), ["Ctrl+Shift+Y"], dialogs.show_health),
        (Group.TOOLS_LIBRARY, QT_TR_NOOP("Sources"), [], dialogs.show_sources),
        (Group.TOOLS_LIBRARY, QT_TR_NOOP("Teams"), [], dialogs.teams.show),
        (Group.TOOLS_LIBRARY, QT_TR_NOOP("Publish collection…"), [], dialogs.publish),
        (Group.WINDOW_PANES, QT_TR_NOOP("Next pane"), ["F6"], lambda: panes.step(1)),
        (Group.WINDOW_PANES, QT_TR_NOOP("Previous pane"), ["Shift+F6"], lambda: panes.step(-1)),
        (Group.FILE_SETTINGS, QT_TR_NOOP("Settings"), ["Ctrl+,"], dialogs.show_settings),
        (Group.FILE_SETTINGS, QT_TR_NOOP("Set as default for bookwheel:// links"), [], requests.register_links),
        (Group.HELP_START, QT_TR_NOOP("Start tour"), [], add_folder.show_tour),
        (Group.HELP_MANUAL, QT_TR_NOOP("Manual"), ["F1"], manual.open_for_focus),
        (Group.HELP_MANUAL, QT_TR_NOOP("Keyboard shortcuts"), ["Shift+F1"], show_commands),
        (
            Group.FILE_SETTINGS,
            QT_TR_NOOP("Edit keyboard shortcuts"),
            [],
            lambda: dialogs.show_settings(tr("Keyboard shortcuts")),
        ),
        (Group.FILE_QUIT, QT_TR_NOOP("Quit"), ["Ctrl+Q"], process.quit_requested.emit),
    )


def _of_dock(docks: Docks, dock: Dock, show: Callable[[], object]) -> Command:
    entry = docks.entry(dock)
    return Group.VIEW_PANES, entry.command, [entry.shortcut] if entry.shortcut else [], show


def _toggle_full_screen(window: QWidget) -> None:
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def _toggle_menu_bar(preferences: Preferences) -> None:
    preferences.set("menu_bar", "false" if preferences.values.menu_bar else "true")
