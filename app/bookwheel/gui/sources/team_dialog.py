"""Connects the window to a team: its address, the sign-in by a code, and what it shows then."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QStackedWidget, QWidget

from bookwheel.client.connection import Client
from bookwheel.client.teams.sign_in import DeviceCode
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.errors import BookwheelError
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.sources.form_rows import add_rows
from bookwheel.gui.sources.team_code import CodePage
from bookwheel.gui.sources.team_sign_in import TeamAddress, TeamSignIn
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.file_field import FileField

_SIZE = QSize(600, 350)
_MOST_NAMES = 8
"""Collections that are named once one is connected."""


class ConnectTeamDialog(Dialog):
    """Asks for an address, shows the code, and says what the team shows. Closing it stops waiting."""

    manual = "connect-to-a-team.md"

    joined = Signal()
    """The person is connected, or signed in again."""

    def __init__(self, calls: BackgroundCalls, teams: Teams, parent: QWidget) -> None:
        super().__init__(calls, tr("Connect to team"), _SIZE, parent)
        self.sign_in = TeamSignIn(calls, teams, self)
        self.sign_in.code_came.connect(self._show_code)
        self.sign_in.joined.connect(self._show_joined)
        self.sign_in.failed.connect(self._show_error)
        self._known: Team | None = None
        self._is_waiting = False
        self.address, self.name = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("docs.example.org")
        self.name.setPlaceholderText(tr("From the team"))
        self.certificate = FileField(tr("Choose certificate file"), tr("Only if your team has its own certificates"))
        self.code_page = CodePage()
        self.code_page.told.connect(self.said.setText)
        self.done_page = QLabel()
        self.done_page.setWordWrap(True)
        self.done_page.setTextFormat(Qt.TextFormat.PlainText)
        self.done_page.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.pages = QStackedWidget()
        self._form_page = self._build_form()
        for page in (self._form_page, self.code_page, self.done_page):
            self.pages.addWidget(page)
        self.cancel = self._button(tr("Cancel"), self.reject)
        self.button = QPushButton(tr("Connect"))
        self.button.setMinimumHeight(30)
        self.button.setDefault(True)
        self.button.clicked.connect(lambda _on=False: self._go_on())
        self.address.textChanged.connect(lambda _text: self._show_state())
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.button)
        self.column.addWidget(self.pages, 1)
        self.column.addWidget(self.said)
        self.column.addLayout(foot)
        self.finished.connect(lambda _result: self.sign_in.stop())

    def _build_form(self) -> QWidget:
        about = QLabel(
            tr(
                "Your team's collections then appear in your library: one search covers both. "
                "You can read them, but not change them. Your own documents stay on this computer."
            )
        )
        about.setObjectName("soft")
        about.setWordWrap(True)
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(10)
        form.addRow(about)
        fields = (
            (tr("Address"), self.address),
            (tr("Name (optional)"), self.name),
            (tr("Certificate file (optional)"), self.certificate),
        )
        add_rows(form, fields)
        return page

    def ask_for_address(self, client: Client | None) -> None:
        """Ask which team to connect to."""
        self._begin(None, tr("Connect to team"))
        for field in (self.address, self.name, self.certificate.line):
            field.clear()
        self.show_for(client)
        self.address.setFocus()

    def sign_in_again(self, client: Client | None, team: Team) -> None:
        """Sign in to a team that is known."""
        self._begin(team, tr("Sign in to {team}").format(team=team.name))
        self.show_for(client)
        self._go_on()

    def _begin(self, team: Team | None, title: str) -> None:
        self.sign_in.stop()
        self._known, self._is_waiting = team, False
        self.setWindowTitle(title)
        self.head.setText(title)
        self.said.setText("")
        self.pages.setCurrentWidget(self._form_page)
        self._form_page.setVisible(team is None)
        self._show_state()

    def refresh(self) -> None:
        """The team is asked, not the service: it may be away."""

    def _fetch(self, client: Client) -> None:
        raise AssertionError("nothing is asked of the service")

    def _go_on(self) -> None:
        """Do what the button says: connect, get another code, or close."""
        if self.pages.currentWidget() is self.done_page:
            self.accept()
            return
        known = self._known
        self._is_waiting = True
        self.said.setText(tr("Connecting…"))
        self._show_state()
        if known is not None:
            self.sign_in.begin(TeamAddress(known.address, known.certificate, known.name))
        else:
            fields = (self.address.text(), self.certificate.text(), self.name.text())
            self.sign_in.begin(TeamAddress(*(text.strip() for text in fields)))

    def _show_code(self, team: Team, code: DeviceCode) -> None:
        self.head.setText(tr("Sign in to {team}").format(team=team.name))
        self.code_page.show_code(code)
        self.pages.setCurrentWidget(self.code_page)
        self.said.setText(tr("Waiting for your confirmation…"))
        self._show_state()
        self.code_page.open.setFocus()

    def _show_joined(self, team: Team, names: tuple[str, ...]) -> None:
        self._is_waiting = False
        shown = tr("%Ln collection(s)", "", len(names))
        self.head.setText(tr("Connected to {team}: {collections}").format(team=team.name, collections=shown))
        more = ("…",) if len(names) > _MOST_NAMES else ()
        none = tr("Ask the team's administrator which collections you may see.")
        now = tr("The tree lists them, and every search covers them from now on.")
        self.done_page.setText("\n".join((*names[:_MOST_NAMES], *more, "", now)) if names else none)
        self.pages.setCurrentWidget(self.done_page)
        self.said.setText("")
        self._show_state()
        self.button.setFocus()
        self.joined.emit()

    def _show_error(self, error: BookwheelError) -> None:
        self._is_waiting = False
        self.pages.setCurrentWidget(self._form_page)
        self.said.setText(translate_message(error.message))
        self._show_state()
        if self._known is None:
            self.address.setFocus()

    def _show_state(self) -> None:
        """Let the buttons say what can be done now."""
        is_done, is_code = (self.pages.currentWidget() is page for page in (self.done_page, self.code_page))
        again = tr("Try again") if self._known is not None else tr("Connect")
        self.button.setText(tr("Close") if is_done else again)
        self.button.setVisible(not is_code)
        self.button.setEnabled(is_done or (not self._is_waiting and self._is_filled))
        self.cancel.setVisible(not is_done)
        self.cancel.setText(tr("Stop") if is_code else tr("Cancel"))
        self._form_page.setEnabled(not self._is_waiting)

    @property
    def _is_filled(self) -> bool:
        return self._known is not None or bool(self.address.text().strip())
