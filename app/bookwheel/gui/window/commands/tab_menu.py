"""The context menu of a tab."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.reader import Reader


def offer_tab_menu(reader: Reader, extend: Callable[[QMenu, str], object]) -> None:
    """Show a menu for a tab of a reader; `extend` adds what can be done with its document."""
    tabs = reader.tabs

    def show(at: QPoint) -> None:
        row = tabs.tabAt(at)
        menu = build_tab_menu(reader, row if row >= 0 else tabs.current, extend)
        if menu is not None:
            menu.popup(tabs.mapToGlobal(at))

    tabs.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    tabs.customContextMenuRequested.connect(show)


def build_tab_menu(reader: Reader, row: int, extend: Callable[[QMenu, str], object]) -> QMenu | None:
    """What can be done with a tab, None where there is none."""
    if not 0 <= row < len(reader.places):
        return None
    menu = QMenu(reader)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(tr("Close tab"), lambda: reader.close_tab(row))
    menu.addSeparator()
    extend(menu, reader.places[row].doc)
    return menu
