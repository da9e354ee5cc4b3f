"""A canvas in the window: it is zoomed by key and button, and its cards lead to their words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.page.test_tables import evaluate
from tests.gui.window.test_window import go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

BOARD = "boards/board.canvas"
SCALE = "document.querySelectorAll('.board-tools [role=button]')[1].textContent"


@pytest.fixture(scope="module", autouse=True)
def boards(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A canvas much larger than the window, of more cards than are set as Markdown."""
    folder: Path = tmp_path_factory.mktemp("more") / "boards"
    folder.mkdir()
    nodes = [
        {"id": str(at), "type": "text", "x": at % 20 * 400, "y": at // 20 * 300, "width": 300, "height": 200,
         "text": f"# Card {at}\n\nwords"}
        for at in range(320)
    ]  # fmt: skip
    (folder / "board.canvas").write_text(json.dumps({"nodes": nodes}), "utf-8")
    served.add(AddRequest(str(folder)))
    until(lambda: any(one.slug == "boards" and one.documents == 1 for one in served.collections().collections))
    yield
    served.remove(RemoveRequest("boards"))


def press(qtbot: QtBot, window: Window, button: int) -> None:
    evaluate(qtbot, window, f"document.querySelectorAll('.board-tools [role=button]')[{button}].click()")


def test_a_large_canvas_is_shown_whole_and_zoomed_to_words(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(BOARD))
    assert int(str(evaluate(qtbot, window, SCALE)).split()[0]) < 20
    near = "document.querySelectorAll('.board .near').length"
    assert evaluate(qtbot, window, near) == 0
    press(qtbot, window, 1)
    assert evaluate(qtbot, window, SCALE) == "100 %"
    qtbot.waitUntil(lambda: 0 < int(str(evaluate(qtbot, window, near))) < 100, timeout=30_000)
    press(qtbot, window, 3)
    assert int(str(evaluate(qtbot, window, SCALE)).split()[0]) < 20
    evaluate(
        qtbot, window, "document.querySelector('.board-view').dispatchEvent(new KeyboardEvent('keydown', {key: '1'}))"
    )
    assert evaluate(qtbot, window, SCALE) == "100 %"


def test_a_card_leads_to_its_words(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(BOARD))
    evaluate(qtbot, window, "document.querySelector('.board a[href=\"#card-150\"]').click()")
    top = "document.getElementById('card-150').getBoundingClientRect().top"
    qtbot.waitUntil(lambda: 0 <= float(str(evaluate(qtbot, window, top))) < 400, timeout=30_000)
