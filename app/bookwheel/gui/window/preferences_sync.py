"""The window's own settings, put in force when the window opens and whenever one changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.theme.theme import ColourScheme
from bookwheel.gui.window.commands.commands import Commands
from bookwheel.gui.window.commands.menus import MenuStrip
from bookwheel.gui.window.splits.split_view import SplitView

_EFFECTS = (Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo)
_MORE_EFFECTS = (Qt.UIEffect.UI_AnimateTooltip, Qt.UIEffect.UI_FadeTooltip, Qt.UIEffect.UI_AnimateToolBox)


class PreferencesSync(QObject):
    """Follows the window's settings."""

    def __init__(
        self,
        shell: Shell,
        split_view: SplitView,
        library: LibraryDock,
        results: ResultsPanel,
        commands: Commands,
        menus: MenuStrip,
    ) -> None:
        super().__init__(split_view)
        self._shell = shell
        self._split_view = split_view
        self._library = library
        self._results = results
        self._commands = commands
        self._menus = menus
        self._preferences = shell.session.preferences
        self._preferences.changed.connect(self.apply)
        self._preferences.troubled.connect(shell.notify)
        library.order_chosen.connect(self._set_order)
        results.grouping_chosen.connect(lambda is_on: self._preferences.set("group_hits", str(is_on).lower()))

    def apply(self) -> None:
        """Put the window's settings in force."""
        values, theme = self._preferences.values, self._shell.theme
        scheme: ColourScheme = values.theme if values.theme in ("light", "dark") else "system"  # type: ignore[assignment]
        if theme.colour_scheme != scheme:
            theme.set_colour_scheme(scheme)
        theme.set_type(values.interface_font, values.interface_size)
        self._split_view.set_own(values)
        for effect in (*_EFFECTS, *_MORE_EFFECTS):
            QApplication.setEffectEnabled(effect, not values.reduced_motion)
        self._library.set_order(values.tree_order)
        self._results.set_grouping(values.group_hits)
        self._menus.set_shown(values.menu_bar)
        self._commands.set_keys(values.keys)
        self._commands.show_theme(theme.colour_scheme)
        if self._preferences.notices:
            self._shell.notify(" ".join(self._preferences.notices))
            self._preferences.notices = ()

    def _set_order(self, order: str) -> None:
        self._preferences.set("tree_order", order)
