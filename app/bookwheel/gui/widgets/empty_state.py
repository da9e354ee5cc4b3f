"""What an empty window says: one sentence, one button, a place to drop a folder, and the sample."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconLabel

_LOW = 280
"""Pixels below which icon and hint have no room."""


class EmptyState(QWidget):
    """Shown while the library has no collection."""

    add_wanted = Signal()
    sample_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("empty")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = QLabel(tr("Your documents in one place"))
        self._title.setObjectName("emptyTitle")
        self._title.setFont(fonts.font(28, 600, fonts.SERIF))
        self._text = QLabel(tr("Add a folder of documents to read and search them here."))
        self._text.setObjectName("emptyText")
        self._add = QPushButton(tr("Add folder"))
        self._add.setObjectName("primary")
        self._add.setMinimumHeight(36)
        self._add.clicked.connect(self.add_wanted)
        self._sample = QPushButton(tr("Try the sample"))
        self._sample.setObjectName("quiet")
        self._sample.setMinimumHeight(36)
        self._sample.clicked.connect(self.sample_wanted)
        self._hint = QLabel(tr("or drop one anywhere in this window"))
        self._hint.setObjectName("soft")
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(4)
        self._icon = IconLabel(theme, "bookwheel", "accent", 56)
        for label in (self._icon, self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(label is not self._icon)
            column.addWidget(label)
        column.addSpacing(10)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._add)
        row.addWidget(self._sample)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self._hint, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(5)
        self.setFocusProxy(self._add)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return presses the button that has the focus, as Space does."""
        pressed = next((button for button in (self._add, self._sample) if button.hasFocus()), None)
        if pressed is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            pressed.click()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """What matters least goes where the height is small."""
        super().resizeEvent(event)
        self._icon.setVisible(event.size().height() >= _LOW)
        self._hint.setVisible(event.size().height() >= _LOW)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """A dashed frame says that things can be dropped."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.colours["line"]), 1.5, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(24, 24, -24, -24), 9, 9)
