"""Searches kept and searches made: remembered with the session, found again by typing, asked as they were."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from bookwheel.domain.search import Mode
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.widgets.palette import Choice, fitting

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window

_MOST = 60
"""Searches remembered besides the saved ones."""


class Searches:
    """The saved searches and the earlier ones, newest first."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.saved, self.earlier = window.session.searches
        self.on_changed: Callable[[], None] = lambda: None
        window.search.hit_opened.connect(lambda _hit, _words: self.remember())

    def now(self) -> SavedSearch | None:
        """What is asked at the moment."""
        search = self._window.search
        return SavedSearch(search.words, search.mode.value, tuple(search.filters.items())) if search.words else None

    def remember(self) -> None:
        """Keep what is asked among the earlier searches."""
        asked = self.now()
        if asked is not None:
            self.earlier = [asked, *(each for each in self.earlier if each != asked)][:_MOST]
            self._keep()

    def toggle(self) -> None:
        """Save what is asked, or let go of it if it is saved."""
        asked = self.now()
        if asked is None:
            self._window.notice.say(tr("Search for something first; then it can be saved."))
            return
        was_saved = asked in self.saved
        self.saved = [each for each in self.saved if each != asked] if was_saved else [asked, *self.saved]
        self._keep()
        self._window.notice.say(
            (tr("“{words}” is no longer saved.") if was_saved else tr("“{words}” is saved.")).format(words=asked.words)
        )

    def forget(self) -> None:
        """Forget the earlier searches; the saved ones stay."""
        self.earlier = []
        self._keep()
        self._window.notice.say(tr("The earlier searches are forgotten; the saved ones stay."))

    def summon(self) -> None:
        """Show both lists, to be asked again."""
        palette = self._window.palette_
        rows = [self._choice(each, "bookmark", "saved") for each in self.saved]
        rows += [self._choice(each, "history", "") for each in self.earlier if each not in self.saved]
        empty = tr("No search is kept yet: one is remembered when you open a hit, and saved by “Save this search”.")
        palette.summon(tr("Searches"), tr("Search again"), lambda text: palette.set_rows(fitting(rows, text)), empty)

    def _choice(self, asked: SavedSearch, icon: str, right: str) -> Choice:
        return Choice(asked.words, partial(self.ask, asked), icon, asked.note, right)

    def ask(self, asked: SavedSearch) -> None:
        """Ask what was asked before, with its chips and its mode."""
        window = self._window
        window.hits.mode.choose(Mode(asked.mode))
        window.search.ask_as(asked.words, dict(asked.filters))
        window.bar.box.setText(asked.words)
        window.bar.box.setFocus()

    def _keep(self) -> None:
        self._window.session.keep_searches(self.saved, self.earlier)
        self.on_changed()
