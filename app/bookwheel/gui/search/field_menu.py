"""A button whose menu counts the hits by any field of their documents: front matter, folders, what sections have."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from bookwheel.domain.search import FacetCount
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.search.search import Search
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton

_MOST = 30
_ALWAYS: dict[str, str] = {
    "path": QT_TR_NOOP("Folder"),
    "level": QT_TR_NOOP("Heading level"),
    "has": QT_TR_NOOP("Code, tables, images, links, tasks"),
}
"""What can be counted whatever the documents carry."""


class FieldButton(IconButton):
    """Opens a menu of the fields that the documents found carry; those chosen are counted in the chips."""

    def __init__(self, theme: Theme, search: Search) -> None:
        super().__init__(theme, "filter", tr("Count hits by a field"))
        self.setFixedSize(24, 24)
        self._search = search
        self.clicked.connect(lambda: search.ask_fields(self._open))

    def build_menu(self, fields: tuple[FacetCount, ...]) -> QMenu:
        """The menu: each field with the number of documents that carry it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for field, words in _ALWAYS.items():
            self._add(menu, field, tr(words))
        if fields:
            menu.addSeparator()
        for one in fields[:_MOST]:
            self._add(menu, one.value, f"{one.value.replace('&', '&&')}\t{number(one.count)}")
        return menu

    def _add(self, menu: QMenu, field: str, words: str) -> None:
        action = menu.addAction(words)
        action.setCheckable(True)
        action.setChecked(field in self._search.facets)
        action.setData(field)
        action.triggered.connect(lambda _is_on=False: self._search.count_by(field))

    def _open(self, fields: tuple[FacetCount, ...]) -> None:
        if self.isVisible():
            self.build_menu(fields).popup(self.mapToGlobal(QPoint(0, self.height())))
