"""Documents are opened where they were left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.reading_progress import (
    LeftPlace,
    ReadingAction,
    ReadingChange,
    ReadingEntry,
    ReadingRequest,
)
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.reading.place_tracker import PlaceTracker
from bookwheel.gui.window.window import Window

LONG = 30_000
WHEEL, DESK = "shelves/machines/wheel.md", "shelves/machines/desk.md"


@pytest.fixture(autouse=True)
def unread(served: Client) -> Iterator[None]:
    """Nothing was read before."""
    yield
    docs = tuple(entry.doc for entry in served.reading(ReadingRequest()).entries)
    if docs:
        served.change_reading(ReadingChange(ReadingAction.REMOVE, docs))
        served.change_reading(ReadingChange(ReadingAction.UNREAD, docs))


def leave(served: Client, window: Window, qtbot: QtBot, place: LeftPlace, doc: str = WHEEL) -> None:
    """Keep a place, and wait until the window knows it."""
    served.change_reading(ReadingChange(ReadingAction.LEAVE, (doc,), place))
    qtbot.waitUntil(lambda: window.reading_places.entry(doc) is not None, timeout=LONG)


def open_place(window: Window, qtbot: QtBot, place: Location) -> None:
    with qtbot.waitSignal(window.split_view.landed, timeout=LONG):
        window.shell.open(place)


def left(served: Client, doc: str = WHEEL) -> ReadingEntry | None:
    return next(iter(served.reading(ReadingRequest((doc,))).entries), None)


def read_fast(window: Window) -> Reader:
    """The reader, where what is shown counts as read at once."""
    for tracker in window.continuing.trackers.values():
        tracker.set_rest(0)
    return window.reader


def test_a_document_is_opened_where_it_was_left_and_the_notice_leads_to_its_top(
    window: Window, served: Client, qtbot: QtBot
):
    leave(served, window, qtbot, LeftPlace("how-it-turns", 0.5))
    open_place(window, qtbot, Location(WHEEL))
    scroll = window.reader.position.scroll
    assert window.reader.anchor == "how-it-turns" and scroll > 300
    assert window.notification_bar.sentence.startswith("Continued where you left off, at ")
    open_place(window, qtbot, Location(WHEEL, "how-it-turns"))
    assert 0 < window.reader.position.scroll < scroll  # a section that is named is shown from its beginning
    open_place(window, qtbot, Location(DESK))
    open_place(window, qtbot, Location(WHEEL))
    assert abs(window.reader.position.scroll - scroll) < 8
    window.notification_bar.way.click()
    qtbot.waitUntil(lambda: window.reader.position.scroll == 0, timeout=LONG)
    open_place(window, qtbot, Location(WHEEL))
    assert window.reader.position.scroll == 0  # what is shown is opened again at its top


def test_a_document_is_opened_at_its_top_where_the_setting_is_off_or_it_was_read(
    window: Window, served: Client, qtbot: QtBot
):
    leave(served, window, qtbot, LeftPlace("how-it-turns", 0.5))
    window.session.preferences.set("continue_reading", "false")
    open_place(window, qtbot, Location(WHEEL))
    assert window.reader.position.scroll == 0 and not window.notification_bar.isVisible()
    window.session.preferences.set("continue_reading", "true")
    served.change_reading(ReadingChange(ReadingAction.READ, (DESK,)))
    qtbot.waitUntil(lambda: window.reading_places.entry(DESK) is not None, timeout=LONG)
    open_place(window, qtbot, Location(DESK))
    assert window.reader.position.scroll == 0


def test_where_a_document_rests_is_kept_and_read_to_the_end_is_read(window: Window, served: Client, qtbot: QtBot):
    reader = read_fast(window)
    open_place(window, qtbot, Location(WHEEL))
    qtbot.waitUntil(lambda: left(served) is not None, timeout=LONG)
    reader.view.call("scroll", 900)

    def is_kept() -> bool:
        entry = left(served)
        return entry is not None and 0 < entry.fraction < 1 and bool(entry.anchor) and not entry.is_read

    qtbot.waitUntil(is_kept, timeout=LONG)
    reader.view.call("scroll", 1_000_000)
    qtbot.waitUntil(lambda: (entry := left(served)) is not None and entry.is_read, timeout=LONG)
    qtbot.waitUntil(lambda: window.reading_places.entries[WHEEL].is_read, timeout=LONG)


def test_what_is_shown_for_a_moment_is_not_kept_and_another_document_leaves_the_one_before(
    window: Window, served: Client, qtbot: QtBot
):
    open_place(window, qtbot, Location(WHEEL))
    open_place(window, qtbot, Location("shelves/index.md"))
    reader = read_fast(window)
    open_place(window, qtbot, Location(DESK))
    qtbot.waitUntil(lambda: left(served, DESK) is not None, timeout=LONG)
    for tracker in window.continuing.trackers.values():
        tracker.set_rest(1_000_000)

    def is_scrolled() -> bool:
        assert reader.view is not None
        reader.view.call("scroll", 150)
        return reader.position.scroll > 0

    qtbot.waitUntil(is_scrolled, timeout=LONG)
    open_place(window, qtbot, Location("shelves/notes.txt"))
    qtbot.waitUntil(lambda: (entry := left(served, DESK)) is not None and entry.fraction > 0, timeout=LONG)
    assert left(served) is None and left(served, "shelves/notes.txt") is None


def test_sources_and_pages_without_a_file_are_no_reading(window: Window, served: Client, qtbot: QtBot):
    reader = read_fast(window)
    assert all(isinstance(tracker, PlaceTracker) for tracker in window.continuing.trackers.values())
    open_place(window, qtbot, Location(f"compare:{WHEEL}//{DESK}"))
    open_place(window, qtbot, Location(DESK, is_source=True))
    open_place(window, qtbot, Location(WHEEL))
    qtbot.waitUntil(lambda: left(served) is not None, timeout=LONG)
    assert [entry.doc for entry in served.reading(ReadingRequest()).entries] == [WHEEL]
    assert reader.page is not None
