"""The way from a part of the window to its page in the manual: F1, and a question mark where there is room."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QToolButton, QWidget

from bookwheel.gui.i18n.translation import tr

FRONT_PAGE = "index.md"
_PROPERTY = "manualPage"


class ManualWindow(QMainWindow):
    """A window that opens the manual."""

    manual_wanted = Signal(str, bool)
    """A page, such as `search.md` or `settings.md#this-window`, and whether a dialog asks, which hides the window."""


class ManualButton(QToolButton):
    """A question mark that opens the page of the part of the window it is in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText("?")
        self.setObjectName("manual")
        self.setMinimumSize(28, 28)
        self.setToolTip(tr("Open manual"))
        self.setAccessibleName(tr("Open manual"))
        self.clicked.connect(lambda: open_manual(self))


def set_manual_page(part: QObject, page: str) -> None:
    """Say which page of the manual is about a part of the window, or of a dialog."""
    part.setProperty(_PROPERTY, page)


def manual_page(widget: QWidget | None) -> str:
    """The page about the innermost part around a widget that has one; else the front page."""
    part: QObject | None = widget
    while part is not None:
        page = part.property(_PROPERTY)
        if page:
            return str(page)
        part = None if isinstance(part, QMainWindow) else part.parent()
    return FRONT_PAGE


def open_manual(widget: QWidget) -> None:
    """Have the window around a widget, or behind its dialog, open the page that is about it."""
    part: QObject | None = widget
    while part is not None and not isinstance(part, ManualWindow):
        part = part.parent()
    if isinstance(part, ManualWindow):
        part.manual_wanted.emit(manual_page(widget), isinstance(widget.window(), QDialog))


def open_manual_on_f1(dialog: QDialog, page: str) -> None:
    """Open a page on F1 in a dialog, which the shortcuts of its window do not reach."""
    set_manual_page(dialog, page)
    key = QShortcut(QKeySequence("F1"), dialog)
    key.activated.connect(lambda: open_manual(QApplication.focusWidget() or dialog))
