"""Saved and earlier searches: remembered with the session, found again by typing, run as they were."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit

from bookwheel.domain.search import Mode
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.search.search import Search
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.widgets.palette import Choice, filter_choices

_MOST = 60
"""Searches remembered in addition to the saved ones."""


class SavedSearches(QObject):
    """The saved searches and the earlier ones, newest first."""

    changed = Signal()
    """A search was saved or remembered, or they were forgotten."""

    def __init__(self, shell: Shell, search: Search, results: ResultsPanel, box: QLineEdit) -> None:
        super().__init__(box)
        self._shell = shell
        self._search = search
        self._results = results
        self._box = box
        self.saved, self.earlier = shell.session.searches
        search.hit_opened.connect(lambda _hit, _words: self.remember())

    def current(self) -> SavedSearch | None:
        """What is searched for at the moment."""
        search = self._search
        return SavedSearch(search.words, search.mode.value, tuple(search.filters.items())) if search.words else None

    def remember(self) -> None:
        """Keep the current search among the earlier ones."""
        current = self.current()
        if current is not None:
            self.earlier = [current, *(search for search in self.earlier if search != current)][:_MOST]
            self._keep()

    def toggle(self) -> None:
        """Save the current search, or forget it if it is saved."""
        current = self.current()
        if current is None:
            self._shell.notify(tr("Search for something first. Then you can save the search."))
            return
        was_saved = current in self.saved
        others = [search for search in self.saved if search != current]
        self.saved = others if was_saved else [current, *self.saved]
        self._keep()
        text = tr("“{words}” is no longer saved.") if was_saved else tr("“{words}” is saved.")
        self._shell.notify(text.format(words=current.words))

    def forget_earlier(self) -> None:
        """Forget the earlier searches; the saved ones stay."""
        self.earlier = []
        self._keep()
        self._shell.notify(tr("Recent searches cleared. Saved searches are kept."))

    def show_list(self) -> None:
        """Show both lists, to run one again."""
        palette = self._shell.command_palette
        rows = [self._build_choice(search, "bookmark", "saved") for search in self.saved]
        rows += [self._build_choice(search, "history", "") for search in self.earlier if search not in self.saved]
        empty = tr(
            "No searches yet. Bookwheel remembers a search when you open one of its hits; “Save search” keeps it."
        )
        palette.show_choices(
            tr("Searches"), tr("Search again"), lambda text: palette.set_rows(filter_choices(rows, text)), empty
        )

    def run(self, search: SavedSearch) -> None:
        """Search as it was done before, with its chips and its mode."""
        self._results.mode.choose(Mode(search.mode))
        self._search.ask_as(search.words, dict(search.filters))
        self._box.setText(search.words)
        self._box.setFocus()

    def _build_choice(self, search: SavedSearch, icon: str, right: str) -> Choice:
        return Choice(search.words, partial(self.run, search), icon, search.note, right)

    def _keep(self) -> None:
        self._shell.session.keep_searches(self.saved, self.earlier)
        self.changed.emit()
