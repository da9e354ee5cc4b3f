"""Pinning for agents in the window, against a real service."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.pins import PinRequest, UnpinRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.commands.page_menu import build_page_menu
from bookwheel.gui.window.window import Window

TIMEOUT = 30_000


@pytest.fixture(autouse=True)
def empty(served: Client) -> None:
    served.unpin(UnpinRequest())


def names(window: Window) -> list[str]:
    view = window.activity_dock.pins.view
    return [view.item(row).text() for row in range(view.count())]


def documents(served: Client) -> list[str]:
    return sorted({hit.doc for hit in served.search(SearchRequest("the", limit=50)).hits})


def test_the_section_read_is_pinned_and_the_tray_says_its_tokens(qtbot: QtBot, window: Window, served: Client):
    doc = documents(served)[0]
    window.shell.open(Location(doc))
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == doc, timeout=TIMEOUT)
    action = next(each for each in window.commands.list_actions() if each.objectName() == "Pin for agents")
    action.trigger()
    qtbot.waitUntil(lambda: len(served.tray().entries) == 1, timeout=TIMEOUT)
    [entry] = served.tray().entries
    assert entry.pin.startswith(doc)
    qtbot.waitUntil(lambda: names(window) == [entry.title], timeout=TIMEOUT)
    window.activity_dock.show()
    assert window.activity_dock.pins.isVisible()
    assert f"{entry.tokens:,}" in window.activity_dock.pins.tokens.text()
    assert "Pin for agents" in [
        each.text()
        for each in build_page_menu(
            window.shell, window.reader, window.commands, window.similar_passages.search_pressed
        ).actions()
    ]


def test_passages_pinned_elsewhere_are_shown_moved_and_taken_out_by_key(qtbot: QtBot, window: Window, served: Client):
    pinned = documents(served)[:3]
    for doc in pinned:
        served.pin(PinRequest(doc))
    view = window.activity_dock.pins.view
    qtbot.waitUntil(lambda: len(names(window)) == 3, timeout=TIMEOUT)
    view.setCurrentRow(2)
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    expected = [pinned[0], pinned[2], pinned[1]]
    qtbot.waitUntil(lambda: [each.pin for each in served.tray().entries] == expected, timeout=TIMEOUT)
    qtbot.waitUntil(lambda: (chosen := view.chosen()) is not None and chosen.pin == pinned[2], timeout=TIMEOUT)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: [each.pin for each in served.tray().entries] == [pinned[0], pinned[1]], timeout=TIMEOUT)
    view.setCurrentRow(0)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == pinned[0], timeout=TIMEOUT)


def test_changes_made_faster_than_the_service_answers_are_all_made_in_their_order(
    qtbot: QtBot, window: Window, served: Client
):
    pinned = documents(served)[:3]
    for doc in pinned:
        served.pin(PinRequest(doc))
    view = window.activity_dock.pins.view
    qtbot.waitUntil(lambda: len(names(window)) == 3, timeout=TIMEOUT)
    view.setCurrentRow(2)
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    window.pinning.refresh()
    qtbot.waitUntil(lambda: [each.pin for each in served.tray().entries] == pinned[:2], timeout=TIMEOUT)
    qtbot.waitUntil(lambda: len(names(window)) == 2, timeout=TIMEOUT)


def test_a_hit_is_pinned_from_its_menu(qtbot: QtBot, window: Window, served: Client):
    window.shell.search_for("the")
    qtbot.waitUntil(lambda: window.search.model.rowCount() > 0, timeout=TIMEOUT)
    hit = window.search.model.hit(0)
    menu = window.results_panel.build_menu(0)
    assert hit is not None and menu is not None
    next(each for each in menu.actions() if each.text() == "Pin for agents").trigger()
    qtbot.waitUntil(lambda: [each.pin for each in served.tray().entries] == [hit.section], timeout=TIMEOUT)
