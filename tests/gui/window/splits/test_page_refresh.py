"""Pages asked for again when other documents change what they show."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.splits.page_refresh import may_be_changed
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


def test_any_document_may_fix_a_broken_wikilink(served: Client, shelves: Path) -> None:
    before = served.status().documents
    note = shelves / "triton.md"
    note.write_text("A moon of [[neptune]].\n", "utf-8")
    try:
        until(lambda: served.status().documents == before + 1)
        page = served.page(PageRequest("shelves/triton.md"))
        assert "wikilink broken" in page.html and may_be_changed(page, ("other/neptune.md",))
        whole = served.page(PageRequest("shelves/notes.txt"))
        assert not may_be_changed(whole, ("shelves/neptune.md",))
    finally:
        note.unlink()
        until(lambda: served.status().documents == before)
