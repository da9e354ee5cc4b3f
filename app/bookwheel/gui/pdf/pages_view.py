"""The pages of a document one under the other: scrolled, zoomed, with what is found and selected marked on them."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent, QWheelEvent
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.pdf.page_images import PageImages
from bookwheel.gui.pdf.page_layout import MARGIN, PageLayout
from bookwheel.gui.pdf.page_search import PageSearch
from bookwheel.gui.pdf.selection import Selection
from bookwheel.gui.pdf.zoom import LARGEST, SMALLEST, Zoom, scale_for
from bookwheel.gui.theme.theme import Theme

_STEP = 48
_OVERLAP = 40
"""Pixels of a screen that are seen again after the next one was asked for."""
_ROUND = 2.0
_WHEEL = 120.0
_BAR, _ABOVE = 4.0, 3.0
"""Width of the bar beside a linked section in pixels, and how far above its heading that begins, in points."""
_MEASURED_S, _TOGETHER = 0.02, 16
"""How long sizes of pages are asked for at once, and how many in one step after that."""


class PaintedPassages(Protocol):
    """Draws what is annotated on a page."""

    def paint(self, painter: QPainter, page: int) -> None:
        """Draw it over the page's picture."""
        ...


class PagesView(QAbstractScrollArea):
    """Draws the pages; whoever owns it says what is marked and where to go."""

    scrolled = Signal()
    zoomed = Signal()
    hit_wanted = Signal(int)
    """n or Shift+N: the next hit (1) or the one before (-1)."""
    left = Signal()
    """Escape was pressed."""

    def __init__(self, theme: Theme, images: PageImages, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._images = theme, images
        self.searches: tuple[PageSearch, ...] = ()
        """What is marked, the later over the earlier."""
        self.selection: Selection | None = None
        self.passages: PaintedPassages | None = None
        """What a person annotated."""
        self._linked: tuple[tuple[int, float], tuple[int, float]] | None = None
        self.zoom = Zoom()
        self._sizes: list[QSizeF] = []
        self._measured = 0
        self.layout_of_pages = PageLayout((), 1.0, 0)
        self.is_dark = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Pages"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self.viewport().setBackgroundRole(QPalette.ColorRole.NoRole)
        images.drawn.connect(self._redraw)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(_STEP)
            bar.valueChanged.connect(lambda _at: self.scrolled.emit())

    @property
    def scale(self) -> float:
        """Pixels a point."""
        return self.layout_of_pages.scale

    @property
    def pages_above(self) -> float:
        """How far it is scrolled: number of the page at the upper edge, from 0, and the part of it that lies above."""
        return self.layout_of_pages.depth(self.verticalScrollBar().value())

    @property
    def page(self) -> int:
        """The page that is read: the one at a third of what is seen, from 0."""
        height = self.viewport().height()
        return self.layout_of_pages.page_at(self.verticalScrollBar().value() + height // 3)

    def set_document(self, document: QPdfDocument) -> None:
        """Show a document's pages from the start; none while it is not loaded.

        Of a long one the sizes of the first pages are asked for, and the others taken for as large as the last of these
        until `measure` has gone through them.
        """
        until, self._sizes = perf_counter() + _MEASURED_S, []
        for page in range(document.pageCount()):
            if perf_counter() > until:
                break
            self._sizes.append(_usable(document.pagePointSize(page)))
        self._measured = len(self._sizes)
        self._sizes += self._sizes[-1:] * (document.pageCount() - self._measured)
        self._arrange()

    def measure(self, document: QPdfDocument) -> Iterator[object]:
        """Ask for the sizes of the pages that were not asked for yet, some at a time."""
        sizes = self._sizes
        found = sizes[: self._measured]
        for page in range(self._measured, len(sizes)):
            found.append(_usable(document.pagePointSize(page)))
            if page % _TOGETHER == 0:
                yield
        if self._sizes is sizes and found != sizes:
            above = self.pages_above
            self._sizes = found
            self._arrange()
            self.scroll_to(above)

    def set_linked(self, extent: tuple[tuple[int, float], tuple[int, float]] | None) -> None:
        """Mark what lies between two spots (page and points from its upper edge) at the margin; None for nothing."""
        if extent != self._linked:
            self._linked = extent
            self.viewport().update()

    def set_zoom(self, zoom: Zoom) -> None:
        """Show pages in another size, the same spot in the middle."""
        bar, height = self.verticalScrollBar(), self.viewport().height()
        middle = self.layout_of_pages.depth(bar.value() + height // 2)
        self.zoom = zoom
        self._arrange()
        bar.setValue(self.layout_of_pages.height_of(middle) - height // 2)
        self.zoomed.emit()

    def step_zoom(self, by: int) -> None:
        """One step larger or smaller."""
        self.set_zoom(self.zoom.stepped(self.scale, by))

    def scroll_to(self, depth: float) -> None:
        """Put a spot at the upper edge."""
        top = self.layout_of_pages.height_of(depth)
        self.verticalScrollBar().setValue(0 if depth <= 0 else top - (MARGIN // 2 if depth == int(depth) else 0))

    def show_box(self, page: int, box: QRectF, *, is_at_top: bool = False) -> None:
        """Bring a box of a page, in points, into sight: near the upper edge, or at a third where it is not seen."""
        area = self.layout_of_pages.area(page, box)
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if is_at_top:
            bar.setValue(round(area.top()) - MARGIN)
        elif area.top() < bar.value() + _STEP or area.bottom() > bar.value() + height - _STEP:
            bar.setValue(round(area.center().y()) - height // 3)
        across, width = self.horizontalScrollBar(), self.viewport().width()
        if area.left() < across.value() or area.right() > across.value() + width:
            across.setValue(round(area.center().x()) - width // 2)

    def spot_at(self, at: QPoint) -> tuple[int, QPointF]:
        """The page at a point of the viewport, and where on it, in points."""
        return self.layout_of_pages.spot_at(at + self._offset())

    def area_seen(self, page: int, box: QRectF) -> QRect:
        """Where a box of a page, in points, lies in the viewport."""
        return self.layout_of_pages.area(page, box).toAlignedRect().translated(-self._offset())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """What of the pages is in sight; pages that are not drawn yet are blank sheets meanwhile."""
        painter = QPainter(self.viewport())
        colours = self._theme.colours
        painter.fillRect(event.rect(), QColor(colours["ground"]))
        if not self._sizes:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        offset = self._offset()
        painter.translate(-offset)
        seen = event.rect().translated(offset)
        for page in self.layout_of_pages.pages_between(seen.top(), seen.bottom()):
            rect = self.layout_of_pages.rect(page)
            image = self._images.find(page)
            painter.fillRect(rect, QColor(colours["page"] if self.is_dark else "#ffffff"))
            if image is not None:
                painter.drawImage(rect, image)
            if self.passages is not None:
                self.passages.paint(painter, page)
            self._mark(painter, page)
            self._mark_linked(painter, page)
            painter.setPen(QPen(QColor(colours["line"]), 0))
            painter.drawRect(rect.adjusted(-1, -1, 0, 0))
        self._want()

    def _mark(self, painter: QPainter, page: int) -> None:
        colours, area = self._theme.colours, self.layout_of_pages.area
        mode = QPainter.CompositionMode
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setCompositionMode(mode.CompositionMode_Lighten if self.is_dark else mode.CompositionMode_Multiply)
        current: list[QRectF] = []
        for search in self.searches:
            painter.setBrush(QColor(colours["mark"]))
            for match, boxes in search.known_boxes(page):
                for box in boxes:
                    painter.drawRoundedRect(area(page, box).adjusted(-1, -1, 1, 1), _ROUND, _ROUND)
                if match == search.current:
                    current = boxes
        painter.setBrush(_selection_colour(colours, self.is_dark))
        for box in self.selection.boxes_on(page) if self.selection is not None else ():
            painter.drawRect(area(page, box))
        painter.setCompositionMode(mode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours["accent"]), 2))
        for box in current:
            painter.drawRoundedRect(area(page, box).adjusted(-2, -2, 2, 2), 3, 3)
        painter.restore()

    def _mark_linked(self, painter: QPainter, page: int) -> None:
        if self._linked is None or not self._linked[0][0] <= page <= self._linked[1][0]:
            return
        (first, top), (last, bottom) = self._linked
        height = self._sizes[page].height()
        upper = max(0.0, top - _ABOVE) if page == first else 0.0
        lower = min(height, bottom - _ABOVE) if page == last else height
        if lower > upper:
            area = self.layout_of_pages.area(page, QRectF(0, upper, 1, lower - upper))
            painter.fillRect(
                QRectF(area.left(), area.top(), _BAR, area.height()), QColor(self._theme.colours["accent"])
            )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The same spot stays at the upper edge."""
        super().resizeEvent(event)
        depth = self.pages_above
        self._arrange()
        self.verticalScrollBar().setValue(self.layout_of_pages.height_of(depth) if depth > 0 else 0)

    def scrollContentsBy(self, _x: int, _y: int) -> None:  # noqa: N802
        """Draw what came into sight."""
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Scroll; with Ctrl make larger or smaller."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y() / _WHEEL
            if turned:
                self.step_zoom(1 if turned > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows scroll, Page Up, Page Down and Space go on by a screen, Home and End to the ends; n goes to a hit."""
        bar, key = self.verticalScrollBar(), event.key()
        screen = max(_STEP, self.viewport().height() - _OVERLAP)
        is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        moves = {
            Qt.Key.Key_Down: _STEP,
            Qt.Key.Key_Up: -_STEP,
            Qt.Key.Key_PageDown: screen,
            Qt.Key.Key_PageUp: -screen,
            Qt.Key.Key_Space: -screen if is_back else screen,
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if key in moves:
            bar.setValue(bar.value() + moves[Qt.Key(key)])
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            across = self.horizontalScrollBar()
            across.setValue(across.value() + (_STEP if key == Qt.Key.Key_Right else -_STEP))
        elif key == Qt.Key.Key_N and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.hit_wanted.emit(-1 if is_back else 1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            event.ignore()

    def _offset(self) -> QPoint:
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _arrange(self) -> None:
        room = self.viewport().size()
        dots = self.logicalDpiX()
        scale = min(LARGEST, max(SMALLEST, scale_for(self.zoom, self._sizes, room, dots)))
        self.layout_of_pages = layout = PageLayout(self._sizes, scale, room.width())
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        down.setRange(0, max(0, layout.height - room.height()))
        down.setPageStep(room.height())
        across.setRange(0, max(0, layout.width - room.width()))
        across.setPageStep(room.width())
        self.viewport().update()

    def _redraw(self, page: int) -> None:
        if page < len(self._sizes):
            self.viewport().update(self.layout_of_pages.rect(page).translated(-self._offset()))

    def _want(self) -> None:
        """Have the pages in sight drawn, then the next one and the one before."""
        top = self.verticalScrollBar().value()
        seen = self.layout_of_pages.pages_between(top, top + self.viewport().height())
        if not seen:
            return
        near = [page for page in (seen.stop, seen.start - 1) if 0 <= page < len(self._sizes)]
        ratio = self.devicePixelRatioF()
        self._images.want([(page, self._pixels(page, ratio)) for page in (*seen, *near)])

    def _pixels(self, page: int, ratio: float) -> QSize:
        size = self.layout_of_pages.rect(page).size()
        return QSize(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio)))


def _usable(size: QSizeF) -> QSizeF:
    """The size of a page; that of a letter for one that says none."""
    return size if size.width() >= 1 and size.height() >= 1 else QSizeF(595, 842)


def _selection_colour(colours: dict[str, str], is_dark: bool) -> QColor:
    """What shows under dark letters on paper and under light ones in the dark."""
    accent = QColor(colours["accent"])
    if is_dark:
        return accent.darker(240)
    return QColor(*(round(255 - (255 - value) * 0.3) for value in (accent.red(), accent.green(), accent.blue())))
