"""What every view of documents in the centre can do, whether it shows rendered text or the pages of a file."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget

from bookwheel.domain.annotations.reading_progress import LeftPlace
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.places import FilePlace
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.state.locations import Location


class DocumentView(Protocol):
    """Shows one document at a time and knows where in it the reader is. Thread: the window's.

    What it tells by itself (that it landed, which section is reached) comes by signals of its own, which whoever makes
    it connects with the reader.
    """

    @property
    def anchor(self) -> str:
        """Anchor of the section being read."""
        ...

    @property
    def offset(self) -> float:
        """How far it is scrolled, as `Location.scroll` of this view says it."""
        ...

    @property
    def reading_place(self) -> LeftPlace:
        """Where the document would be left now."""
        ...

    @property
    def spot(self) -> FilePlace | None:
        """The place in the file that is read or selected, for views that show the file's own."""
        ...

    @property
    def is_landing(self) -> bool:
        """Whether a place is still on its way."""
        ...

    @property
    def is_seeking(self) -> bool:
        """Whether the place is still looked for in what is shown, and nobody went elsewhere."""
        ...

    @property
    def selected_text(self) -> str:
        """What is selected, as it is pasted."""
        ...

    def widget(self) -> QWidget:
        """What fills the centre and takes the keyboard."""
        ...

    def show_document(self, page: PageAnswer, place: Location, source: str = "") -> None:
        """Show a document at a place; `source` is its own lines as HTML where these were asked for."""
        ...

    def land(self, place: Location, *, is_to_heading: bool = False) -> None:
        """Go to a place of the document shown; to a heading that was chosen by its name, and not to a hit under it."""
        ...

    def set_outline(self, answer: OutlineAnswer | None) -> None:
        """Take the sections of the document shown; None where they could not be had."""
        ...

    def step_hit(self, by: int) -> None:
        """Go to the next hit (1) or to the one before (-1)."""
        ...

    def step_zoom(self, by: int) -> None:
        """One step larger (1) or smaller (-1); 0 for the usual size."""
        ...

    def leave(self) -> None:
        """Let go of everything: the window closes."""
        ...


class PagedView(DocumentView, Protocol):
    """A view of a file's own pages, which finds words by itself and may have to give way to the text."""

    @property
    def bar_height(self) -> int:
        """Pixels of the line above the pages, which nothing covers."""
        ...

    def link_address(self) -> QUrl:
        """Where the link leads on which the menu was asked for; empty for none, or one within the document."""
        ...

    def mark_section(self, anchor: str) -> None:
        """Mark the section that a link named, until another place is shown."""
        ...

    def show_nothing(self) -> None:
        """Close the file: another view is shown."""
        ...

    def find_words(self, words: str, *, backwards: bool) -> None:
        """Mark words and go to the next match or the one before."""
        ...

    def end_find(self) -> None:
        """Forget the marks."""
        ...
