"""The agents of the library: who may read it, one more let in by writing its configuration, one shut out."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bookwheel import paths
from bookwheel.client import agents, configuration
from bookwheel.client.connection import Client
from bookwheel.client.known_agents import AGENTS, Surroundings
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service import AgentClient, AgentsAnswer, NameRequest
from bookwheel.gui import look
from bookwheel.gui.activity_dock import spoken
from bookwheel.gui.calls import Calls
from bookwheel.gui.language import moment, tr
from bookwheel.gui.rows import COUNT, ICON, NOTE, RowDelegate
from bookwheel.gui.scope_sheet import ScopeSheet

CLAUDE, GENERIC = "claude-code", "generic"
_AGENT = Qt.ItemDataRole.UserRole + 9


class AgentsSheet(QDialog):
    """The list of agents, and the change that would let one in."""

    def __init__(self, skin: look.Look, calls: Calls, library: paths.LibraryPaths, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Agents"))
        self.resize(QSize(700, 600))
        self._calls, self._library = calls, library
        self._client: Client | None = None
        self._change: configuration.Change | None = None
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Agents that may connect"))
        self.list.setItemDelegate(RowDelegate(skin, self.list))
        self.list.currentItemChanged.connect(
            lambda entry, _was: self._chosen(entry is not None and entry.data(_AGENT) is not None)
        )
        self.list.itemActivated.connect(self._show_scope)
        self.scope = self._button(tr("What it sees…"), self._show_scope)
        self.revoke = self._button(tr("Revoke…"), self._ask_to_revoke)
        self._chosen(False)
        self.claude = self._button(tr("Connect Claude Code…"), self.show_change)
        self.other = self._button(tr("Connect another…"), self.show_command)
        self.shown = QPlainTextEdit()
        self.shown.setReadOnly(True)
        self.shown.setTabChangesFocus(True)
        self.shown.setFont(look.font(12.5, family=look.MONO))
        self.shown.setAccessibleName(tr("What would be written"))
        self.shown.hide()
        self.said = QLabel(tr("Choose what to connect: the change to its configuration is shown first."))
        self.said.setObjectName("soft")
        self.said.setWordWrap(True)
        self.write = self._button(tr("Write it"), self.write_change)
        self.write.setObjectName("primary")
        self.copy = self._button(tr("Copy command"), self._copy)
        for each in (self.write, self.copy):
            each.hide()
        head = QLabel(tr("Who may read this library"))
        head.setFont(look.font(18, 600, look.SERIF))
        first = QHBoxLayout()
        first.setSpacing(8)
        for each in (self.claude, self.other):
            first.addWidget(each)
        first.addStretch(1)
        first.addWidget(self.scope)
        first.addWidget(self.revoke)
        last = QHBoxLayout()
        last.addWidget(self.said, 1)
        last.addWidget(self.copy)
        last.addWidget(self.write)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 18, 24, 18)
        column.setSpacing(12)
        column.addWidget(head)
        column.addWidget(self.list, 1)
        column.addLayout(first)
        column.addWidget(self.shown, 1)
        column.addLayout(last)

    def summon(self, client: Client | None) -> None:
        """Show this client's agents."""
        self._client = client
        self.show()
        self.raise_()
        self.activateWindow()
        self.claude.setFocus()
        self.refresh()

    def refresh(self) -> None:
        """Ask who may connect."""
        client = self._client
        if client is not None:
            self._calls.ask(lambda: client.agents(), self._take, self._fail, slot="agents")

    def show_scope(self) -> ScopeSheet | None:
        """Show what the chosen agent sees, to be changed."""
        entry, client = self.list.currentItem(), self._client
        if client is None or not self.scope.isEnabled():
            return None
        sheet = ScopeSheet(self._calls, client, entry.data(_AGENT), self.refresh, self)
        sheet.open()
        return sheet

    def _show_scope(self, _entry: object = None) -> None:
        self.show_scope()

    def _chosen(self, is_agent: bool) -> None:
        for each in (self.scope, self.revoke):
            each.setEnabled(is_agent)

    def show_change(self) -> None:
        """Show what would change in Claude Code's configuration."""
        agent = AGENTS[CLAUDE]
        path = agent.file(Surroundings.here())
        entry = agent.stdio_entry(agents.bridge(CLAUDE, self._library))

        def done(change: configuration.Change) -> None:
            self._change = change
            self.shown.setPlainText(change.shown())
            self.shown.show()
            self.write.setVisible(not change.is_none)
            self.copy.hide()
            has_former = change.old_text is not None
            kept = tr("The file as it is now is kept as {file}.").format(file=change.backup.name) if has_former else ""
            self.said.setText(
                tr("It is connected already; nothing would change.")
                if change.is_none
                else " ".join((tr("Only this entry is written."), kept)).strip()
            )

        self._calls.ask(lambda: configuration.changed(path, entry, agent.format), done, self._fail, slot="change")

    def write_change(self) -> None:
        """Let Claude Code in, and write its configuration."""
        client, change = self._client, self._change
        if client is None or change is None:
            return

        def act() -> None:
            agents.admitted(client, CLAUDE, ())
            change.write()

        def done(_nothing: None) -> None:
            self.write.hide()
            self.said.setText(
                tr("Written to {file}. Start Claude Code anew, and it reads this library.").format(file=change.path)
            )
            self.refresh()

        self._calls.ask(act, done, self._fail)

    def show_command(self) -> None:
        """Let any other client in, and show the command that it must run."""
        client = self._client
        if client is None:
            return
        command = shlex.join(agents.bridge(GENERIC, self._library))

        def done(url: str) -> None:
            self.shown.setPlainText(
                tr("It runs    {command}\n\nor asks    {url}\nwith the token that `{other}` prints").format(
                    command=command, url=url, other="bookwheel connect generic"
                )
            )
            self.shown.show()
            self.write.hide()
            self.copy.show()
            self.said.setText(tr("Give this command to any program that speaks the Model Context Protocol."))
            self._command = command
            self.refresh()

        self._calls.ask(lambda: agents.admitted(client, GENERIC, ()).url, done, self._fail)

    _command = ""

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._command)
        self.said.setText(tr("The command is on the clipboard."))

    def _ask_to_revoke(self) -> None:
        entry = self.list.currentItem()
        agent: AgentClient = entry.data(_AGENT)
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setText(tr("Shut {agent} out?").format(agent=spoken(agent.name)))
        box.setInformativeText(tr("Its token ends at once. Its own configuration stays as it is."))
        yes = box.addButton(tr("Revoke"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(lambda button: self.shut_out(agent.name) if button is yes else None)
        box.open()

    def shut_out(self, name: str) -> None:
        """Revoke an agent's token."""
        client = self._client
        if client is not None:

            def done(_nothing: None) -> None:
                self.said.setText(tr("{agent} can no longer read this library.").format(agent=spoken(name)))
                self.refresh()

            self._calls.ask(lambda: client.revoke(NameRequest(name)), done, self._fail)

    def _take(self, answer: AgentsAnswer) -> None:
        self.list.clear()
        for agent in answer.agents:
            scope = (
                tr("every collection") if agent.collections is None else ", ".join(agent.collections) or tr("nothing")
            )
            if agent.filter:
                scope = f"{scope} ({agent.filter})"
            if agent.may_remember:
                scope = tr("{scope}, may remember").format(scope=scope)
            seen = tr("last call {time}").format(time=moment(agent.seen_at)) if agent.seen_at else tr("no call yet")
            sees = tr("sees {collections}; {seen}").format(collections=scope, seen=seen)
            entry = QListWidgetItem(spoken(agent.name))
            entry.setData(_AGENT, agent)
            entry.setData(ICON, "bot")
            entry.setData(NOTE, sees)
            entry.setData(COUNT, tr("connected") if agent.is_connected else "")
            entry.setData(Qt.ItemDataRole.AccessibleDescriptionRole, sees)
            self.list.addItem(entry)
        if not answer.agents:
            entry = QListWidgetItem(tr("No agent may connect yet."))
            entry.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(entry)

    def _fail(self, error: BookwheelError) -> None:
        self.write.hide()
        self.said.setText(error.message)

    def _button(self, words: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.setMinimumHeight(30)
        button.clicked.connect(lambda _on=False: act())
        return button
