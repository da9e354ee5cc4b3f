"""The list of the Links dock: its keys, and what opens."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListView

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.links.card_delegate import CardDelegate
from bookwheel.gui.links.model import ROW, LinkRow, LinksModel
from bookwheel.gui.theme.theme import Theme


class LinksView(QListView):
    """The rows; a click or Return opens a card, with Ctrl in a new tab; Delete takes away what was linked by hand."""

    opened = Signal(object, bool)
    removed = Signal(str)
    """The id of a link that was made by hand."""

    def __init__(self, theme: Theme, model: LinksModel) -> None:
        super().__init__()
        self.setAccessibleName(tr("Links"))
        self.setObjectName("linksView")
        self.setModel(model)
        self.setItemDelegate(CardDelegate(theme, self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.clicked.connect(lambda at: self._open(at, in_new_tab=False))
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def _open(self, at: QModelIndex, *, in_new_tab: bool) -> None:
        row: LinkRow | None = at.data(ROW)
        if row is not None and row.place is not None:
            self.opened.emit(row.place, in_new_tab)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Heights follow the width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Delete takes away."""
        row: LinkRow | None = self.currentIndex().data(ROW)
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and row is not None and row.link:
            self.removed.emit(row.link)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex(), in_new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return
        super().keyPressEvent(event)
