"""Saying in the window that two things are the same, against a real service, and taking it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.same_things import SameListRequest, SameRemoval
from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.commands.page_menu import build_page_menu
from bookwheel.gui.window.window import Window
from tests.waiting import until

TIMEOUT = 30_000
FIRST, OTHER = "entity:team/azure", "entity:team/blue"


@pytest.fixture
def teams(served: Client, shelves: Path) -> None:
    for decision in served.same_decisions(SameListRequest()).entries:
        served.remove_same(SameRemoval((decision.decision.id,)))
    for name in ("Azure", "Blue"):
        (shelves / f"{name}.md").write_text(f"---\nteam: {name}\n---\n# Team {name}\n", "utf-8")
    request = BrowseRequest(View.ENTITIES)
    until(lambda: {FIRST, OTHER} <= {one.node for one in served.browse(request).values})


def shown(window: Window) -> str:
    return window.reader.page.html if window.reader.page is not None else ""


def test_two_things_are_the_same_until_that_is_undone(qtbot: QtBot, window: Window, served: Client, teams: None):
    find = window.commands.find
    find("Mark as same as").trigger()
    window.shell.open(Location(FIRST))
    qtbot.waitUntil(lambda: "Azure" in shown(window) and window.reader.view is not None, timeout=TIMEOUT)
    menu = build_page_menu(window.shell, window.reader, window.commands, window.similar_passages.search_pressed)
    assert [action.text() for action in menu.actions()][:2] == ["Mark as same as…", "Mark as different from…"]
    find("Mark as same as").trigger()
    palette = window.command_palette
    qtbot.waitUntil(palette.isVisible, timeout=TIMEOUT)
    qtbot.keyClicks(palette.box, "blu")
    qtbot.waitUntil(lambda: palette.words == ["Blue"], timeout=TIMEOUT)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "The same as" in shown(window), timeout=TIMEOUT)
    [entry] = served.same_decisions(SameListRequest()).entries
    assert (entry.decision.first.id, entry.decision.other.id) == (FIRST, OTHER)
    find("Mark as different from").trigger()
    qtbot.waitUntil(lambda: palette.isVisible() and palette.words == ["Blue"], timeout=TIMEOUT)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Not the same as" in shown(window), timeout=TIMEOUT)
    notice = window.notification_bar
    qtbot.waitUntil(lambda: notice.way.isVisible() and "not the same" in notice.sentence, timeout=TIMEOUT)
    notice.way.click()
    qtbot.waitUntil(lambda: "Not the same as" not in shown(window) and "The same as" in shown(window), timeout=TIMEOUT)
    [entry] = served.same_decisions(SameListRequest()).entries
    assert entry.decision.is_same
