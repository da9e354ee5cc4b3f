"""What is selected on the pages: from one letter to another, over as many pages as lie between."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtPdf import QPdfDocument

from bookwheel.gui.pdf.page_search import PageTexts
from bookwheel.gui.pdf.page_text import line_at, tidy, word_at

_NEARER_LINE = 4.0
"""A line above or below is this many times as far as one beside."""
_INSIDE = 0.4
"""Points into a run of letters at which the nearest letter is looked for."""
_MOST_PAGES = 2_000


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Before a letter: number of the page, from 0, and of the letter on it."""

    page: int
    letter: int


class Selection:
    """A piece of the document's text, from `start` up to before `end`; the end that moves may be either."""

    def __init__(self, document: QPdfDocument, texts: PageTexts) -> None:
        self._document, self._texts = document, texts
        self._runs: dict[int, list[QRectF]] = {}
        self._bounds: dict[int, list[QRectF]] = {}
        self.start: Spot | None = None
        self.end: Spot | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is selected."""
        return self.start is None or self.end is None or self.start == self.end

    @property
    def first_page(self) -> int:
        """The page on which it begins; -1 without one."""
        return min(self.start, self.end).page if self.start is not None and self.end is not None else -1

    @property
    def text(self) -> str:
        """What is selected, as it is pasted."""
        if self.start is None or self.end is None:
            return ""
        first, last = sorted((self.start, self.end))
        pieces: list[str] = []
        for page in range(first.page, min(last.page, first.page + _MOST_PAGES) + 1):
            own = self._texts.of(page).text
            pieces.append(own[first.letter if page == first.page else 0 : last.letter if page == last.page else None])
        return tidy("\r\n".join(pieces))

    def clear(self) -> None:
        """Select nothing."""
        self.start = self.end = None
        self._bounds.clear()

    def forget(self) -> None:
        """The document is another now."""
        self.clear()
        self._runs.clear()

    def select(self, start: Spot, end: Spot) -> None:
        """Select from one spot to another."""
        self.start, self.end = start, end
        self._bounds.clear()

    def extend(self, end: Spot) -> None:
        """Move the end that moves."""
        self.select(self.start or end, end)

    def select_word(self, spot: Spot) -> None:
        """Select the word at a spot."""
        first, last = word_at(self._texts.of(spot.page).text, spot.letter)
        self.select(Spot(spot.page, first), Spot(spot.page, last))

    def select_line(self, spot: Spot) -> None:
        """Select the line at a spot."""
        first, last = line_at(self._texts.of(spot.page).text, spot.letter)
        self.select(Spot(spot.page, first), Spot(spot.page, last))

    def select_all(self) -> None:
        """Select the whole document, or as much of it as can be copied at once."""
        last = min(self._document.pageCount(), _MOST_PAGES) - 1
        if last >= 0:
            self.select(Spot(0, 0), Spot(last, len(self._texts.of(last).text)))

    def spot_at(self, page: int, point: QPointF, *, is_on: bool = False) -> Spot | None:
        """The spot before the letter nearest to a point, or after it where the point is in its second half.

        With `is_on` it is before the letter that the point is on, and None where it is beside all text.
        """
        runs = self._runs_of(page)
        if not runs:
            return None
        run = min(runs, key=lambda run: _distance(run, point))
        if is_on and _distance(run, point) > 0:
            return None
        near = QPointF(
            min(max(point.x(), run.left() + _INSIDE), run.right() - _INSIDE),
            min(max(point.y(), run.top() + _INSIDE), run.bottom() - _INSIDE),
        )
        first = QPointF(runs[0].left() + _INSIDE, runs[0].center().y())
        before = self._document.getSelection(page, first, near)  # what stands before it; invalid where nothing does
        letter = before.endIndex() if before.isValid() else 0
        if is_on and letter and not self._texts.of(page).text[letter : letter + 1].isalnum():
            letter -= 1
        return Spot(page, letter)

    def boxes_on(self, page: int) -> list[QRectF]:
        """Where on a page something is selected, in points."""
        if self.is_empty or self.start is None or self.end is None:
            return []
        first, last = sorted((self.start, self.end))
        if not first.page <= page <= last.page:
            return []
        if page not in self._bounds:
            begin = first.letter if page == first.page else 0
            end = last.letter if page == last.page else len(self._texts.of(page).text)
            found = self._document.getSelectionAtIndex(page, begin, end - begin) if end > begin else None
            self._bounds[page] = [bounds.boundingRect() for bounds in found.bounds()] if found is not None else []
        return self._bounds[page]

    def _runs_of(self, page: int) -> list[QRectF]:
        if page not in self._runs:
            self._runs[page] = [bounds.boundingRect() for bounds in self._document.getAllText(page).bounds()]
        return self._runs[page]


def _distance(run: QRectF, point: QPointF) -> float:
    beside = max(run.left() - point.x(), point.x() - run.right(), 0.0)
    above = max(run.top() - point.y(), point.y() - run.bottom(), 0.0)
    return beside + _NEARER_LINE * above
