"""A line for a file, with a button that lets a person pick it."""

from __future__ import annotations

from PySide6.QtWidgets import QFileDialog

from bookwheel.gui.widgets.file_dialogs import build_dialog
from bookwheel.gui.widgets.folder_field import FolderField


class FileField(FolderField):
    """See `FolderField`."""

    def ask_for_folder(self) -> QFileDialog:
        """Let the person pick the file."""
        box = build_dialog(self.window(), self._title)
        box.setFileMode(QFileDialog.FileMode.ExistingFile)
        box.fileSelected.connect(self.line.setText)
        box.open()
        return box
