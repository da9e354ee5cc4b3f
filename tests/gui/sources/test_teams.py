"""Teams in the window: connected to by a code, shown beside the own library, read and never changed, and left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.client.teams.teams import Teams
from bookwheel.gui.platform import desktop
from bookwheel.gui.sources.team_dialog import ConnectTeamDialog
from bookwheel.gui.widgets.row_delegate import ICON, NOTE
from bookwheel.gui.window.window import Window
from bookwheel.paths import LibraryPaths
from tests import processes
from tests.gui.sources.team_reader import TeamReader, reading
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here

TIMEOUT = 60_000


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TeamReader]:
    folder = tmp_path_factory.mktemp("team")
    with processes.lasting(folder), reading(folder) as running:
        yield running


@pytest.fixture
def teams(served: Client) -> Iterator[Teams]:
    """The person's teams, left when the test is over."""
    kept = Teams(LibraryPaths(Path(served.status().library)))
    yield kept
    for one in kept.all():
        kept.remove(one)


@pytest.fixture(autouse=True)
def fresh_provider(team: TeamReader, teams: Teams) -> None:
    team.provider.device_answers = []
    team.provider.answers = {}


def connect(qtbot: QtBot, window: Window, team: TeamReader) -> ConnectTeamDialog:
    dialog = window.dialogs.teams.connect_to_team()
    dialog.address.setText(team.address)
    with qtbot.waitSignal(dialog.joined, timeout=TIMEOUT):
        qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    cards = window.library_dock.model.cards
    qtbot.waitUntil(lambda: "handbook" in cards() and cards()["handbook"].state == "ready", timeout=TIMEOUT)
    return dialog


def test_a_person_signs_in_by_a_code_and_sees_what_the_team_shows(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(desktop, "open_address", lambda url: opened.append(url) or True)
    team.provider.device_answers = ["authorization_pending"] * 1000
    dialog = window.dialogs.teams.connect_to_team()
    assert dialog.windowTitle() == "Connect to team" and not dialog.button.isEnabled()
    dialog.address.setText(team.address)
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.pages.currentWidget() is dialog.code_page, timeout=TIMEOUT)
    code = dialog.code_page
    assert code.code.text().startswith("WXYZ-") and dialog.said.text() == "Waiting for your confirmation…"
    assert f"{team.provider.issuer}/activate" in code.where.text() and dialog.head.text() == "Sign in to Team"
    qtbot.mouseClick(code.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == code.code.text()
    assert not opened, "the browser opens when the person says so"
    qtbot.mouseClick(code.open, Qt.MouseButton.LeftButton)
    assert opened == [f"{team.provider.issuer}/activate?code={code.code.text()}"]
    with qtbot.waitSignal(dialog.joined, timeout=TIMEOUT):
        for grant in team.provider._grants.values():
            grant.answers.clear()
    assert dialog.done_page.text() == "Connected to Team: 2 collections" and dialog.button.text() == "Close"
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()

    model = window.library_dock.model
    qtbot.waitUntil(lambda: "handbook" in model.cards(), timeout=TIMEOUT)
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    assert [at.data() for at in rows] == ["Shelves", "Handbook", "House rules"]
    assert [at.data(NOTE) for at in rows] == [None, "Team", "Team"] and rows[1].data(ICON) == "users"
    assert [team.name for team in teams.all()] == ["Team"]


def test_stopping_the_sign_in_keeps_nothing(qtbot: QtBot, window: Window, team: TeamReader, teams: Teams) -> None:
    team.provider.device_answers = ["authorization_pending"] * 1000
    dialog = window.dialogs.teams.connect_to_team()
    dialog.address.setText(team.address)
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.pages.currentWidget() is dialog.code_page, timeout=TIMEOUT)
    assert dialog.cancel.text() == "Stop"
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible() and not dialog.sign_in._polling.isActive() and teams.all() == ()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://docs.example.org", "Give the team's address, which begins with https://."),
        ("https://a:b@docs.example.org", "Give the team's address, which begins with https://."),
        ("http://127.0.0.1:9", "127.0.0.1:9 does not answer (ConnectionRefusedError)."),
    ],
)
def test_an_address_without_a_team_is_refused_in_the_dialog(
    qtbot: QtBot, window: Window, teams: Teams, address: str, said: str
) -> None:
    dialog = window.dialogs.teams.connect_to_team()
    dialog.address.setText(address)
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.said.text() == said, timeout=TIMEOUT)
    assert dialog.button.isEnabled() and dialog.address.isEnabled() and dialog.address.text() == address
    assert window.notification_bar.sentence != said and teams.all() == ()
    dialog.close()


def test_a_declined_sign_in_says_so_and_can_be_tried_again(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams
) -> None:
    team.provider.device_answers = ["access_denied"]
    dialog = window.dialogs.teams.connect_to_team()
    dialog.address.setText(team.address)
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.said.text() == "The sign-in was declined.", timeout=TIMEOUT)
    assert dialog.pages.currentIndex() == 0 and dialog.button.isEnabled() and teams.all() == ()
    team.provider.device_answers = []
    with qtbot.waitSignal(dialog.joined, timeout=TIMEOUT):
        qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    dialog.close()
