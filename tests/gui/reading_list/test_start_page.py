"""The start page: what it shows of a library, by keys and pointer, and when."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.pins import PinRequest, UnpinRequest
from bookwheel.domain.annotations.reading_progress import (
    LeftPlace,
    ReadingAction,
    ReadingChange,
    ReadingEntry,
    ReadingRequest,
)
from bookwheel.gui.reading_list.start_contents import fetch_start_contents, list_continued, list_recent
from bookwheel.gui.reading_list.start_rows import StartRow
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

LONG = 30_000
WHEEL, DESK, NOTES = "shelves/machines/wheel.md", "shelves/machines/desk.md", "shelves/notes.txt"


@pytest.fixture(autouse=True)
def read(served: Client) -> Iterator[None]:
    """One document was begun, one is listed, one is pinned."""
    served.change_reading(ReadingChange(ReadingAction.LEAVE, (WHEEL,), LeftPlace("how-it-turns", 0.5)))
    served.change_reading(ReadingChange(ReadingAction.ADD, (WHEEL, DESK)))
    served.change_reading(ReadingChange(ReadingAction.LEAVE, (NOTES,), LeftPlace()))
    served.pin(PinRequest(DESK))
    yield
    served.unpin(UnpinRequest())
    docs = tuple(entry.doc for entry in served.reading(ReadingRequest()).entries)
    served.change_reading(ReadingChange(ReadingAction.REMOVE, docs))
    served.change_reading(ReadingChange(ReadingAction.UNREAD, docs))


def row_of(window: Window, title: str) -> StartRow:
    return next(row for row in window.start_page.rows if row.text() == title)


def wait_for_rows(window: Window, qtbot: QtBot, *titles: str) -> None:
    qtbot.waitUntil(lambda: {*titles} <= {row.text() for row in window.start_page.rows}, timeout=LONG)


def test_a_library_opens_with_its_start_page(window: Window, qtbot: QtBot):
    page = window.start_page
    qtbot.waitUntil(lambda: "Pinned for agents" in page.headings and len(page.headings) > 3, timeout=LONG)
    assert page.isVisible() and not window.empty_state.isVisible() and window.start_tab.tab.isVisible()
    assert page.headings == ["Continue reading", "Reading list", "Pinned for agents", "Recent"]
    card = row_of(window, "The bookwheel")
    assert card.is_card and "How it turns" in card.accessibleDescription() and "%" in card.accessibleDescription()
    page.setFocus()
    qtbot.keyClick(page, Qt.Key.Key_Down)
    assert card.hasFocus()
    qtbot.keyClick(card, Qt.Key.Key_Down)
    assert row_of(window, "The desk").hasFocus()
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        qtbot.keyClick(card, Qt.Key.Key_Return)
    assert window.reader.anchor == "how-it-turns" and window.reader.position.scroll > 0
    assert not window.start_tab.tab.isVisible() and window.reader.tabs.isVisible()


def test_the_page_is_shown_over_documents_and_left_again(window: Window, served: Client, qtbot: QtBot):
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        window.shell.open(Location(WHEEL))
    window.commands.find("Start page").trigger()
    assert window.start_tab.is_shown and window.reader.tabs.isVisible()
    wait_for_rows(window, qtbot, "The desk")
    qtbot.keyClick(window.start_page, Qt.Key.Key_Escape)
    assert window.centre.is_reading
    window.commands.find("Start page").trigger()
    served.change_reading(ReadingChange(ReadingAction.ADD, ("shelves/index.md",)))
    wait_for_rows(window, qtbot, "Welcome")
    count = len(window.reader.tabs.parentWidget().findChildren(StartRow))
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        qtbot.mouseClick(row_of(window, "Welcome"), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    assert len(window.reader.places) == 2 and window.centre.is_reading and count == 0
    window.commands.find("Start page").trigger()
    window.reader.tabs.chosen.emit(1)
    assert window.centre.is_reading


def test_a_row_opens_when_a_screen_reader_presses_it(window: Window, qtbot: QtBot):
    page = window.start_page
    qtbot.waitUntil(lambda: "Pinned for agents" in page.headings and len(page.headings) > 3, timeout=LONG)
    press = QAccessibleActionInterface.pressAction()
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        QAccessible.queryAccessibleInterface(row_of(window, "The desk")).actionInterface().doAction(press)
    assert window.reader.here is not None and window.reader.here.doc == DESK


@pytest.fixture
def used_before(session: Session) -> str:
    """The window was used before all documents were written."""
    session.keep_last_used("2001-01-01T00:00:00Z")
    return session.last_used


def test_what_changed_since_the_window_was_last_used_is_counted(
    used_before: str, window: Window, served: Client, session: Session, qtbot: QtBot
):
    assert fetch_start_contents(served, "").changed == ()
    contents = fetch_start_contents(served, used_before)
    assert contents.counts == (("shelves", 4),) and contents.is_all and len(contents.changed) == 4
    assert [entry.section for entry in contents.pinned] == [DESK]
    assert fetch_start_contents(served, "2999-01-01T00:00:00Z").changed == ()
    page = window.start_page
    qtbot.waitUntil(lambda: any(head.startswith("Changed since ") for head in page.headings), timeout=LONG)
    window.window_session.keep()
    assert session.last_used > "2002"


def test_nothing_of_the_page_is_cut_in_a_narrow_window(window: Window, qtbot: QtBot):
    wait_for_rows(window, qtbot, "The bookwheel", "The desk")
    page = window.start_page
    for width in (1300, 820):
        window.resize(width, 720)
        qtbot.waitUntil(lambda width=width: window.width() <= max(width, window.minimumWidth()), timeout=LONG)
        qtbot.waitUntil(lambda: page.widget().width() <= page.viewport().width(), timeout=LONG)
        qtbot.waitUntil(
            lambda: all(row.geometry().right() <= page.viewport().width() for row in page.rows), timeout=LONG
        )


def test_nothing_is_continued_at_no_percent():
    entries = {
        doc: ReadingEntry(doc, doc, "", "", 0.0, 0.0, fraction, False, f"2026-11-2{at}T10:00:00Z", "", -1)
        for at, (doc, fraction) in enumerate((("a/opened.md", 0.004), ("a/begun.md", 0.006), ("a/whole.md", 1.0)))
    }
    assert [entry.doc for entry in list_continued(entries)] == ["a/begun.md"]
    assert [entry.doc for entry in list_recent(entries)] == ["a/whole.md", "a/opened.md"]
