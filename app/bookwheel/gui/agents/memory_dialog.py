"""What agents remember: listed by agent and session, found by words, edited, deleted, exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.memory import ForgetAnswer, ForgetRequest, MemoriesAnswer, Memory, MemoryChange
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.agents.memory_deletion import deletion_question
from bookwheel.gui.agents.memory_editor import MemoryEditor
from bookwheel.gui.agents.memory_queries import ALL, FORMATS, MemoryFilter, MemoryListing, look_up, write_to
from bookwheel.gui.agents.memory_table import MemoriesTable
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.confirmation import ask_to_confirm
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.file_dialogs import ask_where
from bookwheel.gui.widgets.menu_button import QuietMenu

PAGE = 200
"""Memories asked for at once."""
_MOST = 500
"""Memories of one answer at most."""
_TYPED_MS, _HEARD_MS = 220, 150
"""Rests after a key and after an event, until memories are asked for."""


class MemoryDialog(Dialog):
    """The list and, below it, the memory that is chosen. It follows what agents remember while it is open."""

    manual = "memory.md"

    agents_wanted = Signal()

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Agent memory"), QSize(1160, 720), parent)
        self._which, self._seen = ALL, MemoryListing()
        self._former: Memory | None = None
        self._hint = ""
        self.agents = QuietMenu(theme, tr("Agent"))
        self.agents.chosen.connect(lambda client: self.within(MemoryFilter(client)))
        self.sessions = QuietMenu(theme, tr("Session"))
        self.sessions.chosen.connect(self.within)
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Search memories"))
        self.box.setAccessibleName(tr("Search memories"))
        self.box.setClearButtonEnabled(True)
        self.box.setFixedWidth(260)
        self.table = MemoriesTable(theme)
        self.table.left.connect(self.close)
        self.editor = MemoryEditor(theme)
        self.editor.save_wanted.connect(self._save)
        self.editor.delete_wanted.connect(lambda memory: self._ask_to_forget(ForgetRequest((memory.id,)), 1))
        self.editor.changed.connect(self._show_summary)
        self.table.chosen.connect(self.editor.show_memory)
        self.table.opened.connect(lambda _memory, _new: self.editor.content.setFocus())
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.editor.delete.click)
        self.undo = self._button(tr("Undo change"), self._undo)
        self.more = self._button(tr("Show more"), self._ask_more)
        self.forget = self._button(tr("Delete all…"), self._ask_to_forget_all)
        self.export = self._button(tr("Export…"), self._ask_for_file)
        self.to_agents = self._button(tr("Agents…"), self.agents_wanted.emit)
        self._hearing.setInterval(_HEARD_MS)
        self._typing = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._typing.timeout.connect(self.refresh)
        self.box.textChanged.connect(self._type)
        self.box.returnPressed.connect(self.table.setFocus)
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.agents)
        row.addWidget(self.sessions)
        row.addStretch(1)
        row.addWidget(self.box)
        split = self._split(self.table, self.editor, (360, 220))
        nothing = self._build_empty_page()
        self.pages = QStackedWidget()
        for page in (split, nothing):
            self.pages.addWidget(page)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.said, 1)
        for button in (self.undo, self.more, self.forget, self.export):
            foot.addWidget(button)
        self.column.addLayout(row)
        self.column.addWidget(self.pages, 1)
        self.column.addLayout(foot)
        self.undo.hide()
        self.more.hide()

    def _build_empty_page(self) -> QWidget:
        self.empty = QLabel(
            tr(
                "No memories yet. To let an agent save notes between conversations, choose Agents, "
                "“Permissions…” and tick “Can save memories”."
            )
        )
        self.empty.setObjectName("soft")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        nothing = QWidget()
        middle = QVBoxLayout(nothing)
        middle.addStretch(2)
        aside = QHBoxLayout()  # An aligned label would be as high as its words are at the full width.
        aside.addStretch(1)
        aside.addWidget(self.empty, 3)
        aside.addStretch(1)
        middle.addLayout(aside)
        middle.addSpacing(10)
        middle.addWidget(self.to_agents, 0, Qt.AlignmentFlag.AlignHCenter)
        middle.addStretch(3)
        return nothing

    def show_for(self, client: Client | None) -> None:
        """Show what is remembered, by this client."""
        super().show_for(client)
        self.table.setFocus()

    def on_event(self, event: Event) -> None:
        """Ask again when an agent remembered or forgot something, while the sheet is seen."""
        if self.isVisible() and event.kind in (EventKind.MEMORIES_CHANGED, EventKind.AGENTS_CHANGED, EventKind.RESYNC):
            self._hearing.start()

    def within(self, which: MemoryFilter) -> None:
        """Show the memories of one agent or one of its sessions, or all."""
        self._which, self._hint = which, ""
        self.refresh()

    def _type(self, _words: str) -> None:
        self._hint = ""
        self._typing.start()

    def _fetch(self, client: Client) -> None:
        """Ask for as many as are shown."""
        limit = min(_MOST, max(PAGE, len(self._seen.memories)))
        request = self._which.request(self.box.text().strip(), limit)
        self._calls.ask(lambda: look_up(client, request), self._show, self._fail, slot="memories")

    def export_to(self, file: Path) -> None:
        """Write the memories of the agent and session that are chosen, all of them for none, and say so."""
        client, which = self._client, self._which
        if client is not None:
            form = "markdown" if file.suffix == ".md" else "jsonl"

            def done(count: int) -> None:
                said = tr("%Ln memory(ies) exported to {file}.", "", count)
                self._show_hint(said.format(file=file))

            self._calls.ask(lambda: write_to(client, which, form, file), done, self._fail)

    def forget_these(self, request: ForgetRequest) -> None:
        """Delete what fits, and say how many that were."""

        def done(answer: ForgetAnswer) -> None:
            self.editor.release(
                lambda one: (
                    one.id in request.ids
                    or (not request.ids and one.client == request.client and request.session in (None, one.session))
                )
            )
            self._forget_change()
            self._show_hint(tr("%Ln memory(ies) deleted.", "", answer.forgotten))
            self.refresh()

        self._ask(lambda client: client.forget_memories(request), done)

    # --- showing -----------------------------------------------------------------------------------------------

    def _show(self, seen: MemoryListing) -> None:
        self._seen = seen
        is_nothing = not seen.total and seen.which == ALL and not seen.query
        self.pages.setCurrentIndex(1 if is_nothing else 0)
        for widget in (self.agents, self.sessions, self.box):
            widget.setVisible(not is_nothing)
        which = self._which
        agents = [(client, display_name(client)) for client in seen.clients]
        self.agents.offer([("", tr("All agents")), *agents], which.client)
        rows: list[tuple[object, str]] = [(MemoryFilter(which.client), tr("All sessions"))]
        rows += [(session, self._name_of(session)) for session in seen.sessions]
        if which.session is not None and which not in seen.sessions:
            rows.append((which, self._name_of(which)))
        self.sessions.offer(rows, which)
        self._fill()

    def _name_of(self, which: MemoryFilter) -> str:
        name = which.session or tr("No session")
        return name if self._which.client else f"{name} · {display_name(which.client)}"

    def _fill(self) -> None:
        seen = self._seen
        self.table.show_memories(seen.memories, is_ranked=bool(seen.query))
        self.editor.show_memory(self.table.item)
        self.more.setVisible(bool(seen.cursor))
        self.forget.setVisible(bool(self._which.client) and not seen.query)
        self.forget.setEnabled(seen.total > 0)
        self.export.setVisible(self.pages.currentIndex() == 0 and not seen.query)
        self._show_summary()

    def _show_summary(self) -> None:
        seen = self._seen
        if self.pages.currentIndex():
            self.said.setText(self._hint)
            return
        shown = len(seen.memories)
        if shown < seen.total:
            parts = [tr("{shown} of {total}").format(shown=number(shown), total=number(seen.total))]
        else:
            parts = [tr("%Ln memory(ies)", "", shown) if shown else tr("No matching memories.")]
        if self._hint:
            parts = [self._hint, *parts]
        if self.editor.drafts:
            parts.append(tr("%Ln with unsaved changes", "", self.editor.drafts))
        self.said.setText(" · ".join([*parts, *map(translate_message, seen.notices)]))

    def _show_hint(self, hint: str) -> None:
        """Say what was done, or what went wrong, until other memories are asked for."""
        self._hint = hint
        self._show_summary()

    def _fail(self, error: BookwheelError) -> None:
        self._show_hint(error.message)

    # --- doing -------------------------------------------------------------------------------------------------

    def _ask(self, call: Callable[[Client], object], done: Callable[..., None]) -> None:
        client = self._client
        if client is not None:
            self._calls.ask(lambda: call(client), done, self._fail)

    def _ask_more(self) -> None:
        seen = self._seen
        request = replace(seen.request, cursor=seen.cursor)

        def done(answer: MemoriesAnswer) -> None:
            if self._seen is seen:
                self._seen = replace(seen, memories=(*seen.memories, *answer.memories), cursor=answer.cursor)
                self._fill()

        self._ask(lambda client: client.memories(request), done)

    def _save(self, change: MemoryChange, former: Memory | None = None) -> None:
        before = former or self.table.item

        def done(memory: Memory) -> None:
            self.editor.saved(memory)
            self._former = before if former is None else None
            self.undo.setVisible(self._former is not None)
            self._show_hint(tr("Change saved.") if former is None else tr("Change undone."))
            self.refresh()

        self._ask(lambda client: client.change_memory(change), done)

    def _undo(self) -> None:
        former = self._former
        if former is not None:
            self._save(MemoryChange(former.id, former.content, former.type, former.tags), former)

    def _forget_change(self) -> None:
        self._former = None
        self.undo.hide()

    def _ask_to_forget_all(self) -> None:
        """Count first what an agent or a session has, for it may have grown."""
        which = self._which
        request = ForgetRequest(client=which.client, session=which.session)
        self._ask(
            lambda client: client.memories(which.request("", 1)).total,
            lambda count: self._ask_to_forget(request, count),
        )

    def _ask_to_forget(self, request: ForgetRequest, count: int) -> None:
        ask_to_confirm(
            self,
            deletion_question(request, count, self.table.item),
            tr("This cannot be undone. Export first to keep a copy."),
            tr("Delete %Ln memory(ies)", "", count),
            lambda: self.forget_these(request),
        )

    def _ask_for_file(self) -> None:
        ask_where(self, tr("Export memories"), "memories.jsonl", FORMATS, self.export_to)
