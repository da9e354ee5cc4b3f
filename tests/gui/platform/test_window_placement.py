"""Windows stay within reach when screens go and change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from bookwheel.gui.platform.window_placement import WindowPlacement, within_reach
from bookwheel.gui.theme import icons

LEFT, RIGHT, SMALL = QRect(0, 0, 1920, 1080), QRect(1920, 0, 1280, 800), QRect(0, 30, 1024, 670)


@pytest.mark.parametrize(
    ("frame", "screens", "wanted"),
    [
        ((100, 100, 800, 600), [LEFT, RIGHT], None),
        ((1800, 100, 800, 600), [LEFT, RIGHT], None),  # over both
        ((-300, 100, 800, 600), [LEFT], None),  # put aside on purpose
        ((2000, 100, 800, 600), [LEFT], (1120, 100, 800, 600)),  # the right screen was unplugged
        ((100, 50, 1400, 860), [SMALL], (0, 30, 1024, 670)),  # the screen became smaller
        ((300, 900, 800, 600), [LEFT], (300, 480, 800, 600)),  # hardly anything is seen
        ((200, -200, 800, 600), [LEFT], (200, 0, 800, 600)),  # nothing to take hold of
        ((-5000, -5000, 800, 600), [LEFT, RIGHT], (0, 0, 800, 600)),
        ((10, 10, 80, 60), [], None),
    ],
)
def test_a_window_is_left_alone_or_brought_where_it_can_be_taken_hold_of(
    frame: tuple[int, int, int, int], screens: list[QRect], wanted: tuple[int, int, int, int] | None
) -> None:
    assert within_reach(QRect(*frame), screens) == QRect(*(wanted or frame))


def test_what_is_out_of_reach_comes_back_when_the_screens_change(qtbot: QtBot, qapp: QApplication) -> None:
    lost = QDialog()
    qtbot.addWidget(lost)
    lost.resize(300, 200)
    lost.show()
    lost.move(9000, 7000)
    before = icons.pixmap("link", "#112233")
    screens = WindowPlacement(qapp)
    try:
        QGuiApplication.primaryScreen().availableGeometryChanged.emit(QRect())
        there = QGuiApplication.primaryScreen().availableGeometry()
        qtbot.waitUntil(lambda: there.contains(lost.frameGeometry()), timeout=30_000)
        assert icons.pixmap("link", "#112233") is not before
    finally:
        screens.deleteLater()
