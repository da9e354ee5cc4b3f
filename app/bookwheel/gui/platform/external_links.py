"""Leaving the library: an outside address is opened only after the person says so."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.platform import desktop


def ask_about(parent: QWidget, url: str) -> None:
    """Ask whether an address shall be opened in the browser, or copied."""
    box = QMessageBox(parent)
    box.setText(tr("Open this link in your browser?"))
    box.setInformativeText(url)
    box.setTextFormat(Qt.TextFormat.PlainText)
    yes = box.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
    copy = box.addButton(tr("Copy link"), QMessageBox.ButtonRole.ActionRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(yes)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def chosen(button: object) -> None:
        if button is yes:
            desktop.open_address(url)
        elif button is copy:
            QGuiApplication.clipboard().setText(url)

    box.buttonClicked.connect(chosen)
    box.open()
