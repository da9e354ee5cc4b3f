"""A line to type into, and below it in softer words what it is good for."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget


class ExplainedLine(QWidget):
    """Holds `line`, which has the focus of the field, and `about`."""

    def __init__(self, placeholder: str, explanation: str) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setMinimumHeight(28)
        self.line.setPlaceholderText(placeholder)
        self.line.setAccessibleDescription(explanation)
        self.setFocusProxy(self.line)
        self.about = QLabel(explanation)
        self.about.setObjectName("soft")
        self.about.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.line)
        column.addWidget(self.about)

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        """The line is what the name names."""
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)
