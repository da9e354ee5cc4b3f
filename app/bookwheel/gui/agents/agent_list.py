"""The agents that have access, as a list: what each may read, and when it called last."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from bookwheel.domain.service.agents import AgentClient
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import moment, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import COUNT, ICON, NOTE, RowDelegate

_AGENT = Qt.ItemDataRole.UserRole + 9


class AgentList(QListWidget):
    """One row an agent; the agent that was chosen stays chosen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(tr("Agents with access"))
        self.setItemDelegate(RowDelegate(theme, self))

    @property
    def agent(self) -> AgentClient | None:
        """The agent that is chosen."""
        entry = self.currentItem()
        return entry.data(_AGENT) if entry is not None else None

    def show_agents(self, agents: Iterable[AgentClient]) -> None:
        """List these agents, or say that there is none."""
        was = self.currentItem()
        chosen = was.text() if was is not None else ""
        self.clear()
        for agent in agents:
            entry = _entry(agent)
            self.addItem(entry)
            if entry.text() == chosen:
                self.setCurrentItem(entry)
        if not self.count():
            entry = QListWidgetItem(tr("No agent has access yet."))
            entry.setFlags(Qt.ItemFlag.ItemIsEnabled)  # so that the keyboard has a place, and readers a line
            self.addItem(entry)


def _entry(agent: AgentClient) -> QListWidgetItem:
    scope = tr("all collections") if agent.collections is None else ", ".join(agent.collections) or tr("nothing")
    if agent.filter:
        scope = f"{scope} ({agent.filter})"
    if agent.may_remember:
        scope = tr("{scope}, can save memories").format(scope=scope)
    if agent.may_read_annotations:
        scope = tr("{scope}, can read your annotations and reading list").format(scope=scope)
    if agent.may_write:
        scope = tr("{scope}, can write to {collections}").format(scope=scope, collections=", ".join(agent.may_write))
    seen = tr("last call {time}").format(time=moment(agent.seen_at)) if agent.seen_at else tr("no call yet")
    sees = tr("can read {collections}; {seen}").format(collections=scope, seen=seen)
    entry = QListWidgetItem(display_name(agent.name))
    entry.setData(_AGENT, agent)
    entry.setData(ICON, "bot")
    entry.setData(NOTE, sees)
    entry.setData(COUNT, tr("connected") if agent.is_connected else "")
    entry.setData(Qt.ItemDataRole.AccessibleDescriptionRole, sees)
    return entry
