"""The dialog Sources: every collection by where its documents come from, how it is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.jobs import JobError
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.sources import ChangeSourceRequest, RefreshRequest, SourcesAnswer, SourceState
from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.platform import desktop
from bookwheel.gui.shell.collection_removal import ask_to_remove
from bookwheel.gui.sources.descriptions import describe_card, is_fetched
from bookwheel.gui.sources.source_table import ErrorTable, SourceTable
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.wrapping_row import WrappingRow

_SIZE = QSize(1040, 620)
_CHANGING = (EventKind.JOBS_CHANGED, EventKind.COLLECTIONS_CHANGED, EventKind.PUBLISHED, EventKind.RESYNC)


class SourcesDialog(Dialog):
    """The list, and below it the source that is chosen. It follows the library while it is open."""

    manual = "sites.md"

    add_wanted = Signal()
    add_shared_wanted = Signal()
    edit_wanted = Signal(object)
    """A SourceCard."""
    collection_chosen = Signal(str)
    """The slug of a collection that is to be shown in the tree."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Sources"), _SIZE, parent)
        self._hint = ""
        self.table = SourceTable(theme)
        self.table.left.connect(self.close)
        self.table.chosen.connect(lambda _card: self._show_chosen())
        self.table.opened.connect(lambda card, _new: self.collection_chosen.emit(card.slug))
        self.details = QLabel()
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.details.setWordWrap(True)
        self.details.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.errors = ErrorTable(theme)
        self.errors.left.connect(self.close)
        self.errors.opened.connect(lambda error, _new: self._open_page(error))
        self.add_site = self._button(tr("Add site…"), self.add_wanted.emit)
        self.add_shared = self._button(tr("Add shared collection…"), self.add_shared_wanted.emit)
        self.refresh_now = self._button(tr("Refresh now"), self._refresh_chosen)
        self.pause = self._button(tr("Pause"), self._pause_chosen)
        self.edit = self._button(tr("Edit…"), lambda: self.edit_wanted.emit(self.table.item))
        self.remove = self._button(tr("Remove…"), self._ask_to_remove)
        for keys, act in (("F5", self._refresh_chosen), ("Del", self._ask_to_remove)):
            shortcut = QShortcut(QKeySequence(keys), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.details)
        column.addWidget(self.errors, 1)
        column.addStretch(0)
        self.column.addWidget(self._split(self.table, below, (330, 160)), 1)
        foot = WrappingRow()
        for button in (self.add_site, self.add_shared):
            foot.add(button)
        foot.add_stretch()
        for button in (self.refresh_now, self.pause, self.edit, self.remove):
            foot.add(button)
        self.column.addWidget(self.said)
        self.column.addLayout(foot)
        self._show_chosen()

    def show_for(self, client: Client | None) -> None:
        """Show the sources that this client tells."""
        self._hint = ""
        super().show_for(client)
        self.table.setFocus()

    def on_event(self, event: Event) -> None:
        """Ask again when jobs or collections changed, while the dialog is seen."""
        if self.isVisible() and event.kind in _CHANGING:
            self._hearing.start()

    def _fetch(self, client: Client) -> None:
        self._calls.ask(client.sources, self._show, self._fail, slot="sources")

    def _show(self, answer: SourcesAnswer) -> None:
        chosen = self.table.item
        slug = chosen.slug if chosen is not None else ""
        self.table.items.show(answer.sources)
        self.table.choose_where(lambda card: card.slug == slug)
        if self.table.item is None:
            self.table.choose_first()
        if not answer.sources:
            self.said.setText(tr("No collections yet."))
        else:
            self.said.setText(self._hint)
        self._show_chosen()

    def _show_chosen(self) -> None:
        card = self.table.item
        self.details.setText(describe_card(card) if card is not None else "")
        errors = card.job.errors if card is not None and card.job is not None else ()
        self.errors.items.show(errors)
        self.errors.setVisible(bool(errors))
        is_paused = card is not None and card.state is SourceState.PAUSED
        self.pause.setText(tr("Resume") if is_paused else tr("Pause"))
        self.refresh_now.setEnabled(is_fetched(card) and not is_paused)
        self.pause.setEnabled(is_fetched(card))
        self.edit.setEnabled(is_fetched(card))
        is_shared = card is not None and card.kind is SourceKind.PUBLICATION
        self.remove.setText(tr("Unsubscribe…") if is_shared else tr("Remove…"))
        self.remove.setEnabled(card is not None)

    def _refresh_chosen(self) -> None:
        card = self.table.item
        if card is not None and self.refresh_now.isEnabled():
            self._ask(lambda client: client.refresh(RefreshRequest(card.slug)))

    def _pause_chosen(self) -> None:
        card = self.table.item
        if card is not None:
            change = ChangeSourceRequest(card.slug, is_paused=card.state is not SourceState.PAUSED)
            self._ask(lambda client: client.change_source(change))

    def _ask_to_remove(self) -> None:
        card = self.table.item
        if card is None:
            return
        address = card.address if card.kind is not None else ""
        remove, is_shared = RemoveRequest(card.slug), card.kind is SourceKind.PUBLICATION
        confirmed = lambda: self._ask(lambda client: client.remove(remove))  # noqa: E731
        ask_to_remove(self, card.name, address, confirmed, is_shared=is_shared)

    def _open_page(self, error: JobError) -> None:
        if is_web_address(error.id):
            desktop.open_address(error.id)

    def _ask(self, call: Callable[[Client], object]) -> None:
        client = self._client
        if client is not None:
            self._hint = ""
            self._calls.ask(lambda: call(client), lambda _answer: self.refresh(), self._fail)

    def _fail(self, error: BookwheelError) -> None:
        self._hint = translate_message(error.message)
        self.said.setText(self._hint)
        self._show_chosen()
