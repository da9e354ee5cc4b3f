"""The menus of a window by subject, and the bar that holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr

_FILE, _EDIT, _VIEW, _GO = QT_TR_NOOP("&File"), QT_TR_NOOP("&Edit"), QT_TR_NOOP("&View"), QT_TR_NOOP("&Go")
_TOOLS, _WINDOW, _HELP = QT_TR_NOOP("&Tools"), QT_TR_NOOP("&Window"), QT_TR_NOOP("&Help")
_TREE_ORDER, _OUTLINE_LEVELS, _THEME = QT_TR_NOOP("Sort tree"), QT_TR_NOOP("Outline levels"), QT_TR_NOOP("Theme")
_ZOOM, _MAP = QT_TR_NOOP("Zoom"), QT_TR_NOOP("Map and graph")

_SPLIT_FOCUS, _LAYOUTS = QT_TR_NOOP("Go to split"), QT_TR_NOOP("Layouts")


class Group(Enum):
    """A group of commands that stand together: the menu, a number that tells groups apart, and a submenu or none.

    Groups follow one another in their menu as they do here, with a line between them.
    """

    FILE_ADD = (_FILE, 0, "")
    FILE_OPEN = (_FILE, 1, "")
    FILE_EXPORT = (_FILE, 2, "")
    FILE_CLOSE = (_FILE, 3, "")
    FILE_SETTINGS = (_FILE, 4, "")
    FILE_QUIT = (_FILE, 5, "")
    EDIT_COPY = (_EDIT, 0, "")
    EDIT_FIND = (_EDIT, 1, "")
    EDIT_ANNOTATE = (_EDIT, 2, "")
    EDIT_THINGS = (_EDIT, 3, "")
    EDIT_READING = (_EDIT, 4, "")
    VIEW_COMMANDS = (_VIEW, 0, "")
    VIEW_PANES = (_VIEW, 1, "")
    VIEW_MAP = (_VIEW, 2, "")
    VIEW_PAGE = (_VIEW, 3, "")
    VIEW_MAP_FORM = (_VIEW, 5, _MAP)
    VIEW_ZOOM = (_VIEW, 5, _ZOOM)
    VIEW_TREE_ORDER = (_VIEW, 5, _TREE_ORDER)
    VIEW_OUTLINE_LEVELS = (_VIEW, 5, _OUTLINE_LEVELS)
    VIEW_THEME = (_VIEW, 5, _THEME)
    VIEW_WINDOW = (_VIEW, 6, "")
    GO_START = (_GO, 0, "")
    GO_HISTORY = (_GO, 1, "")
    GO_PLACE = (_GO, 2, "")
    GO_SEARCH = (_GO, 3, "")
    GO_SEARCHES = (_GO, 4, "")
    TOOLS_LIBRARY = (_TOOLS, 0, "")
    TOOLS_LINKS = (_TOOLS, 1, "")
    TOOLS_GRAPH = (_TOOLS, 2, "")
    TOOLS_AGENTS = (_TOOLS, 3, "")
    TOOLS_RANKING = (_TOOLS, 4, "")
    WINDOW_NEW = (_WINDOW, 0, "")
    WINDOW_TABS = (_WINDOW, 1, "")
    WINDOW_SPLITS = (_WINDOW, 2, "")
    WINDOW_SPLIT_FOCUS = (_WINDOW, 2, _SPLIT_FOCUS)
    WINDOW_LAYOUTS = (_WINDOW, 2, _LAYOUTS)
    WINDOW_SIDEBARS = (_WINDOW, 3, "")
    WINDOW_PANES = (_WINDOW, 4, "")
    HELP_MANUAL = (_HELP, 0, "")
    HELP_START = (_HELP, 1, "")

    @property
    def menu(self) -> str:
        """The menu, in English."""
        return self.value[0]

    @property
    def submenu(self) -> str:
        """The submenu, in English; empty for none."""
        return self.value[2]


def _build_menus(bar: QMenuBar, commands: Iterable[tuple[Group, QAction]]) -> list[QMenu]:
    actions: dict[Group, list[QAction]] = {}
    for group, action in commands:
        actions.setdefault(group, []).append(action)
    menus: dict[str, QMenu] = {}
    last: dict[str, int] = {}
    for group in Group:
        if group not in actions:
            continue
        if group.menu not in menus:
            menus[group.menu] = bar.addMenu(tr(group.menu))
        menu, number = menus[group.menu], group.value[1]
        if last.setdefault(group.menu, number) != number:
            menu.addSeparator()
        last[group.menu] = number
        (menu.addMenu(tr(group.submenu)) if group.submenu else menu).addActions(actions[group])
    return [*menus.values()]


class MenuStrip(QWidget):
    """The menu bar over the tool bar; hidden, it lies above the window, and Alt shows it while it has the keyboard.

    Where the system shows menus itself, as macOS does, there is only the tool bar.
    """

    def __init__(self, toolbar: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = QMenuBar(self)
        self.bar.setAccessibleName(tr("Menu bar"))
        self.bar.installEventFilter(self)
        self.is_refused: Callable[[str], bool] = lambda _name: False
        """Whether a command, by its name, cannot do anything now; its keys say why."""
        self._toolbar = toolbar
        toolbar.setParent(self)
        self._is_shown = self._is_unfolded = True

    @property
    def is_native(self) -> bool:
        """Whether the system shows the menus, not the window."""
        return self.bar.isNativeMenuBar()

    @property
    def is_shown(self) -> bool:
        """Whether the window shows the bar always."""
        return self._is_shown and not self.is_native

    def set_shown(self, is_shown: bool) -> None:
        """Show the menu bar always, or only while it has the keyboard."""
        self._is_shown = is_shown
        self._unfold(is_shown)

    def fill(self, commands: Iterable[tuple[Group, QAction]]) -> None:
        """Fill the menu bar with commands; those of a group keep their order."""
        for menu in _build_menus(self.bar, commands):
            menu.aboutToShow.connect(partial(self._set_enabled, menu))
            menu.aboutToHide.connect(partial(self._enable, menu))
            menu.aboutToShow.connect(partial(self._show_over, menu))
            menu.aboutToHide.connect(self._follow_focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Unfold the hidden bar when Alt gives it the keyboard, and fold it when that goes elsewhere."""
        if event.type() is QEvent.Type.FocusIn:
            self._unfold(True)
        elif event.type() is QEvent.Type.FocusOut:
            self._follow_focus()
        return super().eventFilter(watched, event)

    def _set_enabled(self, menu: QMenu) -> None:
        """Grey out what cannot be done now, while the menu is open."""
        for action in menu.actions():
            if self.is_refused(action.objectName()):
                action.setEnabled(False)

    def _enable(self, menu: QMenu) -> None:
        """Let the keys of every command work again: those that cannot be done say why."""
        for action in menu.actions():
            action.setEnabled(True)

    def _show_over(self, menu: QMenu) -> None:
        """Unfold the bar for a menu that its letter opens, and move the menu below it."""
        if not self._is_unfolded:
            self._unfold(True)
            below = self.bar.mapToGlobal(self.bar.actionGeometry(menu.menuAction()).bottomLeft())
            QTimer.singleShot(0, menu, lambda: menu.move(below))

    def _follow_focus(self) -> None:
        QTimer.singleShot(0, self, lambda: self._unfold(self._is_shown or self._has_keyboard()))

    def _has_keyboard(self) -> bool:
        return self.bar.hasFocus() or any(menu.isVisible() for menu in self.bar.findChildren(QMenu))

    def event(self, event: QEvent) -> bool:
        """The height of the bar follows the letters of the interface."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Bar and tool bar are as wide as the window."""
        super().resizeEvent(event)
        self._place()

    def _unfold(self, is_unfolded: bool) -> None:
        self._is_unfolded = is_unfolded
        self._place()

    def _place(self) -> None:
        # A bar that is hidden, or as high as nothing, would answer neither Alt nor the keys of its menus.
        height = 0 if self.is_native else self.bar.heightForWidth(self.width())
        top = height if self._is_unfolded else 0
        self.setFixedHeight(top + self._toolbar.height())
        self.bar.setGeometry(0, top - height, self.width(), height)
        self._toolbar.setGeometry(0, top, self.width(), self._toolbar.height())
