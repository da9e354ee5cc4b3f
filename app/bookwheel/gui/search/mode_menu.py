"""How a search is asked and its hits stand: two words under the chips, each opening a short menu."""

from __future__ import annotations

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from bookwheel.domain.search import Mode, Order
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.search.score_reasons import MODES
from bookwheel.gui.search.search import Search
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.menu_button import QuietButton

_ORDERS: dict[Order, tuple[str, str]] = {
    Order.BEST: (QT_TR_NOOP("By relevance"), QT_TR_NOOP("Best match first")),
    Order.DATE: (QT_TR_NOOP("Newest first"), QT_TR_NOOP("By document date, or by file date if there is none")),
    Order.TITLE: (QT_TR_NOOP("By title"), QT_TR_NOOP("Alphabetically")),
    Order.PLACE: (QT_TR_NOOP("By path"), QT_TR_NOOP("In folder order")),
}
"""Each order's name and what it does."""
_ALONE = {
    Mode.KEYWORD: QT_TR_NOOP("Keyword"),
    Mode.SEMANTIC: QT_TR_NOOP("Semantic"),
    Mode.GRAPH: QT_TR_NOOP("Graph"),
}
"""How the modes are called that ask one leg."""


class _WordMenu(QuietButton):
    """A word with a chevron that opens a menu of which one is chosen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.setMenu(menu)
        self._group = QActionGroup(menu)


class ModeButton(_WordMenu):
    """Which legs answer."""

    def __init__(self, theme: Theme, search: Search) -> None:
        super().__init__(theme)
        self._search = search
        for mode, (name, about) in MODES.items():
            action = self.menu().addAction(tr(name))
            action.setCheckable(True)
            action.setChecked(mode is search.mode)
            action.setToolTip(tr(about))
            action.setData(mode)
            action.triggered.connect(lambda _on=False, which=mode: self.choose(which))
            self._group.addAction(action)
        self._show_mode(search.mode)

    def choose(self, mode: Mode) -> None:
        """Ask other legs, and say which."""
        self._search.set_mode(mode)
        self._show_mode(mode)

    def _show_mode(self, mode: Mode) -> None:
        name, about = (tr(text) for text in MODES[mode])
        self.setText(tr(_ALONE[mode]) if mode in _ALONE else name)
        self.setToolTip(tr("Search mode: {words}").format(words=about))
        self.setAccessibleName(tr("Search mode: {words}").format(words=name))
        for action in self._group.actions():
            action.setChecked(action.data() == mode)


class OrderButton(_WordMenu):
    """In which order the hits stand."""

    def __init__(self, theme: Theme, search: Search) -> None:
        super().__init__(theme)
        self._search = search
        for order, (name, about) in _ORDERS.items():
            action = self.menu().addAction(tr(name))
            action.setCheckable(True)
            action.setToolTip(tr(about))
            action.setData(order)
            action.triggered.connect(lambda _on=False, which=order: self.choose(which))
            self._group.addAction(action)
        self.choose(Order.BEST)

    def choose(self, order: Order) -> None:
        """Put the hits in another order, and say which."""
        self._search.set_order(order)
        name, about = (tr(text) for text in _ORDERS[order])
        self.setText(name)
        self.setAccessibleName(tr("Sort hits: {words}").format(words=name))
        self.setToolTip(tr("Sort hits: {words}").format(words=about))
        for action in self._group.actions():
            action.setChecked(action.data() == order)
