"""Asking for a file: every dialog opens without holding the window up, and where the last one was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_where(
    owner: QWidget, title: str, name: str, kinds: Mapping[str, str], write: Callable[[Path], object]
) -> QFileDialog:
    """Ask where to write a file of this name; `kinds` are what it may be, by the ending, the first unless chosen."""
    box = build_dialog(owner, title)
    box.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    filters = {f"{words} (*.{ending})": ending for ending, words in kinds.items()}
    box.setNameFilters(list(filters))
    box.setDefaultSuffix(next(iter(kinds)))
    box.filterSelected.connect(lambda chosen: box.setDefaultSuffix(filters[chosen]))
    box.selectFile(name)
    box.fileSelected.connect(lambda path: write(Path(path)))
    box.open()
    return box


def build_dialog(owner: QWidget, title: str) -> QFileDialog:
    """A dialog in the folder that was used last; at first in the person's documents, not where the program runs."""
    box = QFileDialog(owner, title)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    if box.directory() == QDir.current():  # Qt keeps the last one in mind as long as the program runs
        box.setDirectory(documents if QDir(documents).exists() else QDir.homePath())
    return box
