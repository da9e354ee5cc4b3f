"""The bar at the top: side bars, back and forward, the search box in the centre, theme and menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QKeyCombination, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton, IconLabel
from bookwheel.gui.widgets.manual_page import set_manual_page

_HEIGHT = 48
_BOX_WIDTH = 620

_OPEN_FILE = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_E)


class SearchBox(QLineEdit):
    """The box for words, with a glass at its left and its keys at its right."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("searchBox")
        self.setAccessibleName(tr("Search"))
        self.setPlaceholderText(tr("Search your library"))
        self.setFixedHeight(32)
        self.setTextMargins(26, 0, 90, 0)
        self.searches = IconButton(theme, "history", tr("Saved and recent searches"))
        self.searches.setParent(self)
        self.searches.setMinimumSize(24, 24)
        self.searches.setFixedSize(24, 24)
        self.searches.setObjectName("inBox")
        self.searches.setCursor(Qt.CursorShape.ArrowCursor)
        self._glass = IconLabel(theme, "search", size=15)
        self._glass.setParent(self)
        self._glass.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._hint = QLabel(self)
        self._hint.setObjectName("keyHint")
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def event(self, event: QEvent) -> bool:
        """Leave the keys that open a hit's file to the window; a line of words takes them for “end of line”."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.keyCombination() == _OPEN_FILE:
            event.ignore()
            return False
        return super().event(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Leave files to the window, which adds them."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def show_keys(self, keys: str) -> None:
        """Say which keys lead here."""
        self._hint.setText(keys.replace("+", " "))
        self._hint.setVisible(bool(keys))
        self._place()

    def _place(self) -> None:
        self._hint.adjustSize()
        self._hint.move(self.width() - self._hint.width() - 36, (self.height() - self._hint.height()) // 2)
        self.searches.move(self.width() - 30, (self.height() - 24) // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Glass and hint keep their ends."""
        super().resizeEvent(event)
        self._glass.setGeometry(11, (self.height() - 16) // 2, 16, 16)
        self._place()


class Toolbar(QWidget):
    """Buttons at both ends, the search box in the middle of the window."""

    searches_wanted = Signal()
    """The button in the search box was pressed: saved and earlier searches."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_manual_page(self, "search.md")
        self._theme = theme
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(_HEIGHT)
        self.left = IconButton(theme, "panel-left", tr("Toggle left sidebar"))
        self.back = IconButton(theme, "arrow-left", tr("Back"))
        self.forward = IconButton(theme, "arrow-right", tr("Forward"))
        self.box = SearchBox(theme, self)
        self.box.searches.clicked.connect(self.searches_wanted)
        self.theme_button = IconButton(theme, "sun-moon", tr("Toggle light/dark theme"))
        self.graph = IconButton(theme, "waypoints", tr("Graph"))
        self.agents = IconButton(theme, "bot", tr("Agent activity"))
        self.more = IconButton(theme, "ellipsis", tr("Menu"))
        self.right = IconButton(theme, "panel-right", tr("Toggle right sidebar"))
        self._named = {
            self.left: QT_TR_NOOP("Toggle left sidebar"),
            self.back: QT_TR_NOOP("Back"),
            self.forward: QT_TR_NOOP("Forward"),
            self.graph: QT_TR_NOOP("Graph"),
            self.agents: QT_TR_NOOP("Agent activity"),
            self.right: QT_TR_NOOP("Toggle right sidebar"),
        }
        for button in (self.left, self.graph, self.agents, self.right):
            button.setCheckable(True)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(13, 0, 13, 0)
        row.setSpacing(6)
        for button in (self.left, self.back, self.forward):
            button.setFixedSize(QSize(30, 30))
            row.addWidget(button)
        row.addStretch(1)
        for button in (self.theme_button, self.graph, self.agents, self.more, self.right):
            button.setFixedSize(QSize(30, 30))
            row.addWidget(button)
        QWidget.setTabOrder(self.forward, self.box)
        QWidget.setTabOrder(self.box, self.theme_button)

    def show_keys(self, of: Callable[[str], str]) -> None:
        """Say the keys of the buttons; `of` gives those of an action by its name, empty for none."""
        for button, name in self._named.items():
            keys = QKeySequence(of(name)).toString(QKeySequence.SequenceFormat.NativeText)
            button.set_words(f"{tr(name)} ({keys})" if keys else tr(name))
        self.box.show_keys(QKeySequence(of("Search")).toString(QKeySequence.SequenceFormat.NativeText))

    def set_menu(self, menu: QMenu) -> None:
        """What the menu button opens."""
        self.more.setMenu(menu)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The box stays in the middle."""
        super().resizeEvent(event)
        width = max(160, min(_BOX_WIDTH, self.width() - 2 * 206))
        self.box.setGeometry((self.width() - width) // 2, (_HEIGHT - 1 - 32) // 2, width, 32)
