"""Quick open, go to heading and the list of commands, in the floating palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtGui import QAction

from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineEntry
from bookwheel.domain.search import NamesAnswer
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.search.palette_prefixes import COMMANDS, HEADINGS, PrefixSources, split_prefix
from bookwheel.gui.shell.document_picker import build_document_choice, describe_path, find_documents
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location, Trail
from bookwheel.gui.widgets.palette import Choice


class PageTabs(Protocol):
    """What quick open asks of the reader: where its tabs have been, and going to a heading."""

    @property
    def trail(self) -> Trail:
        """The trail of the tab shown."""
        ...

    @property
    def trails(self) -> list[Trail]:
        """The trail of every tab, in order."""
        ...

    def jump(self, anchor: str) -> None:
        """Go to a section of the document shown."""
        ...

    def setFocus(self) -> None:  # noqa: N802
        """Give the page the keyboard."""
        ...


class QuickOpen:
    """The palette that leads to documents, and by a sign at the beginning to headings, commands, tags and settings."""

    def __init__(
        self,
        shell: Shell,
        tabs: PageTabs,
        list_commands: Callable[[], Sequence[tuple[str, QAction]]],
        list_headings: Callable[[], Sequence[OutlineEntry]],
        show_setting: Callable[[str], object],
    ) -> None:
        self._shell = shell
        self._tabs = tabs
        self._in_new_tab = False
        self._opened: dict[str, str] = {}

        def jump(anchor: str) -> None:
            self._read(partial(tabs.jump, anchor))

        self._sources = PrefixSources(shell, jump, list_commands, list_headings, show_setting, self.show_documents)

    def remember(self, page: PageAnswer) -> None:
        """Keep titles by document, the one opened last at the end."""
        self._opened.pop(page.doc, None)
        self._opened[page.doc] = page.title

    def show_documents(self, text: str = "", *, in_new_tab: bool = False) -> None:
        """Quick open: a document by title, alias or file name; recent ones while nothing is typed."""
        self._in_new_tab = in_new_tab
        hint = tr("Search documents by name, or type ? for more")
        self._show(tr("Quick open"), hint)
        self._shell.command_palette.box.setText(text)

    def show_headings(self) -> None:
        """Go to a heading of the document shown."""
        self._show(tr("Go to heading"), tr("Search headings"), HEADINGS)

    def show_commands(self) -> None:
        """Offer every command by its words and other programs' words for it, with its keys."""
        self._show(tr("Command palette"), tr("Type a command"), COMMANDS)

    def _show(self, name: str, hint: str, usual: str = "") -> None:
        """Show the palette; without a sign at the beginning, what is typed means what `usual` stands for."""

        def find(text: str) -> None:
            prefix, words = split_prefix(text)
            if prefix or usual:
                self._sources.find(prefix or usual, words)
            else:
                self._find_documents(words)

        self._sources.forget()
        self._shell.command_palette.show_choices(name, hint, find, tr("No matching documents."))

    def _read(self, go: Callable[[], object]) -> None:
        """Go somewhere, and read on there: the keys are the page's, wherever they were before."""
        go()
        self._tabs.setFocus()

    def _find_documents(self, text: str) -> None:
        def build_rows(answer: NamesAnswer) -> list[Choice]:
            found = [(card.doc, card.title, describe_path(card, text)) for card in answer.documents]
            return [self._build_choice(*row) for row in (found if text else self._list_recent(found))]

        find_documents(self._shell, text, build_rows)

    def _build_choice(self, doc: str, title: str, note: str) -> Choice:
        go = partial(self._shell.open, Location(doc, title=title), in_new_tab=self._in_new_tab)
        return build_document_choice(self._shell, doc, title, note, partial(self._read, go))

    def _list_recent(self, changed: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """What was read, the last first, then what changed last; the document shown comes at the end.

        Of an earlier session only the tabs are known: those opened last stand last.
        """
        shown, names = self._tabs.trail, self._shell.collection_names()
        trails = [shown, *(trail for trail in reversed(self._tabs.trails) if trail is not shown)]
        places = [place for trail in trails for place in reversed(trail.places[: trail.at + 1])]
        titles = [*reversed(self._opened.items()), *((place.doc, place.title) for place in places)]
        read = [
            (doc, title, doc.partition("/")[2]) for doc, title in titles if title and doc.partition("/")[0] in names
        ]
        recent: dict[str, tuple[str, str, str]] = {}
        for row in (*read, *changed):
            recent.setdefault(row[0], row)
        here = shown.here.doc if shown.here is not None else ""
        return sorted(recent.values(), key=lambda row: row[0] == here)
