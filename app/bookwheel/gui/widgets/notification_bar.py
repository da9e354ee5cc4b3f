"""A card over the page for what the person should know, with a way to close it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton, IconLabel

_SHOWN_MS, _LETTER_MS = 9000, 80
"""How long a sentence stands, and how long at least for each of its letters."""
_MARGIN, _WIDEST = 20, 720
_CORNER, _CORNER_HEIGHT = 180, 48
"""What is kept free for what floats in the corner of the page, in pixels."""


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
    """One sentence at the foot of the page, over it; goes by itself after a while, but not under the pointer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = _Sentence()
        self._act: Callable[[], object] | None = None
        self._stands_ms = 0
        self.way = QPushButton()
        self.way.setObjectName("quiet")
        self.way.clicked.connect(self._go)
        close = IconButton(theme, "x", tr("Close"))
        close.clicked.connect(self.hide)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(14, 5, 6, 5)
        row.addWidget(IconLabel(theme, "info", "accent"))
        row.addWidget(self._label)
        row.addWidget(self.way)
        row.addWidget(close)
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self._page: QWidget | None = None
        self.hide()

    def lie_over(self, page: QWidget) -> None:
        """Lie over this page from now on, whatever its size."""
        self._page = page
        self.setParent(page)
        page.installEventFilter(self)
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
        self._stands_ms = 0 if run is not None else max(_SHOWN_MS, _LETTER_MS * len(sentence))
        self._place()
        self.show()
        self.raise_()
        self._count_down()

    def withdraw(self, sentence: str) -> None:
        """Hide a sentence that does not hold any more, if it is the one shown."""
        if self._label.text() == sentence:
            self.hide()

    def eventFilter(self, _page: QObject, event: QEvent) -> bool:  # noqa: N802
        """Stay at the foot of the page, above what is put there."""
        if self.isVisible() and event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded):
            self._place()
            self.raise_()
        return False

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Wait while it is read."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Go on waiting."""
        self._count_down()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _count_down(self) -> None:
        if self._stands_ms:
            self._timer.start(self._stands_ms)
        else:
            self._timer.stop()

    def _place(self) -> None:
        page = self._page
        if page is None:
            return
        most = max(200, min(_WIDEST, page.width() - 2 * _MARGIN))
        self._row.activate()
        width = min(self.sizeHint().width(), most)
        height = self._row.heightForWidth(width) if self._row.hasHeightForWidth() else self.sizeHint().height()
        # The count of hits stands in the right corner of the page.
        above = _MARGIN if page.width() - width > 2 * _CORNER else _MARGIN + _CORNER_HEIGHT
        self.setGeometry((page.width() - width) // 2, page.height() - height - above, width, height)

    def _go(self) -> None:
        act = self._act
        self.hide()
        if act is not None:
            act()
