"""The commands of a window as actions: in its menu, with their shortcuts and the choice of a theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.theme.theme import ColourScheme
from bookwheel.gui.window.commands.command_table import Command
from bookwheel.gui.window.toolbar import Toolbar

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_THEMES: tuple[tuple[str, str, ColourScheme], ...] = (
    (QT_TR_NOOP("System"), QT_TR_NOOP("Theme: system"), "system"),
    (QT_TR_NOOP("Light"), QT_TR_NOOP("Theme: light"), "light"),
    (QT_TR_NOOP("Dark"), QT_TR_NOOP("Theme: dark"), "dark"),
)


class Commands:
    """The actions of a window; each is named by its English words, without an ellipsis."""

    def __init__(self, shell: Shell, toolbar: Toolbar) -> None:
        self._shell = shell
        self._toolbar = toolbar
        self._window = shell.dialog_parent()
        self._all: list[QAction] = []
        self._usual: dict[str, tuple[str, ...]] = {}
        self._themes: dict[str, QAction] = {}
        self._menu = QMenu(self._window)
        toolbar.set_menu(self._menu)
        toolbar.theme_button.clicked.connect(self.toggle_theme)

    def add(self, *groups: Sequence[Command]) -> None:
        """Add commands to the end of the menu, a line between the groups."""
        for group in groups:
            if self._all:
                self._menu.addSeparator()
            for words, keys, run in group:
                action = QAction(tr(words), self._window)
                action.setShortcuts([QKeySequence(key) for key in keys])
                action.triggered.connect(lambda _on=False, run=run: run())
                self._menu.addAction(action)
                self._register(action, words.rstrip("…"))

    def add_themes(self) -> None:
        """Add the choice of a theme to the end of the menu."""
        menu = self._menu.addMenu(tr("Theme"))
        group = QActionGroup(menu)
        for words, name, scheme in _THEMES:
            action = QAction(tr(words), group, checkable=True, checked=self._shell.theme.colour_scheme == scheme)
            action.triggered.connect(partial(self._set_theme, scheme))
            menu.addAction(action)
            self._themes[scheme] = action
            self._register(action, name)

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
        """An action's words, those of a theme with what they are about: only the menu above says so."""
        return tr(action.objectName()) if action in self._themes.values() else action.text()

    def _register(self, action: QAction, name: str) -> None:
        action.setObjectName(name)
        self._usual[name] = tuple(keys.toString(_PORTABLE) for keys in action.shortcuts())
        self._window.addAction(action)
        self._all.append(action)

    def _set_theme(self, scheme: ColourScheme, _is_on: bool = True) -> None:
        self._shell.session.keep_theme(scheme)
