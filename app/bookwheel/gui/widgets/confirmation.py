"""A question before something is done that cannot be undone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

DESTRUCTIVE, HARMLESS = QMessageBox.ButtonRole.DestructiveRole, QMessageBox.ButtonRole.AcceptRole


def ask_to_confirm(
    parent: QWidget,
    question: str,
    detail: str,
    action: str,
    confirmed: Callable[[], object],
    role: QMessageBox.ButtonRole = DESTRUCTIVE,
) -> None:
    """Ask, with the words of the button that does it; nothing is done by default."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setText(question)
    box.setInformativeText(detail)
    yes = box.addButton(action, role)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.buttonClicked.connect(lambda button: confirmed() if button is yes else None)
    box.open()
