"""One person's way into a team, step by step and off the window's thread: its address, a code, and the collections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from bookwheel.client.teams import joining, sign_in
from bookwheel.client.teams.reader_connection import describe
from bookwheel.client.teams.sign_in import DeviceCode, Tokens
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.errors import BookwheelError, FetchFailed
from bookwheel.gui.backend.background_calls import BackgroundCalls

T = TypeVar("T")
_SLOT = "sign in"


@dataclass(frozen=True, slots=True)
class TeamAddress:
    """What a person types: where the team's reader answers, a file of certificates, and a name, empty for its own."""

    address: str
    certificate: str = ""
    name: str = ""


class TeamSignIn(QObject):
    """Goes on by itself until it ends; `stop` ends it at once, whatever it waits for."""

    code_came = Signal(object, object)
    """The Team, and the DeviceCode that the person must confirm."""
    joined = Signal(object, object)
    """The Team, and the names of the collections that it shows."""
    failed = Signal(object)
    """A BookwheelError, after which nothing is waited for."""

    def __init__(self, calls: BackgroundCalls, teams: Teams, parent: QObject) -> None:
        super().__init__(parent)
        self._calls, self._teams = calls.branch(self), teams
        self._step: Callable[[], None] = lambda: None
        self._polling = QTimer(self, singleShot=True)
        self._polling.timeout.connect(lambda: self._step())

    def begin(self, typed: TeamAddress) -> None:
        """Ask the address what team answers there, then for a code if people sign in."""
        teams = self._teams

        def work() -> tuple[Team, DeviceCode | None]:
            found = describe(typed.address, typed.certificate)
            team = replace(found, name=typed.name or found.name)
            teams.refuse(team)
            return team, sign_in.begin(team.sign_in) if team.sign_in is not None else None

        self._ask(work, self._on_described)

    def stop(self) -> None:
        """Wait for nothing more."""
        self._polling.stop()
        self._calls.drop(_SLOT)

    def _on_described(self, found: tuple[Team, DeviceCode | None]) -> None:
        team, code = found
        if code is None:
            self._join(team, None)
        else:
            self.code_came.emit(team, code)
            self._wait(team, code)

    def _wait(self, team: Team, code: DeviceCode) -> None:
        self._step = lambda: self._poll(team, code)
        self._polling.start(int(code.interval_s * 1000))

    def _poll(self, team: Team, code: DeviceCode) -> None:
        def work() -> Tokens | DeviceCode:
            try:
                return sign_in.poll(code)
            except FetchFailed:  # the provider is away for a moment; the code says how long it is worth waiting
                return code

        def done(answer: Tokens | DeviceCode) -> None:
            if isinstance(answer, Tokens):
                self._join(team, answer)
            else:
                self._wait(team, answer)

        self._ask(work, done)

    def _join(self, team: Team, tokens: Tokens | None) -> None:
        teams = self._teams
        join = lambda: joining.join(teams, team, tokens, "window")  # noqa: E731
        self._ask(join, lambda cards: self.joined.emit(team, tuple(card.name for card in cards)))

    def _ask(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        self._calls.ask(work, done, self._fail, slot=_SLOT)

    def _fail(self, error: BookwheelError) -> None:
        self.stop()
        self.failed.emit(error)
