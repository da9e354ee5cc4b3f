"""The foot of the graph: what the chosen node is, in words, and how many more it hides."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.gui.graph.node_actions import describe_node
from bookwheel.gui.graph.view_model import Picture
from bookwheel.gui.i18n.translation import tr

_HEIGHT = 80
"""Pixels of a title and three lines."""


class NodeCaption(QWidget):
    """A title, words below it, and a button that shows what is folded behind the node."""

    unfold_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(_HEIGHT)
        self.title, self.words = QLabel(), QLabel()
        self.title.setObjectName("nodeTitle")
        self.words.setObjectName("soft")
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        for label in (self.title, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.unfold = QPushButton(tr("Show all"))
        self.unfold.setObjectName("chip")
        self.unfold.setMinimumHeight(24)
        self.unfold.clicked.connect(self.unfold_wanted)
        self.unfold.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 6, 12, 4)
        column.setSpacing(1)
        row = QHBoxLayout()
        row.addWidget(self.title, 1)
        row.addWidget(self.unfold)
        column.addLayout(row)
        column.addWidget(self.words, 1)

    @property
    def sentence(self) -> str:
        """Title and words, as a screen reader says them."""
        return f"{self.title.text()}. {self.words.text()}"

    def show_node(self, shown: Picture, row: int) -> None:
        """Say what a node is."""
        title, words = describe_node(shown, row)
        self.title.setText(self.title.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, self.width() - 110))
        self.title.setToolTip(title)
        self.words.setText(words)
        self.words.setToolTip(words)
        folded = shown.folded[row]
        self.unfold.setVisible(folded > 0)
        self.unfold.setText(tr("Show %Ln more", "", folded))

    def show_totals(self, shown: Picture, total: int) -> None:
        """Say how many nodes there are, and how many of `total` are not asked for."""
        count = len(shown.nodes)
        self.title.setText(tr("%Ln node(s)", "", count) if count > 1 else "")
        rest = max(0, total - sum(shown.kinds.values()))
        self.words.setText(tr("%Ln more not shown.", "", rest) if rest else "")
        self.unfold.hide()
