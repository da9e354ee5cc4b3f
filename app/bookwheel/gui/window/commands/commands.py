"""The commands of a window as actions: in its menus, with their shortcuts and the choice of a theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.theme.theme import ColourScheme
from bookwheel.gui.window.commands.command_table import Command
from bookwheel.gui.window.commands.menus import Group, MenuStrip
from bookwheel.gui.window.toolbar import Toolbar

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_THEMES: tuple[tuple[str, str, ColourScheme], ...] = (
    (QT_TR_NOOP("System"), QT_TR_NOOP("Theme: system"), "system"),
    (QT_TR_NOOP("Light"), QT_TR_NOOP("Theme: light"), "light"),
    (QT_TR_NOOP("Dark"), QT_TR_NOOP("Theme: dark"), "dark"),
)
_FEW = (
    ("Command palette", "Add folder", "Library health", "Manage agents"),
    ("Toggle menu bar", "Settings"),
    ("Manual", "Keyboard shortcuts", "Quit"),
)
"""What the menu of the tool bar holds, a line between the groups."""
_ROLES = {"Settings": QAction.MenuRole.PreferencesRole, "Quit": QAction.MenuRole.QuitRole}
"""Where macOS shows what stands in the menu of the program there."""


class Commands:
    """The actions of a window; each is named by its English words, without an ellipsis."""

    def __init__(self, shell: Shell, toolbar: Toolbar) -> None:
        self._shell = shell
        self._toolbar = toolbar
        self._window = shell.dialog_parent()
        self._all: list[QAction] = []
        self._groups: list[tuple[Group, QAction]] = []
        self._words: dict[str, str] = {}
        self._usual: dict[str, tuple[str, ...]] = {}
        self._themes: dict[str, QAction] = {}
        toolbar.theme_button.clicked.connect(self.toggle_theme)

    def add(self, *groups: Sequence[Command]) -> None:
        """Add commands; those of a group stand in the menus as they are added."""
        for group, words, keys, run in chain.from_iterable(groups):
            action = QAction(_in_submenu(tr(words)) if group.submenu else tr(words), self._window)
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.triggered.connect(lambda _on=False, run=run: run())
            self._register(group, action, words)

    def add_themes(self) -> None:
        """Add the choice of a theme."""
        choice = QActionGroup(self._window)
        for words, name, scheme in _THEMES:
            action = QAction(tr(words), choice, checkable=True, checked=self._shell.theme.colour_scheme == scheme)
            action.triggered.connect(partial(self._set_theme, scheme))
            self._themes[scheme] = action
            self._register(Group.VIEW_THEME, action, name)

    def fill_menus(self, strip: MenuStrip) -> None:
        """Fill the menu bar with every command, and the menu of the tool bar with a few."""
        strip.fill(self._groups)
        for name, role in _ROLES.items():
            self.find(name).setMenuRole(role)
        self.find("Toggle menu bar").setVisible(not strip.is_native)
        menu = QMenu(self._window)
        for names in _FEW:
            menu.addActions([self.find(name) for name in names])
            menu.addSeparator()
        theme = QMenu(tr("Theme"), menu)
        theme.addActions([*self._themes.values()])
        menu.insertMenu(self.find("Toggle menu bar"), theme)
        self._toolbar.set_menu(menu)

    def list_actions(self) -> list[QAction]:
        """Every action, in the menu's order."""
        return self._all

    def list_named(self) -> list[tuple[str, QAction]]:
        """Every action after its words, in the menu's order."""
        return [(self._describe(action), action) for action in self._all]

    def find(self, name: str) -> QAction:
        """The action of that name."""
        return next(action for action in self._all if action.objectName() == name)

    def words_of(self, name: str) -> str:
        """What an action is called on the screen, by its name."""
        return self._describe(self.find(name)).rstrip("…").rstrip()

    def usual_keys(self) -> Mapping[str, tuple[str, ...]]:
        """The keys that every action has before a person changes them, by its name; in the menu's order."""
        return self._usual

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The keys that an action has now."""
        return tuple(keys.toString(_PORTABLE) for keys in self.find(name).shortcuts())

    def set_keys(self, own: Mapping[str, tuple[str, ...]]) -> None:
        """Give the actions named these keys, and all others their usual ones."""
        for action in self._all:
            name = action.objectName()
            action.setShortcuts([QKeySequence(keys, _PORTABLE) for keys in own.get(name, self._usual[name])])
        self._toolbar.show_keys(lambda name: (*self.keys_of(name), "")[0])

    def show_theme(self, scheme: ColourScheme) -> None:
        """Mark the theme that is chosen."""
        self._themes[scheme].setChecked(True)

    def toggle_theme(self) -> None:
        """Go from dark to light or back."""
        self._set_theme("light" if self._shell.theme.is_dark else "dark")

    def _describe(self, action: QAction) -> str:
        """An action's words, with what they are about where a submenu says it of those in it."""
        return self._words[action.objectName()]

    def _register(self, group: Group, action: QAction, words: str) -> None:
        name = words.rstrip("…")
        action.setObjectName(name)
        action.setMenuRole(QAction.MenuRole.NoRole)
        self._words[name] = tr(words)
        self._usual[name] = tuple(keys.toString(_PORTABLE) for keys in action.shortcuts())
        self._window.addAction(action)
        self._all.append(action)
        self._groups.append((group, action))

    def _set_theme(self, scheme: ColourScheme, _is_on: bool = True) -> None:
        self._shell.session.keep_theme(scheme)


def _in_submenu(words: str) -> str:
    """What is said after a colon: the submenu says what stands before it."""
    said = words.rpartition(": ")[2]
    return said[:1].upper() + said[1:]
