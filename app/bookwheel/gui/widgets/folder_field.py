"""A line for a folder or an address, with a button that lets a person pick the folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.widgets.file_dialogs import build_dialog


class FolderField(QWidget):
    """Holds `line`, which has the focus of the field, and `browse`."""

    def __init__(self, title: str, placeholder: str) -> None:
        """`title` is that of the dialog for folders."""
        super().__init__()
        self._title = title
        self.line = QLineEdit()
        self.line.setPlaceholderText(placeholder)
        self.line.setMinimumHeight(28)
        self.browse = QPushButton(tr("Browse…"))
        self.browse.setAutoDefault(False)
        self.browse.setMinimumHeight(28)
        self.browse.clicked.connect(lambda _on=False: self.ask_for_folder())
        self.setFocusProxy(self.line)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.browse)

    def text(self) -> str:
        """What stands in the line, with the home folder in place of `~`."""
        text = self.line.text().strip()
        return str(Path(text).expanduser()) if text == "~" or text.startswith(("~/", "~\\")) else text

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        """The line is what the name names."""
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)

    def ask_for_folder(self) -> QFileDialog:
        """Let the person pick the folder."""
        box = build_dialog(self.window(), self._title)
        box.setFileMode(QFileDialog.FileMode.Directory)
        box.setOption(QFileDialog.Option.ShowDirsOnly)
        box.fileSelected.connect(self.line.setText)
        box.open()
        return box
