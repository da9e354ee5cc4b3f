"""Teams in the window: connected to by a code, shown beside the own library, read and never changed, and left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.annotations.reading_progress import ReadingRequest
from bookwheel.gui.platform import desktop
from bookwheel.gui.sources.team_dialog import ConnectTeamDialog
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.row_delegate import ICON, KEEPS_NOTE, NOTE
from bookwheel.gui.window.commands.page_menu import build_page_menu
from bookwheel.gui.window.window import Window
from bookwheel.paths import LibraryPaths
from tests import processes
from tests.gui.sources.team_reader import TeamReader, reading
from tests.gui.window.test_window import go
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here

TIMEOUT = 60_000
HANDBOOK = "team-handbook"
INDEX, OIL = f"{HANDBOOK}/index.md", f"{HANDBOOK}/oil.md"


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
    qtbot.waitUntil(lambda: HANDBOOK in cards() and cards()[HANDBOOK].state == "ready", timeout=TIMEOUT)
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
    assert QGuiApplication.clipboard().text() == code.code.text() and dialog.said.text() == "Code copied."
    spoken = f"Sign-in code: {code.code.text()}"
    assert code.code.accessibleName() == spoken and code.open.accessibleDescription() == spoken
    assert not opened, "the browser opens when the person says so"
    qtbot.mouseClick(code.open, Qt.MouseButton.LeftButton)
    assert opened == [f"{team.provider.issuer}/activate?code={code.code.text()}"]
    with qtbot.waitSignal(dialog.joined, timeout=TIMEOUT):
        for grant in team.provider._grants.values():
            grant.answers.clear()
    assert dialog.head.text() == "Connected to Team: 2 collections" and dialog.button.text() == "Close"
    assert dialog.done_page.text().startswith("Handbook\nHouse rules\n\nThe tree lists them")
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()

    model = window.library_dock.model
    qtbot.waitUntil(lambda: HANDBOOK in model.cards(), timeout=TIMEOUT)
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    assert [at.data() for at in rows] == ["Shelves", "Handbook", "House rules"]
    assert [at.data(NOTE) for at in rows] == [None, "Team", "Team"] and rows[1].data(ICON) == "users"
    assert [team.name for team in teams.all()] == ["Team"]


def test_a_browser_that_cannot_be_opened_is_told(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop, "open_address", lambda _url: False)
    team.provider.device_answers = ["authorization_pending"] * 1000
    dialog = window.dialogs.teams.connect_to_team()
    dialog.address.setText(team.address)
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.pages.currentWidget() is dialog.code_page, timeout=TIMEOUT)
    qtbot.mouseClick(dialog.code_page.open, Qt.MouseButton.LeftButton)
    assert dialog.said.text().startswith("No web browser could be opened.") and teams.all() == ()
    dialog.close()


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
        ("http://127.0.0.1:9", "127.0.0.1:9 refuses the connection. Its server may be stopped: try again later."),
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


def test_one_search_asks_both_and_a_hit_of_the_team_offers_what_can_be_done(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams
) -> None:
    connect(qtbot, window, team).close()
    window.shell.search_for("wheel")
    model = window.search.model

    def collections() -> set[str]:
        hits = [model.hit(row) for row in range(model.rowCount())]
        return {hit.collection for hit in hits if hit is not None}

    qtbot.waitUntil(lambda: {"shelves", HANDBOOK} <= collections(), timeout=TIMEOUT)
    hits = [model.hit(row) for row in range(model.rowCount())]
    row = next(row for row, hit in enumerate(hits) if hit is not None and hit.collection == HANDBOOK)
    menu = window.results_panel.build_menu(row)
    assert menu is not None
    assert [action.text() for action in menu.actions()] == ["Open in new tab", "More like this", "Explain ranking"]
    menu.close()


def test_rows_of_a_team_offer_what_can_be_done_alone(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams
) -> None:
    connect(qtbot, window, team).close()
    dock = window.library_dock
    dock.focus_collection(HANDBOOK)
    qtbot.waitUntil(lambda: dock.model.index_of(INDEX).isValid(), timeout=TIMEOUT)

    def actions(menu: QMenu) -> list[str]:
        menu.close()
        return [action.text() for action in menu.actions() if action.text()]

    card, at = dock.model.cards()[HANDBOOK], dock.index_of(HANDBOOK)
    assert at is not None
    assert actions(dock.row_menu.build(dock.model.node(at), card)) == ["Search here", "Teams…"]
    tip = at.data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Shown by Team. You can read it, but not change it."
    page = dock.model.node(dock.model.index_of(INDEX))
    assert actions(dock.row_menu.build(page, card)) == ["Open in new tab", "More like this"]
    dock.show_filter()
    dock.filter.box.setText("hall")
    qtbot.waitUntil(lambda: dock.filter.model.rowCount() == 1, timeout=TIMEOUT)
    dock.filter.end()


REFUSED = (
    *("Bookmark", "Highlight selection", "Add note", "Pin for agents", "Add manual link", "Move document to topic"),
    *("Add to reading list", "Remove from reading list", "Mark as read", "Mark as unread", "New note here"),
    *("Open in editor", "Open in default app", "Reveal in folder"),
)
SENTENCE = "“Handbook” belongs to Team. You can search and read it, but not change or annotate it."


def test_a_document_of_a_team_is_read_and_nothing_of_it_is_changed(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams, served: Client
) -> None:
    connect(qtbot, window, team).close()
    bar = window.notification_bar
    bar.show_message("")
    said: list[str] = []
    window.calls.failed.connect(lambda error: said.append(str(error.message)))
    window.continuing.trackers[window.reader].set_rest(1)
    go(qtbot, window, Location(INDEX))
    for command in REFUSED:
        bar.show_message("")
        window.commands.find(command).trigger()
        assert bar.sentence == SENTENCE, command
    bar.show_message("")
    for dock in (window.links_dock, window.graph_dock, window.outline_dock, window._docks.annotations):
        dock.show()
        dock.raise_()
    window._docks.annotations.here.setChecked(True)
    qtbot.waitUntil(lambda: window.links_dock.model.rowCount() > 0, timeout=TIMEOUT)
    go(qtbot, window, Location(OIL))
    window.reader.reload()
    menu = build_page_menu(window.shell, window.reader, window.commands, lambda _reader: None)
    offered = {action.objectName() for action in menu.actions() if action.objectName()}
    assert {"Find in page", "Copy as Markdown", "Print"} <= offered and not offered & {*REFUSED}
    menu.close()
    qtbot.waitUntil(lambda: not window.reader.is_landing, timeout=TIMEOUT)
    assert not said and not bar.sentence
    assert served.reading(ReadingRequest()).entries == ()


def test_menus_grey_out_what_a_document_of_a_team_does_not_allow(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams
) -> None:
    connect(qtbot, window, team).close()
    bookmark = window.commands.find("Bookmark")
    edit = next(menu for menu in window.menus.bar.findChildren(QMenu) if bookmark in menu.actions())
    for place, is_enabled in ((Location(INDEX), False), (Location("shelves/machines/desk.md"), True)):
        go(qtbot, window, place)
        edit.aboutToShow.emit()
        assert bookmark.isEnabled() is is_enabled and window.commands.find("Copy as Markdown").isEnabled()
        edit.aboutToHide.emit()
        assert bookmark.isEnabled(), "its key says why it does nothing"


def test_links_of_a_team_lead_to_its_documents_and_say_what_cannot_be_opened(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams
) -> None:
    connect(qtbot, window, team).close()
    go(qtbot, window, Location(INDEX))
    links = window.source_file.links_out
    links.follow_file(INDEX, "drawing.dxf")
    assert window.notification_bar.sentence == SENTENCE
    links.say_broken(INDEX, "nowhere.md")
    assert "nowhere.md" in window.notification_bar.sentence and not window.notification_bar.way.isVisible()
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.reader.text.link_clicked.emit(QUrl(f"bookwheel://doc/{OIL}"), False)
    assert window.reader.page is not None and window.reader.page.doc == OIL


def test_the_list_of_teams_says_how_each_stands_and_leads_to_sign_in_and_disconnect(
    qtbot: QtBot, window: Window, team: TeamReader, teams: Teams
) -> None:
    connect(qtbot, window, team).close()
    dialog = window.dialogs.teams.show()
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 1, timeout=TIMEOUT)

    def status() -> object:
        return dialog.table.items.index(0, 3).data()

    qtbot.waitUntil(lambda: status() == "Connected", timeout=TIMEOUT)
    assert dialog.details.text() == "Collections: Handbook, House rules"

    teams.sign_ins.keep(team.address, Tokens("expired", "", 1.0))
    dialog.refresh()
    qtbot.waitUntil(lambda: status() == "Sign-in expired", timeout=TIMEOUT)
    assert dialog.details.text().startswith("You are not signed in to Team. Sign in again.")
    window.library_dock.refresh()
    cards = window.library_dock.model.cards
    qtbot.waitUntil(lambda: cards()[HANDBOOK].state == "signed_out", timeout=TIMEOUT)
    at = window.library_dock.index_of(HANDBOOK)
    assert at is not None and at.data(NOTE) == "Team · signed out"

    qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    form = window.dialogs.teams._connect_dialog()
    with qtbot.waitSignal(form.joined, timeout=TIMEOUT):
        assert form.windowTitle() == "Sign in to Team"
    form.close()
    qtbot.waitUntil(lambda: status() == "Connected" and cards()[HANDBOOK].state == "ready", timeout=TIMEOUT)

    qtbot.mouseClick(dialog.leave, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QMessageBox)
    assert box is not None and box.text() == "Disconnect from “Team”?"
    qtbot.mouseClick(next(one for one in box.buttons() if one.text() == "Disconnect"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: HANDBOOK not in cards() and dialog.table.items.rowCount() == 0, timeout=TIMEOUT)
    assert dialog.said.text() == "You are not connected to a team."
    assert not dialog.leave.isEnabled()
    assert teams.sign_ins.get(team.address) is None
    dialog.close()


def test_a_team_that_is_away_is_told_calmly_and_the_own_library_goes_on(
    qtbot: QtBot, window: Window, teams: Teams
) -> None:
    said: list[str] = []
    window.connection.lost.connect(said.append)
    window.calls.failed.connect(lambda error: said.append(str(error.message)))
    client = window.connection.client
    teams.keep(Team("Acme", "http://127.0.0.1:9", None, "", ("acme-handbook",)))
    dock = window.library_dock
    qtbot.waitUntil(lambda: "acme-handbook" in dock.model.cards(), timeout=TIMEOUT)
    at = dock.index_of("acme-handbook")
    assert at is not None and at.data(NOTE) == "Acme · away" and at.data(ICON) == "unplug" and at.data(KEEPS_NOTE)
    tip = str(at.data(Qt.ItemDataRole.ToolTipRole))
    assert tip == "Acme does not answer. Its documents come back when it does."
    dock.focus_collection("acme-handbook")
    window.shell.search_for("wheel")
    qtbot.waitUntil(lambda: window.search.model.rowCount() > 0, timeout=TIMEOUT)
    with qtbot.waitSignal(window.reader.failed, timeout=TIMEOUT):
        window.shell.open(Location("acme-handbook/index.md"))
    assert not said and window.connection.client is client
    dialog = window.dialogs.teams.show()
    qtbot.waitUntil(
        lambda: dialog.table.items.rowCount() == 1 and dialog.table.items.index(0, 3).data() == "Away",
        timeout=TIMEOUT,
    )
    assert "Acme refuses the connection." in dialog.details.text()
    dialog.close()
