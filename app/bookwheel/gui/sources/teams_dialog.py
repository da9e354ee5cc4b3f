"""The dialog Teams: the teams that the window is connected to, how each stands, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from bookwheel.client.connection import Client
from bookwheel.client.teams import joining
from bookwheel.client.teams.team_reader import TeamStanding
from bookwheel.client.teams.teams import Teams
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.team_texts import describe_standing, explain_standing
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.confirmation import ask_to_confirm
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.table import Column, RowsModel, Table
from bookwheel.gui.widgets.wrapping_row import WrappingRow

_SIZE = QSize(820, 440)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team, and whether it was asked how it stands."""

    standing: TeamStanding
    is_checked: bool


def _status(row: TeamRow) -> str:
    return describe_standing(row.standing) if row.is_checked else tr("Checking…")


_COLUMNS: tuple[Column[TeamRow], ...] = (
    Column(QT_TR_NOOP("Name"), 190, lambda row: row.standing.team.name),
    Column(QT_TR_NOOP("Address"), 280, lambda row: row.standing.team.address),
    Column(
        QT_TR_NOOP("Collections"),
        110,
        lambda row: number(len(row.standing.collections)),
        lambda row: len(row.standing.collections),
    ),
    Column(QT_TR_NOOP("Status"), 150, _status),
)


class TeamsDialog(Dialog):
    """The list, and below it the team that is chosen."""

    manual = "connect-to-a-team.md"

    connect_wanted = Signal()
    sign_in_wanted = Signal(object)
    """A Team."""
    disconnected = Signal()

    def __init__(self, theme: Theme, calls: BackgroundCalls, teams: Teams, parent: QWidget) -> None:
        super().__init__(calls, tr("Teams"), _SIZE, parent)
        self._teams = teams
        self._hint = ""
        self.table: Table[TeamRow] = Table(theme, tr("Teams"), RowsModel(_COLUMNS))
        self.table.left.connect(self.close)
        self.table.chosen.connect(lambda _row: self._show_chosen())
        self.details = QLabel()
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.details.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.connect_to = self._button(tr("Connect to team…"), self.connect_wanted.emit)
        self.again = self._button(tr("Sign in again…"), self._sign_in_again)
        self.leave = self._button(tr("Disconnect…"), self._ask_to_disconnect)
        foot = WrappingRow()
        foot.add(self.connect_to)
        foot.add_stretch()
        for button in (self.again, self.leave):
            foot.add(button)
        self.column.addWidget(self.table, 1)
        self.column.addWidget(self.details)
        self.column.addWidget(self.said)
        self.column.addLayout(foot)

    def show_for(self, client: Client | None) -> None:
        """Show the teams at once, and how they stand as soon as that is known."""
        self._hint = ""
        super().show_for(client)
        self.table.setFocus()

    def on_event(self, event: Event) -> None:
        """Ask again when what teams show has changed, while the dialog is seen."""
        if self.isVisible() and event.kind is EventKind.COLLECTIONS_CHANGED:
            self._hearing.start()

    def _fetch(self, client: Client) -> None:
        teams = self._teams
        known = {row.standing.team.address for row in self.table.items.rows}

        def show_unchecked(answer: tuple[TeamStanding, ...]) -> None:
            if {standing.team.address for standing in answer} != known:
                self._show(answer, is_checked=False)

        unchecked = lambda: tuple(TeamStanding(team, tuple(team.named.values())) for team in teams.all())  # noqa: E731
        self._calls.ask(unchecked, show_unchecked, self._fail, slot="teams known")
        checked = lambda: joining.list_standings(client)  # noqa: E731
        self._calls.ask(checked, lambda answer: self._show(answer, is_checked=True), self._fail, slot="teams")

    def _show(self, standings: tuple[TeamStanding, ...], *, is_checked: bool) -> None:
        chosen = self.table.item
        address = chosen.standing.team.address if chosen is not None else ""
        self.table.items.show([TeamRow(standing, is_checked) for standing in standings])
        self.table.choose_where(lambda row: row.standing.team.address == address)
        if self.table.item is None:
            self.table.choose_first()
        self.said.setText(self._hint or ("" if standings else tr("You are not connected to a team.")))
        self._show_chosen()

    def _show_chosen(self) -> None:
        row = self.table.item
        self.details.setText(explain_standing(row.standing) if row is not None and row.is_checked else "")
        self.again.setEnabled(row is not None and row.standing.team.sign_in is not None)
        self.leave.setEnabled(row is not None)

    def _sign_in_again(self) -> None:
        row = self.table.item
        if row is not None:
            self.sign_in_wanted.emit(row.standing.team)

    def _ask_to_disconnect(self) -> None:
        row = self.table.item
        if row is None:
            return
        team, teams = row.standing.team, self._teams

        def done(is_forgotten: bool) -> None:
            unsure = tr("The system's keyring could not be reached: it may still hold the sign-in.")
            self._hint = "" if is_forgotten else unsure
            self.refresh()
            self.disconnected.emit()

        ask_to_confirm(
            self,
            tr("Disconnect from “{team}”?").format(team=team.name),
            tr(
                "Its collections leave the tree, and Bookwheel forgets your sign-in. You can connect again at any time."
            ),
            tr("Disconnect"),
            lambda: self._calls.ask(lambda: teams.remove(team), done, self._fail),
        )

    def _fail(self, error: BookwheelError) -> None:
        self._hint = translate_message(error.message)
        self.said.setText(self._hint)
        self._show_chosen()
