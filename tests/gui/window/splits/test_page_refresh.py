"""Pages asked for again when other documents change what they show."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.waiting import until

TIMEOUT = 30_000


def test_the_table_of_a_base_follows_its_documents(qtbot: QtBot, window: Window, served: Client, shelves: Path) -> None:
    before = served.status().documents
    base, note = shelves / "planets.base", shelves / "neptune.md"
    base.write_text("filters: moons > 2\nviews: [{name: Moons, order: [file.name, moons]}]", "utf-8")
    try:
        until(lambda: served.status().documents == before + 1)
        window.shell.open(Location("shelves/planets.base"))
        qtbot.waitUntil(
            lambda: window.reader.page is not None and "finds nothing" in window.reader.page.html, timeout=TIMEOUT
        )
        note.write_text("---\nmoons: 16\n---\nBlue.\n", "utf-8")
        qtbot.waitUntil(
            lambda: window.reader.page is not None and ">neptune</a></td><td>16" in window.reader.page.html,
            timeout=TIMEOUT,
        )
    finally:
        base.unlink()
        note.unlink(missing_ok=True)
        until(lambda: served.status().documents == before)
