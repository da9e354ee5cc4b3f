"""The strip of tabs above the page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QTabBar, QToolButton, QWidget

from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme

_HEIGHT = 36
_NARROWEST = 128


class TabStrip(QTabBar):
    """Tabs of documents: middle click closes, the wheel and Ctrl+Tab move."""

    chosen = Signal(int)
    about_to_change = Signal()
    closed = Signal(int)
    pressed = Signal()
    """The strip was clicked, before anything comes of it."""
    drag_moved = Signal(int, QPoint)
    """A tab is dragged, to this point of the screen."""
    dropped = Signal(int, QPoint)
    """A tab is let go of at this point of the screen."""
    drag_ended = Signal()
    """A drag is over, by Escape too."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, icon: str = "file-text") -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._is_behind = False
        self._is_quiet = False
        self._is_focused = self._is_alone = True
        self._pressed_at: tuple[int, QPoint] | None = None
        """The tab that is pressed, and where on the screen."""
        self._is_dragging = False
        self._drop_mark = -1
        self.setObjectName("tabStrip")
        self.setAccessibleName(tr("Tabs"))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setFixedHeight(_HEIGHT)
        self.setMouseTracking(True)
        self.setMovable(False)
        self.currentChanged.connect(self._changed)
        theme.changed.connect(self._redraw)
        for button, words in zip(self.findChildren(QToolButton), (tr("Previous tabs"), tr("Next tabs")), strict=False):
            button.setAccessibleName(words)
            button.setToolTip(words)
        self._redraw()

    def _redraw(self, _is_dark: bool = False) -> None:
        colours = self._theme.colours
        for button, name in zip(self.findChildren(QToolButton), ("chevron-left", "chevron-right"), strict=False):
            button.setArrowType(Qt.ArrowType.NoArrow)
            button.setIcon(icons.icon(name, colours["soft"], colours["line"], colours["accent"]))
            button.setIconSize(QSize(icons.SIZE, icons.SIZE))
        self.update()

    @property
    def current(self) -> int:
        """The tab shown."""
        return self.currentIndex()

    def reset(self, titles: list[str], current: int) -> None:
        """Show these tabs."""
        self._is_quiet = True
        while self.count():
            self.removeTab(0)
        for title in titles:
            self.addTab(title)
        self.setCurrentIndex(max(0, min(current, len(titles) - 1)))
        self._is_quiet = False

    def add(self, title: str) -> None:
        """A new tab at the end, shown without being told as chosen."""
        self._is_quiet = True
        self.setCurrentIndex(self.addTab(title))
        self._is_quiet = False

    def show_row(self, row: int) -> None:
        """Show a tab without telling that it was chosen."""
        self._is_quiet = True
        self.setCurrentIndex(row)
        self._is_quiet = False

    @property
    def preview_row(self) -> int:
        """The tab of previews, -1 when there is none."""
        return next((row for row in range(self.count()) if self.tabData(row) is True), -1)

    @property
    def is_preview(self) -> bool:
        """Whether the tab shown is that of previews."""
        return self.count() > 0 and self.preview_row == self.current

    def mark_preview(self) -> None:
        """Let the tab shown be that of previews, in italics: the next preview takes its place."""
        self.setTabData(self.currentIndex(), True)
        self.update()

    def keep(self, row: int = -1) -> None:
        """Keep a preview (the tab shown by default): its tab is one like any other."""
        row = self.currentIndex() if row < 0 else row
        if self.tabData(row) is True:
            self.setTabData(row, None)
            self.update()

    def add_behind(self, title: str) -> None:
        """A new tab at the end; the one shown stays."""
        self._is_quiet = True
        self.addTab(title.replace("&", "&&"))
        self._is_quiet = False

    def set_focused(self, is_focused: bool, *, is_alone: bool, name: str) -> None:
        """Look like the strip that is worked in, or not; one of several can close its last tab."""
        self._is_focused, self._is_alone = is_focused, is_alone
        self.setAccessibleName(name)
        self.update()

    @property
    def is_marked(self) -> bool:
        """Whether it is drawn as the focused one of several."""
        return self._is_focused and not self._is_alone

    def remove(self, row: int) -> None:
        """Take a tab away without telling which comes next."""
        self._is_quiet = True
        self.removeTab(row)
        self._is_quiet = False

    def rename(self, row: int, title: str) -> None:
        """Title a tab, making the first one if there is none."""
        if self.count() == 0:
            self.add(title)
        self.setTabText(max(0, row), title.replace("&", "&&"))
        self.setTabToolTip(max(0, row), title)

    def set_behind(self, is_behind: bool) -> None:
        """Show no tab in front, because something else is in the centre."""
        self._is_behind = is_behind
        self.update()

    def step(self, by: int) -> None:
        """Go to the next or previous tab, round the ends."""
        if self.count() > 1:
            self.about_to_change.emit()
            self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def tabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Wide enough for its title, within limits."""
        width = QFontMetrics(fonts.font(13, 500)).horizontalAdvance(self.tabText(index))
        return QSize(max(110, min(260, width + 72)), _HEIGHT)

    def minimumTabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Wide enough for its first words; with more tabs than that, arrows come."""
        return QSize(min(_NARROWEST, self.tabSizeHint(index).width()), _HEIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Middle click closes; a click chooses, after the scroll was noted; the cross closes."""
        row = self.tabAt(event.position().toPoint())
        self.pressed.emit()
        if row >= 0 and (event.button() == Qt.MouseButton.MiddleButton or self._is_on_cross(row, event)):
            self.closed.emit(row)
            return
        if row >= 0 and row != self.currentIndex():
            self.about_to_change.emit()
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = row, event.globalPosition().toPoint()
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A double click keeps a preview."""
        row = self.tabAt(event.position().toPoint())
        if row >= 0:
            self.keep(row)
        super().mouseDoubleClickEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """The cross follows the pointer; a pressed tab that goes along is dragged."""
        self.update()
        if self._pressed_at is not None and event.buttons() & Qt.MouseButton.LeftButton:
            row, start = self._pressed_at
            at = event.globalPosition().toPoint()
            if not self._is_dragging and (at - start).manhattanLength() >= QApplication.startDragDistance():
                self._is_dragging = True
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
            if self._is_dragging:
                self.drag_moved.emit(row, at)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Let go of the tab that is dragged."""
        pressed, is_dragging = self._pressed_at, self._is_dragging
        self._end_drag()
        super().mouseReleaseEvent(event)
        if pressed is not None and is_dragging:
            self.dropped.emit(pressed[0], event.globalPosition().toPoint())

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """While a tab is dragged Escape leaves it where it was, whoever has the keyboard."""
        is_key = event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if not is_key or not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape or not self._is_dragging:
            return False
        event.accept()
        self._end_drag()
        return True

    def _end_drag(self) -> None:
        self._pressed_at = None
        if self._is_dragging:
            self._is_dragging = False
            self.unsetCursor()
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self.drag_ended.emit()

    def insertion_at(self, position: QPoint) -> int:
        """The tab before which one would be put that is dropped here."""
        is_mirrored = self.isRightToLeft()
        for row in range(self.count()):
            middle = self.tabRect(row).center().x()
            if position.x() > middle if is_mirrored else position.x() < middle:
                return row
        return self.count()

    def set_drop_mark(self, row: int) -> None:
        """Show before which tab one would be put; -1 for none."""
        if row != self._drop_mark:
            self._drop_mark = row
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """The tab shown is a piece of the page; the others lie on the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        painter.fillRect(self.rect(), QColor(colours["ground"]))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(colours["line"]))
        for row in range(self.count()):
            rect = self.tabRect(row).adjusted(4 if row == 0 else 2, 5, -2, 0)
            is_shown = row == self.currentIndex() and not self._is_behind
            if is_shown:
                painter.setPen(QColor(colours["line"]))
                painter.setBrush(QColor(colours["page"]))
                painter.drawRoundedRect(rect.toRectF().adjusted(0.5, 0.5, -0.5, 8.5), 8, 8)
                painter.fillRect(rect.adjusted(1, rect.height() - 1, -1, 0), QColor(colours["page"]))
                if self.is_marked:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(QColor(colours["accent"]))
                    painter.drawRoundedRect(QRectF(rect.left() + 6, rect.top(), rect.width() - 12, 3), 1.5, 1.5)
            ink = colours["text" if is_shown and self._is_focused else "soft"]
            middle = rect.center().y()
            painter.drawPixmap(rect.left() + 12, middle - 7, icons.pixmap(self._icon, ink, 15))
            painter.setPen(QColor(ink))
            font = fonts.font(13, 500 if is_shown else 400)
            font.setItalic(self.tabData(row) is True)
            painter.setFont(font)
            words = rect.adjusted(34, 0, -24, 0)
            title = self.tabText(row).replace("&&", "&")
            cut = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideMiddle, words.width())
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, isolated(cut))
            if self._can_close and (is_shown or rect.contains(self.mapFromGlobal(self.cursor().pos()))):
                painter.drawPixmap(rect.right() - 21, middle - 6, icons.pixmap("x", colours["soft"], 13))
        self._paint_drop_mark(painter)

    def _paint_drop_mark(self, painter: QPainter) -> None:
        if self._drop_mark < 0 or self.count() == 0:
            return
        is_last = self._drop_mark >= self.count()
        rect = self.tabRect(self.count() - 1 if is_last else self._drop_mark)
        edge = rect.right() if is_last is not self.isRightToLeft() else rect.left()
        painter.fillRect(max(0, edge - 1), 5, 3, self.height() - 6, QColor(self._theme.colours["accent"]))

    @property
    def _can_close(self) -> bool:
        return self.count() > 1 or not self._is_alone

    def _is_on_cross(self, row: int, event: QMouseEvent) -> bool:
        is_left = event.button() == Qt.MouseButton.LeftButton
        return self._can_close and is_left and event.position().x() > self.tabRect(row).right() - 28

    def _changed(self, row: int) -> None:
        if not self._is_quiet and row >= 0:
            self.chosen.emit(row)
