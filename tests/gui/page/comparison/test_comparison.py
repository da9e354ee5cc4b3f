"""Two documents beside each other, against a real service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.page.comparison.comparison_page import fetch_comparison
from bookwheel.gui.state.comparisons import compared_documents, comparison_id
from bookwheel.gui.state.locations import Location, is_left, location_of
from bookwheel.gui.window.window import Window
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

TIMEOUT = 30_000
FIRST, OTHER = "shelves/draft one.md", "shelves/draft 50% #2.md"
OLD = "---\nlang: en\n---\n# Wheel\n\nIt turns slowly.\n\n## Oak\n\nSame words.\n\n## Gone\n\nOnly here.\n"
NEW = "---\nlang: en\n---\n# Wheel\n\nIt turns quickly.\n\n## Oak\n\nSame words.\n\n## Come\n\nA whole new part.\n"
GERMAN = "---\nlang: de\n---\n# Rad\n\nEs dreht sich langsam.\n\n## Eiche\n\nDieselben Wörter.\n"


@pytest.fixture
def drafts(served: Client, shelves: Path) -> Iterator[None]:
    files = {"draft one.md": OLD, "draft 50% #2.md": NEW, "rad.md": GERMAN}
    for name, text in files.items():
        (shelves / name).write_text(text, "utf-8")
    until(lambda: served.status().documents >= 7)
    yield
    for name in files:
        (shelves / name).unlink()
    until(lambda: served.status().documents == 4)


def test_what_differs_is_marked_in_rows_of_both(served: Client, drafts: None):
    page, outline = fetch_comparison(served, comparison_id(FIRST, OTHER))
    assert "It turns <del>slowly</del>." in page.html and "It turns <ins>quickly</ins>." in page.html
    rows = page.html.split('<div class="compare-row')[2:]
    assert [row.partition('"')[0].strip() for row in rows] == [
        *("", "changed", "", ""),
        *("removed", "removed", "added", "added"),
    ]
    assert 'id="oak"' in page.html and 'id="other-oak"' in page.html
    assert titles(outline) == [
        "Wheel · changed",
        "Oak",
        "Gone · only in the first",
        "Come · only in the second",
    ]
    same, _ = fetch_comparison(served, comparison_id(FIRST, FIRST))
    assert "No differences." in same.html and "<del>" not in same.html


def titles(outline: OutlineAnswer) -> list[str]:
    return [entry.title for entry in outline.sections]


def test_of_two_languages_only_missing_parts_are_marked(served: Client, drafts: None):
    html = fetch_comparison(served, comparison_id(FIRST, "shelves/rad.md"))[0].html
    assert "<del>" not in html and "<ins>" not in html
    assert html.count('class="compare-row removed"') == 2 and 'lang="de"' in html


def test_an_id_names_two_documents_and_stays_while_both_are_there():
    id = comparison_id(FIRST, OTHER)
    assert compared_documents(id) == (FIRST, OTHER)
    place = location_of(Location(id).link)
    assert place is not None and place.doc == id
    for other in (FIRST, "compare:", "compare:a/b.md", "compare:a/b.md//", "compare://a/b.md"):
        assert compared_documents(other) is None
    assert is_left(id, ("shelves",)) and not is_left(comparison_id("gone/a.md", OTHER), ("shelves",))


def test_the_page_shown_is_compared_with_one_that_is_chosen(qtbot: QtBot, window: Window, served: Client, drafts: None):
    find = window.commands.find
    window.shell.open(Location(FIRST))
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == FIRST, timeout=TIMEOUT)
    find("Compare with").trigger()
    palette = window.command_palette
    qtbot.keyClicks(palette.box, "draft 50")
    qtbot.waitUntil(lambda: palette.words == ["Wheel"], timeout=TIMEOUT)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    id = comparison_id(FIRST, OTHER)
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == id, timeout=TIMEOUT)
    assert window.reader.page is not None and "<del>slowly</del>" in window.reader.page.html
    find("Swap compared documents").trigger()
    other = comparison_id(OTHER, FIRST)
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == other, timeout=TIMEOUT)
    find("Compare with").trigger()
    assert "No document is open" in window.notification_bar.sentence


def test_a_comparison_is_fetched_once_with_its_outline(
    window: Window, qtbot: QtBot, drafts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    fetched: list[str] = []
    page = Client.page

    def fetch(client: Client, id: str) -> tuple[PageAnswer, OutlineAnswer]:
        fetched.append(id)
        return fetch_comparison(client, id)

    monkeypatch.setattr(Client, "page", lambda client, request: asked.append(request.doc) or page(client, request))
    monkeypatch.setattr("bookwheel.gui.page.fetching.page_fetch.fetch_comparison", fetch)
    came: list[object] = []
    window.reader.outline_came.connect(came.append)
    window.reader.open(Location(comparison_id(FIRST, OTHER)))
    qtbot.waitUntil(lambda: bool(came) and asked.count(FIRST) == asked.count(OTHER) == len(fetched), timeout=TIMEOUT)
    assert window.reader.outline is not None and titles(window.reader.outline)[0] == "Wheel · changed"
