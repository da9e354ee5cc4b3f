"""Dialogs no larger than their window or the screen: what does not fit scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget

_BESIDE = QSize(60, 80)
"""Pixels by which a dialog is narrower and lower than its window, so that all of it can be reached."""
_SMALL = QSize(640, 400)
"""A small window does not make a dialog smaller than this."""
_FRAME = QSize(8, 40)
"""What the system draws around a window, so that its foot stays on the screen."""


def room_on_screen(widget: QWidget) -> QSize:
    """How large a window can be on the screen of this widget."""
    return widget.screen().availableSize() - _FRAME


def fit_to_screen(dialog: QDialog, wanted: QSize, parent: QWidget) -> None:
    """Give a dialog this size, but no larger than its window leaves and never larger than the screen."""
    beside = (parent.size() - _BESIDE).expandedTo(_SMALL)
    dialog.resize(wanted.boundedTo(beside).boundedTo(room_on_screen(parent)))
    ScreenFit(dialog)


class ScreenFit(QObject):
    """Has the content of a dialog scroll from the moment at which it needs more than the screen has."""

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._area: QScrollArea | None = None
        dialog.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Look whenever the dialog comes or what it holds has changed."""
        if watched is self._dialog and event.type() in (QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._fit()
        return False

    def _fit(self) -> None:
        dialog, room = self._dialog, room_on_screen(self._dialog)
        layout, size = dialog.layout(), dialog.size()
        if layout is not None and self._area is None:
            least = layout.totalMinimumSize()
            width = min(max(dialog.width(), least.width()), room.width())
            height = max(least.height(), layout.totalMinimumHeightForWidth(width))
            size = size.expandedTo(QSize(width, height))
            if least.width() > room.width() or height > room.height():
                self._scroll(layout)
        size = size.boundedTo(room)
        if size != dialog.size():
            dialog.resize(size)

    def _scroll(self, layout: QLayout) -> None:
        dialog = self._dialog
        focused = dialog.focusWidget()
        area = self._area = QScrollArea(dialog)
        area.setObjectName("scrolled")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        page = QWidget(area)
        page.setObjectName("plainGround")
        page.setLayout(layout)  # the layout leaves the dialog and takes its widgets with it
        area.setWidget(page)
        column = QVBoxLayout(dialog)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        if focused is not None:
            focused.setFocus()
