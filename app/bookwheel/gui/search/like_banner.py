"""The line above the hits that says which passage they are like, with a way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.state.likeness import Likeness
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton, IconLabel


class LikeBanner(QWidget):
    """Similar to “Pod security”, and a cross that leads back to the search before."""

    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._words = ""
        self.name = QLabel()
        self.name.setObjectName("likeName")
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.close_button = IconButton(theme, "x", tr("Back to search"))
        self.close_button.setFixedSize(24, 24)
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "text-search", size=15))
        row.addWidget(self.name, 1)
        row.addWidget(self.close_button)
        self.hide()

    def show_like(self, like: Likeness | None) -> None:
        """Name the passage; hide while words are searched for."""
        self._words = (
            tr("Similar to “{name}”").format(name=isolated(" ".join(like.name.split()))) if like is not None else ""
        )
        self.name.setToolTip(self._words)
        self._elide()
        self.setVisible(like is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as much of the name as there is room for."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = self.name.fontMetrics()
        self.name.setText(metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, self.name.width()))
        self.name.setAccessibleName(self._words)
