"""An icon in the system's tray, where there is one and it is wanted; Bookwheel stays there without a window."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.process.window_manager import Windows
from bookwheel.gui.theme import icons

_SIDE = 64


class SystemTray(QObject):
    """Follows the setting `tray`; without a tray in the system it does nothing."""

    def __init__(self, windows: Windows) -> None:
        super().__init__(windows)
        self._windows = windows
        self.icon: QSystemTrayIcon | None = None
        self.menu = QMenu()
        self.menu.addAction(tr("Show Bookwheel"), windows.show)
        self.menu.addAction(tr("Search"), self._search)
        self.menu.addAction(tr("New window"), windows.open)
        self.menu.addSeparator()
        self.menu.addAction(tr("Quit"), windows.quit)
        preferences = windows.shown[0].session.preferences
        preferences.changed.connect(lambda: self.apply(is_wanted=preferences.values.tray))
        self.apply(is_wanted=preferences.values.tray)

    def apply(self, *, is_wanted: bool) -> None:
        """Show the icon, or take it away."""
        is_wanted = is_wanted and QSystemTrayIcon.isSystemTrayAvailable()
        if is_wanted and self.icon is None:
            colour = self._windows.shown[0].theme.colours["accent"]
            self.icon = QSystemTrayIcon(QIcon(icons.pixmap("bookwheel", colour, _SIDE)), self)
            self.icon.setToolTip("Bookwheel")
            self.icon.setContextMenu(self.menu)
            self.icon.activated.connect(self._press)
        if self.icon is not None:
            self.icon.setVisible(is_wanted)
        self._windows.stays = is_wanted

    def _press(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self._windows.show()

    def _search(self) -> None:
        window = self._windows.show()
        window.toolbar.box.setFocus()
        window.toolbar.box.selectAll()
