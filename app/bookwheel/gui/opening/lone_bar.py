"""The line above a page that says of a file that it is not in the library, and offers its folder."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from bookwheel.domain.links.lone_files import is_lone, lone_path
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconLabel


class LoneBar(QWidget):
    """Shown while a file outside the library is read."""

    folder_wanted = Signal(str)
    """The file whose folder is to be added."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._path = ""
        self.setObjectName("lone")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        words = tr("This file is not in your library: searches do not find it, and agents do not see it.")
        label = QLabel(words)
        label.setObjectName("soft")
        label.setWordWrap(True)
        self.setAccessibleName(words)
        self.button = QPushButton(tr("Add folder…"))
        self.button.setObjectName("quiet")
        self.button.clicked.connect(lambda: self.folder_wanted.emit(self._path))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 8, 4)
        row.addWidget(IconLabel(theme, "info", "soft"))
        row.addWidget(label, 1)
        row.addWidget(self.button)
        self.hide()

    def show_for(self, doc: str) -> None:
        """Show the line where this is a file outside the library, else hide it."""
        self._path = lone_path(doc) if is_lone(doc) else ""
        self.button.setToolTip(self._path)
        self.setVisible(bool(self._path))
