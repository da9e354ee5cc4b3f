"""The mouse on the pages: selects text, follows links, and says what lies under it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtPdf import QPdfDocument, QPdfLink, QPdfLinkModel
from PySide6.QtWidgets import QApplication

from bookwheel.gui.pdf.pages_view import PagesView
from bookwheel.gui.pdf.selection import Selection

_EDGE, _SCROLL_MS = 24, 40
"""Pixels from the upper and lower edge within which a drag scrolls, and how often."""
_THIRD_CLICK_MS = 400


class PagePointer(QObject):
    """Watches the viewport of a PagesView."""

    link_pressed = Signal(object, bool)
    """A QPdfLink, and whether a new tab was asked for."""
    selected = Signal()
    pressed = Signal(QPoint)
    """A point of the viewport that was clicked and is on no link."""
    menu_wanted = Signal(object)
    """The QPdfLink under the pointer, or None."""

    def __init__(self, view: PagesView, document: QPdfDocument, selection: Selection) -> None:
        super().__init__(view)
        self._view, self._selection, self._document = view, selection, document
        self._links = QPdfLinkModel(self)
        self._links.setDocument(document)
        self._page = -1
        self._pressed: QPdfLink | None = None
        self._from = QPoint()
        self._is_dragging = False
        self._after_double = QTimer(self, singleShot=True, interval=_THIRD_CLICK_MS)
        self._scrolling = QTimer(self, interval=_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)
        view.viewport().installEventFilter(self)

    def forget(self) -> None:
        """The document is another now."""
        self._page = -1
        self._pressed = None
        self._is_dragging = False
        self._scrolling.stop()

    def link_at(self, at: QPoint) -> QPdfLink | None:
        """The link at a point of the viewport."""
        if not self._document.pageCount():
            return None
        page, point = self._view.spot_at(at)
        if page != self._page:
            self._links.setPage(page)
            self._page = page
        found = self._links.linkAt(point)
        return found if found.isValid() or not found.url().isEmpty() else None

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """See Qt."""
        kind = event.type()
        if isinstance(event, QMouseEvent):
            at = event.position().toPoint()
            if kind == QEvent.Type.MouseButtonPress:
                self._press(event, at)
            elif kind == QEvent.Type.MouseButtonDblClick and event.button() == Qt.MouseButton.LeftButton:
                self._double(at)
            elif kind == QEvent.Type.MouseMove:
                self._move(event, at)
            elif kind == QEvent.Type.MouseButtonRelease:
                self._release(event, at)
        elif isinstance(event, QContextMenuEvent):
            self.menu_wanted.emit(self.link_at(event.pos()))
            return True
        return False

    def _press(self, event: QMouseEvent, at: QPoint) -> None:
        self._view.setFocus(Qt.FocusReason.MouseFocusReason)
        self._from = at
        self._pressed = self.link_at(at) if event.button() != Qt.MouseButton.RightButton else None
        if event.button() != Qt.MouseButton.LeftButton or not self._document.pageCount():
            return
        page, point = self._view.spot_at(at)
        if self._after_double.isActive():
            self._after_double.stop()
            spot = self._selection.spot_at(page, point)
            if spot is not None:
                self._selection.select_line(spot)
                self._changed()
            return
        spot = self._selection.spot_at(page, point) if self._pressed is None else None
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._selection.start is not None and spot:
            self._selection.extend(spot)
        elif spot is not None:
            self._selection.select(spot, spot)
        else:
            self._selection.clear()
        self._is_dragging = spot is not None
        self._changed()

    def _double(self, at: QPoint) -> None:
        if not self._document.pageCount():
            return
        page, point = self._view.spot_at(at)
        spot = self._selection.spot_at(page, point, is_on=True)
        if spot is not None:
            self._selection.select_word(spot)
            self._changed()
            self._after_double.start()
        self._is_dragging = False

    def _move(self, event: QMouseEvent, at: QPoint) -> None:
        if self._is_dragging and event.buttons() & Qt.MouseButton.LeftButton:
            self._extend(at)
            is_at_edge = at.y() < _EDGE or at.y() > self._view.viewport().height() - _EDGE
            if is_at_edge != self._scrolling.isActive():
                self._scrolling.start() if is_at_edge else self._scrolling.stop()
            return
        self._show_cursor(at)

    def _release(self, event: QMouseEvent, at: QPoint) -> None:
        self._scrolling.stop()
        self._is_dragging = False
        pressed, self._pressed = self._pressed, None
        is_still = (at - self._from).manhattanLength() < QApplication.startDragDistance()
        if pressed is None or not is_still:
            if is_still and event.button() == Qt.MouseButton.LeftButton and self._selection.is_empty:
                self.pressed.emit(at)
            return
        in_new_tab = event.button() == Qt.MouseButton.MiddleButton or bool(
            event.modifiers() & Qt.KeyboardModifier.ControlModifier
        )
        self.link_pressed.emit(pressed, in_new_tab)

    def _extend(self, at: QPoint) -> None:
        page, point = self._view.spot_at(at)
        spot = self._selection.spot_at(page, point)
        if spot is not None and spot != self._selection.end:
            self._selection.extend(spot)
            self._changed()

    def _scroll(self) -> None:
        viewport, bar = self._view.viewport(), self._view.verticalScrollBar()
        at = viewport.mapFromGlobal(self._view.cursor().pos())
        away = min(0, at.y() - _EDGE) + max(0, at.y() - viewport.height() + _EDGE)
        bar.setValue(bar.value() + away)
        self._extend(at)

    def _show_cursor(self, at: QPoint) -> None:
        """A hand over links, a beam elsewhere on a page; PDFium is asked only while the pointer is over a page."""
        page, point = self._view.spot_at(at)
        if not self._document.pageCount() or not self._is_on_page(page, point):
            shape = Qt.CursorShape.ArrowCursor
        else:
            shape = Qt.CursorShape.PointingHandCursor if self.link_at(at) is not None else Qt.CursorShape.IBeamCursor
        self._view.viewport().setCursor(shape)

    def _is_on_page(self, page: int, point: QPointF) -> bool:
        size = self._view.layout_of_pages.rect(page).size() / self._view.scale
        return 0 <= point.x() <= size.width() and 0 <= point.y() <= size.height()

    def _changed(self) -> None:
        self._view.viewport().update()
        self.selected.emit()
