"""Everything a person can do by key or menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.platform import desktop
from bookwheel.gui.state.places import LONGEST_QUOTE, address
from bookwheel.gui.theme.theme import ColourScheme
from bookwheel.gui.window.process_signals import Siblings

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window

_KEY = QKeySequence.StandardKey
_PORTABLE = QKeySequence.SequenceFormat.PortableText


class Actions:
    """The window's actions, its menu and its keys."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._all: list[QAction] = []
        self._usual: dict[str, tuple[str, ...]] = {}
        self._menu = QMenu(window)
        self.siblings = Siblings(window)
        w, reader = window, window.reader
        self._group(
            (QT_TR_NOOP("Add a folder…"), ["Ctrl+O"], w.adding.ask_for_folder),
            (QT_TR_NOOP("Try the sample"), [], w.adding.add_sample),
        )
        self._group(
            (QT_TR_NOOP("Search"), ["Ctrl+K"], self._search),
            (QT_TR_NOOP("Search panel"), ["Ctrl+Shift+F"], self._search_panel),
            (QT_TR_NOOP("Saved and earlier searches"), ["Ctrl+Shift+H"], lambda: w.searches.summon()),
            (QT_TR_NOOP("Save this search"), ["Ctrl+D"], lambda: w.searches.toggle()),
            (QT_TR_NOOP("Forget earlier searches"), [], lambda: w.searches.forget()),
            (QT_TR_NOOP("Ask"), ["Ctrl+Shift+K"], w.side_bars.summon_ask),
            (QT_TR_NOOP("Why this hit ranks"), [], lambda: w.choosing.reasons()),
            (QT_TR_NOOP("Why a document is missing"), [], lambda: w.looking.missing()),
            (QT_TR_NOOP("How to search"), ["Ctrl+/"], lambda: w.looking.operators()),
            (QT_TR_NOOP("Links to mend"), ["Ctrl+Shift+N"], lambda: w.looking.links()),
            (QT_TR_NOOP("Links made by hand"), [], lambda: w.taking.linking.everything()),
            (QT_TR_NOOP("Ask the graph"), [], lambda: w.looking.questions()),
            (QT_TR_NOOP("Search in this folder"), ["Ctrl+Shift+G"], lambda: w.looking.within_here(is_folder=True)),
            (QT_TR_NOOP("Search in this collection"), [], lambda: w.looking.within_here(is_folder=False)),
            (QT_TR_NOOP("Quick open"), ["Ctrl+P"], lambda: w.choosing.documents()),
            (QT_TR_NOOP("Go to heading"), ["Ctrl+Shift+O"], lambda: w.choosing.headings()),
            (QT_TR_NOOP("Commands"), ["Ctrl+Shift+P"], lambda: w.choosing.commands()),
            (QT_TR_NOOP("Find in page"), [_KEY.Find], reader.finder.summon),
            (QT_TR_NOOP("Next match"), ["F3"], lambda: reader.find_again(1)),
            (QT_TR_NOOP("Previous match"), ["Shift+F3"], lambda: reader.find_again(-1)),
        )
        self._group(
            (QT_TR_NOOP("Back"), ["Alt+Left"], lambda: reader.step(-1)),
            (QT_TR_NOOP("Forward"), ["Alt+Right"], lambda: reader.step(1)),
            (QT_TR_NOOP("Previous page"), ["Alt+PgUp"], lambda: reader.turn(-1)),
            (QT_TR_NOOP("Next page"), ["Alt+PgDown"], lambda: reader.turn(1)),
            (QT_TR_NOOP("New tab"), ["Ctrl+T"], lambda: w.choosing.documents(in_new_tab=True)),
            (QT_TR_NOOP("New window"), ["Ctrl+N"], lambda: self.siblings.wanted.emit(None)),
            (QT_TR_NOOP("Move tab to a new window"), [], self._part),
            (QT_TR_NOOP("Duplicate tab"), ["Ctrl+Shift+D"], reader.duplicate),
            (QT_TR_NOOP("Reopen closed tab"), ["Ctrl+Shift+T"], reader.reopen),
            (QT_TR_NOOP("Close tab"), ["Ctrl+W"], lambda: w.map.close() if w.map.is_shown else reader.close_tab()),
            (QT_TR_NOOP("Next tab"), ["Ctrl+Tab", "Ctrl+PgDown"], lambda: w.tabs.step(1)),
            (QT_TR_NOOP("Previous tab"), ["Ctrl+Shift+Tab", "Ctrl+PgUp"], lambda: w.tabs.step(-1)),
            (QT_TR_NOOP("Reload"), ["F5"], reader.reload),
        )
        self._group(
            (QT_TR_NOOP("Preview link"), ["Ctrl+I"], lambda: w.reading.preview()),
            (QT_TR_NOOP("Source"), ["Ctrl+U"], reader.toggle_source),
            (QT_TR_NOOP("Open in editor"), ["Ctrl+E"], self.open_in_editor),
            (QT_TR_NOOP("Reveal in folder"), [], self.reveal),
            (QT_TR_NOOP("Copy deep link"), ["Ctrl+Shift+C"], self.copy_link),
            (QT_TR_NOOP("Copy as Markdown"), ["Ctrl+Shift+X"], lambda: w.taking.copy_markdown()),
            (QT_TR_NOOP("Copy code"), ["Ctrl+Shift+J"], lambda: w.reading.copy_code()),
            (QT_TR_NOOP("Copy citation"), ["Ctrl+Shift+Q"], lambda: w.taking.copy_citation()),
            (QT_TR_NOOP("Pin for agents"), ["Ctrl+Shift+U"], lambda: w.taking.pins.pin()),
            (QT_TR_NOOP("Link this page to…"), [], lambda: w.taking.linking.begin()),
            (QT_TR_NOOP("Print…"), ["Ctrl+Shift+I"], lambda: w.taking.print()),
            (QT_TR_NOOP("Save as PDF…"), ["Ctrl+Shift+S"], lambda: w.taking.ask_for_pdf()),
        )
        self._group(
            (QT_TR_NOOP("Larger"), ["Ctrl+=", "Ctrl++"], lambda: reader.set_zoom(reader.zoom + 0.1)),
            (QT_TR_NOOP("Smaller"), ["Ctrl+-"], lambda: reader.set_zoom(reader.zoom - 0.1)),
            (QT_TR_NOOP("Actual size"), ["Ctrl+0"], lambda: reader.set_zoom(1.0)),
            (QT_TR_NOOP("Left side bar"), ["Ctrl+B"], w.side_bars.toggle_left),
            (QT_TR_NOOP("Filter documents"), ["Ctrl+L"], lambda: w.library.summon_filter()),
            (QT_TR_NOOP("Tree in the order of its source"), [], lambda: w.setting.order("book")),
            (QT_TR_NOOP("Tree by title"), [], lambda: w.setting.order("name")),
            (QT_TR_NOOP("Tree with the newest first"), [], lambda: w.setting.order("date")),
            (QT_TR_NOOP("Graph"), ["Ctrl+Shift+L"], w.around.summon_graph),
            (QT_TR_NOOP("Graph as a table"), [], w.around.summon_table),
            (QT_TR_NOOP("Headings in the graph"), [], w.around.summon_headings),
            (QT_TR_NOOP("Map"), ["Ctrl+Shift+M"], w.map.toggle),
            (QT_TR_NOOP("Map as a table"), [], w.map.show_table),
            (QT_TR_NOOP("What agents read, on the map"), [], w.map.show_trails),
            (QT_TR_NOOP("Filter headings"), ["Ctrl+Shift+E"], w.outline.summon_filter),
            (QT_TR_NOOP("Outline: all levels"), [], lambda: w.outline.show_levels(0)),
            (QT_TR_NOOP("Outline: one level"), [], lambda: w.outline.show_levels(1)),
            (QT_TR_NOOP("Outline: two levels"), [], lambda: w.outline.show_levels(2)),
            (QT_TR_NOOP("Outline: three levels"), [], lambda: w.outline.show_levels(3)),
            (QT_TR_NOOP("Labels"), ["Ctrl+Shift+A"], lambda: w.looking.toggle_labels()),
            (QT_TR_NOOP("Right side bar"), ["Ctrl+Shift+B"], w.side_bars.toggle_right),
            (QT_TR_NOOP("Hide this pane"), [], lambda: self._with_pane(w.side_bars.hide_pane)),
            (QT_TR_NOOP("Move this pane to the other side"), [], lambda: self._with_pane(w.side_bars.move_pane)),
            (QT_TR_NOOP("Side bars as they were at first"), [], w.side_bars.reset),
            (QT_TR_NOOP("Activity of agents"), [], w.side_bars.toggle_activity),
            (QT_TR_NOOP("Queries that found nothing"), [], lambda: w.setting.unanswered()),
            (QT_TR_NOOP("Memories of agents"), ["Ctrl+Shift+R"], lambda: w.setting.memories()),
            (QT_TR_NOOP("Empty the tray of agents"), [], lambda: w.taking.pins.clear()),
            (QT_TR_NOOP("Connect or revoke an agent"), [], lambda: w.setting.agents()),
            (QT_TR_NOOP("Full screen"), ["F11"], self._full_screen),
        )
        self._theme_menu()
        self._group(
            (QT_TR_NOOP("Health of the library"), ["Ctrl+Shift+Y"], lambda: w.setting.health()),
            (QT_TR_NOOP("Next pane"), ["F6"], lambda: self._next_pane(1)),
            (QT_TR_NOOP("Previous pane"), ["Shift+F6"], lambda: self._next_pane(-1)),
            (QT_TR_NOOP("Settings"), ["Ctrl+,"], lambda: w.setting.summon()),
            (QT_TR_NOOP("Open bookwheel:// links here"), [], lambda: w.arriving.register()),
            (QT_TR_NOOP("Tour of the window"), [], w.adding.show_tour),
            (QT_TR_NOOP("Keyboard shortcuts"), ["F1"], lambda: w.choosing.commands()),
            (QT_TR_NOOP("Change keys"), [], lambda: w.setting.summon(tr("Keys"))),
            (QT_TR_NOOP("Quit"), ["Ctrl+Q"], self.siblings.quit_wanted.emit),
        )
        w.bar.set_menu(self._menu)
        w.bar.left.clicked.connect(w.side_bars.toggle_left)
        w.bar.right.clicked.connect(w.side_bars.toggle_right)
        w.bar.graph.clicked.connect(self._toggle_graph)
        w.bar.agents.clicked.connect(w.side_bars.toggle_activity)
        w.bar.back.clicked.connect(lambda: reader.step(-1))
        w.bar.forward.clicked.connect(lambda: reader.step(1))
        w.bar.theme_button.clicked.connect(self._toggle_theme)

    def listed(self) -> list[QAction]:
        """Every action, in the menu's order."""
        return self._all

    def spoken(self, action: QAction) -> str:
        """An action's words where its menu does not say what it is about."""
        return tr(action.objectName()) if action in self._themes.values() else action.text()

    def words_of(self, name: str) -> str:
        """What an action is called on the screen, by its name."""
        return self.spoken(self._named(name)).rstrip("…").rstrip()

    def usual_keys(self) -> Mapping[str, tuple[str, ...]]:
        """The keys that every action has before a person changes them, by its name; in the menu's order."""
        return self._usual

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The keys that an action has now."""
        return tuple(each.toString(_PORTABLE) for each in self._named(name).shortcuts())

    def _named(self, name: str) -> QAction:
        return next(each for each in self._all if each.objectName() == name)

    def set_keys(self, own: Mapping[str, tuple[str, ...]]) -> None:
        """Give the actions named these keys, and all others their usual ones."""
        for action in self._all:
            name = action.objectName()
            action.setShortcuts([QKeySequence(each, _PORTABLE) for each in own.get(name, self._usual[name])])
        self._window.bar.show_keys(lambda name: (*self.keys_of(name), "")[0])

    def show_theme(self) -> None:
        """Mark the theme that is chosen."""
        self._themes[self._window.theme.colour_scheme].setChecked(True)

    def page_menu(self) -> QMenu:
        """The menu of the page."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        view = self._window.reader.view
        request = view.lastContextMenuRequest() if view is not None else None
        if view is not None and request is not None:
            if request.selectedText():
                words = request.selectedText()
                menu.addAction(tr("Copy"), lambda: QGuiApplication.clipboard().setText(words))
                menu.addAction(tr("Search for “{words}”").format(words=words[:32]), lambda: self.search_for(words))
                menu.addSeparator()
            link = request.linkUrl()
            if not link.isEmpty():
                menu.addAction(tr("Open in a new tab"), lambda: view.own.link_clicked.emit(link, True))
                menu.addAction(tr("Copy link"), lambda: QGuiApplication.clipboard().setText(link.toString()))
                menu.addSeparator()
        names = ("Back", "Forward", "Find in page", "Open in editor", "Reveal in folder", "Copy deep link")
        names += ("Copy as Markdown", "Copy citation", "Pin for agents", "Link this page to", "Print", "Save as PDF")
        menu.addActions([each for each in self._all if each.objectName() in names])
        return menu

    def open_in_editor(self) -> None:
        """Open the source of the document shown."""
        path = self._source()
        if path is not None:
            desktop.open_file(str(path))

    def reveal(self) -> None:
        """Show the source of the document shown in the file manager."""
        path = self._source()
        if path is not None:
            desktop.reveal(str(path))

    def copy_link(self) -> None:
        """Put the deep link of the section being read on the clipboard; it marks the words that are selected."""
        reader = self._window.reader
        here = reader.here
        if here is not None:
            anchor = "" if reader.anchor == "top" else reader.anchor
            words = " ".join(reader.view.selectedText().split()) if reader.view is not None else ""
            QGuiApplication.clipboard().setText(address(here.doc, anchor, words[:LONGEST_QUOTE]))
            self._window.notice.say(tr("The link to this section is on the clipboard."))

    def _source(self) -> Path | None:
        page = self._window.reader.page
        if page is None:
            return None
        path = Path(page.source_path)
        if not path.is_absolute():
            card = self._window.library.model.cards().get(page.doc.partition("/")[0])
            path = Path(card.root) / page.source_path if card is not None else path
        return path

    def _group(self, *rows: tuple[str, list[str | QKeySequence.StandardKey], Callable[[], object]]) -> None:
        if self._all:
            self._menu.addSeparator()
        for words, keys, run in rows:
            action = QAction(tr(words), self._window)
            action.setShortcuts([QKeySequence(each) for each in keys])
            self._name(action, words.rstrip("…"))
            action.triggered.connect(lambda _on=False, act=run: act())
            self._window.addAction(action)
            self._menu.addAction(action)
            self._all.append(action)

    def _name(self, action: QAction, name: str) -> None:
        action.setObjectName(name)
        self._usual[name] = tuple(each.toString(_PORTABLE) for each in action.shortcuts())

    def _theme_menu(self) -> None:
        menu = self._menu.addMenu(tr("Theme"))
        group = QActionGroup(menu)
        themes: tuple[tuple[str, str, ColourScheme], ...] = (
            (QT_TR_NOOP("As the system"), QT_TR_NOOP("Theme: as the system"), "system"),
            (QT_TR_NOOP("Light"), QT_TR_NOOP("Theme: light"), "light"),
            (QT_TR_NOOP("Dark"), QT_TR_NOOP("Theme: dark"), "dark"),
        )
        self._themes: dict[str, QAction] = {}
        for words, name, theme in themes:
            action = QAction(tr(words), group, checkable=True, checked=self._window.theme.colour_scheme == theme)
            action.triggered.connect(partial(self._set_theme, theme))
            menu.addAction(action)
            self._window.addAction(action)
            self._name(action, name)
            self._themes[theme] = action
            self._all.append(action)

    def _part(self) -> None:
        """The document shown goes on in a window of its own; the last tab stays here as well."""
        reader = self._window.reader
        if reader.here is not None:
            self.siblings.wanted.emit(reader.here)
            reader.close_tab()

    def _with_pane(self, act: Callable[[], bool]) -> None:
        """Do something with the pane that has the keyboard, or say how to get to one."""
        if not act():
            self._window.notice.say(tr("Go to a pane of a side bar first: F6 leads from pane to pane."))

    def _toggle_theme(self) -> None:
        theme: ColourScheme = "light" if self._window.theme.is_dark else "dark"
        self._set_theme(theme)

    def _set_theme(self, theme: ColourScheme, _is_on: bool = True) -> None:
        self._window.session.keep_theme(theme)

    def _search(self) -> None:
        box = self._window.bar.box
        box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        box.selectAll()

    def _toggle_graph(self) -> None:
        graph = self._window.around.graph
        if graph.isVisible():
            self._window.around.put_graph_away()
        else:
            self._window.around.summon_graph()

    def _search_panel(self) -> None:
        if self._window.search.words:
            self._window.show_hits()
            self._window.hits.view.setFocus()
        else:
            self._search()

    def search_for(self, words: str) -> None:
        """Search for these words, as if typed."""
        self._window.bar.box.setText(words)
        self._search()

    def _full_screen(self) -> None:
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _next_pane(self, by: int) -> None:
        w = self._window
        panes = [w.bar.box, w.library.tree, w.library.filter.tree, w.looking.labels.tree, w.hits.view]
        panes += [w.crumbs, w.reader, w.map.page.pane, w.around.graph.pane, w.outline.view, w.around.links.view]
        panes += [w.activity.view, w.ask]
        shown = [each for each in panes if each.isVisible()]
        focus = w.focusWidget()
        at = next((row for row, each in enumerate(shown) if each is focus or (focus and each.isAncestorOf(focus))), -1)
        reason = Qt.FocusReason.TabFocusReason if by > 0 else Qt.FocusReason.BacktabFocusReason
        shown[(at + by) % len(shown)].setFocus(reason)
