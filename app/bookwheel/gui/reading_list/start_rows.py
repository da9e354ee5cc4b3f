"""The rows of the start page: a document with a note, and one that was begun with how far it is read."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import ROW_HEIGHT, Theme
from bookwheel.gui.widgets.progress_ring import RING, paint_progress, track_colour

_PAD, _GAP, _BAR = 10, 10, 3


class StartRow(QAbstractButton):
    """A document on one line, its note at the right end; one with a `fraction` on two lines over a bar."""

    opened = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    menu_wanted = Signal(str, QPoint)
    """The document, and where on the screen."""

    def __init__(
        self, theme: Theme, place: Location, title: str, note: str, icon: str = "file-text", fraction: float = -1.0
    ) -> None:
        super().__init__()
        self._theme, self.place, self._note, self._icon = theme, place, note, icon
        self._fraction = fraction
        self.ring: tuple[float, bool] | None = None
        """How far the document is read, in place of the icon, and whether it is read."""
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(note)
        self.setToolTip("\n".join(part for part in (title, note, place.doc.partition("/")[2]) if part))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: self.opened.emit(self.place, False))  # screen readers press it, too

    def add_remark(self, sentence: str) -> None:
        """Say more about the document: below its name in the tooltip, and to screen readers."""
        if sentence:
            self.setToolTip(f"{self.toolTip()}\n{sentence}")
            self.setAccessibleDescription(", ".join(part for part in (self._note, sentence) if part))

    @property
    def is_card(self) -> bool:
        """Whether it has two lines and a bar."""
        return self._fraction >= 0

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as a row of a list, or as two of them."""
        scale = fonts.interface_scale()
        return QSize(240, round((58 if self.is_card else ROW_HEIGHT + 2) * scale))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Narrow rows cut their words."""
        return QSize(60, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """The ground under the pointer, the ring of the keyboard, then the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.is_card or self.underMouse():
            painter.setPen(QColor(colours["line"]) if self.is_card else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours["hover" if self.underMouse() else "panel"]))
            painter.drawRoundedRect(frame, 7, 7)
        if self.hasFocus():
            painter.setPen(QColor(colours["accent"]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame, 7, 7)
        if self.is_card:
            self._paint_card(painter, colours)
        else:
            self._paint_line(painter, colours)

    def _paint_line(self, painter: QPainter, colours: dict[str, str]) -> None:
        rect = self.rect().adjusted(_PAD, 0, -_PAD, 0)
        sign = QPoint(self._mirrored(rect.left(), icons.SIZE), (self.height() - icons.SIZE) // 2)
        if self.ring is not None:
            middle = QPoint(self._mirrored(rect.left() + 1, RING), (self.height() - RING) // 2)
            paint_progress(painter, middle, self.ring[0], colours, is_read=self.ring[1])
        else:
            painter.drawPixmap(sign, icons.pixmap(self._icon, colours["soft"]))
        note = self._cut(painter, self._note, 12, int(rect.width() * 0.45))
        width = painter.fontMetrics().horizontalAdvance(note)
        left = rect.left() + icons.SIZE + _GAP
        self._write(painter, QRectF(rect.right() - width, 0, width + 1, self.height()), note, 12, "soft")
        room = rect.right() - width - _GAP - left
        title = self._cut(painter, self.text(), 13, room)
        self._write(painter, QRectF(left, 0, room, self.height()), title, 13, "text")

    def _paint_card(self, painter: QPainter, colours: dict[str, str]) -> None:
        rect = QRectF(self.rect()).adjusted(_PAD + 4, 7, -_PAD - 4, -13)
        half = rect.height() / 2
        for number, (words, size, colour) in enumerate(((self.text(), 14, "text"), (self._note, 12, "soft"))):
            cut = self._cut(painter, words, size, int(rect.width()), 500 if number == 0 else 400)
            line = QRectF(rect.left(), rect.top() + number * half, rect.width(), half)
            self._write(painter, line, cut, size, colour, 500 if number == 0 else 400)
        track = QRectF(rect.left(), self.height() - 10, rect.width(), _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(track_colour(colours))
        painter.drawRoundedRect(track, 1.5, 1.5)
        done = QRectF(track)
        done.setWidth(max(_BAR, track.width() * self._fraction))
        done.moveLeft(self._mirrored(done.left(), done.width()))
        painter.setBrush(QColor(colours["accent"]))
        painter.drawRoundedRect(done, 1.5, 1.5)

    def _cut(self, painter: QPainter, words: str, size: float, room: int, weight: int = 400) -> str:
        painter.setFont(fonts.font(size, weight))
        return painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, max(0, room))

    def _write(self, painter: QPainter, box: QRectF, words: str, size: float, colour: str, weight: int = 400) -> None:
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        box.moveLeft(self._mirrored(box.left(), box.width()))
        align = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        painter.setFont(fonts.font(size, weight))
        painter.setPen(QColor(self._theme.colours[colour]))
        painter.drawText(box, align | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute, isolated(words))

    def _mirrored(self, left: float, width: float) -> int:
        """A left edge where the window is read from right to left."""
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        return round(self.width() - left - width if is_mirrored else left)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click opens; with Ctrl or the middle button in a new tab."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        is_ctrl_left = is_left and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        is_for_new_tab = is_ctrl_left or event.button() == Qt.MouseButton.MiddleButton
        if is_for_new_tab and self.rect().contains(event.position().toPoint()):
            self.setDown(False)
            self.opened.emit(self.place, True)
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, arrows go to the rows around."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self.place, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif key == Qt.Key.Key_Down:
            self.focusNextChild()
        elif key == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """What can be done with the document."""
        self.menu_wanted.emit(self.place.doc, event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Tint the ground."""
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Be quiet again."""
        self.update()
        super().leaveEvent(event)
