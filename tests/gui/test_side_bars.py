"""The side bars keep the width that a person gave them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from bookwheel.gui.places import Place
from bookwheel.gui.side_bars import USUAL_WIDTHS
from bookwheel.gui.surroundings import GRAPH_WIDTH
from bookwheel.gui.window import Window
from tests.gui.test_window import WHEEL, go


def test_side_bars_get_their_width_back_after_a_search_and_after_a_narrow_window(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Place(WHEEL))
    _drag(qtbot, window, window.library.geometry().right() + 3, -30)
    qtbot.waitUntil(lambda: window.library.width() < USUAL_WIDTHS[0] - 20, timeout=30_000)
    window.around.summon_graph()
    wide = (window.library.width(), GRAPH_WIDTH)

    def have(widths: tuple[int, int]) -> None:
        qtbot.waitUntil(lambda: (window.library.width(), window.around.graph.width()) == widths, timeout=30_000)

    have(wide)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.bar.box.setText("zanzibar")
    qtbot.waitUntil(lambda: not window.around.graph.isVisible(), timeout=30_000)
    window.leave_search()
    have(wide)
    window.resize(700, 700)
    qtbot.waitUntil(lambda: window.around.graph.width() < GRAPH_WIDTH, timeout=30_000)
    qtbot.wait(300)  # Long enough for a width taken from the narrow window to be believed.
    window.resize(1300, 820)
    have(wide)


def _drag(qtbot: QtBot, window: Window, x: int, by: int) -> None:
    """Take the separator at pixel `x` with the mouse and move it."""
    at = QPoint(x, window.height() // 2)
    qtbot.mouseMove(window, at)
    qtbot.mousePress(window, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseMove(window, at + QPoint(by // 2, 0))
    qtbot.mouseMove(window, at + QPoint(by, 0))
    qtbot.waitUntil(lambda: window.library.width() != USUAL_WIDTHS[0], timeout=30_000)
    qtbot.mouseRelease(window, Qt.MouseButton.LeftButton, pos=at + QPoint(by, 0))


def test_hits_that_a_person_left_do_not_come_back_with_later_answers(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Place(WHEEL))
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.bar.box.setText("zanzibar")
    assert window.hits.isVisible()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.leave_search()  # While the words are asked once more, as they stand.
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.search.refresh()  # As after the library grew.
    assert not window.hits.isVisible()
    window.show_hits()
    assert window.hits.isVisible()
    window.leave_search()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.bar.box.setText("zanzibars")
    assert window.hits.isVisible()
