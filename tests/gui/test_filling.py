"""A large document is read while the rest of it comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.gui.filling import part_of
from bookwheel.gui.places import Place
from bookwheel.gui.window import Window
from tests.gui.test_window import ask, go
from tests.waiting import until

HEADINGS = 300
LARGE = "long/large.md"


@pytest.fixture(scope="module")
def long(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A document of 300 KB in the library."""
    folder: Path = tmp_path_factory.mktemp("large") / "long"
    folder.mkdir()
    leaves = "leaf " * 200
    parts = [f"## Part {number}\n\nword{number} {leaves}\n\n```\ncode {number}\n```\n" for number in range(HEADINGS)]
    (folder / "large.md").write_text("# Large\n\n" + "\n".join(parts), "utf-8")
    served.add(AddRequest(str(folder)))
    until(lambda: any(each.slug == "long" and each.documents for each in served.collections().collections))
    yield
    served.remove(RemoveRequest("long"))


def test_a_section_far_below_is_reached_before_all_is_there_and_nothing_is_missing(
    qtbot: QtBot, window: Window, long: None
) -> None:
    go(qtbot, window, Place(LARGE, "part-280"))
    page = window.reader.page
    assert page is not None and page.parts > 2 and part_of(page.html, "part-280") > part_of(page.html, "part-1")
    qtbot.waitUntil(lambda: window.reader.anchor == "part-280", timeout=30_000)
    made: list[int] = []
    window.taking._filling.when_whole(lambda: made.append(1))
    qtbot.waitUntil(lambda: bool(made), timeout=60_000)
    assert ask(qtbot, window, "wanted") == [0, False]
    assert window.reader.anchor == "part-280"
    window.reader.jump("part-3")
    qtbot.waitUntil(lambda: window.reader.anchor == "part-3", timeout=30_000)


def test_a_hit_in_a_later_part_is_shown_once_it_is_there(qtbot: QtBot, window: Window, long: None) -> None:
    go(qtbot, window, Place(LARGE, "part-250", "word250"))
    qtbot.waitUntil(lambda: ask(qtbot, window, "marks_now") == [1, 1], timeout=30_000)
    qtbot.waitUntil(lambda: window.reader.anchor == "part-250", timeout=30_000)
    assert ask(qtbot, window, "marked") == "Part 250"
