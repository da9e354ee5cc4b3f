"""The menu bar holds every command by subject, and comes with Alt where a person has hidden it."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

_SCREEN = 720
"""The height of the smallest screen that a menu must fit on."""


def list_menus(window: Window) -> dict[str, QMenu]:
    return {action.text(): action.menu() for action in window.menus.bar.actions() if isinstance(action.menu(), QMenu)}  # type: ignore[misc]


def list_leaves(menu: QMenu) -> list[QAction]:
    found: list[QAction] = []
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            found += list_leaves(submenu)
        elif not action.isSeparator():
            found.append(action)
    return found


def test_the_menu_bar_holds_every_command_once_by_subject(window: Window) -> None:
    menus = list_menus(window)
    assert list(menus) == ["&File", "&Edit", "&View", "&Go", "&Tools", "&Window", "&Help"]
    names = Counter(action.objectName() for menu in menus.values() for action in list_leaves(menu))
    assert names == Counter(action.objectName() for action in window.commands.list_actions())
    assert {action.text() for action in list_leaves(menus["&View"])} >= {"Graph", "Light", "By title", "All levels"}


def test_no_menu_is_higher_than_a_small_screen(window: Window) -> None:
    menu_button = window.toolbar.more.menu()
    assert menu_button is not None
    menus = {**list_menus(window), "…": menu_button}
    assert not {name: menu.sizeHint().height() for name, menu in menus.items() if menu.sizeHint().height() > _SCREEN}
    assert len(list_leaves(menu_button)) < 16


def test_a_command_of_a_submenu_keeps_its_subject_in_the_palette(window: Window) -> None:
    said = [words for words, _ in window.commands.list_named()]
    assert {"Sort tree: by title", "Outline: all levels", "Theme: dark"} <= {*said}


def test_the_hidden_menu_bar_comes_with_alt_and_goes_with_escape(qtbot: QtBot, window: Window) -> None:
    strip, bar = window.menus, window.menus.bar
    full = strip.height()
    window.commands.find("Toggle menu bar").trigger()
    qtbot.waitUntil(lambda: strip.height() == window.toolbar.height(), timeout=30_000)
    assert window.session.preferences.values.menu_bar is False

    window.activateWindow()
    window.toolbar.box.setFocus()
    qtbot.keyPress(window.toolbar.box, Qt.Key.Key_Alt, Qt.KeyboardModifier.AltModifier)
    qtbot.keyRelease(window.toolbar.box, Qt.Key.Key_Alt)
    qtbot.waitUntil(lambda: bar.hasFocus() and strip.height() == full, timeout=30_000)
    qtbot.keyClick(bar, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: strip.height() == window.toolbar.height(), timeout=30_000)
    assert window.toolbar.box.hasFocus()

    window.commands.find("Toggle menu bar").trigger()
    qtbot.waitUntil(lambda: strip.height() == full and bar.geometry().top() == 0, timeout=30_000)


def test_a_menu_that_opens_over_the_hidden_bar_shows_the_bar(qtbot: QtBot, window: Window) -> None:
    strip = window.menus
    full = strip.height()
    strip.set_shown(False)
    menu = list_menus(window)["&Tools"]
    menu.popup(window.mapToGlobal(window.rect().topLeft()))
    qtbot.waitUntil(lambda: strip.height() == full, timeout=30_000)
    qtbot.waitUntil(lambda: menu.y() >= strip.bar.mapToGlobal(strip.bar.rect().bottomLeft()).y() - 4, timeout=30_000)
    menu.close()
    qtbot.waitUntil(lambda: strip.height() == window.toolbar.height(), timeout=30_000)
