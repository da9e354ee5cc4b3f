"""Topics that agents propose for documents: accepted or refused, one or all, each with who proposed it and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.topic_proposals import (
    ProposalDecision,
    ProposalEntry,
    ProposalsAnswer,
    ProposalsDecided,
    ProposalsRequest,
)
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, number, tr
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.table import Column, RowsModel, Table

_MOST = 1000


def _label(entry: ProposalEntry) -> str:
    return entry.label if entry.topic else tr("{topic} (new)").format(topic=entry.label)


COLUMNS: tuple[Column[ProposalEntry], ...] = (
    Column(QT_TR_NOOP("Document"), 215, lambda entry: entry.title or entry.doc),
    Column(QT_TR_NOOP("Proposed topic"), 190, _label),
    Column(QT_TR_NOOP("Topic now"), 150, lambda entry: entry.now),
    Column(QT_TR_NOOP("Proposed by"), 120, lambda entry: entry.proposal.agent or entry.proposal.client),
    Column(
        *(QT_TR_NOOP("Proposed"), 130, lambda entry: moment(entry.proposal.created_at)),
        lambda entry: entry.proposal.created_at,
    ),
    Column(QT_TR_NOOP("Note"), 200, lambda entry: entry.proposal.note),
)


class _ProposalsTable(Table[ProposalEntry]):
    """The proposals: Return opens the document, Delete refuses."""

    refused = Signal()

    def target(self, item: ProposalEntry, column: int) -> Location:
        """The document, or the topic that there is in its own column."""
        if column == 1 and item.topic:
            return Location(item.topic, title=item.label)
        return Location(item.doc, title=item.title)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """See the class."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.item is not None:
            self.refused.emit()
        else:
            super().keyPressEvent(event)


class ProposalsDialog(Dialog):
    """The list, the oldest first. It follows what agents propose while it is open."""

    manual = "reading.md"

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Proposed topics"), QSize(1120, 560), parent)
        self._decided = ""
        about = QLabel(tr("Agents propose these topics. A document gets one only once you accept it."))
        about.setObjectName("soft")
        about.setWordWrap(True)
        self.table = _ProposalsTable(theme, tr("Proposed topics"), RowsModel(COLUMNS))
        self.table.opened.connect(self.location_chosen)
        self.table.refused.connect(lambda: self._decide_chosen(is_accepted=False))
        self.table.left.connect(self.close)
        self.accept_all = self._button(tr("Accept all"), lambda: self._decide(self.table.items.rows, is_accepted=True))
        self.refuse_button = self._button(tr("Refuse"), lambda: self._decide_chosen(is_accepted=False))
        self.accept_button = self._button(tr("Accept"), lambda: self._decide_chosen(is_accepted=True))
        self.accept_button.setObjectName("primary")
        self.column.addWidget(about)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(self._foot(self.accept_all, self.refuse_button, self.accept_button))

    def show_for(self, client: Client | None) -> None:
        """Show what is proposed, as this client knows it."""
        self._decided = ""
        super().show_for(client)
        self.table.setFocus()

    def on_event(self, event: Event) -> None:
        """Ask again when agents proposed something, or topics changed, while the dialog is seen."""
        kinds = (EventKind.TOPICS_PROPOSED, EventKind.TOPICS_CHANGED, EventKind.RESYNC)
        if self.isVisible() and event.kind in kinds:
            self._hearing.start()

    def _decide_chosen(self, *, is_accepted: bool) -> None:
        entry = self.table.item
        if entry is not None:
            self._decide([entry], is_accepted=is_accepted)

    def _decide(self, entries: Sequence[ProposalEntry], *, is_accepted: bool) -> None:
        client = self._client
        decision = ProposalDecision(tuple(entry.proposal.id for entry in entries), is_accepted)

        def done(answer: ProposalsDecided) -> None:
            self._decided = translate_message(answer.said)
            self.refresh()

        if client is not None and decision.ids:
            self._calls.ask(lambda: client.decide_topic_proposals(decision), done, self._fail)

    def _fetch(self, client: Client) -> None:
        self._calls.ask(
            lambda: client.topic_proposals(ProposalsRequest(limit=_MOST)), self._show, self._fail, slot="proposals"
        )

    def _show(self, answer: ProposalsAnswer) -> None:
        former, row = self.table.item, self.table.currentIndex().row()
        self.table.items.show(answer.proposals)
        shown = self.table.items.rowCount()
        if former is not None:
            self.table.choose_where(lambda entry: entry.proposal.id == former.proposal.id)
        if self.table.item is None and shown:
            self.table.setCurrentIndex(self.table.items.index(min(max(row, 0), shown - 1), 0))
        for button in (self.accept_all, self.refuse_button, self.accept_button):
            button.setEnabled(shown > 0)
        if not shown:
            count = tr("No proposed topics.")
        elif shown < answer.total:
            count = tr("{shown} of {total}").format(shown=number(shown), total=number(answer.total))
        else:
            count = tr("%Ln proposal(s)", "", shown)
        self.said.setText(" · ".join(filter(None, (self._decided, count))))
