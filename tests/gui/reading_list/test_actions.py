"""The reading list in the window: filled from menus, put in order, emptied, and shown in the tree."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QListWidget, QMenu
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.reading_progress import LeftPlace, ReadingAction, ReadingChange, ReadingRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.row_delegate import PROGRESS
from bookwheel.gui.window.commands.tab_menu import build_tab_menu
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

LONG = 30_000
WHEEL, DESK, NOTES = "shelves/machines/wheel.md", "shelves/machines/desk.md", "shelves/notes.txt"


@pytest.fixture(autouse=True)
def unread(served: Client) -> Iterator[None]:
    """Nothing is listed or read before."""
    yield
    docs = tuple(entry.doc for entry in served.reading(ReadingRequest()).entries)
    if docs:
        served.change_reading(ReadingChange(ReadingAction.REMOVE, docs))
        served.change_reading(ReadingChange(ReadingAction.UNREAD, docs))


def listed(served: Client) -> list[str]:
    return [entry.doc for entry in served.reading(ReadingRequest()).listed]


def labels(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def press(menu: QMenu, label: str) -> None:
    next(action for action in menu.actions() if action.text() == label).trigger()


def fill(window: Window, served: Client, qtbot: QtBot, *docs: str) -> None:
    served.change_reading(ReadingChange(ReadingAction.ADD, docs))
    window.dock_layout.toggle_reading()
    qtbot.waitUntil(lambda: window.reading_list_dock.view.docs == [*docs], timeout=LONG)


def test_menus_of_documents_add_to_the_list_and_remove_from_it(window: Window, served: Client, qtbot: QtBot):
    menu = QMenu(window)
    window.library_dock.row_menu.extend(menu, WHEEL)
    assert labels(menu) == ["Add to reading list", "Mark as read"]
    press(menu, "Add to reading list")
    qtbot.waitUntil(lambda: window.reading_places.entry(WHEEL) is not None, timeout=LONG)
    qtbot.waitUntil(lambda: window.notification_bar.sentence == "Added to the reading list.", timeout=LONG)
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        window.shell.open(Location(WHEEL))
    tab = build_tab_menu(window.reader, 0, window.reading_actions.extend_menu)
    assert tab is not None and labels(tab)[:2] == ["Close tab", "Remove from reading list"]
    window.commands.find("Add to reading list").trigger()
    assert window.notification_bar.sentence == "This document is already in the reading list."
    press(tab, "Remove from reading list")
    qtbot.waitUntil(lambda: window.reading_places.entry(WHEEL) is None and not listed(served), timeout=LONG)
    qtbot.waitUntil(lambda: window.notification_bar.sentence == "Removed from the reading list.", timeout=LONG)
    window.notification_bar.way.click()
    qtbot.waitUntil(lambda: listed(served) == [WHEEL], timeout=LONG)
    nothing = QMenu(window)
    window.reading_actions.extend_menu(nothing, f"compare:{WHEEL}//{DESK}")
    assert not labels(nothing)


def test_the_list_is_put_in_order_by_keys_and_what_is_removed_comes_back(window: Window, served: Client, qtbot: QtBot):
    fill(window, served, qtbot, WHEEL, DESK, NOTES)
    view = window.reading_list_dock.view
    view.setCurrentRow(2)
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert view.docs == [WHEEL, NOTES, DESK] and view.currentRow() == 1
    qtbot.waitUntil(lambda: listed(served) == [WHEEL, NOTES, DESK], timeout=LONG)
    order = window.reading_places
    qtbot.waitUntil(lambda: [entry.doc for entry in order.listed] == [WHEEL, NOTES, DESK], timeout=LONG)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: view.docs == [WHEEL, DESK], timeout=LONG)
    qtbot.waitUntil(lambda: window.notification_bar.sentence == "Removed from the reading list.", timeout=LONG)
    window.notification_bar.way.click()
    qtbot.waitUntil(lambda: view.docs == [WHEEL, NOTES, DESK], timeout=LONG)
    view.setCurrentRow(0)
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.reader.here is not None and window.reader.here.doc == WHEEL


def test_the_tree_shows_how_far_documents_are_read(window: Window, served: Client, qtbot: QtBot):
    model = window.library_dock.model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.waitUntil(lambda: model.index_of(WHEEL).isValid() and model.index_of(DESK).isValid(), timeout=LONG)
    assert model.index_of(WHEEL).data(PROGRESS) is None
    served.change_reading(ReadingChange(ReadingAction.READ, (DESK,)))
    qtbot.waitUntil(lambda: model.index_of(DESK).data(PROGRESS) == (1.0, True), timeout=LONG)
    served.change_reading(ReadingChange(ReadingAction.LEAVE, (WHEEL,), LeftPlace("how-it-turns", 0.5)))
    qtbot.waitUntil(lambda: model.index_of(WHEEL).data(PROGRESS) is not None, timeout=LONG)
    fraction, is_read = model.index_of(WHEEL).data(PROGRESS)
    assert 0 < fraction < 1 and not is_read
    tip = str(model.index_of(WHEEL).data(Qt.ItemDataRole.ToolTipRole))
    assert tip.endswith("% read, today") and "read, today" in str(
        model.index_of(DESK).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    )
    menu = QMenu(window)
    window.library_dock.row_menu.extend(menu, DESK)
    press(menu, "Mark as unread")
    qtbot.waitUntil(lambda: model.index_of(DESK).data(PROGRESS) is None, timeout=LONG)
    tester.deleteLater()


def test_a_document_of_the_list_that_was_read_to_its_end_can_be_removed(window: Window, served: Client, qtbot: QtBot):
    fill(window, served, qtbot, WHEEL, DESK)
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        window.shell.open(Location(WHEEL))
    served.change_reading(ReadingChange(ReadingAction.READ, (DESK,)))
    served.change_reading(ReadingChange(ReadingAction.LEAVE, (WHEEL,), LeftPlace("who-used-it", 0.9, is_at_end=True)))
    bar = window.notification_bar
    qtbot.waitUntil(lambda: bar.sentence == "You have read “The bookwheel”.", timeout=LONG)
    bar.way.click()
    qtbot.waitUntil(lambda: listed(served) == [DESK], timeout=LONG)


def test_it_is_said_only_once_the_service_has_done_it_and_asked_for_once(
    window: Window, served: Client, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    client = window.connection.client
    assert client is not None
    asked, fetch = [], client.reading
    monkeypatch.setattr(client, "reading", lambda request: (asked.append(request), fetch(request))[1])
    window.reading_actions.add("shelves/gone.md")
    qtbot.waitUntil(lambda: "gone.md" in window.notification_bar.sentence, timeout=LONG)
    window.reading_actions.add(WHEEL)
    assert window.notification_bar.sentence != "Added to the reading list."
    qtbot.waitUntil(lambda: window.notification_bar.sentence == "Added to the reading list.", timeout=LONG)
    qtbot.waitUntil(lambda: window.reading_places.entry(WHEEL) is not None, timeout=LONG)
    assert asked == [ReadingRequest()]


def test_what_changes_during_a_drag_is_shown_after_it(
    window: Window, served: Client, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    fill(window, served, qtbot, WHEEL, DESK, NOTES)
    view = window.reading_list_dock.view
    newer = window.reading_places.listed[:2]

    def drag(_view: object, _actions: object) -> None:
        view.set_entries(newer)
        assert view.docs == [WHEEL, DESK, NOTES]

    monkeypatch.setattr(QListWidget, "startDrag", drag)
    view.startDrag(Qt.DropAction.MoveAction)
    assert view.docs == [WHEEL, DESK]
