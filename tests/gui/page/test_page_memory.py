"""After some pages the memory of those no longer shown is collected, once the reader rests."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.gui.page import page_memory
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

DOCS = ("shelves/machines/wheel.md", "shelves/machines/desk.md")


def test_the_page_collects_after_some_pages_and_not_before(qtbot: QtBot, window: Window) -> None:
    memory = window.reader.warm().memory
    memory._rest.setInterval(0)
    collected: list[bool] = []
    memory.collected.connect(collected.append)
    for number in range(page_memory._PAGES + 1):
        with qtbot.waitSignal(window.reader.landed, timeout=30_000):
            window.shell.open(Location(DOCS[number % 2]))
        if number == page_memory._PAGES // 2:
            assert collected == []
    qtbot.waitUntil(lambda: bool(collected), timeout=30_000)
    assert collected == [True], "our own scripts may ask for a collection"
