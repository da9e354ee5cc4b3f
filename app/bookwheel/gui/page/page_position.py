"""Where on the page the reader is: a page is scrolled to a place, and says which section is being read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from bookwheel.domain.annotations.reading_progress import LeftPlace
from bookwheel.domain.document import TOP
from bookwheel.gui.page.find_bar import HitCount
from bookwheel.gui.page.web_view import PageView
from bookwheel.gui.state.locations import Location

_SPY_MS = 70


class PagePosition(QObject):
    """Lands on places of the page in one view; the hits on it are counted by `hits`."""

    section_reached = Signal(str)
    """Anchor of the section being read."""
    landed = Signal(object)
    """The Location, once it is shown and scrolled to."""
    missed = Signal(object)
    """The Location, whose anchor is not on the page."""

    def __init__(self, hits: HitCount, has_page: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._hits = hits
        self._has_page = has_page
        self._view: PageView | None = None
        self.landing: Location | None = None
        """The place that is on its way."""
        self.loading: Location | None = None
        """The place whose page was put into the view last; that of an earlier page may still end its load."""
        self.awaited: Location | None = None
        """The place that was landed on before its part of the page was there: it is gone to again once that is."""
        self.is_to_heading = False
        """Whether a heading was chosen by its name: then it is shown, and not the first hit under it."""
        self.anchor = TOP
        self.scroll = 0.0
        self.left = LeftPlace()
        """Where the page would be left."""
        self._passage: object = None
        self.held: object = None
        """What the page said of the passage read, while a changed document comes."""
        self._spy = QTimer(self, singleShot=True, interval=_SPY_MS)
        self._spy.timeout.connect(self._look)

    @property
    def passage(self) -> object:
        """What the page says of the passage read, None while a place is on its way."""
        return self._passage if self.landing is None else None

    @property
    def passage_words(self) -> str:
        """The first words of the block that is read, empty while they are not known."""
        passage = self.passage
        return str(passage[0]) if isinstance(passage, list) and passage else ""

    def follow(self, view: PageView) -> None:
        """Follow the page in this view."""
        self._view = view
        view.loadFinished.connect(self._land_if_loaded)
        for keys, by in (("n", 1), ("Shift+n", -1)):
            shortcut = QShortcut(QKeySequence(keys), view)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda step=by: self.step_hit(step))
        view.web_page.scrollPositionChanged.connect(lambda _at: self._spy.start() if not self._spy.isActive() else None)

    def leave(self) -> None:
        """The view goes."""
        self._view = None

    def look_soon(self) -> None:
        """Ask the page in a moment which section is read."""
        self._spy.start()

    def step_hit(self, by: int) -> None:
        """Go to the next or previous hit on the page."""
        if self._hits.total and self._view is not None:
            self._view.call("current", self._hits.at - 1 + by if self._hits.at else 0, then=self._hits.show_answer)

    def _land_if_loaded(self, is_loaded: bool) -> None:
        if is_loaded and self.landing is self.loading:
            self.land()

    def land(self) -> None:
        """Scroll to the place that is on its way, on the page that is in the view."""
        place, view = self.landing, self._view
        if place is None or view is None:
            return
        self.landing = None
        held, self.held = self.held, None
        is_to_heading, self.is_to_heading = self.is_to_heading, False

        def settled(where: object) -> None:
            self._reach(where)
            self.landed.emit(place)

        def arrived(answer: object = None) -> None:
            if answer is False:
                self.missed.emit(place)
            view.call("spy", then=settled)

        def marked(answer: object) -> None:
            self._hits.show_answer(answer)
            arrived()

        if place.scroll >= 0:
            view.call("scroll", place.scroll)
            if held:
                view.call("hold", held)
            if place.query:
                view.call("marks_total", then=lambda total: self._hits.show_answer([0, total]))
            arrived()
        elif place.query and is_to_heading:
            view.call("at", place.anchor, then=lambda _done: view.call("marks_now", then=marked))
        elif place.query:
            view.call("hit", place.anchor, place.passage, then=marked)
        elif place.depth > 0:
            view.call("resume", place.anchor, place.depth, then=arrived)
        else:
            view.call("at", place.anchor, then=arrived)

    def _look(self) -> None:
        if self._view is not None and self._has_page():
            self._view.call("spy", then=self._reach)

    def _reach(self, where: object) -> None:
        if isinstance(where, list) and self._has_page():
            self.anchor, self.scroll, self._passage = str(where[0]), float(where[1]), where[2]
            anchor, depth, is_at_end = where[3]
            self.left = LeftPlace(str(anchor), min(1.0, float(depth)), is_at_end=bool(is_at_end))
            self.section_reached.emit(self.anchor)
