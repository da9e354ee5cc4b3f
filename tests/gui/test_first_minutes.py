"""The first minutes: an empty window that says one thing, the sample, a tour to take or leave, a way out of errors."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import connect
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from tests.words_only import turn_meaning_off


@pytest.fixture
def fresh(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[Window]:
    """The window of somebody who opens the program for the first time."""
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "own"))
    library = turn_meaning_off(tmp_path / "library")
    opened = Window(library, Session(library), theme)
    opened.resize(1300, 820)
    opened.show()
    opened.begin([])
    qtbot.waitUntil(lambda: opened.add_folder._is_new, timeout=60_000)  # it has been told that the library is empty
    yield opened
    opened.close()
    opened.end()
    opened.deleteLater()
    with contextlib.suppress(ServiceUnavailable), closing(connect(library, client="test", start=False)) as client:
        client.stop(60)  # the window's own client may be on its way to the service again


def test_an_empty_window_says_one_thing_and_the_sample_is_one_press_away(qtbot: QtBot, fresh: Window) -> None:
    docks = (fresh.library_dock, fresh.outline_dock, fresh.links_dock)
    assert not any(each.isVisible() for each in docks)
    fresh.add_folder.add(str(Path("nowhere", "at", "all").absolute()))
    qtbot.waitUntil(lambda: "does not exist" in fresh.notification_bar.sentence, timeout=30_000)
    assert fresh.notification_bar.way.isVisible() and fresh.notification_bar.way.text() == "Choose another folder"
    sample = next(each for each in fresh.empty_state.findChildren(QPushButton) if each.text() == "Try the sample")
    sample.setFocus()
    qtbot.keyClick(sample, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: fresh.reader.page is not None, timeout=60_000)
    assert all(each.isVisible() for each in docks)
    qtbot.waitUntil(lambda: fresh.notification_bar.way.text() == "Start tour", timeout=30_000)
    fresh.notification_bar.way.click()
    tour = fresh.add_folder.tour
    seen = []
    while tour.isVisible():
        seen.append(tour.title)
        assert tour.rect().contains(tour.card.geometry()) and tour.next.hasFocus()
        qtbot.keyClick(tour.next, Qt.Key.Key_Return)
    assert len(seen) == len(set(seen)) == 6
    fresh.add_folder.show_tour()
    qtbot.keyClick(tour.next, Qt.Key.Key_Return)
    assert tour.title == seen[1]
    qtbot.keyClick(tour.next, Qt.Key.Key_Escape)
    assert not tour.isVisible() and fresh.session.is_shown_around
