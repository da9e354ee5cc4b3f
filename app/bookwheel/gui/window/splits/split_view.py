"""The centre of the window: up to four readers beside and below each other, one of which is focused."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QSplitter, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.page.url_scheme import Shelf
from bookwheel.gui.page.web_view import PageProfile
from bookwheel.gui.state.locations import Location, Trail
from bookwheel.gui.state.preferences import WindowSettings
from bookwheel.gui.state.split_layout import MOST_SPLITS, SplitLayout, SplitTabs
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.tab_strip import TabStrip
from bookwheel.gui.window.splits import split_tree
from bookwheel.gui.window.splits.pane import Pane

_ROOM_FOR_TWO = 640
"""Pixels in which two pages stand beside each other; where there are fewer, one goes below."""


class SplitView(QWidget):
    """Has one or more readers. Its signals tell of the focused one, and again when another one is focused."""

    document_opened = Signal(object)
    landed = Signal(object)
    outline_came = Signal(object)
    section_reached = Signal(str)
    trail_changed = Signal()
    failed = Signal(object)
    reader_changed = Signal(object)
    """The Reader that is focused now, or again in a new place."""
    reader_left = Signal(object)
    """A Reader that is taken away."""
    splits_changed = Signal()
    """A split came or went, or has another size."""
    wanted = Signal()
    """Splits are to be seen: something else may be in the centre."""

    def __init__(self, theme: Theme, calls: BackgroundCalls) -> None:
        super().__init__()
        self._theme, self._calls = theme, calls
        self._client: Client | None = None
        self._profile = PageProfile(Shelf(calls, lambda: self._client, self), self)
        self._own: WindowSettings | None = None
        self._on_reader: list[Callable[[Reader], object]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._root = self._listen(split_tree.make_splitter())
        self._column.addWidget(self._root)
        pane = self._make_pane()
        self._root.addWidget(pane)
        self._reader = pane.reader
        self.setFocusProxy(self._reader)
        self._show_which()
        QApplication.instance().focusChanged.connect(self._follow_focus)  # type: ignore[union-attr]

    @property
    def reader(self) -> Reader:
        """The focused reader."""
        return self._reader

    @property
    def panes(self) -> list[Pane]:
        """All splits, in reading order."""
        return [pane for pane in split_tree.list_panes(self._root) if isinstance(pane, Pane)]

    @property
    def readers(self) -> list[Reader]:
        """All readers, in reading order."""
        return [pane.reader for pane in self.panes]

    @property
    def layout_now(self) -> SplitLayout | None:
        """The splits and their tabs; None where no split has any."""
        for reader in self.readers:
            reader.remember()

        def tabs_of(pane: QWidget) -> SplitTabs:
            assert isinstance(pane, Pane)
            reader = pane.reader
            trails = tuple(trail.copy() for trail in reader.trails)
            return SplitTabs(trails, max(0, reader.tabs.current), reader.zoom)

        tree = split_tree.describe(self._root, tabs_of)
        return SplitLayout(tree, self.readers.index(self._reader)).only(lambda _doc: True)

    @property
    def trail(self) -> Trail:
        """The trail of the tab that is read."""
        return self._reader.trail

    @property
    def trails(self) -> list[Trail]:
        """The trails of all tabs, those of the focused split last."""
        others = [trail for reader in self.readers if reader is not self._reader for trail in reader.trails]
        return [*others, *self._reader.trails]

    def jump(self, anchor: str) -> None:
        """Go to a section of the document that is read."""
        self._reader.jump(anchor)

    def on_reader(self, act: Callable[[Reader], object]) -> None:
        """Call this with every reader, those that are there and those to come."""
        self._on_reader.append(act)
        for reader in self.readers:
            act(reader)

    def set_client(self, client: Client | None) -> None:
        """Read from this client."""
        self._client = client
        for reader in self.readers:
            reader.set_client(client)

    def set_own(self, values: WindowSettings) -> None:
        """Set pages in the person's own font, size and measure."""
        self._own = values
        for reader in self.readers:
            reader.set_own(values)

    def focus(self, reader: Reader) -> None:
        """Make another reader the focused one; the keyboard goes along if a page had it."""
        if reader is self._reader:
            return
        focus = self.window().focusWidget()
        has_keyboard = focus is not None and self._reader.isAncestorOf(focus)
        self._reader = reader
        self.setFocusProxy(reader)
        if has_keyboard:
            reader.setFocus()
        self._show_which()
        self._tell_of_focused()

    def step(self, by: int) -> None:
        """Go to the next split or the one before, with the keyboard."""
        readers = self.readers
        self.go_to((readers.index(self._reader) + by) % len(readers))

    def go_to(self, number: int) -> None:
        """Go to a split by its number in reading order, with the keyboard."""
        readers = self.readers
        self.wanted.emit()
        if number < len(readers):
            self.focus(readers[number])
            readers[number].setFocus()

    def split(self, *, is_column: bool) -> Reader | None:
        """Show what is read once more, beside or below, and go there."""
        trail = self._reader.trail
        if trail.here is None:
            self._reader.noticed.emit(tr("Open a document first, then split the view."))
            return None
        self.wanted.emit()
        self._reader.remember()
        reader = self.add(trail.copy(), self._reader, is_column=is_column)
        if reader is not None:
            self.focus(reader)
            reader.setFocus()
        return reader

    def add(
        self, trail: Trail, beside: Reader, *, is_column: bool, is_before: bool = False, is_in_place: bool = False
    ) -> Reader | None:
        """A further reader with a tab of this trail, beside or below another one; None where there are enough.

        With `is_in_place` another one goes for it.
        """
        if len(self.readers) - is_in_place >= MOST_SPLITS:
            beside.noticed.emit(tr("The view can have up to four splits. Close one first."))
            return None
        pane = self._make_pane()
        made = split_tree.add_beside(self._pane_of(beside), pane, is_column=is_column, is_before=is_before)
        if made is not None:
            self._listen(made)
        pane.reader.zoom = beside.zoom
        self._show_which()
        pane.reader.open_tabs([trail], 0)
        self.splits_changed.emit()
        return pane.reader

    def open_beside(self, place: Location, reader: Reader | None = None) -> None:
        """Show a place in the split after a reader's (the focused one's), making one if there is none."""
        reader, readers = reader or self._reader, self.readers
        if reader.here is None:
            reader.open(place)
        elif len(readers) > 1:
            readers[(readers.index(reader) + 1) % len(readers)].open(place)
        else:
            self.add(Trail([place], 0), reader, is_column=self.width() < _ROOM_FOR_TWO)

    def close_split(self, reader: Reader | None = None) -> None:
        """Close a split (the focused one) with its tabs, which can be opened again; the last one stays."""
        reader, readers = reader or self._reader, self.readers
        if len(readers) < 2:
            return
        at = readers.index(reader)
        readers.remove(reader)
        heir = readers[min(at, len(readers) - 1)]
        reader.remember()
        heir.history.add_closed(reader.history.take_closed())
        self.remove(reader, heir)

    def remove(self, reader: Reader, heir: Reader) -> None:
        """Take a reader away; another one is focused in its place."""
        if reader is self._reader:
            self.focus(heir)
        pane = self._pane_of(reader)
        self._leave(pane)
        split_tree.take_out(pane)
        pane.deleteLater()
        self._show_which()
        self.splits_changed.emit()

    def even_out(self) -> None:
        """Give all splits the same room."""
        split_tree.even_out(self._root)
        self.splits_changed.emit()

    def join(self) -> None:
        """Put the tabs of all splits into the focused one."""
        for reader in self.readers:
            if reader is not self._reader:
                reader.remember()
                for trail in reader.trails:
                    self._reader.history.append(trail)
                self.remove(reader, self._reader)

    def restore(self, layout: SplitLayout) -> None:
        """Show these splits in place of all others."""
        before, root = self.panes, self._listen(split_tree.make_splitter())
        spare = list(before)
        self._column.addWidget(root)

        def take_pane(tabs: SplitTabs) -> Pane:
            pane = spare.pop(0) if spare else self._make_pane()
            pane.reader.zoom = tabs.zoom
            return pane

        for made in split_tree.build(root, layout.tree, take_pane):
            self._listen(made)
        old, self._root = self._root, root
        self._reader = self.readers[layout.focused]
        self.setFocusProxy(self._reader)
        for pane in spare:
            self._leave(pane)
        self._column.removeWidget(old)
        old.hide()
        old.deleteLater()
        self._show_which()
        for reader, tabs in zip(self.readers, layout.splits, strict=True):
            reader.open_tabs([trail.copy() for trail in tabs.trails], tabs.current)
        self.splits_changed.emit()

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Close the tabs whose documents' collections are gone, and the splits that have no other."""
        for reader in self.readers:
            reader.forget(is_gone)
        for reader in self.readers:
            if reader.here is None:
                self.close_split(reader)

    def leave(self) -> None:
        """Delete the pages before their profile goes."""
        for reader in self.readers:
            reader.leave()

    def _leave(self, pane: Pane) -> None:
        pane.hold_tabs()
        pane.reader.leave()
        self.reader_left.emit(pane.reader)

    def _pane_of(self, reader: Reader) -> Pane:
        return next(pane for pane in self.panes if pane.reader is reader)

    def _listen(self, splitter: QSplitter) -> QSplitter:
        splitter.splitterMoved.connect(lambda _at, _row: self.splits_changed.emit())
        return splitter

    def _make_pane(self) -> Pane:
        reader = Reader(self._theme, self._calls, TabStrip(self._theme), self._profile)
        reader.set_client(self._client)
        if self._own is not None:
            reader.set_own(self._own)
        for name in ("document_opened", "landed", "outline_came", "section_reached", "failed"):
            getattr(reader, name).connect(lambda value, name=name: self._pass_on(reader, name, value))
        reader.trail_changed.connect(lambda: reader is self._reader and self.trail_changed.emit())
        reader.beside_wanted.connect(lambda place: self.open_beside(place, reader))
        reader.last_tab_closed.connect(lambda: self.close_split(reader))
        reader.tabs.pressed.connect(lambda: self.focus(reader))
        pane = Pane(reader)
        for act in self._on_reader:
            act(reader)
        return pane

    def _pass_on(self, reader: Reader, name: str, value: object) -> None:
        if reader is self._reader:
            getattr(self, name).emit(value)

    def _tell_of_focused(self) -> None:
        reader = self._reader
        self.reader_changed.emit(reader)
        self.trail_changed.emit()
        self.outline_came.emit(reader.outline)
        if reader.page is not None:
            self.document_opened.emit(reader.page)
            self.section_reached.emit(reader.anchor)

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.isAncestorOf(new):
            for pane in self.panes:
                if pane.isAncestorOf(new):
                    self.focus(pane.reader)

    def _show_which(self) -> None:
        """Say by the look and the names of the strips which split is focused."""
        panes = self.panes
        for number, pane in enumerate(panes, 1):
            is_alone = len(panes) == 1
            name = tr("Tabs") if is_alone else tr("Tabs of split {number}").format(number=number)
            pane.tabs.set_focused(pane.reader is self._reader, is_alone=is_alone, name=name)
