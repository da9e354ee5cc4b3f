"""The list of the Links dock: its keys, and what opens."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QMenu

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.links.card_delegate import CardDelegate
from bookwheel.gui.links.model import ROW, LinkRow, LinksModel
from bookwheel.gui.state.likeness import Likeness
from bookwheel.gui.state.locations import Location, is_made_page
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import CardList


class LinksView(CardList):
    """The rows; a click or Return opens a card, with Ctrl in a new tab; Delete takes away what was linked by hand."""

    opened = Signal(object, bool)
    removed = Signal(str)
    """The id of a link that was made by hand."""
    edit_wanted = Signal(object)
    """An EditTarget: where a link is written."""
    like_wanted = Signal(object)
    """A Likeness: what is like the document or the section of a card is to be searched for."""
    note_wanted = Signal(str, str)
    """A document, and the target of a broken link in it."""

    def __init__(self, theme: Theme, model: LinksModel) -> None:
        super().__init__(theme)
        self.setAccessibleName(tr("Links"))
        self.setObjectName("linksView")
        self.setModel(model)
        self.setItemDelegate(CardDelegate(theme, self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.clicked.connect(lambda at: self._open(at, in_new_tab=False))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def _open(self, at: QModelIndex, *, in_new_tab: bool) -> None:
        row: LinkRow | None = at.data(ROW)
        if row is not None and row.place is not None:
            self.opened.emit(row.place, in_new_tab)

    def build_menu(self, row: LinkRow) -> QMenu | None:
        """What can be done with a card; None for what leads nowhere."""
        if row.place is None and not row.link:
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        place, target, link = row.place, row.target, row.link
        if place is not None:
            menu.addAction(tr("Open in new tab"), lambda: self.opened.emit(place, True))
            if not is_made_page(place.doc):
                menu.addAction(tr("More like this"), lambda: self.like_wanted.emit(_likeness_of(place, row.title)))
        if target is not None:
            menu.addAction(tr("Open in editor"), lambda: self.edit_wanted.emit(target))
        if target is not None and row.missing:
            missing = row.missing.partition("/")[2]
            menu.addAction(tr("New note…"), lambda: self.note_wanted.emit(target.doc, missing))
        if link:
            menu.addAction(tr("Delete link"), lambda: self.removed.emit(link))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        index = self.indexAt(at) if self.indexAt(at).isValid() else self.currentIndex()
        menu = self.build_menu(index.data(ROW)) if index.isValid() else None
        if menu is not None:
            self.setCurrentIndex(index)
            menu.popup(self.viewport().mapToGlobal(at))

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


def _likeness_of(place: Location, title: str) -> Likeness:
    return Likeness(f"{place.doc}#{place.anchor}" if place.anchor else place.doc, title)
