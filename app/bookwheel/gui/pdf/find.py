"""Find in the PDF: what the find bar asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from bookwheel.gui.pdf.page_search import Match, PageSearch
from bookwheel.gui.pdf.page_text import folded_query
from bookwheel.gui.pdf.pages_view import PagesView


class PdfFind(QObject):
    """Marks what was typed on all pages and goes from one to the next, as soon as there is one."""

    counted = Signal(int, int, bool)
    """Which match is shown, from 1 or 0 for none, of how many, and whether more are still looked for."""

    def __init__(self, view: PagesView, matches: PageSearch) -> None:
        super().__init__(view)
        self._view, self._matches = view, matches
        self._words = ""
        self._owed = 0
        """The step that waits for the first match."""
        self._origin: tuple[int, int] = (0, 0)
        matches.changed.connect(self._on_found)

    @property
    def is_on(self) -> bool:
        """Whether something is looked for."""
        return bool(self._words)

    def seek(self, words: str, *, backwards: bool) -> None:
        """Go to the next match, or stay at the one that still fits when the words are new."""
        folded, step = folded_query(words), -1 if backwards else 1
        if folded == self._words:
            self._step(step)
            return
        current = self._matches.current
        self._words = folded
        self._origin = (current.page, current.start) if current is not None else (self._view.page, 0)
        if not folded:
            self.end()
            self.counted.emit(0, 0, False)
            return
        self._owed = step
        self._matches.begin(lambda text: text.find(folded), self._origin[0])

    def again(self) -> None:
        """The document is another now: find the same words in it."""
        words, self._words = self._words, ""
        if words:
            self.seek(words, backwards=False)

    def end(self) -> None:
        """Find nothing any more."""
        self._words, self._owed = "", 0
        self._matches.end()

    def _step(self, step: int) -> None:
        current = self._matches.current
        if current is None:
            self._owed = step
            self._on_found()
            return
        self._go(self._matches.first_from(current.page, current.start + (step > 0), step=step))

    def _on_found(self) -> None:
        if not self._words:
            return
        page, start = self._origin
        if self._owed:
            found = self._matches.first_from(page, start, step=self._owed)
            is_sure = self._matches.is_complete or (found is not None and self._is_next(found))
            if found is not None and is_sure:
                self._owed = 0
                self._go(found)
                return
        self._tell()
        self._view.viewport().update()

    def _is_next(self, found: Match) -> bool:
        """Whether nothing can come before it: pages are searched from the origin on."""
        return self._owed > 0 and found.page >= self._origin[0]

    def _go(self, match: Match | None) -> None:
        if match is not None:
            self._matches.current = match
            boxes = self._matches.boxes_of(match)
            if boxes:
                self._view.show_box(match.page, boxes[0])
        self._tell()
        self._view.viewport().update()

    def _tell(self) -> None:
        current = self._matches.current
        at = self._matches.number_of(current) if current is not None else 0
        self.counted.emit(at, self._matches.total, not self._matches.is_complete)
