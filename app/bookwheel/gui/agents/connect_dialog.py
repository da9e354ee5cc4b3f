"""The agents of the library: who may read it, one more let in by writing its configuration, one shut out."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QPlainTextEdit,
    QWidget,
)

from bookwheel import paths
from bookwheel.client import agent_config, agents, connection_test
from bookwheel.client.connection import Client
from bookwheel.client.known_agents import AGENTS, CLAUDE_CODE, Agent, Surroundings
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.agents import AgentsAnswer
from bookwheel.domain.service.requests import NameRequest
from bookwheel.gui.agents.agent_list import AgentList
from bookwheel.gui.agents.agent_setup import apply_change, http_entry
from bookwheel.gui.agents.endpoint_health import EndpointHealth
from bookwheel.gui.agents.scope_dialog import ScopeDialog
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import ChoiceBox
from bookwheel.gui.widgets.confirmation import ask_to_confirm
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.wrapping_row import WrappingRow

GENERIC = "generic"
_HINT = QT_TR_NOOP("Choose an agent to connect. Bookwheel shows the change to its configuration before saving it.")


class ConnectDialog(Dialog):
    """The list of agents, how the endpoint is, and the change that would let one in or take its entry out."""

    manual = "agents.md"

    endpoint_seen = Signal(str)
    """The endpoint was looked at; what is wrong with it, empty for nothing."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, library: paths.LibraryPaths, parent: QWidget) -> None:
        super().__init__(calls, tr("Agents"), QSize(700, 600), parent, tr("Agents with access to this library"))
        self._library = library
        self._change: agent_config.Change | None = None
        self.list = AgentList(theme)
        self.list.currentItemChanged.connect(lambda _entry, _was: self._choose())
        self.list.itemActivated.connect(self._show_scope)
        self.scope = self._button(tr("Permissions…"), self._show_scope)
        self.revoke = self._button(tr("Revoke…"), self._ask_to_revoke)
        self._choose()
        self.endpoint = EndpointHealth(theme, calls, library)
        self.endpoint.examined.connect(self._on_examined)
        self.endpoint.examined_closely.connect(self._show_checks)
        self.endpoint.failed.connect(self._fail)
        self._build_choice(theme)
        self._build_preview()
        self._lay_out()

    def _build_choice(self, theme: Theme) -> None:
        self.which = ChoiceBox(theme)
        self.which.setAccessibleName(tr("Agent"))
        self.which.setMinimumHeight(30)
        self.which.setMinimumContentsLength(20)
        for agent in AGENTS.values():
            self.which.addItem(agent.title, agent.name)
        self.by_address = QCheckBox(tr("Connect over HTTP"))
        self.by_address.setMinimumHeight(24)
        self.by_address.toggled.connect(self._forget_change)
        self.which.currentIndexChanged.connect(self._offer_ways)
        self._offer_ways()
        self.join = self._button(tr("Connect…"), self.show_change)
        self.leave = self._button(tr("Disconnect…"), self.show_undoing)
        self.other = self._button(tr("Connect other agent…"), self.show_command)

    def _build_preview(self) -> None:
        self.shown = QPlainTextEdit()
        self.shown.setReadOnly(True)
        self.shown.setTabChangesFocus(True)
        self.shown.setFont(fonts.font(12.5, family=fonts.MONO))
        self.shown.setAccessibleName(tr("Configuration change"))
        self.shown.hide()
        self.said.setText(tr(_HINT))
        self.write = self._button(tr("Save change"), self.write_change)
        self.write.setObjectName("primary")
        self.copy = self._button(tr("Copy command"), self._copy)
        for button in (self.write, self.copy):
            button.hide()

    def _lay_out(self) -> None:
        first = WrappingRow()
        for widget in (self.which, self.join, self.leave, self.other):
            first.add(widget)
        first.add_stretch()
        first.add(self.scope)
        first.add(self.revoke)
        self.column.addWidget(self.endpoint)
        self.column.addWidget(self.list, 1)
        self.column.addLayout(first)
        self.column.addWidget(self.by_address)
        self.column.addWidget(self.shown, 1)
        self.column.addLayout(self._foot(self.copy, self.write))

    def show_for(self, client: Client | None) -> None:
        """Show this client's agents."""
        super().show_for(client)
        self.which.setFocus()
        self.endpoint.examine()

    def _fetch(self, client: Client) -> None:
        """Ask who may connect."""
        self._calls.ask(lambda: client.agents(), self._on_agents, self._fail, slot="agents")

    def show_scope(self) -> ScopeDialog | None:
        """Show what the chosen agent sees, to be changed."""
        agent, client = self.list.agent, self._client
        if client is None or agent is None:
            return None
        sheet = ScopeDialog(self._calls, client, agent, self.refresh, self)
        sheet.open()
        return sheet

    def _show_scope(self, _entry: object = None) -> None:
        self.show_scope()

    def _choose(self) -> None:
        for button in (self.scope, self.revoke):
            button.setEnabled(self.list.agent is not None)

    def show_change(self) -> None:
        """Show what would change in the chosen agent's configuration."""
        agent, client, library = self._agent(), self._client, self._library
        if not agent.has_http or not self.by_address.isChecked():
            self._show(agent, lambda: agent.stdio_entry(agents.bridge(agent.name, library)))
        elif client is not None:
            self._show(agent, lambda: http_entry(client, agent))

    def show_undoing(self) -> None:
        """Show what would be taken out of the chosen agent's configuration."""
        self._show(self._agent(), lambda: None)

    def _agent(self) -> Agent:
        return AGENTS[self.which.currentData()]

    def _offer_ways(self, _row: int = 0) -> None:
        """Offer the address where the agent can ask one."""
        self.by_address.setVisible(self._agent().has_http)

    def _forget_change(self, _is_on: bool) -> None:
        self.write.hide()
        self.shown.hide()
        self.said.setText(tr(_HINT))

    def _show(self, agent: Agent, make: Callable[[], agent_config.Table | None]) -> None:
        def done(change: agent_config.Change) -> None:
            self._change, self._changing = change, agent
            self.shown.setPlainText(change.shown())
            self.shown.show()
            self.write.setVisible(not change.is_none or change.is_secret)  # a token there may have been shut out
            self.copy.hide()
            has_former, entry = change.old_text is not None, change.after
            kept = tr("The current file is backed up as {file}.").format(file=change.backup.name) if has_former else ""
            unchanged = tr("This agent is already connected; nothing would change.")
            if change.is_none:
                self.said.setText(unchanged if entry else tr("This agent is not connected; nothing would change."))
            else:
                only = tr("Only this entry is saved.") if entry else tr("Only this entry is removed.")
                private = tr("Its token is saved in this file, which only you can read.") if change.is_secret else ""
                self.said.setText(" ".join(part for part in (only, kept, private) if part))

        def work() -> agent_config.Change:
            return agent_config.changed(agent.file(Surroundings.here()), make(), agent.format)

        self._calls.ask(work, done, self._fail, slot="change")

    def write_change(self) -> None:
        """Let the agent in, write its configuration and try it; or take our entry out."""
        client, change, agent = self._client, self._change, self._changing
        if client is None or change is None:
            return

        def done(tried: tuple[connection_test.Trial | None, str]) -> None:
            self.write.hide()
            answer, fault = tried
            if fault:
                said = tr("Saved to {file}, but the connection does not work yet: {fault}")
                self.said.setText(said.format(file=change.path, fault=fault))
            elif answer is None:
                said = tr("Removed from {file}. Its token still works; press “Revoke…” to revoke it.")
                self.said.setText(said.format(file=change.path))
            else:
                said = tr("Saved to {file} and tested: it answers in {time} ms. Restart {agent}.")
                time = number(answer.first_ms)
                self.said.setText(said.format(file=change.path, time=time, agent=agent.title))
            self.refresh()
            self.endpoint.examine()

        self._calls.ask(lambda: apply_change(client, change, agent), done, self._fail)

    def _on_examined(self, found: set[str], fault: str) -> None:
        self.endpoint_seen.emit(fault)
        self._name_agents(found)

    def _show_checks(self, checks: str) -> None:
        self.shown.setPlainText(checks)
        self.shown.show()
        self.write.hide()
        self.copy.hide()
        self.said.setText(tr(_HINT))

    def _name_agents(self, found: set[str]) -> None:
        """Say which agents are not here, and offer first, once, one that is."""
        if not self._is_named and self.which.currentData() not in found:
            self.which.setCurrentIndex(next((row for row, name in enumerate(AGENTS) if name in found), 0))
        self._is_named = True
        for row, agent in enumerate(AGENTS.values()):
            away = tr("{agent} (not installed)").format(agent=agent.title)
            self.which.setItemText(row, agent.title if agent.name in found else away)

    def show_command(self) -> None:
        """Let any other client in, and show the command that it must run."""
        client = self._client
        if client is None:
            return
        command = shlex.join(agents.bridge(GENERIC, self._library))

        def done(url: str) -> None:
            self.shown.setPlainText(
                tr("Command    {command}\n\nor address    {url}\nwith the token that `{other}` prints").format(
                    command=command, url=url, other="bookwheel connect generic"
                )
            )
            self.shown.show()
            self.write.hide()
            self.copy.show()
            self.said.setText(tr("Use this command in any program that supports the Model Context Protocol."))
            self._command = command
            self.refresh()

        self._calls.ask(lambda: agents.admitted(client, GENERIC, ()).url, done, self._fail)

    _command = ""
    _changing = AGENTS[CLAUDE_CODE]
    _is_named = False

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._command)
        self.said.setText(tr("Command copied."))

    def _ask_to_revoke(self) -> None:
        agent = self.list.agent
        if agent is None:
            return
        ask_to_confirm(
            self,
            tr("Revoke access for {agent}?").format(agent=display_name(agent.name)),
            tr("Its token stops working at once. Its configuration file is not changed."),
            tr("Revoke"),
            lambda: self.shut_out(agent.name),
        )

    def shut_out(self, name: str) -> None:
        """Revoke an agent's token."""
        client = self._client
        if client is not None:

            def done(_nothing: None) -> None:
                self.said.setText(tr("{agent} can no longer read this library.").format(agent=display_name(name)))
                self.refresh()

            self._calls.ask(lambda: client.revoke(NameRequest(name)), done, self._fail)

    def _on_agents(self, answer: AgentsAnswer) -> None:
        self.list.show_agents(answer.agents)
        if answer.notices and self.said.text() in ("", tr(_HINT)):
            self.said.setText(" ".join(map(translate_message, answer.notices)))

    def _fail(self, error: BookwheelError) -> None:
        self.write.hide()
        super()._fail(error)
