"""What a window is asked for from outside: links to passages, opened and marked, and folders to add."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bookwheel.domain.document import TOP
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.platform.url_handler import register
from bookwheel.gui.state.places import Place, is_link, place_of

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window


class Arriving(QObject):
    """Takes links and folders, as from the command line or from a second start, once the last session is back."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._waiting: list[str] = []
        self._is_ready = False
        self._place: Place | None = None
        self._is_landed = False
        window.reader.landed.connect(self._land)
        window.reader.outline_came.connect(self._check)

    def ask(self, words: Iterable[str]) -> None:
        """Open these links and add these folders, now or as soon as the tabs of last time are back."""
        self._waiting.extend(words)
        if self._is_ready:
            self.begin()

    def begin(self) -> None:
        """The session is back: do what was asked for, and from now on at once."""
        self._is_ready = True
        waiting, self._waiting = self._waiting, []
        for word in waiting:
            self._take(word)

    def register(self) -> None:
        """Have the desktop open our links with this program from now on."""
        window = self._window
        said = tr("bookwheel:// links open here from now on, as {file} says.")
        window.calls.ask(lambda: register(window.paths), lambda file: window.notice.say(said.format(file=file)))

    def _take(self, word: str) -> None:
        window = self._window
        if not is_link(word):
            window.adding.add(word)
            return
        place = place_of(word)
        if place is None:
            said = tr("{link} names no document; a link looks like {example}.")
            window.notice.say(said.format(link=word[:120], example="bookwheel://doc/notes/page.md#heading"))
            return
        here = window.reader.here
        self._place, self._is_landed = place, False
        window.open(place, in_new_tab=here is not None and here.doc != place.doc)

    def _land(self, place: Place) -> None:
        """Mark the section that a link named; where it named words, these are marked already."""
        view = self._window.reader.view
        if place is self._place and view is not None and place.anchor and not place.query:
            view.call("mark_section", place.anchor)
        if place is self._place:
            self._is_landed = True
            self._say_if_lost()

    def _check(self, answer: OutlineAnswer | None) -> None:
        if answer is not None:
            self._say_if_lost()

    def _say_if_lost(self) -> None:
        """Say that a page has no such section, once both the page and its outline are there."""
        window, place = self._window, self._place
        page = window.reader.page
        sections = [each.section for each in window.outline.model.entries()]
        is_known = page is not None and place is not None and page.doc == place.doc
        if place is None or page is None or not is_known or not self._is_landed or not sections:
            return
        if sections[0].partition("#")[0] != place.doc:
            return
        self._place = None
        if place.anchor not in ("", TOP) and f"{place.doc}#{place.anchor}" not in sections:
            said = tr("“{title}” has no section “{name}” any more; it is shown from its beginning.")
            window.notice.say(said.format(title=page.title, name=place.anchor))
