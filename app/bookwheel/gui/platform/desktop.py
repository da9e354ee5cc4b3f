"""What the window asks of the desktop around it: editor, file manager, browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def open_file(path: str) -> None:
    """Open a source file in the program that the system uses for it."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def open_address(url: str) -> None:
    """Open an outside address in the person's browser."""
    QDesktopServices.openUrl(QUrl(url))


def reveal(path: str) -> None:
    """Show a file or folder in the file manager, chosen where the system can do that."""
    if sys.platform == "darwin":
        subprocess.Popen(["open", "-R", path])
    elif sys.platform == "win32":
        subprocess.Popen(["explorer", "/select,", str(Path(path))])
    else:
        place = Path(path)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(place if place.is_dir() else place.parent)))
