"""Quiet buttons that say what is chosen of some things, and open a menu of all of them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu, QToolButton

from bookwheel.gui.theme import icons
from bookwheel.gui.theme.theme import Theme


class QuietButton(QToolButton):
    """A word with a chevron that opens a menu."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("quietMenu")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setIconSize(QSize(12, 12))
        self.setMinimumHeight(24)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def setMenu(self, menu: QMenu) -> None:  # noqa: N802
        """Open this menu, which reads as the window does, not as the button, whose chevron stands behind its word."""
        onwards(menu)
        super().setMenu(menu)

    def _apply_theme(self, _is_dark: bool = False) -> None:
        self.setIcon(icons.icon("chevron-down", self._theme.colours["soft"]))


def onwards(menu: QMenu) -> None:
    """Have a menu and those in it read as the window does, whatever the direction of the button that opens it."""
    for submenu in (menu, *menu.findChildren(QMenu)):
        submenu.setLayoutDirection(QGuiApplication.layoutDirection())


class QuietMenu(QuietButton):
    """What is chosen of some things; `name` is what the choice is about, for those who cannot see it."""

    chosen = Signal(object)
    """The value of what was chosen from the menu."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        self._name = name
        self.setToolTip(name)

    def offer(self, rows: Iterable[tuple[object, str]], chosen: object) -> None:
        """Offer these values by their words; `chosen` is the one that holds now."""
        menu, former = QMenu(self), self.menu()
        group = QActionGroup(menu)
        for value, words in rows:
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(value == chosen)
            group.addAction(action)
            action.triggered.connect(lambda _on=False, which=value: self.chosen.emit(which))
            if value == chosen:
                self.setText(words)
                self.setAccessibleName(f"{self._name}: {words}")
        self.setMenu(menu)
        if former is not None:
            former.deleteLater()
