"""Annotations on the pages of a PDF: see `PassageView`; they are found by their letters while nothing else is done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtPdf import QPdfDocument

from bookwheel.domain.annotations.annotation import CONTEXT, Colour
from bookwheel.gui.pdf.idle_work import IdleWork
from bookwheel.gui.pdf.page_search import PageTexts
from bookwheel.gui.pdf.page_text import fold
from bookwheel.gui.pdf.pages_view import PagesView
from bookwheel.gui.pdf.selection import Selection, Spot
from bookwheel.gui.shell.passages import HIGHLIGHT_LINES, PassageMark, SelectedPassage
from bookwheel.gui.theme.theme import tokens

_WORD = re.compile(r"[^\W_]+")
_ICON = 12.0
_MARGIN = 54.0
"""Points of a page at its left that are taken for its margin."""


class PdfPassages(QObject):
    """Finds and draws what is annotated; tells what is selected and what was clicked."""

    selection_changed = Signal()
    annotation_chosen = Signal(str)

    def __init__(
        self, document: QPdfDocument, texts: PageTexts, work: IdleWork, view: PagesView, selection: Selection
    ) -> None:
        super().__init__(view)
        self._document, self._texts, self._work, self._view, self._selection = document, texts, work, view, selection
        self._marks: tuple[PassageMark, ...] = ()
        self._boxes: dict[int, list[tuple[PassageMark, list[QRectF]]]] = {}
        self._wanted = ""
        view.passages = self

    @property
    def drawn(self) -> list[tuple[str, int]]:
        """The annotations that were found, with the page of each, from 0."""
        return [(mark.id, page) for page, found in sorted(self._boxes.items()) for mark, _ in found]

    def ask_selection(self, then: Callable[[SelectedPassage | None], object]) -> None:
        """See `PassageView`."""
        chosen = self._selection
        if chosen.is_empty or chosen.start is None or chosen.end is None or not chosen.text.strip():
            then(None)
            return
        first, last = sorted((chosen.start, chosen.end))
        before = self._texts.of(first.page).text[max(0, first.letter - CONTEXT) : first.letter]
        after = self._texts.of(last.page).text[last.letter : last.letter + CONTEXT]
        box = QRect()
        for run in chosen.boxes_on(first.page):
            box = box.united(self._view.area_seen(first.page, run))
        then(SelectedPassage(chosen.text, before, after, "", box))

    def end_selection(self) -> None:
        """See `PassageView`."""
        self._selection.clear()
        self._view.viewport().update()

    def show_annotations(self, marks: tuple[PassageMark, ...]) -> None:
        """See `PassageView`."""
        self._marks = marks
        self.find()

    def find(self) -> None:
        """Look for all of them: they are others now, or the pages are."""
        self._boxes = {}
        self._work.end("passages")
        if self._marks and self._document.pageCount():
            self._work.begin("passages", self._find(self._marks))
        self._view.viewport().update()

    def bring_annotation(self, id: str) -> None:
        """See `PassageView`; one that is not found yet is shown once it is."""
        self._wanted = id
        self._bring()

    def _bring(self) -> None:
        for page, found in self._boxes.items():
            for mark, boxes in found:
                if mark.id == self._wanted:
                    self._wanted = ""
                    self._view.show_box(page, boxes[0])
                    return

    def press(self, at: QPoint) -> bool:
        """Tell which annotation is at a point of the viewport; False for none."""
        page, point = self._view.spot_at(at)
        for mark, boxes in self._boxes.get(page, ()):
            if any(box.contains(point) for box in (*boxes, _icon_box(boxes))):
                self.annotation_chosen.emit(mark.id)
                return True
        return False

    def paint(self, painter: QPainter, page: int) -> None:
        """Draw what is annotated on a page over its picture."""
        is_dark = self._view.is_dark
        colours, area = tokens(is_dark), self._view.layout_of_pages.area
        mode = QPainter.CompositionMode
        for mark, boxes in self._boxes.get(page, ()):
            painter.save()
            painter.setCompositionMode(mode.CompositionMode_Lighten if is_dark else mode.CompositionMode_Multiply)
            if mark.colour:
                for box in boxes:
                    painter.fillRect(area(page, box), QColor(colours[f"highlight_{mark.colour}"]))
            painter.setCompositionMode(mode.CompositionMode_SourceOver)
            line = HIGHLIGHT_LINES[Colour(mark.colour)] if mark.colour else Qt.PenStyle.DotLine
            painter.setPen(QPen(QColor(colours["highlight_line"]), 1.5, line))
            for box in boxes:
                seen = area(page, box)
                painter.drawLine(seen.bottomLeft(), seen.bottomRight())
            if mark.note or mark.kind == "bookmark":
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours["accent"]))
                painter.drawPolygon(_shape(area(page, _icon_box(boxes)), is_note=bool(mark.note)))
            painter.restore()

    def _find(self, marks: tuple[PassageMark, ...]) -> Iterator[object]:
        pages = range(self._document.pageCount())
        for mark in marks:
            wanted = _letters(mark.quote)
            if not wanted:
                continue
            for page in sorted(pages, key=lambda page: abs(page - mark.page)):
                yield
                spots = self._spots_on(page, wanted, mark)
                if spots is not None:
                    self._measure(mark, *spots)
                    self._bring()
                    self._view.viewport().update()
                    break

    def _spots_on(self, page: int, wanted: str, mark: PassageMark) -> tuple[Spot, Spot] | None:
        """Where a passage begins and ends that begins on this page."""
        pages = [page, page + 1] if page + 1 < self._document.pageCount() else [page]
        runs: list[tuple[int, Spot]] = []
        letters = ""
        own = 0
        for number in pages:
            for found in _WORD.finditer(fold(self._texts.of(number).text)):
                runs.append((len(letters), Spot(number, found.start())))
                letters += found[0]
            own = own or len(letters)
        before, after = _letters(mark.prefix), _letters(mark.suffix)
        best, score, at = -1, -1, letters.find(wanted)
        while 0 <= at < own:
            end = at + len(wanted)
            agreed = letters[:at].endswith(before[-8:]) + letters[end:].startswith(after[:8])
            if agreed > score:
                best, score = at, agreed
            at = letters.find(wanted, at + 1)
        if best < 0:
            return None
        return _origin(runs, best), _origin(runs, best + len(wanted) - 1, is_end=True)

    def _measure(self, mark: PassageMark, start: Spot, end: Spot) -> None:
        own = Selection(self._document, self._texts)
        own.select(start, end)
        for page in range(start.page, end.page + 1):
            boxes = own.boxes_on(page)
            if boxes:
                self._boxes.setdefault(page, []).append((mark, boxes))


def _letters(text: str) -> str:
    return "".join(found[0] for found in _WORD.finditer(fold(text)))


def _origin(runs: list[tuple[int, Spot]], at: int, *, is_end: bool = False) -> Spot:
    start, spot = next(run for run in reversed(runs) if run[0] <= at)
    return Spot(spot.page, spot.letter + at - start + is_end)


def _icon_box(boxes: list[QRectF]) -> QRectF:
    """Where the mark of a note or bookmark stands, in points: in the margin, beside the passage's first line."""
    return QRectF(max(4.0, min(_MARGIN, boxes[0].left()) - _ICON - 6), boxes[0].top(), _ICON, _ICON)


def _shape(box: QRectF, *, is_note: bool) -> list[QPointF]:
    """A ribbon for a bookmark, a speech bubble for a note."""
    note = ((0, 0), (1, 0), (1, 0.75), (0.5, 0.75), (0.25, 1), (0.25, 0.75), (0, 0.75))
    ribbon = ((0.15, 0), (0.85, 0), (0.85, 1), (0.5, 0.7), (0.15, 1))
    return [
        QPointF(box.left() + x * box.width(), box.top() + y * box.height()) for x, y in (note if is_note else ribbon)
    ]
