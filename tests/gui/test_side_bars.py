"""The side bars keep the width that a person gave them."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from bookwheel.gui.places import Place
from bookwheel.gui.window import Window
from tests.gui.test_window import WHEEL, go


def test_side_bars_get_their_width_back_after_a_search_and_after_a_narrow_window(qtbot: QtBot, window: Window) -> None:
    library, graph = window.library, window.around.graph

    def widths() -> tuple[int, int]:
        return library.width(), graph.width()

    go(qtbot, window, Place(WHEEL))
    window.around.summon_graph()
    qtbot.waitUntil(lambda: graph.width() > 350, timeout=30_000)
    before = widths()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.bar.box.setText("zanzibar")
    qtbot.waitUntil(lambda: not graph.isVisible(), timeout=30_000)
    window.leave_search()
    qtbot.waitUntil(lambda: widths() == before, timeout=30_000)
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: library.width() < before[0], timeout=30_000)
    window.resize(1300, 820)
    qtbot.waitUntil(lambda: widths() == before, timeout=30_000)
