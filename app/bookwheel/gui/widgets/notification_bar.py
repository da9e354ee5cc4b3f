"""A line above the page for what the person should know, with a way to close it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton, IconLabel

_SHOWN_MS, _LETTER_MS = 9000, 80
"""How long a sentence stands, and how long at least for each of its letters."""


class _Sentence(QLabel):
    """As wide as its words where there is room, else in several lines: it takes no room from the side bars."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:  # noqa: N802
        """One line."""
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 4, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No width of its own."""
        return QSize(0, self.fontMetrics().height())


class NotificationBar(QWidget):
    """One sentence; goes by itself after a while."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = _Sentence()
        self._act: Callable[[], object] | None = None
        self.way = QPushButton()
        self.way.setObjectName("quiet")
        self.way.clicked.connect(self._go)
        close = IconButton(theme, "x", tr("Close"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 3, 6, 3)
        row.addWidget(IconLabel(theme, "info", "accent"))
        row.addWidget(self._label)
        row.addWidget(self.way)
        row.addStretch(1)
        row.addWidget(close)
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    @property
    def sentence(self) -> str:
        """What was said last."""
        return self._label.text()

    def show_message(self, sentence: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        """Show a sentence, with a button where something can be done about it; then it stays until it is closed."""
        self._act = run
        self.way.setText(action)
        self.way.setVisible(run is not None)
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        if run is None:
            self._timer.start(max(_SHOWN_MS, _LETTER_MS * len(sentence)))
        else:
            self._timer.stop()

    def _go(self) -> None:
        act = self._act
        self.hide()
        if act is not None:
            act()
