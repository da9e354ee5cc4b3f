"""Where on the pages the reader is: lands on places and hits, and says which section is read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, QTimer, Signal

from bookwheel.domain.document import TOP
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.pdf.bar import page_named
from bookwheel.gui.pdf.hit_words import hit_pattern
from bookwheel.gui.pdf.page_search import Match, PageSearch
from bookwheel.gui.pdf.pages_view import PagesView
from bookwheel.gui.pdf.sections import Section, end_of, find_section, section_at, sections_of
from bookwheel.gui.state.locations import Location

_SPY_MS = 70
_READ = 90
"""Pixels below the upper edge at which the section counts that is read."""
_NEAR_TOP = 4.0
"""Points above a section's heading that hits still belong to it."""


class PdfPosition(QObject):
    """Lands on places of the document in one PagesView; `hits` finds the words of the query that led here."""

    section_reached = Signal(str)
    landed = Signal(object)
    """The Location, once it is shown."""
    hits_counted = Signal(int, int)
    """Which hit is shown, from 1 or 0 for none, and how many there are."""

    def __init__(self, view: PagesView, hits: PageSearch) -> None:
        super().__init__(view)
        self._view, self._hits = view, hits
        self._labels: Sequence[str] = ()
        self._sections: tuple[Section, ...] | None = None
        self._words: tuple[str, ...] = ()
        self._landing: Location | None = None
        self._is_to_heading = False
        self._aim: Section | None = None
        """The section in which the first hit is looked for."""
        self._is_aiming = False
        self._settled = -1
        """How far it was scrolled when a section was landed on: that section counts until one scrolls on."""
        self._landed: Location | None = None
        self._rest = -1
        """How far it was scrolled once the place or its first hit was shown."""
        self.anchor = TOP
        self._spy = QTimer(self, singleShot=True, interval=_SPY_MS)
        self._spy.timeout.connect(self._look)
        view.scrolled.connect(lambda: self._spy.start() if not self._spy.isActive() else None)
        hits.changed.connect(self._on_hits)

    def begin(self, labels: Sequence[str], words: tuple[str, ...]) -> None:
        """Another document is shown, with hits of these words."""
        self._labels, self._sections = labels, None
        self._landing = self._landed = self._aim = None
        self._view.set_linked(None)
        self.anchor = TOP
        self._words = ()  # what was searched for them went with the pages
        self.set_words(words)

    def restart(self, labels: Sequence[str]) -> None:
        """The document has changed, and its pages are others now."""
        self._labels = labels
        words, self._words = self._words, ()
        self.set_words(words)

    def set_words(self, words: tuple[str, ...]) -> None:
        """Mark these words on all pages."""
        if words == self._words and words:
            return
        self._words, self._is_aiming = words, False
        pattern = hit_pattern(words)
        if pattern is None:
            self._hits.end()
        else:
            self._hits.begin(lambda text: text.find_all(pattern), self._view.page)
        self._tell_hits()

    def add_words(self, words: tuple[str, ...]) -> None:
        """Mark these words as well, and look for the first hit again unless somebody scrolled on."""
        merged = tuple(dict.fromkeys((*self._words, *words)))
        if merged == self._words:
            return
        self.set_words(merged)
        if self._landed is not None and self._is_resting:
            self._land(self._landed)

    def mark_section(self, anchor: str) -> None:
        """Mark a section at the margin of its pages until another place is landed on."""
        sections = self._sections or ()
        section = find_section(sections, anchor)
        if section is not None:
            self._view.set_linked(((section.page, section.top), end_of(sections, section)))

    def set_outline(self, answer: OutlineAnswer | None) -> None:
        """The document's sections have come, or it is said that there are none."""
        self._sections = sections_of(answer.sections) if answer is not None else ()
        if self._landing is not None:
            self._land(self._landing)
        else:
            self._spy.start()

    def land(self, place: Location, *, is_to_heading: bool) -> None:
        """Go to a place; one that needs the sections is landed on once they are known."""
        self._landing, self._is_to_heading = place, is_to_heading
        self._land(place)

    @property
    def is_landing(self) -> bool:
        """Whether a place is still on its way."""
        return self._landing is not None

    @property
    def is_seeking(self) -> bool:
        """Whether the first hit of the place is still looked for, or its words are, and nobody scrolled on."""
        return self._is_aiming and self._is_resting

    @property
    def _is_resting(self) -> bool:
        return self._landing is None and self._view.verticalScrollBar().value() == self._rest

    def step_hit(self, by: int) -> None:
        """Go to the next hit (1) or the one before (-1)."""
        current, step = self._hits.current, 1 if by > 0 else -1
        if current is None:
            page, _point = self._view.spot_at(self._view.viewport().rect().topLeft())
            found = self._hits.first_from(page, 0, step=step)
        else:
            found = self._hits.first_from(current.page, current.start + (step > 0), step=step)
        if found is not None:
            self._show(found)

    def _land(self, place: Location) -> None:
        needs_sections = place.scroll < 0 and place.anchor not in ("", TOP)
        if needs_sections and self._sections is None:
            return
        self._landing = None
        self._is_aiming, self._settled = False, -1
        self._view.set_linked(None)
        if place.scroll >= 0:
            self._view.scroll_to(place.scroll)
            self._finish(place)
            return
        section = find_section(self._sections or (), place.anchor)
        page = page_named(self._labels, place.place.removeprefix("page=")) if place.place else -1
        if section is not None and section.page < page <= end_of(self._sections or (), section)[0]:
            self._view.scroll_to(page)
        elif section is not None:
            self._view.show_box(section.page, QRectF(0, section.top, 1, 1), is_at_top=True)
            self._settled, self.anchor = self._view.verticalScrollBar().value(), section.anchor
        else:
            self._view.scroll_to(max(0, page))
        if place.query and not self._is_to_heading:
            self._aim, self._is_aiming = section, True
            self._seek_first()
        self._finish(place)

    def _finish(self, place: Location) -> None:
        self._landed, self._rest = place, self._view.verticalScrollBar().value()
        self._look()
        self._tell_hits()
        QTimer.singleShot(0, self, lambda: self.landed.emit(place))

    def _seek_first(self) -> None:
        """Go to the first hit of the section that was landed on, once its pages are searched."""
        if not self._is_aiming or not self._words:  # those in a later part of the text come later
            return
        aim = self._aim
        last, _below = end_of(self._sections or (), aim) if aim is not None else (1 << 30, 0.0)
        page = aim.page if aim is not None else 0
        while page <= last and self._hits.is_searched(page):
            for match in self._hits.on_page(page):
                if aim is None or self._is_within(match, aim):
                    self._is_aiming = False
                    self._show(match)
                    self._rest = self._view.verticalScrollBar().value()
                    return
            if self._hits.is_complete and not self._hits.total:
                break
            page += 1
            if page >= len(self._labels):
                break
        if self._hits.is_complete:
            self._is_aiming = False

    def _is_within(self, match: Match, section: Section) -> bool:
        boxes = self._hits.boxes_of(match)
        if not boxes:
            return match.page > section.page
        spot = (match.page, boxes[0].bottom())
        end_page, end_top = end_of(self._sections or (), section)
        return (section.page, section.top - _NEAR_TOP) <= spot and (match.page, boxes[0].top()) < (
            end_page,
            end_top - _NEAR_TOP,
        )

    def _show(self, match: Match) -> None:
        self._hits.current = match
        boxes = self._hits.boxes_of(match)
        if boxes:
            self._view.show_box(match.page, boxes[0])
        if self._settled >= 0:
            self._settled = self._view.verticalScrollBar().value()
        self._view.viewport().update()
        self._tell_hits()

    def _on_hits(self) -> None:
        self._seek_first()
        self._tell_hits()
        self._view.viewport().update()

    def _tell_hits(self) -> None:
        current = self._hits.current
        self.hits_counted.emit(self._hits.number_of(current) if current is not None else 0, self._hits.total)

    def _look(self) -> None:
        """Say which section is read."""
        layout = self._view.layout_of_pages
        if self._sections is None or not layout.count:
            return
        at = self._view.verticalScrollBar().value()
        if at != self._settled:
            self._settled = -1
            depth = layout.depth(at + _READ)
            page = int(depth)
            top = (depth - page) * layout.rect(page).height() / self._view.scale
            self.anchor = section_at(self._sections, page, top)
        self.section_reached.emit(self.anchor)
