"""The window's own settings put in force, and the sheets: settings, health, agents and what they remember."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from bookwheel.domain.service import ActivityRequest
from bookwheel.gui.agents.activity_dock import MOST_CALLS
from bookwheel.gui.state.places import Place
from bookwheel.gui.theme.theme import ColourScheme

if TYPE_CHECKING:
    from bookwheel.gui.agents.connect_dialog import AgentsSheet
    from bookwheel.gui.agents.memory_dialog import MemorySheet
    from bookwheel.gui.agents.unanswered_dialog import UnansweredSheet
    from bookwheel.gui.settings.dialog import SettingsSheet
    from bookwheel.gui.status.health_dialog import HealthSheet
    from bookwheel.gui.window.window import Window

_EFFECTS = (Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo)
_MORE_EFFECTS = (Qt.UIEffect.UI_AnimateTooltip, Qt.UIEffect.UI_FadeTooltip, Qt.UIEffect.UI_AnimateToolBox)

_KEPT_MS = 3000
"""How long the closed sheet is kept: its thousand widgets would be dressed anew with every theme."""


class Setting(QObject):
    """Follows the window's settings, and opens the sheet that shows them."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._sheet: SettingsSheet | None = None
        self._health: HealthSheet | None = None
        self._agents: AgentsSheet | None = None
        self._memories: MemorySheet | None = None
        self._unanswered: UnansweredSheet | None = None
        self._leaving = QTimer(self, singleShot=True, interval=_KEPT_MS)
        self._leaving.timeout.connect(self._let_go)
        window.status.agents_wanted.connect(self.agents)
        window.activity.memories_wanted.connect(self.memories)
        window.activity.unanswered_wanted.connect(self.unanswered)
        self.preferences = window.session.preferences
        self.preferences.changed.connect(self.take)
        window.library.order_chosen.connect(self.order)
        self.preferences.troubled.connect(window.notice.say)

    def take(self) -> None:
        """Put the window's settings in force."""
        values, window = self.preferences.values, self._window
        theme: ColourScheme = values.theme if values.theme in ("light", "dark") else "system"  # type: ignore[assignment]
        if window.theme.colour_scheme != theme:
            window.theme.set_colour_scheme(theme)
        window.theme.set_type(values.interface_font, values.interface_size)
        window.reader.set_own(values)
        for each in (*_EFFECTS, *_MORE_EFFECTS):
            QApplication.setEffectEnabled(each, not values.reduced_motion)
        window.library.set_order(values.tree_order)
        window.actions_.set_keys(values.keys)
        window.actions_.show_theme()
        if self.preferences.notices:
            window.notice.say(" ".join(self.preferences.notices))
            self.preferences.notices = ()

    def order(self, order: str) -> None:
        """Show the tree's documents in this order, from now on."""
        self.preferences.set("tree_order", order)

    @property
    def sheet(self) -> SettingsSheet | None:
        """The sheet, once it was asked for."""
        return self._sheet

    def summon(self, section: str = "") -> SettingsSheet:
        """Show all settings, or those of one section."""
        from bookwheel.gui.settings.dialog import SettingsSheet  # noqa: PLC0415 - later.py has loaded it by now

        if self._sheet is None:
            window = self._window
            self._sheet = SettingsSheet(window.theme, window.calls, self.preferences, window.actions_, window)
            self._sheet.finished.connect(self._leaving.start)
        self._leaving.stop()
        self._sheet.set_client(self._window.client)
        self._sheet.summon(section)
        return self._sheet

    def _let_go(self) -> None:
        if self._sheet is not None:
            self._sheet.leave()
            self._sheet = None

    def health(self) -> HealthSheet:
        """Show how the library is."""
        from bookwheel.gui.status.health_dialog import HealthSheet  # noqa: PLC0415 - later.py has loaded it by now

        window = self._window
        if self._health is None:
            self._health = HealthSheet(window.theme, window.calls, window)
            self._health.document_chosen.connect(lambda doc: window.open(Place(doc)))
        self._health.summon(window.client)
        return self._health

    def agents(self) -> AgentsSheet:
        """Show who may read the library."""
        from bookwheel.gui.agents.connect_dialog import AgentsSheet  # noqa: PLC0415 - later.py has loaded it by now

        window = self._window
        if self._agents is None:
            self._agents = AgentsSheet(window.theme, window.calls, window.paths, window)
            self._agents.endpoint_seen.connect(window.status.show_endpoint)
        self._agents.summon(window.client)
        return self._agents

    def memories(self) -> MemorySheet:
        """Show what agents remember."""
        from bookwheel.gui.agents.memory_dialog import MemorySheet  # noqa: PLC0415 - later.py has loaded it by now

        window = self._window
        if self._memories is None:
            self._memories = MemorySheet(window.theme, window.calls, window)
            self._memories.agents_wanted.connect(self.agents)
            window.link.event_received.connect(self._memories.hear)
            window.link.connected.connect(self._memories.meet)
        self._memories.summon(window.client)
        return self._memories

    def unanswered(self) -> UnansweredSheet:
        """Show what agents asked for and did not find."""
        from bookwheel.gui.agents.unanswered_dialog import UnansweredSheet  # noqa: PLC0415 - later.py has loaded it by now

        window = self._window
        if self._unanswered is None:
            self._unanswered = UnansweredSheet(window.theme, window.calls, window)
            self._unanswered.words_chosen.connect(lambda words: window.actions_.search_for(words))
            window.link.event_received.connect(self._unanswered.hear)
            window.link.connected.connect(self._unanswered.meet)
        self._unanswered.summon(window.client)
        return self._unanswered

    def refresh(self) -> None:
        """The library's settings or collections changed: ask again for what is seen, and which calls are kept."""
        window, client = self._window, self._window.client
        if client is not None:
            most = ActivityRequest(MOST_CALLS)
            window.calls.ask(
                lambda: client.activity(most), lambda answer: window.activity.model.set_calls(answer.activity)
            )
        if self._sheet is not None and self._sheet.isVisible():
            self._sheet.refresh()
