"""What the window asks of the desktop around it: editor, file manager, browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

_FILE_MANAGER_MS = 10_000
"""A file manager may have to be started first."""


def open_file(path: str) -> None:
    """Open a source file in the program that the system uses for it."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def open_address(url: str) -> bool:
    """Open an outside address in the program that the desktop has for it; whether one could be asked."""
    return QDesktopServices.openUrl(QUrl(url))


def reveal(path: str) -> None:
    """Show a file or folder in the file manager, chosen where the system can do that."""
    if sys.platform == "darwin":
        subprocess.Popen(["open", "-R", path])
    elif sys.platform == "win32":
        subprocess.Popen(["explorer", "/select,", str(Path(path))])
    else:
        _reveal_by_bus(Path(path))


def _reveal_by_bus(place: Path) -> None:
    """Ask the file manager on the session's bus to choose a file; where there is none, open the folder."""
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher  # noqa: PLC0415 - used rarely

    folder = place if place.is_dir() else place.parent
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        return
    name = "org.freedesktop.FileManager1"
    call = QDBusMessage.createMethodCall(name, "/org/freedesktop/FileManager1", name, "ShowItems")
    call.setArguments([[QUrl.fromLocalFile(str(place)).toString(QUrl.ComponentFormattingOption.FullyEncoded)], ""])
    watcher = QDBusPendingCallWatcher(bus.asyncCall(call, _FILE_MANAGER_MS), QCoreApplication.instance())

    def done(_watcher: object) -> None:
        if watcher.isError():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
        watcher.deleteLater()

    watcher.finished.connect(done)
