"""Matches on the pages: all of them counted page by page while nothing else is to be done, nearest pages first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtPdf import QPdfDocument

from bookwheel.gui.pdf.idle_work import IdleWork
from bookwheel.gui.pdf.page_text import PageText

_MOST_BOXES = 400
"""Matches of one page that are marked."""
_TOLD_MS = 60
"""From one word about what is found to the next."""
_SHIFTS = (0, 1, 2, 3, 4, 5, 6, 8, -1, -2)
"""PDFium counts letters for which the file has no text, and leaves them out of the text that it gives."""

Finder = Callable[[PageText], Iterable[tuple[int, int]]]


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """Letters of a page's text: number of the page, from 0, the first letter, and how many."""

    page: int
    start: int
    length: int


class PageTexts:
    """The texts of a document's pages, read when they are first needed."""

    def __init__(self, document: QPdfDocument) -> None:
        self._document = document
        self._texts: dict[int, PageText] = {}

    def clear(self) -> None:
        """Forget all: the document is another now."""
        self._texts.clear()

    def has(self, page: int) -> bool:
        """Whether a page has been read."""
        return page in self._texts

    def of(self, page: int) -> PageText:
        """The text of a page; some milliseconds for one that was not read yet."""
        found = self._texts.get(page)
        if found is None:
            found = self._texts[page] = PageText(self._document.getAllText(page).text())
        return found

    def read_all(self, start: int) -> Iterator[int]:
        """Read every page that was not, from `start` on and around; gives the numbers of all."""
        count = self._document.pageCount()
        for step in range(count):
            page = (start + step) % count
            self.of(page)
            yield page


class PageSearch(QObject):
    """What one finder finds in the document, with the boxes of what is in sight."""

    changed = Signal()
    """More is found, or known of where it stands."""

    def __init__(self, name: str, document: QPdfDocument, texts: PageTexts, work: IdleWork, parent: QObject) -> None:
        super().__init__(parent)
        self._name = name
        self._document, self._texts, self._work = document, texts, work
        self._found: dict[int, list[Match]] = {}
        self._boxes: dict[Match, list[QRectF]] = {}
        self.total = 0
        self.is_complete = True
        self.current: Match | None = None
        self._telling = QTimer(self, singleShot=True, interval=_TOLD_MS)
        self._telling.timeout.connect(self.changed)

    def begin(self, finder: Finder, start: int) -> None:
        """Find anew, from a page on and around."""
        self.end()
        self.is_complete = False
        self._work.begin(self._name, self._run(finder, start), is_awaited=True)

    def end(self) -> None:
        """Find nothing any more."""
        self._work.end(self._name)
        self._work.end(f"{self._name} boxes")
        self._telling.stop()
        self._found, self._boxes, self.total, self.current = {}, {}, 0, None
        self.is_complete = True
        self.changed.emit()

    def on_page(self, page: int) -> list[Match]:
        """The matches on a page, as far as it was searched."""
        return self._found.get(page, [])

    def is_searched(self, page: int) -> bool:
        """Whether a page was searched."""
        return self.is_complete or page in self._found

    def number_of(self, match: Match) -> int:
        """Which of all matches this is, from 1, as far as they are counted."""
        before = sum(len(found) for page, found in self._found.items() if page < match.page)
        return before + bisect_left(self.on_page(match.page), match) + 1

    def first_from(self, page: int, start: int = 0, *, step: int = 1) -> Match | None:
        """The first match from a letter of a page on, or backwards before it; round the end of the document."""
        count = self._document.pageCount()
        if not self.total or not count:
            return None
        own = self.on_page(page)
        ahead = [match for match in own if (match.start >= start if step > 0 else match.start < start)]
        if ahead:
            return ahead[0 if step > 0 else -1]
        for away in range(1, count + 1):
            found = self.on_page((page + step * away) % count)
            if found:
                return found[0 if step > 0 else -1]
        return None

    def boxes_of(self, match: Match) -> list[QRectF]:
        """Where a match stands on its page, in points; asks PDFium, which takes a millisecond or two."""
        found = self._boxes.get(match)
        if found is None:
            found = self._boxes[match] = self._measure(match)
        return found

    def known_boxes(self, page: int) -> list[tuple[Match, list[QRectF]]]:
        """The matches on a page whose boxes are known; those that are not are looked for soon."""
        matches = self.on_page(page)[:_MOST_BOXES]
        missing = [match for match in matches if match not in self._boxes]
        if missing:
            self._work.begin(f"{self._name} boxes", self._measure_all(missing), is_awaited=True)
        return [(match, self._boxes[match]) for match in matches if match in self._boxes]

    def _run(self, finder: Finder, start: int) -> Iterator[object]:
        for page in self._texts.read_all(start):
            found = [Match(page, first, length) for first, length in finder(self._texts.of(page))]
            self._found[page] = found
            self.total += len(found)
            if found and not self._telling.isActive():
                self._telling.start()
                self.changed.emit()
            yield
        self.is_complete = True
        self.changed.emit()

    def _measure_all(self, matches: list[Match]) -> Iterator[object]:
        for match in matches:
            self.boxes_of(match)
            yield
        self.changed.emit()

    def _measure(self, match: Match) -> list[QRectF]:
        wanted = _letters(self._texts.of(match.page).text[match.start : match.start + match.length])
        for shift in _SHIFTS:
            found = self._document.getSelectionAtIndex(match.page, max(0, match.start + shift), match.length)
            if _letters(found.text()) == wanted:
                return [bounds.boundingRect() for bounds in found.bounds()]
        return []


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())
