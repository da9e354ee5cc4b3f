"""More like this: what is selected, a heading of the page, an outline row or a hit becomes a search for its like."""

from __future__ import annotations

from bookwheel.domain.links.lone_files import is_lone
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.outline.dock import OutlineDock
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.search.search_commands import SearchCommands
from bookwheel.gui.shell.passages import SelectedPassage
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.likeness import Likeness
from bookwheel.gui.state.locations import is_made_page
from bookwheel.gui.window.splits.page_tools import ToolsOfReaders

_NAME = 80
"""Characters of a selection that name it."""


class SimilarPassages:
    """Searches for what is like a passage of the page, and of what lists its sections."""

    def __init__(
        self,
        shell: Shell,
        commands: SearchCommands,
        results: ResultsPanel,
        outline: OutlineDock,
        tools: ToolsOfReaders,
    ) -> None:
        self._shell, self._commands, self._results = shell, commands, results
        self._outline, self._tools = outline, tools
        outline.like_wanted.connect(self.search_section)

    def search_here(self) -> None:
        """Search for what is like the chosen hit where hits have the keyboard, else the selection or the section."""
        chosen = self._results.focused_likeness()
        if chosen is not None:
            self._commands.search_like(chosen)
        elif self._shell.page is None:
            self._shell.notify(tr("Open a document first."))
        else:
            self._tools.current.annotations.passages().ask_selection(self._search_selection)

    def search_pressed(self, reader: Reader) -> None:
        """Search for what is like the selection, else the section in which the page was pressed."""
        view, request = reader.view, None
        if view is not None and reader.pages is None:
            request = view.lastContextMenuRequest()
        if view is None or request is None or request.selectedText():
            self.search_here()
            return
        at = request.position()

        def done(anchor: object) -> None:
            if isinstance(anchor, str) and anchor:
                self.search_section(anchor)
            else:
                self._search_selection(None)

        view.call("anchor_at", at.x() / view.zoomFactor(), at.y() / view.zoomFactor(), then=done)

    def search_section(self, anchor: str) -> None:
        """Search for what is like a section of the document shown."""
        page = self._shell.page
        if page is not None and self._may_be_compared(page.doc):
            section = f"{page.doc}#{anchor}"
            titles = {entry.section: entry.title for entry in self._outline.headings()}
            self._commands.search_like(Likeness(section, titles.get(section) or page.title))

    def _search_selection(self, found: SelectedPassage | None) -> None:
        page, section = self._shell.page, self._shell.section
        if page is None:
            return
        if found is not None and found.quote.strip():
            taken_from = f"{page.doc}#{found.anchor}" if found.anchor else section
            self._commands.search_like(Likeness(found.quote, found.quote.strip()[:_NAME], taken_from))
        elif "#" in section:
            self.search_section(section.partition("#")[2])
        elif self._may_be_compared(page.doc):
            self._commands.search_like(Likeness(page.doc, page.title))

    def _may_be_compared(self, doc: str) -> bool:
        """Whether a document is in the library; say so where it is not."""
        if is_lone(doc):
            self._shell.notify(tr("This file is not in your library. Add its folder first, or select some text."))
        elif is_made_page(doc):
            self._shell.notify(tr("This page is not a document. Select some text first."))
        else:
            return True
        return False
