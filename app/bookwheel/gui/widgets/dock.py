"""Side bars: a dock with a quiet heading, and the empty words it shows while it has nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import icons
from bookwheel.gui.theme.theme import ROW_HEIGHT, Theme
from bookwheel.gui.widgets.manual_page import ManualButton

_MANUAL_WIDTH = 32
"""Pixels that the button of the manual takes of a heading."""


class IconButton(QToolButton):
    """A button with an icon of the look and a name for everyone who cannot see it."""

    def __init__(self, theme: Theme, name: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = name
        self._words = words
        self.setIconSize(QSize(icons.SIZE, icons.SIZE))
        self.setMinimumSize(28, 28)
        self.set_words(words)
        self._is_stale = True
        theme.changed.connect(self._paint)

    def set_words(self, words: str) -> None:
        """What the button is called and says on hovering."""
        self.setToolTip(words)
        self.setAccessibleName(words.partition(" (")[0])

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        self._icon_name = name
        self._paint()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Draw the icon now that it can be seen: most buttons are hidden at the start and when the look changes."""
        if self._is_stale:
            self._draw()
        super().showEvent(event)

    def _paint(self, _is_dark: bool = False) -> None:
        self._is_stale = True
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        self._is_stale = False
        colours = self._theme.colours
        self.setIcon(icons.icon(self._icon_name, colours["soft"], colours["line"], colours["accent"]))


class IconLabel(QLabel):
    """A small icon that follows the look."""

    def __init__(self, theme: Theme, name: str, colour: str = "soft", size: int = 14) -> None:
        super().__init__()
        self._theme = theme
        self._what = (name, colour, size)
        self._paint()
        theme.changed.connect(self._paint)

    def _paint(self, _is_dark: bool = False) -> None:
        name, colour, size = self._what
        self.setPixmap(icons.pixmap(name, self._theme.colours[colour], size))


class Dock(QDockWidget):
    """A side bar that can be closed, moved and reached by its name, which QT_TR_NOOP has marked."""

    close_wanted = Signal()
    """Its close button was pressed."""

    def __init__(self, theme: Theme, name: str, icon: str, parent: QWidget) -> None:
        super().__init__(tr(name), parent)
        self.setObjectName(f"dock{name}")
        self.setAccessibleName(tr(name))
        self._title = QWidget()
        self._title.setObjectName("dockTitle")
        self._row = QHBoxLayout(self._title)
        self._row.setContentsMargins(16, 8, 10, 2)
        self._row.setSpacing(2)
        self._row.addStrut(30)
        self._row.addWidget(IconLabel(theme, icon))
        self._row.addSpacing(4)
        self._row.addWidget(QLabel(tr(name)))
        self._row.addStretch(1)
        self._manual = ManualButton()
        self._manual.hide()
        self._row.addWidget(self._manual)
        self._close = IconButton(theme, "x", tr("Close {pane}").format(pane=tr(name)))
        self._close.clicked.connect(self.close_wanted)
        self._row.addWidget(self._close)
        self.setTitleBarWidget(self._title)
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 6)
        self._column.setSpacing(0)
        self._empty = QLabel()
        self._empty.setObjectName("soft")
        self._empty.setWordWrap(True)
        self._empty.setContentsMargins(18, 6, 16, 6)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._column.addWidget(self._empty)
        self.setWidget(self._body)

    def add_to_title(self, widget: QWidget) -> None:
        """Put something at the right end of the heading, before the close button."""
        self._row.insertWidget(self._row.count() - 1, widget)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Offer the manual while the pointer is here; not where a narrow heading would grow by it."""
        self._manual.setVisible(self._title.width() >= self._title.minimumSizeHint().width() + _MANUAL_WIDTH)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Be quiet again."""
        self._manual.hide()
        super().leaveEvent(event)

    def panes(self) -> tuple[QWidget, ...]:
        """What F6 goes to in it; of those hidden it takes none."""
        return (self,)

    def hold(self, view: QWidget, stretch: int = 1) -> None:
        """Show this view under the heading, under what it holds already."""
        if isinstance(view, QAbstractItemView):
            view.setMinimumHeight(ROW_HEIGHT)  # else all docks of a side need more room than a small screen has
        self._column.addWidget(view, stretch)
        self.setFocusProxy(view)

    def show_message(self, sentence: str) -> None:
        """Show a sentence above the view; empty to hide it."""
        self._empty.setText(sentence)
        self._empty.setVisible(bool(sentence))
