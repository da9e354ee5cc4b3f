"""Several windows on one library, closed one by one and remembered together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from bookwheel.gui.process.system_tray import SystemTray
from bookwheel.gui.process.window_manager import Windows, beside
from bookwheel.gui.state.locations import Location, Trail
from bookwheel.gui.state.session import Session
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL, go

Box = tuple[int, int, int, int]


@pytest.fixture
def windows(window: Window) -> Iterator[Windows]:
    """All windows, of which the first is open."""
    made = Windows(window)
    yield made
    for each in made.shown[1:]:
        each.close()
        each.end()
        each.deleteLater()
    QApplication.setQuitOnLastWindowClosed(True)


@pytest.mark.parametrize(
    ("frame", "wanted"),
    [
        ((100, 50, 800, 600), (136, 86, 800, 600)),
        ((700, 50, 800, 600), (0, 0, 800, 600)),
        ((0, 0, 1440, 900), (36, 36, 1404, 864)),
        ((36, 36, 1404, 864), (0, 0, 1404, 864)),
    ],
)
def test_a_new_window_lies_beside_the_one_before_and_whole_on_its_screen(frame: Box, wanted: Box) -> None:
    assert beside(QRect(*frame), QRect(0, 0, 1440, 900)) == QRect(*wanted)


def test_a_tab_goes_on_in_a_window_of_its_own(qtbot: QtBot, window: Window, windows: Windows, session: Session) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(DESK), in_new_tab=True)
    next(each for each in window.commands.list_actions() if each.objectName() == "Move tab to new window").trigger()
    assert len(windows.shown) == 2 and session.windows == [0, 1]
    other = windows.shown[1]
    qtbot.waitUntil(lambda: other.reader.page is not None and other.reader.page.doc == DESK, timeout=30_000)
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == WHEEL, timeout=30_000)
    other.session.preferences.set("page_size", "19")
    assert window.session.preferences.values.page_size == 19
    other.session.preferences.set("page_size", "17")
    with qtbot.waitSignal(windows.changed, timeout=30_000):
        other.close()
    assert windows.shown == [window] and session.windows == [0]
    assert window.isVisible()


def test_windows_come_back_with_their_tabs(qtbot: QtBot, window: Window, session: Session) -> None:
    second = session.sibling(1)
    second.keep(
        geometry=window.saveGeometry(),
        docks=window.saveState(),
        trails=[Trail([Location(DESK)], 0)],
        current=0,
        zoom=1.0,
    )
    session.keep_windows([0, 1])
    windows = Windows(window)
    windows.restore()
    assert [each.session.number for each in windows.shown] == [0, 1]
    other = windows.shown[1]
    qtbot.waitUntil(lambda: other.reader.page is not None and other.reader.page.doc == DESK, timeout=30_000)
    assert window.reader.page is None
    with qtbot.waitSignal(windows.changed, timeout=30_000):
        other.close()
    QApplication.setQuitOnLastWindowClosed(True)


def test_the_last_window_is_hidden_while_there_is_a_tray_and_comes_back(
    qtbot: QtBot, window: Window, windows: Windows
) -> None:
    tray = SystemTray(windows)
    assert not windows.stays and tray.icon is None
    windows.stays = True
    with qtbot.waitSignal(windows.changed, timeout=30_000):
        window.close()
    assert not window.isVisible() and windows.shown == [window]
    next(each for each in tray.menu.actions() if each.text() == "Show Bookwheel").trigger()
    assert window.isVisible()
    window.session.preferences.set("tray", "true")
    assert windows.stays == QSystemTrayIcon.isSystemTrayAvailable()
    window.session.preferences.set("tray", "false")
    assert not windows.stays
