"""Pages are fetched before they are asked for, given once they are there, and forgotten when the library changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.page.fetching.page_fetch import FetchedPage
from bookwheel.gui.page.fetching.pages_ahead import PagesAhead
from bookwheel.gui.state.locations import Location

pytestmark = pytest.mark.leaves_library

WHEEL, DESK, GONE = (Location(f"shelves/machines/{name}.md", query="zanzibar") for name in ("wheel", "desk", "gone"))


@pytest.fixture
def ahead(qapp: QObject) -> Iterator[PagesAhead]:
    """No pages yet."""
    calls = BackgroundCalls(1)
    yield PagesAhead(calls)
    calls.close()


def test_pages_come_one_after_the_other_and_are_given_at_once(qtbot: QtBot, served: Client, ahead: PagesAhead) -> None:
    ahead.expect(served, [WHEEL, DESK])
    qtbot.waitUntil(lambda: ahead.has(DESK), timeout=30_000)
    given: list[FetchedPage | None] = []
    assert ahead.claim(WHEEL, given.append) and given[0] is not None and given[0].page.doc == WHEEL.doc
    assert given[0].page.hits > 0
    assert not ahead.claim(Location(WHEEL.doc), given.append), "a page without marks is another one"
    assert ahead.claim(WHEEL, given.append) and given[1] is given[0], "it stays"


def test_a_page_on_its_way_is_waited_for(qtbot: QtBot, served: Client, ahead: PagesAhead) -> None:
    given: list[FetchedPage | None] = []
    ahead.expect(served, [DESK])
    assert ahead.claim(DESK, given.append) and given == []
    qtbot.waitUntil(lambda: bool(given), timeout=30_000)
    assert given[0] is not None and given[0].page.doc == DESK.doc
    ahead.expect(served, [GONE])
    assert ahead.claim(GONE, given.append)
    qtbot.waitUntil(lambda: len(given) == 2, timeout=30_000)
    assert given[1] is None, "what failed is asked for again, which says why"


def test_who_waits_asks_again_when_the_library_changes(qtbot: QtBot, served: Client, ahead: PagesAhead) -> None:
    given: list[FetchedPage | None] = []
    ahead.expect(served, [WHEEL])
    qtbot.waitUntil(lambda: ahead.has(WHEEL), timeout=30_000)
    ahead.expect(served, [DESK])
    assert ahead.claim(DESK, given.append)
    ahead.forget()
    assert given == [None] and not ahead.has(WHEEL) and not ahead.has(DESK)
    ahead.expect(served, [WHEEL])
    qtbot.waitUntil(lambda: ahead.has(WHEEL), timeout=30_000)
