"""A short tour of the window: a ring around one part after another, and a card that says what it is for."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.centre import Centre
from bookwheel.gui.window.docks.docks import LEFT, RIGHT, Docks
from bookwheel.gui.window.toolbar import Toolbar

_WIDTH, _GAP, _PAD = 384, 14, 16


@dataclass(frozen=True, slots=True)
class TourStop:
    """A part of the window with what the card says of it."""

    target: QWidget
    title: str
    words: str


def list_stops(docks: Docks, toolbar: Toolbar, centre: Centre, menus: QWidget) -> tuple[TourStop, ...]:
    """The stops of the tour, in their order; `menus` is where the commands are."""
    return (
        TourStop(
            toolbar.box,
            QT_TR_NOOP("Search"),
            QT_TR_NOOP(
                "Type a few words or a question; hits appear as you type. Ctrl+K brings you here from anywhere."
            ),
        ),
        *(TourStop(entry.dock, *entry.tour) for entry in docks.entries if entry.tour and entry.area == LEFT),
        TourStop(
            centre.split,
            QT_TR_NOOP("Read"),
            QT_TR_NOOP("Hover over a link to preview it. Ctrl+P opens a document by name."),
        ),
        *(TourStop(entry.dock, *entry.tour) for entry in docks.entries if entry.tour and entry.area == RIGHT),
        TourStop(
            toolbar.agents,
            QT_TR_NOOP("Your agents"),
            QT_TR_NOOP("Agents can read the same library. This button shows what they search and read."),
        ),
        TourStop(
            menus,
            QT_TR_NOOP("Everything else"),
            QT_TR_NOOP("The menu bar has all commands. Ctrl+Shift+P opens the command palette, F1 the manual."),
        ),
    )


class Tour(QWidget):
    """Lies over the whole window while it is shown; Escape or “Skip” ends it."""

    def __init__(self, window: QWidget, theme: Theme, stops: tuple[TourStop, ...]) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._stops = stops
        self._at = 0
        self._back_to: QWidget | None = None
        self.card = QFrame(self)
        self.card.setObjectName("tour")
        self._title = QLabel()
        self._title.setFont(fonts.font(18, 600, fonts.SERIF))
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._count = QLabel()
        self._count.setObjectName("soft")
        self.skip = QPushButton(tr("Skip"))
        self.skip.clicked.connect(self.end)
        self.before = QPushButton(tr("Back", "in the tour"))
        self.before.clicked.connect(lambda: self._go(self._at - 1))
        self.next = QPushButton()
        self.next.setObjectName("primary")
        self.next.clicked.connect(lambda: self._go(self._at + 1))
        for button in (self.skip, self.before):
            button.setObjectName("quiet")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.skip)
        row.addWidget(self._count)
        row.addStretch(1)
        row.addWidget(self.before)
        row.addWidget(self.next)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(_PAD, 14, _PAD, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._words)
        column.addSpacing(6)
        column.addLayout(row)
        self.card.setFixedWidth(_WIDTH)
        QWidget.setTabOrder(self.next, self.before)
        QWidget.setTabOrder(self.before, self.skip)
        window.installEventFilter(self)
        self.hide()

    @property
    def title(self) -> str:
        """What the card is about now."""
        return self._title.text()

    def begin(self) -> None:
        """Start at the first part."""
        self._back_to = self._window.focusWidget()
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self._go(0)

    def end(self) -> None:
        """Go away and give the focus back."""
        back, self._back_to = self._back_to, None
        if back is not None:
            back.setFocus()
        self.hide()

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keep covering the window."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._window.rect())
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape ends the tour, Return presses the button that has the focus."""
        pressed = next((button for button in (self.next, self.before, self.skip) if button.hasFocus()), self.next)
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            pressed.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Everything but the part is dimmed; a ring runs around it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(self._target()).adjusted(1, 1, -1, -1)
        shade = QPainterPath()
        shade.addRect(QRectF(self.rect()))
        hole = QPainterPath()
        hole.addRoundedRect(ring, 9, 9)
        painter.fillPath(shade.subtracted(hole), QColor(0, 0, 0, 70))
        painter.setPen(QPen(QColor(self._theme.colours["accent"]), 2))
        painter.drawPath(hole)

    def _go(self, at: int) -> None:
        while 0 <= at < len(self._stops) and not self._stops[at].target.isVisible():
            at += 1 if at >= self._at else -1
        if at >= len(self._stops):
            self.end()
            return
        self._at = max(0, at)
        stop = self._stops[self._at]
        self._title.setText(tr(stop.title))
        self._words.setText(tr(stop.words))
        self._count.setText(tr("{place} of {total}").format(place=self._at + 1, total=len(self._stops)))
        self.before.setEnabled(self._at > 0)
        self.next.setText(tr("Done") if self._at == len(self._stops) - 1 else tr("Next", "in the tour"))
        self.card.setAccessibleName(f"{self._title.text()}. {self._words.text()}")
        self.next.setAccessibleDescription(self.card.accessibleName())
        self._place()
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _target(self) -> QRect:
        target = self._stops[self._at].target
        return QRect(target.mapTo(self._window, QPoint()), target.size()).adjusted(-4, -4, 4, 4) & self.rect()

    def _place(self) -> None:
        self._words.setFixedHeight(self._words.heightForWidth(_WIDTH - 2 * _PAD))
        self.card.adjustSize()
        ring, size = self._target(), self.card.size()
        inside = self.rect().adjusted(12, 12, -12, -12)
        is_low = ring.height() < 60
        if is_low:
            at = QPoint(ring.center().x() - size.width() // 2, ring.bottom() + _GAP)
        elif ring.right() + _GAP + size.width() < inside.right() and ring.width() < self.width() // 2:
            at = QPoint(ring.right() + _GAP, ring.top() + 20)
        elif ring.left() - _GAP - size.width() > inside.left() and ring.width() < self.width() // 2:
            at = QPoint(ring.left() - _GAP - size.width(), ring.top() + 20)
        else:
            at = QPoint(ring.center().x() - size.width() // 2, ring.center().y() - size.height() // 2)
        at.setX(max(inside.left(), min(at.x(), inside.right() - size.width())))
        at.setY(max(inside.top(), min(at.y(), inside.bottom() - size.height())))
        self.card.move(at)
        self.update()
