"""What agents asked for and did not find: the words, how often, when last and by whom; a click searches them here."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Signal
from PySide6.QtWidgets import QLabel, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.service.activity import Unanswered, UnansweredAnswer, UnansweredRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, number, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.table import Column, RowsModel, Table

COLUMNS: tuple[Column[Unanswered], ...] = (
    Column(QT_TR_NOOP("Query"), 330, lambda one: one.query),
    Column(QT_TR_NOOP("Count"), 70, lambda one: number(one.times), lambda one: one.times),
    Column(QT_TR_NOOP("Last searched"), 140, lambda one: moment(one.last_at), lambda one: one.last_at),
    Column(QT_TR_NOOP("Agents"), 160, lambda one: ", ".join(map(display_name, one.clients))),
)


class UnansweredDialog(Dialog):
    """The list, the most frequent first. It follows what agents ask while it is open."""

    manual = "agents.md"

    words_chosen = Signal(str)
    """Search for these words."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Unanswered queries"), QSize(800, 520), parent)
        about = QLabel(
            tr(
                "Agent searches without hits: topics missing from your documents, or words that your "
                "documents do not use. Click one to search for it."
            )
        )
        about.setObjectName("soft")
        about.setWordWrap(True)
        self.table: Table[Unanswered] = Table(theme, tr("Unanswered queries"), RowsModel(COLUMNS))
        self.table.clicked.connect(self._click)
        self.table.opened.connect(lambda one, _new: self._choose(one))
        self.table.left.connect(self.close)
        self.search = self._button(tr("Search for this"), lambda: self._click(self.table.currentIndex()))
        self.column.addWidget(about)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(self._foot(self.search))

    def show_for(self, client: Client | None) -> None:
        """Show what this client's agents did not find."""
        super().show_for(client)
        self.table.setFocus()

    def on_event(self, event: Event) -> None:
        """Ask again when an agent found nothing, or calls were dropped, while the sheet is seen."""
        call = event.activity
        is_other = event.kind in (EventKind.SETTINGS_CHANGED, EventKind.COLLECTIONS_CHANGED, EventKind.RESYNC)
        if self.isVisible() and (is_other or (call is not None and not call.hits)):
            self._hearing.start()

    def _fetch(self, client: Client) -> None:
        self._calls.ask(lambda: client.unanswered(UnansweredRequest()), self._show, self._fail, slot="unanswered")

    def _show(self, answer: UnansweredAnswer) -> None:
        former = self.table.item
        self.table.items.show(answer.queries)
        if former is not None:
            self.table.choose_where(lambda one: one.query.casefold() == former.query.casefold())
        if self.table.item is None:
            self.table.choose_first()
        shown = len(answer.queries)
        self.search.setEnabled(shown > 0)
        if not shown:
            self.said.setText(tr("No unanswered agent queries in the last %Ln day(s).", "", answer.days))
            return
        count = tr("%Ln query(ies)", "", shown)
        if shown < answer.total:
            count = tr("{shown} of {total}").format(shown=number(shown), total=number(answer.total))
        days = tr("calls in the last %Ln day(s)", "", answer.days)
        self.said.setText(f"{count} · {days}")

    def _click(self, at: QModelIndex) -> None:
        self.table.open(at, in_new_tab=False)

    def _choose(self, one: Unanswered) -> None:
        self.close()
        self.words_chosen.emit(one.query)
